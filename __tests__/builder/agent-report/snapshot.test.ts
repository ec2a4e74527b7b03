import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { runCommand } from '../../../src/builder/agent-report/run-command.js';
import {
  compare,
  dropSnapshot,
  loadSnapshot,
  saveSnapshot,
  snapshotOf,
  snapshotText,
  takeSnapshot,
} from '../../../src/builder/agent-report/snapshot.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? test.skip : test;

test('created, modified and deleted files are reported, and nothing else', async () => {
  const folder = folderOf({ 'src/a.ts': 'a', 'src/b.ts': 'b', 'src/c.ts': 'c', 'README.md': 'same' });
  const before = await takeSnapshot(folder);
  writeFiles(folder, { 'src/a.ts': 'A', 'src/new/d.ts': 'd', 'README.md': 'same' });
  rmSync(join(folder, 'src/b.ts'));
  expect(compare(before, await takeSnapshot(folder))).toEqual({
    created: ['src/new/d.ts'],
    modified: ['src/a.ts'],
    deleted: ['src/b.ts'],
  });
});

test('a file that was moved is gone here and new there', async () => {
  const folder = folderOf({ 'a.ts': 'a' });
  const before = await takeSnapshot(folder);
  renameSync(join(folder, 'a.ts'), join(folder, 'b.ts'));
  expect(compare(before, await takeSnapshot(folder))).toEqual({ created: ['b.ts'], modified: [], deleted: ['a.ts'] });
});

test('what git, package managers and runs keep is not looked at, wherever it stands; neither is what we write ourselves', async () => {
  const files = ['.git/HEAD', 'node_modules/a/index.js', 'packages/a/node_modules/b.js', '.tallystick/STATE.json'];
  const ours = ['.claude/agents/build-qa.md', '.claude/agents/build-hunter.md', '.claude/settings.local.json'];
  const folder = folderOf(Object.fromEntries([...files, ...ours, '.claude/kept.md', 'a.ts'].map((path) => [path, 'x'])));
  const seen = await takeSnapshot(folder, { leaveOut: ['.claude/agents', '.claude/settings.local.json'] });
  expect([...seen.files.keys()]).toEqual(['.claude/kept.md', 'a.ts']);
});

posix('links are not followed: what they say is their content', async () => {
  const elsewhere = folderOf({ 'secret.txt': 'one' });
  const folder = folderOf({ 'a.ts': 'a' });
  symlinkSync(join(elsewhere, 'secret.txt'), join(folder, 'link'));
  symlinkSync(elsewhere, join(folder, 'folder'));
  symlinkSync('.', join(folder, 'circle'));
  const before = await takeSnapshot(folder);
  expect([...before.files].map(([path, { kind }]) => [path, kind])).toEqual([
    ['a.ts', 'file'],
    ['circle', 'link'],
    ['folder', 'link'],
    ['link', 'link'],
  ]);
  writeFileSync(join(elsewhere, 'secret.txt'), 'two');
  expect(compare(before, await takeSnapshot(folder)).modified).toEqual([]);
  rmSync(join(folder, 'link'));
  symlinkSync('a.ts', join(folder, 'link'));
  expect(compare(before, await takeSnapshot(folder)).modified).toEqual(['link']);
});

posix('pipes are not opened', async () => {
  const folder = folderOf({ 'a.ts': 'a' });
  await runCommand('mkfifo pipe', { workspace: folder, env: process.env, timeoutSeconds: 30 });
  expect((await takeSnapshot(folder)).files.get('pipe')?.kind).toBe('other');
});

posix('who may run a file is part of it', async () => {
  const folder = folderOf({ 'run.sh': 'x' });
  chmodSync(join(folder, 'run.sh'), 0o644);
  const before = await takeSnapshot(folder);
  chmodSync(join(folder, 'run.sh'), 0o755);
  expect(compare(before, await takeSnapshot(folder)).modified).toEqual(['run.sh']);
});

(process.getuid?.() === 0 ? test.skip : posix)('of what cannot be read nothing is said', async () => {
  const folder = folderOf({ 'closed/a.ts': 'a', 'b.ts': 'b' });
  const before = await takeSnapshot(folder);
  chmodSync(join(folder, 'closed'), 0);
  const after = await takeSnapshot(folder);
  chmodSync(join(folder, 'closed'), 0o755);
  expect([[...after.skipped], compare(before, after)]).toEqual([['closed'], { created: [], modified: [], deleted: [] }]);
});

test('a very large file is known by its size and when it was last changed', async () => {
  const folder = folderOf({});
  const large = Buffer.alloc(65 * 1024 * 1024);
  writeFileSync(join(folder, 'large.bin'), large);
  const before = await takeSnapshot(folder);
  expect(before.files.get('large.bin')?.hash).toMatch(/^stat:/);
  writeFileSync(join(folder, 'large.bin'), large.subarray(1));
  expect(compare(before, await takeSnapshot(folder)).modified).toEqual(['large.bin']);
});

test('a snapshot outlives the process', async () => {
  const folder = folderOf({ 'src/a.ts': 'a', '.gitignore': 'dist\n', 'src/.gitignore': '*.log' });
  mkdirSync(join(folder, 'empty'));
  const snapshot = await takeSnapshot(folder);
  expect(snapshot.gitignores).toEqual([
    { folder: '', text: 'dist\n' },
    { folder: 'src', text: '*.log' },
  ]);
  saveSnapshot(folder, 'milestone-1/developer/1', snapshot);
  expect(loadSnapshot(folder, 'milestone-1/developer/1')).toEqual(snapshot);
  expect(readdirSync(join(folder, '.tallystick/build/snapshots'))).toHaveLength(1);
  dropSnapshot(folder, 'milestone-1/developer/1');
  expect(loadSnapshot(folder, 'milestone-1/developer/1')).toBeUndefined();
});

test('ids that look alike have files of their own, inside the folder', async () => {
  const folder = folderOf({});
  const snapshot = await takeSnapshot(folder);
  for (const id of ['a/b', 'a_b', '../../up', '..']) saveSnapshot(folder, id, snapshot);
  expect(readdirSync(join(folder, '.tallystick/build/snapshots'))).toHaveLength(4);
  expect(existsSync(join(folder, '.tallystick/up.json'))).toBe(false);
});

test.each(['', '{}', '[]', '{"format":2}', 'x'])('what is no snapshot is none: %s', (text) => {
  expect(snapshotOf(text)).toBeUndefined();
});

posix('snapshots are never kept behind a link', async () => {
  const folder = folderOf({ '.tallystick/x': '' });
  const elsewhere = folderOf({});
  symlinkSync(elsewhere, join(folder, '.tallystick/build'));
  const snapshot = await takeSnapshot(folder);
  expect(() => saveSnapshot(folder, 'a', snapshot)).toThrow('is no folder');
  expect(readdirSync(elsewhere)).toEqual([]);
});

test('whatever two trees hold, the changes lead from one to the other', async () => {
  const tree = fc.dictionary(fc.constantFrom('a.ts', 'b.ts', 'src/c.ts', 'src/d/e.ts'), fc.constantFrom('1', '2', '3'));
  await fc.assert(
    fc.asyncProperty(tree, tree, async (first, second) => {
      const [one, other] = [await takeSnapshot(folderOf(first)), await takeSnapshot(folderOf(second))];
      const { created, modified, deleted } = compare(one, other);
      const retained = Object.entries(first).filter(([path]) => ![...modified, ...deleted].includes(path));
      const made = [...created, ...modified].map((path) => [path, second[path]]);
      expect(Object.fromEntries([...retained, ...made])).toEqual(second);
      expect(compare(other, other)).toEqual({ created: [], modified: [], deleted: [] });
      expect(snapshotOf(snapshotText(one))).toEqual(one);
    }),
    { numRuns: 30 },
  );
});
