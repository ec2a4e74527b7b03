import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { dropCopies, revertTo, storeCopies } from '../../../src/builder/agent-report/revert.js';
import { compare, takeSnapshot } from '../../../src/builder/agent-report/snapshot.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

afterEach(removeFolders);

const posix = process.platform === 'win32' ? test.skip : test;
const nothing = { created: [], modified: [], deleted: [] };

async function retainedFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  leaveOut: readonly string[] = [],
): Promise<string> {
  const folder = folderOf(files);
  await storeCopies(folder, 'milestone-1', await takeSnapshot(folder, { leaveOut }));
  return folder;
}

// Shows 002-ABORT-REVERT by builder/agent-report/revert.ts
test('what a milestone wrote is taken back, and nothing that was there before is lost', async () => {
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const folder = await retainedFolder({ 'src/a.ts': 'mine, not committed', 'src/b.bin': bytes, 'c.txt': '', '.env': 'A=1' });
  writeFiles(folder, { 'src/a.ts': 'theirs', 'src/new/deep/d.ts': 'd', 'c.txt': 'filled' });
  rmSync(join(folder, 'src/b.bin'));
  rmSync(join(folder, '.env'));
  expect(await revertTo(folder, 'milestone-1')).toMatchObject({
    restored: ['.env', 'c.txt', 'src/a.ts', 'src/b.bin'],
    removed: ['src/new/deep/d.ts'],
    problems: [],
  });
  expect(readFileSync(join(folder, 'src/a.ts'), 'utf8')).toBe('mine, not committed');
  expect(readFileSync(join(folder, 'src/b.bin'))).toEqual(bytes);
  expect(readdirSync(join(folder, 'src')).sort()).toEqual(['a.ts', 'b.bin']);
});

test('removed files move aside, because a user may have written them', async () => {
  const folder = await retainedFolder({ 'a.ts': 'before' });
  writeFiles(folder, { 'a.ts': 'after', 'src/b.ts': 'new' });
  const { aside } = await revertTo(folder, 'milestone-1');
  const texts = ['a.ts.kept', 'src/b.ts.kept'].map((file) => readFileSync(join(aside, file), 'utf8'));
  expect(texts).toEqual(['after', 'new']);
  expect(aside.startsWith(join(folder, '.tallystick'))).toBe(true);
});

test('once more changes nothing', async () => {
  const folder = await retainedFolder({ 'a.ts': 'before' });
  writeFiles(folder, { 'a.ts': 'after' });
  await revertTo(folder, 'milestone-1');
  expect(await revertTo(folder, 'milestone-1')).toMatchObject({ restored: [], removed: [], problems: [] });
});

test('after it was killed in the middle it goes on', async () => {
  const folder = await retainedFolder({ 'a.ts': '1', 'b.ts': '2' });
  writeFiles(folder, { 'a.ts': 'x', 'b.ts': 'y', 'c.ts': 'z' });
  // As far as one file.
  writeFiles(folder, { 'a.ts': '1' });
  await revertTo(folder, 'milestone-1');
  expect(readdirSync(folder).sort()).toEqual(['.tallystick', 'a.ts', 'b.ts']);
  expect(readFileSync(join(folder, 'b.ts'), 'utf8')).toBe('2');
});

test('copies from before a build was killed count', async () => {
  const folder = await retainedFolder({ 'a.ts': 'before' });
  writeFiles(folder, { 'a.ts': 'after' });
  await storeCopies(folder, 'milestone-1', await takeSnapshot(folder));
  await revertTo(folder, 'milestone-1');
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('before');
});

test('half of the copies are none', async () => {
  const folder = await retainedFolder({ 'a.ts': 'before' });
  rmSync(join(folder, '.tallystick/build/copies/milestone-1/snapshot.json'));
  writeFiles(folder, { 'a.ts': 'after' });
  expect(await revertTo(folder, 'milestone-1')).toMatchObject({ problems: ['no copies exist for milestone-1'] });
  expect(readFileSync(join(folder, 'a.ts'), 'utf8')).toBe('after');
});

test('what is ours, and what nobody looks at, stays', async () => {
  const folder = await retainedFolder({ 'a.ts': '1' }, ['.claude/agents/build-qa.md']);
  writeFiles(folder, { '.claude/agents/build-qa.md': 'ours', 'node_modules/x/index.js': 'x', 'src/b.ts': 'b' });
  expect((await revertTo(folder, 'milestone-1')).problems).toEqual([]);
  expect(existsSync(join(folder, '.claude/agents/build-qa.md'))).toBe(true);
  expect(existsSync(join(folder, 'node_modules/x/index.js'))).toBe(true);
  expect(existsSync(join(folder, 'src'))).toBe(false);
});

test('a file that became a folder, and a folder that became a file', async () => {
  const folder = await retainedFolder({ file: 'f', 'folder/a.ts': 'a', 'folder/empty/x': '' });
  rmSync(join(folder, 'file'));
  rmSync(join(folder, 'folder'), { recursive: true });
  writeFiles(folder, { 'file/b.ts': 'b', folder: 'now a file' });
  expect((await revertTo(folder, 'milestone-1')).problems).toEqual([]);
  expect(readFileSync(join(folder, 'file'), 'utf8')).toBe('f');
  expect(readFileSync(join(folder, 'folder/a.ts'), 'utf8')).toBe('a');
});

test('empty folders are there again', async () => {
  const folder = folderOf({ 'a.ts': '' });
  mkdirSync(join(folder, 'empty/deep'), { recursive: true });
  await storeCopies(folder, 'm', await takeSnapshot(folder));
  rmSync(join(folder, 'empty'), { recursive: true });
  await revertTo(folder, 'm');
  expect(existsSync(join(folder, 'empty/deep'))).toBe(true);
});

posix('permissions and links are put back too', async () => {
  const folder = folderOf({ 'run.sh': 'x' });
  chmodSync(join(folder, 'run.sh'), 0o755);
  symlinkSync('run.sh', join(folder, 'link'));
  await storeCopies(folder, 'm', await takeSnapshot(folder));
  chmodSync(join(folder, 'run.sh'), 0o644);
  rmSync(join(folder, 'link'));
  writeFileSync(join(folder, 'link'), 'a file now');
  await revertTo(folder, 'm');
  expect(statSync(join(folder, 'run.sh')).mode & 0o777).toBe(0o755);
  expect(readlinkSync(join(folder, 'link'))).toBe('run.sh');
});

posix('nothing outside is touched, wherever a folder leads now', async () => {
  const elsewhere = folderOf({ 'a.ts': 'not ours' });
  const folder = await retainedFolder({ 'src/a.ts': 'ours' });
  renameSync(join(folder, 'src'), join(folder, 'moved'));
  symlinkSync(elsewhere, join(folder, 'src'));
  expect((await revertTo(folder, 'milestone-1')).problems).toEqual([]);
  expect(lstatSync(join(folder, 'src')).isDirectory()).toBe(true);
  expect(readFileSync(join(folder, 'src/a.ts'), 'utf8')).toBe('ours');
  expect(readFileSync(join(elsewhere, 'a.ts'), 'utf8')).toBe('not ours');
});

posix('copies can be read by their owner alone', async () => {
  const folder = await retainedFolder({ '.env': 'SECRET=1' });
  const copies = join(folder, '.tallystick/build/copies/milestone-1');
  expect(readdirSync(copies).map((name) => statSync(join(copies, name)).mode & 0o077)).toEqual([0, 0]);
});

test('a very large file is put back too', async () => {
  const large = Buffer.alloc(65 * 1024 * 1024, 1);
  const folder = await retainedFolder({ 'large.bin': large });
  writeFileSync(join(folder, 'large.bin'), 'small');
  expect(await revertTo(folder, 'milestone-1')).toMatchObject({ restored: ['large.bin'], problems: [] });
  expect(statSync(join(folder, 'large.bin')).size).toBe(large.length);
});

test('unneeded copies are deleted', async () => {
  const folder = await retainedFolder({ 'a.ts': '' });
  await dropCopies(folder, 'milestone-1');
  expect(readdirSync(join(folder, '.tallystick/build/copies'))).toEqual([]);
});

test('whatever is done to whatever tree, it is what it was', async () => {
  const paths = fc.constantFrom('a', 'b.ts', 'src/c', 'src/d/e', 'src/d/f/g', 'x/y');
  const tree = fc.dictionary(paths, fc.constantFrom('', '1', '2'));
  await fc.assert(
    fc.asyncProperty(tree, tree, fc.array(paths), async (first, second, removed) => {
      const folder = folderOf(first);
      const before = await takeSnapshot(folder);
      await storeCopies(folder, 'm', before);
      for (const path of removed) rmSync(join(folder, path), { force: true });
      writeFiles(folder, second);
      expect((await revertTo(folder, 'm')).problems).toEqual([]);
      const after = await takeSnapshot(folder);
      expect(compare(before, after)).toEqual(nothing);
      expect([...after.folders].sort()).toEqual([...before.folders].sort());
    }),
    { numRuns: 30 },
  );
});
