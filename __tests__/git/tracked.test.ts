import { trackedThoughIgnored } from '../../src/git/tracked.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { sampleRepository } from './sample-repository.js';

afterAll(removeFolders);

test('tells what git tracks although a .gitignore names it, and nothing else', async () => {
  const { folder } = sampleRepository({ 'a/é.ts': '', 'a/b/c.ts': '', 'd.ts': '', 'e.ts': '' });
  writeFiles(folder, { '.gitignore': 'a/\nd.ts\nbuilt/\n', 'built/x.ts': '', 'a/new.ts': '' });
  const { file, folder: holds, notice } = await trackedThoughIgnored(folder);
  expect(['a/b/c.ts', 'a/é.ts', 'd.ts', 'e.ts', 'a/new.ts', 'built/x.ts'].filter(file)).toEqual(['a/b/c.ts', 'a/é.ts', 'd.ts']);
  expect([holds('a/b'), holds('built'), notice]).toEqual([true, false, undefined]);
});

test('tells nothing where there is no git', async () => {
  const { file, notice } = await trackedThoughIgnored(folderOf({ '.gitignore': 'a.ts\n', 'a.ts': '' }));
  expect([file('a.ts'), notice]).toEqual([false, undefined]);
});

test('says that git could not be asked', async () => {
  const { file, notice } = await trackedThoughIgnored(folderOf({ '.git/HEAD': 'no repository', '.gitignore': 'a.ts\n' }));
  expect([file('a.ts'), notice]).toEqual([
    false,
    expect.stringMatching(/^Files that a \.gitignore names were not read: .*not a git/),
  ]);
});
