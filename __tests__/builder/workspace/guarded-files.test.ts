import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { openGuard } from '../../../src/builder/workspace/guarded-files.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { restoreAbandoned } from './guards.js';

const agent = '.claude/agents/build-qa.md';
const memory = '.claude/CLAUDE.md';
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8');

function guardWith(files: Readonly<Record<string, string>>) {
  const folder = folderOf(files);
  const notes: string[] = [];
  const guard = openGuard(folder, { onNote: (note) => notes.push(note) });
  guard.put([
    { path: agent, content: 'ours' },
    { path: memory, content: 'ours' },
  ]);
  return { folder, notes, guard };
}

afterAll(removeFolders);

describe('what agents do to guarded files does not stay', () => {
  test('a changed file is restored, and the change moves aside', () => {
    const { folder, notes, guard } = guardWith({ [agent]: 'mine' });
    writeFileSync(join(folder, agent), 'turned');
    guard.restore();
    expect(read(folder, agent)).toBe('mine');
    const [note = ''] = notes;
    const [, aside = ''] = /kept in (\S+)\.$/.exec(note) ?? [];
    expect(read(folder, `${aside}/build-qa.md`)).toBe('turned');
  });

  test('a file that was removed is there again', () => {
    const { folder, notes, guard } = guardWith({ [agent]: 'mine' });
    rmSync(join(folder, '.claude'), { recursive: true });
    guard.restore();
    expect(read(folder, agent)).toBe('mine');
    expect(notes).toEqual([]);
  });

  test('a link in its place is not followed', () => {
    const elsewhere = folderOf({ 'victim.md': 'not ours' });
    const { folder, guard } = guardWith({ [agent]: 'mine' });
    rmSync(join(folder, agent));
    symlinkSync(join(elsewhere, 'victim.md'), join(folder, agent));
    guard.restore();
    expect(read(folder, agent)).toBe('mine');
    expect(read(elsewhere, 'victim.md')).toBe('not ours');
  });

  test.each([{ [agent]: 'mine' }, {}])('neither is a link in the place of a folder (%j)', (files) => {
    const elsewhere = folderOf({ 'agents/build-qa.md': 'ours', 'CLAUDE.md': 'not ours' });
    const { folder, guard } = guardWith(files);
    renameSync(join(folder, '.claude'), join(folder, 'moved'));
    symlinkSync(elsewhere, join(folder, '.claude'));
    guard.restore();
    expect(existsSync(join(folder, agent))).toBe(agent in files);
    expect(read(elsewhere, 'agents/build-qa.md')).toBe('ours');
    expect(read(elsewhere, 'CLAUDE.md')).toBe('not ours');
  });

  test('neither does it matter that they remove the record and the copies, or put a link there', () => {
    const elsewhere = folderOf({});
    const { folder, guard } = guardWith({ [agent]: 'mine' });
    rmSync(join(folder, '.tallystick'), { recursive: true });
    symlinkSync(elsewhere, join(folder, '.tallystick'));
    guard.restore();
    expect(read(folder, agent)).toBe('mine');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('copies that they removed are made again with the next file', () => {
    const { folder, guard } = guardWith({ [agent]: 'mine' });
    rmSync(join(folder, '.tallystick'), { recursive: true });
    guard.put([{ path: '.claude/hooks/gate.mjs', content: 'ours' }]);
    // What a kill would leave: all of this, with nobody who holds the lock.
    const left = folderOf({});
    cpSync(folder, left, { recursive: true });
    writeFiles(left, { '.tallystick/build/guard/lock/1': 'free' });
    guard.restore();
    restoreAbandoned(left);
    expect(read(left, agent)).toBe('mine');
    expect(existsSync(join(left, '.claude/hooks'))).toBe(false);
  });

  test('files beside ours stay where they put them', () => {
    const { folder, guard } = guardWith({});
    writeFiles(folder, { '.claude/agents/other.md': 'by an agent' });
    guard.restore();
    expect(readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.startsWith('.claude'))).toEqual([
      '.claude',
      join('.claude', 'agents'),
      join('.claude', 'agents', 'other.md'),
    ]);
  });
});

describe('what earlier builds left', () => {
  const record = (files: readonly object[], folders: readonly string[] = []): string =>
    JSON.stringify({ format: 1, files, folders });

  test.each([
    ['a path that leads out of the folder', { path: '../victim.md', how: 'whole', before: null, written: [] }],
    ['a source file', { path: 'src/app.ts', how: 'whole', before: null, written: [] }],
    ['a path through .claude', { path: '.claude/../src/app.ts', how: 'whole', before: null, written: [] }],
    [
      'a copy elsewhere',
      { path: agent, how: 'whole', before: { copy: '../../../src/app.ts', mode: 420, modified: 0 }, written: [] },
    ],
  ])('is not believed when it names %s', (_, entry) => {
    const folder = folderOf({ '.tallystick/build/guard/record.json': record([entry]), 'src/app.ts': 'code' });
    writeFileSync(join(folder, '../victim.md'), 'not ours');
    const notes: string[] = [];
    restoreAbandoned(folder, { onNote: (note) => notes.push(note) });
    expect(notes).toEqual([expect.stringContaining('cannot be read')]);
    expect(read(folder, 'src/app.ts')).toBe('code');
    expect(read(folder, '../victim.md')).toBe('not ours');
    rmSync(join(folder, '../victim.md'));
  });

  test('is reported when the copies are gone', () => {
    const entry = { path: agent, how: 'whole', before: { copy: '1', mode: 420, modified: 0 }, written: [] };
    const folder = folderOf({ '.tallystick/build/guard/record.json': record([entry]), [agent]: 'ours' });
    const notes: string[] = [];
    restoreAbandoned(folder, { onNote: (note) => notes.push(note) });
    expect(notes).toEqual([`${agent} cannot be put back: the copy of what it held is gone.`]);
    expect(read(folder, agent)).toBe('ours');
  });

  // Shows REQ-BAP-026 by builder/workspace/guarded-files.ts
  test('is left alone while that build still runs', () => {
    const { folder, guard } = guardWith({});
    expect(() => restoreAbandoned(folder)).toThrow('Another build is at work');
    expect(read(folder, agent)).toBe('ours');
    guard.restore();
  });
});

describe('a guard', () => {
  test.each(['README.md', '.github/workflows/ci.yml', '.claude', '.claude/', '/etc/passwd', '.claude/../x', '.claude/a b'])(
    'does not write %s',
    (path) => {
      const guard = openGuard(folderOf({}));
      expect(() => guard.put([{ path, content: '' }])).toThrow('is no place for what agents read');
      guard.restore();
    },
  );

  test('tells what a file holds now, and which files are its own', () => {
    const { guard } = guardWith({ [agent]: 'mine', '.claude/settings.json': '{}' });
    expect([guard.current(agent), guard.current('.claude/settings.json'), guard.current('.claude/none')]).toEqual([
      'ours',
      '{}',
      undefined,
    ]);
    expect(guard.paths()).toEqual([agent, memory]);
    guard.restore();
    expect(() => guard.put([{ path: agent, content: '' }])).toThrow('The guard is closed');
  });

  test('says every minute that it is still there: machines that see no more than its folder wait for it, and what agents removed is there again', () => {
    jest.useFakeTimers();
    jest.setSystemTime(1_000_000_000_000);
    const { folder, guard } = guardWith({ [agent]: 'mine' });
    const since = () => (JSON.parse(read(folder, '.tallystick/build/guard/lock/1')) as { since: number }).since;
    jest.advanceTimersByTime(10 * 60_000);
    expect(since()).toBe(1_000_000_600_000);
    rmSync(join(folder, '.tallystick'), { recursive: true });
    jest.advanceTimersByTime(10 * 60_000);
    expect(since()).toBe(1_000_001_200_000);
    expect(readdirSync(join(folder, '.tallystick/build/guard'))).toEqual(['1', 'lock', 'record.json']);
    guard.restore();
    rmSync(join(folder, '.tallystick'), { recursive: true });
    jest.advanceTimersByTime(10 * 60_000);
    expect(existsSync(join(folder, '.tallystick'))).toBe(false);
    jest.useRealTimers();
  });

  test('whose folder for its record is a link is refused, and nothing written', () => {
    const elsewhere = folderOf({});
    const folder = folderOf({});
    mkdirSync(join(folder, '.tallystick'));
    symlinkSync(elsewhere, join(folder, '.tallystick/build'));
    expect(() => openGuard(folder)).toThrow('.tallystick/build is no folder');
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});

test('whatever happens in between, guarded files are what they were, and nothing elsewhere is touched', () => {
  const paths = [agent, memory, '.claude/hooks/a.mjs', '.claude/hooks/b/c.mjs'] as const;
  const path = fc.constantFrom(...paths);
  const step = fc.oneof(
    fc.record({ kind: fc.constant('put' as const), path }),
    fc.record({ kind: fc.constant('write' as const), path }),
    fc.record({
      kind: fc.constant('remove' as const),
      path: fc.oneof(path, fc.constantFrom('.claude', '.claude/hooks', '.tallystick')),
    }),
    fc.record({ kind: fc.constant('link' as const), path: fc.oneof(path, fc.constantFrom('.claude', '.claude/agents')) }),
  );
  fc.assert(
    fc.property(fc.uniqueArray(path), fc.array(step, { maxLength: 8 }), (there, steps) => {
      const folder = folderOf(Object.fromEntries(there.map((each) => [each, `mine: ${each}`])));
      const elsewhere = folderOf({ 'agents/build-qa.md': 'not ours' });
      const guard = openGuard(folder);
      guard.put(paths.map((each) => ({ path: each, content: 'ours' })));
      for (const [index, { kind, path: at }] of steps.entries()) happen({ folder, elsewhere, guard }, kind, at, index);
      guard.restore();
      const now = Object.fromEntries(
        paths.map((each) => [each, existsSync(join(folder, each)) ? read(folder, each) : undefined]),
      );
      expect(now).toEqual(Object.fromEntries(paths.map((each) => [each, there.includes(each) ? `mine: ${each}` : undefined])));
      expect(readdirSync(elsewhere, { recursive: true, encoding: 'utf8' }).sort()).toEqual([
        'agents',
        join('agents', 'build-qa.md'),
      ]);
      expect(read(elsewhere, 'agents/build-qa.md')).toBe('not ours');
    }),
    { numRuns: 40 },
  );
});

function isLink(place: string): boolean {
  return lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function happen(
  {
    folder,
    elsewhere,
    guard,
  }: { readonly folder: string; readonly elsewhere: string; readonly guard: ReturnType<typeof openGuard> },
  kind: 'put' | 'write' | 'remove' | 'link',
  path: string,
  index: number,
): void {
  const target = join(folder, path);
  // What they do through a link of theirs happens elsewhere, and is no affair of the guard.
  const isLinked = path.split('/').some((_, end, parts) => isLink(join(folder, ...parts.slice(0, end))));
  if (kind !== 'put' && isLinked) return;
  try {
    if (kind === 'put') guard.put([{ path, content: `ours ${index}` }]);
    if (kind !== 'put') rmSync(target, { recursive: true, force: true });
    if (kind === 'write') writeFiles(folder, { [path]: `by an agent ${index}` });
    if (kind === 'link') {
      mkdirSync(dirname(target), { recursive: true });
      symlinkSync(elsewhere, target);
    }
  } catch (error) {
    // A link is in the way, of the guard or of the agent.
    expect(String(error)).toMatch(/is no (folder|plain file)|E[A-Z]+:/);
  }
}
