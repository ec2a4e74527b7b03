import { trackedThoughIgnored } from '../../src/git/tracked.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { sampleRepository } from './sample-repository.js';

afterAll(removeFolders);

test('tells what git tracks although a .gitignore names it, and nothing else', async () => {
  const { folder } = sampleRepository({ 'a/é.ts': '', 'a/b/c.ts': '', 'd.ts': '', 'e.ts': '' });
  writeFiles(folder, { '.gitignore': 'a/\nd.ts\nbuilt/\n', 'built/x.ts': '', 'a/new.ts': '' });
  expect([...(await trackedThoughIgnored(folder))].sort()).toEqual(['a/b/c.ts', 'a/é.ts', 'd.ts']);
});

test('tells nothing where there is no git', async () => {
  expect(await trackedThoughIgnored(folderOf({ '.gitignore': 'a.ts\n', 'a.ts': '' }))).toEqual([]);
});
