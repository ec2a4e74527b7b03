import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { commitOf, fileAt, gitPlace, isBranchTip, mergeBase } from '../../src/git/revisions.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { type SampleRepository, sampleRepository, shallowClone } from './sample-repository.js';

afterAll(removeFolders);

const placeOf = ({ folder }: SampleRepository) => {
  const place = gitPlace(folder);
  if (place === undefined) throw new Error('no repository');
  return place;
};

test('a folder without .git is no repository, also inside of one', () => {
  expect(gitPlace(folderOf({ 'a.txt': '' }))).toBeUndefined();
});

describe('a commit', () => {
  test('is reported with its parents, of a merge both', async () => {
    const repository = sampleRepository({ 'a.txt': '1' });
    const root = repository.git('rev-parse', 'HEAD');
    repository.git('checkout', '--quiet', '-b', 'side');
    const side = repository.commit({ 'b.txt': '1' });
    repository.git('checkout', '--quiet', 'main');
    const main = repository.commit({ 'c.txt': '1' });
    repository.git('merge', '--quiet', '--no-edit', 'side');
    const place = placeOf(repository);
    expect(await commitOf(place, root)).toEqual({ ok: true, value: { sha: root, parents: [] } });
    expect(await commitOf(place, 'HEAD')).toMatchObject({ value: { parents: [main, side] } });
    expect(await mergeBase(place, main, side)).toEqual({ ok: true, value: root });
  });

  test('of a shallow clone names parents that are not there', async () => {
    const repository = sampleRepository({ 'a.txt': '1' });
    const first = repository.git('rev-parse', 'HEAD');
    const second = repository.commit({ 'a.txt': '2' });
    const place = placeOf(shallowClone(repository, 1));
    expect(await commitOf(place, 'HEAD')).toEqual({ ok: true, value: { sha: second, parents: [first] } });
    expect(await commitOf(place, first)).toEqual({ ok: false, why: `the commit ${first} is not in the clone` });
    expect(await mergeBase(place, second, second)).toEqual({ ok: false, why: 'the clone is shallow' });
  });

  test('does not name parents in its message', async () => {
    const repository = sampleRepository({ 'a.txt': '1' });
    repository.commit({}, '--amend', `--message=parent ${'a'.repeat(40)}\n\nparent ${'b'.repeat(40)}`);
    expect(await commitOf(placeOf(repository), 'HEAD')).toMatchObject({ value: { parents: [] } });
  });

  test.each(['--help', 'nowhere', '', '-1', 'HEAD:a.txt'])('is not named by %p', async (revision) => {
    expect((await commitOf(placeOf(sampleRepository({ 'a.txt': '1' })), revision)).ok).toBe(false);
  });
});

describe('a file at a revision', () => {
  test('is what the revision has, not what lies in the folder', async () => {
    const repository = sampleRepository({ '.tallystick.yml': 'old', 'folder/ä "b".yml': 'odd' });
    const first = repository.git('rev-parse', 'HEAD');
    repository.commit({ '.tallystick.yml': 'new' });
    const place = placeOf(repository);
    expect(await fileAt(place, first, '.tallystick.yml')).toEqual({ ok: true, value: Buffer.from('old') });
    expect(await fileAt(place, first, 'folder/ä "b".yml')).toEqual({ ok: true, value: Buffer.from('odd') });
  });

  test('is absent where the revision has none, or a folder, a link, or another file that a pattern would match', async () => {
    const repository = sampleRepository({ 'folder/a.yml': '1' });
    symlinkSync('/etc/passwd', join(repository.folder, 'link.yml'));
    const head = repository.commit({});
    const place = placeOf(repository);
    for (const path of ['b.yml', 'folder', 'link.yml', 'folder/*.yml', ':(glob)**/a.yml', '../folder/a.yml'])
      expect([path, (await fileAt(place, head, path)) === 'absent' || 'outside']).toEqual([
        path,
        path.startsWith('..') ? 'outside' : true,
      ]);
  });
});

test('the tip of a branch of the origin, or of a tag, is distinguished from other commits', async () => {
  const repository = sampleRepository({ 'a.txt': '1' });
  const first = repository.git('rev-parse', 'HEAD');
  const second = repository.commit({ 'a.txt': '2' });
  const third = repository.commit({ 'a.txt': '3' });
  repository.git('update-ref', 'refs/remotes/origin/main', first);
  repository.git('update-ref', 'refs/remotes/pull/7/head', second);
  repository.git('tag', 'v1', third);
  const tips = [first, second, third].map((commit) => isBranchTip(placeOf(repository), commit));
  expect(await Promise.all(tips)).toEqual([true, false, true]);
});
