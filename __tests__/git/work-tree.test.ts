import { chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { patchedContent, patchedFiles } from '../../src/git/apply-patch.js';
import type { Answer, Place } from '../../src/git/process.js';
import { gitPlace } from '../../src/git/revisions.js';
import { patchBetween, placeAside, workTree } from '../../src/git/work-tree.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { type SampleRepository, sampleRepository } from './sample-repository.js';

afterAll(removeFolders);

const all = (): boolean => true;

function given<Value>(answer: Answer<Value>): Value {
  if (!answer.ok) throw new Error(answer.why);
  return answer.value;
}

async function aside({ folder }: SampleRepository): Promise<Place> {
  const place = gitPlace(folder);
  if (place === undefined) throw new Error('no repository');
  return given(await placeAside(place, folderOf({})));
}

test('what was written since is a patch, with binary files, modes, links and strange names; applied it gives the same', async () => {
  const repository = sampleRepository({ 'a.txt': 'one\n', 'gone.txt': 'x\n', '.gitignore': 'ignored/\n' });
  const place = await aside(repository);
  writeFiles(repository.folder, { 'before.txt': 'there before\n' });
  const before = given(await workTree(place, all));
  const odd = process.platform === 'win32' ? 'odd ü.txt' : 'odd "ü"\n\\.txt';
  writeFiles(repository.folder, {
    'a.txt': 'two\n',
    'bin/data.bin': Uint8Array.from([0, 1, 2, 255, 0, 10]),
    'run.sh': '#!/bin/sh\n',
    [odd]: 'odd\n',
    'ignored/x': 'no',
    '.tallystick/STATE.json': '{}',
  });
  chmodSync(join(repository.folder, 'run.sh'), 0o755);
  rmSync(join(repository.folder, 'gone.txt'));
  if (process.platform !== 'win32') symlinkSync('a.txt', join(repository.folder, 'link'));
  const after = given(await workTree(place, (path) => !path.startsWith('.tallystick/')));
  const patch = given(await patchBetween(place, before, after));

  const elsewhere = await aside(repository);
  const files = given(await patchedFiles(elsewhere, repository.git('rev-parse', 'HEAD'), patch));
  const links = process.platform === 'win32' ? [] : ['link 120000'];
  const program = process.platform === 'win32' ? '100644' : '100755';
  expect(files.map(({ path, mode, blob }) => `${path} ${blob === undefined ? 'gone' : mode}`).sort()).toEqual(
    ['a.txt 100644', 'bin/data.bin 100644', 'gone.txt gone', `${odd} 100644`, `run.sh ${program}`, ...links].sort(),
  );
  const data = files.find(({ path }) => path === 'bin/data.bin')?.blob ?? '';
  expect([...given(await patchedContent(elsewhere, data))]).toEqual([0, 1, 2, 255, 0, 10]);
});

test('nothing of the repository changes, and nothing that it configures runs', async () => {
  const repository = sampleRepository({ 'a.txt': 'one\n' });
  writeFiles(repository.folder, { '.gitattributes': '* filter=evil diff=evil\n', 'b.txt': 'two\n' });
  for (const name of ['filter.evil.clean', 'diff.evil.textconv', 'diff.evil.command', 'core.fsmonitor'])
    repository.git('config', name, `touch "${repository.folder}/ran"`);
  const objects = repository.git('count-objects', '-v');
  const index = readFileSync(join(repository.folder, '.git', 'index'));
  const place = await aside(repository);
  const before = given(await workTree(place, (path) => path !== 'b.txt'));
  const after = given(await workTree(place, all));
  expect(given(await patchBetween(place, before, after)).toString('utf8')).toContain('+two');
  expect(repository.git('count-objects', '-v')).toBe(objects);
  expect(readFileSync(join(repository.folder, '.git', 'index'))).toEqual(index);
  expect(() => readFileSync(join(repository.folder, 'ran'))).toThrow('ENOENT');
});

test('where nothing was written the patch is empty', async () => {
  const place = await aside(sampleRepository({ 'a.txt': 'one\n' }));
  const tree = given(await workTree(place, all));
  expect(given(await patchBetween(place, tree, tree))).toHaveLength(0);
});

test.each([
  ['leads out of the repository', '../evil.txt'],
  ['writes into git itself', '.git/hooks/post-checkout'],
])('a patch that %s is refused', async (_, path) => {
  const repository = sampleRepository({ 'a.txt': 'one\n' });
  const patch = `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+evil\n`;
  const answer = await patchedFiles(await aside(repository), repository.git('rev-parse', 'HEAD'), Buffer.from(patch));
  expect(answer.ok).toBe(false);
});

test('a patch of another state is refused, and names the file', async () => {
  const repository = sampleRepository({ 'a.txt': 'one\n' });
  const patch = '--- a/a.txt\n+++ b/a.txt\n@@ -1 +1 @@\n-other\n+evil\n';
  const answer = await patchedFiles(await aside(repository), repository.git('rev-parse', 'HEAD'), Buffer.from(patch));
  expect(answer).toMatchObject({ ok: false, why: expect.stringContaining('a.txt') });
});
