import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { type Changed, changedSince } from '../../src/git/changed-places.js';
import { gitPlace } from '../../src/git/revisions.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { type SampleRepository, sampleRepository, shallowClone } from './sample-repository.js';

afterAll(removeFolders);

const NINE = '1\n2\n3\n4\n5\n6\n7\n8\n9\n';

async function since({ folder }: SampleRepository, revision: string, ...files: readonly string[]): Promise<Changed> {
  const place = gitPlace(folder);
  if (place === undefined) throw new Error('no repository');
  const answer = await changedSince(place, revision, files);
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
}

const linesOf = (changed: Changed, path: string): readonly number[] =>
  Array.from({ length: 12 }, (_, index) => index + 1).filter((line) => changed.line(path, line));

describe('what was changed since a revision', () => {
  test('is what later commits changed, by file and line', async () => {
    const repository = sampleRepository({ 'a.yaml': NINE, 'b.ts': '1\n' });
    repository.commit({ 'a.yaml': NINE.replace('3', 'three').replace('8', 'eight'), 'c.ts': 'new\n' });
    const changed = await since(repository, 'HEAD~1', 'a.yaml', 'b.ts', 'c.ts');
    expect(['a.yaml', 'b.ts', 'c.ts'].map(changed.file)).toEqual([true, false, true]);
    expect(linesOf(changed, 'a.yaml')).toEqual([3, 8]);
  });

  test('holds what is not committed, and lines that it moved', async () => {
    const repository = sampleRepository({ 'a.yaml': NINE, 'b.ts': '1\n' });
    repository.commit({ 'a.yaml': NINE.replace('8', 'eight') });
    writeFiles(repository.folder, { 'a.yaml': `1\nmore\n${NINE.replace('8', 'eight').slice(2)}`, 'new.ts': 'x' });
    const changed = await since(repository, 'HEAD~1', 'a.yaml', 'b.ts', 'new.ts');
    expect(linesOf(changed, 'a.yaml')).toEqual([2, 9]);
    expect([changed.file('b.ts'), changed.file('new.ts'), changed.line('new.ts', 7)]).toEqual([false, true, true]);
  });

  test('is not what the other branch did after both parted', async () => {
    const repository = sampleRepository({ 'a.ts': '1\n', 'b.ts': '1\n' });
    repository.git('checkout', '--quiet', '-b', 'side');
    repository.commit({ 'a.ts': '2\n' });
    repository.git('checkout', '--quiet', 'main');
    repository.commit({ 'b.ts': '2\n' });
    repository.git('checkout', '--quiet', 'side');
    const changed = await since(repository, 'main', 'a.ts', 'b.ts');
    expect([changed.file('a.ts'), changed.file('b.ts')]).toEqual([true, false]);
  });

  test('is not that lines end as on another system', async () => {
    const repository = sampleRepository({ 'a.yaml': NINE });
    writeFiles(repository.folder, { 'a.yaml': NINE.replaceAll('\n', '\r\n') });
    expect((await since(repository, 'HEAD', 'a.yaml')).file('a.yaml')).toBe(false);
  });

  test('is what is gone, by a commit or without one, and nothing of other kinds', async () => {
    const isCode = (path: string): boolean => path.endsWith('.ts');
    const repository = sampleRepository({ 'a.ts': '1\n', 'b.ts': '1\n', 'c.md': '1\n', 'd.ts': '1\n' });
    symlinkSync('a.ts', join(repository.folder, 'link.ts'));
    repository.commit({ 'c.md': null });
    expect((await since(repository, 'HEAD~1')).anyOf(isCode)).toBe(true);
    expect((await since(repository, 'HEAD')).anyOf(isCode)).toBe(false);
    repository.commit({ 'b.ts': null });
    expect((await since(repository, 'HEAD~1')).anyOf(isCode)).toBe(true);
    rmSync(join(repository.folder, 'd.ts'));
    expect((await since(repository, 'HEAD')).anyOf(isCode)).toBe(true);
  });

  test('is nothing of what a link leads out of the repository for', async () => {
    const repository = sampleRepository({ 'a.ts': '1\n' });
    symlinkSync(join(folderOf({ 'x.ts': 'x' }), 'x.ts'), join(repository.folder, 'x.ts'));
    expect((await since(repository, 'HEAD', 'x.ts')).file('x.ts')).toBe(false);
  });
});

describe('a clone that lacks history', () => {
  const cloned = () => {
    const repository = sampleRepository({ 'a.ts': '1\n' });
    const first = repository.git('rev-parse', 'HEAD');
    repository.commit({ 'a.ts': '2\n' });
    return { first, clone: (depth: number) => shallowClone(repository, depth) };
  };

  test('says that it is shallow', async () => {
    const { first, clone } = cloned();
    await expect(since(clone(1), first)).rejects.toThrow(`the commit ${first} is not in the clone, which is shallow`);
  });

  test('is compared with the revision itself, where it has that', async () => {
    const { first, clone } = cloned();
    expect((await since(clone(2), first, 'a.ts')).file('a.ts')).toBe(true);
  });
});

test('a revision that is not a commit is reported', async () => {
  await expect(since(sampleRepository({ 'a.ts': '' }), '--all')).rejects.toThrow('the commit --all is not in the clone');
});
