import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openGuard } from '../../../src/builder/workspace/guarded-files.js';
import { compiled } from '../../compiled.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';
import { restoreAbandoned } from './guards.js';

/** Before anything else: calls that change files can be counted, and refused or ended. */
const WATCH = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
globalThis.watch = { before: () => {} };
const names = ['openSync', 'writeFileSync', 'renameSync', 'mkdirSync', 'rmSync', 'rmdirSync', 'utimesSync', 'fchmodSync'];
for (const name of names) {
  const original = fs[name];
  fs[name] = (...given) => {
    globalThis.watch.before(name);
    return original(...given);
  };
}
syncBuiltinESMExports();
`;

/** What a build does with a guard. */
const BUILD = `
import { putAgentFiles } from './builder/workspace/agent-files.js';
import { openGuard } from './builder/workspace/guarded-files.js';
export function build(workspace) {
  const guard = openGuard(workspace);
  putAgentFiles(guard, [{ name: 'build-qa', content: 'ours' }, { name: 'build-analyst', content: 'ours too' }]);
  guard.put([{ path: '.claude/CLAUDE.md', content: 'ours' }, { path: '.claude/hooks/gate.mjs', content: 'ours', mode: 0o755 }]);
  guard.put([{ path: '.claude/CLAUDE.md', content: 'ours, second' }]);
  guard.restore();
}
`;

/** Ends without warning before its step of that number. */
const KILLED = `
import { build } from './build.mjs';
const [workspace, step] = process.argv.slice(2);
let steps = 0;
globalThis.watch.before = () => {
  if (++steps === Number(step)) process.kill(process.pid, 'SIGKILL');
};
build(workspace);
console.log('restored');
`;

/**
 * As if it were killed before each of its steps in turn: from there on nothing reaches the disk any more. One process does it for all
 * steps; its lock, which would be that of a process that is gone, is given free.
 */
const EACH = `
import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from './build.mjs';
import { openGuard } from './builder/workspace/guarded-files.js';
import { treeOf } from './tree.mjs';
const [origin, folder] = process.argv.slice(2);
const before = JSON.stringify(treeOf(origin));
let [step, isOver] = [0, false];
while (!isOver) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(origin, folder, { recursive: true, preserveTimestamps: true });
  let steps = 0;
  step += 1;
  globalThis.watch.before = () => {
    if (++steps >= step) throw Object.assign(new Error('killed'), { code: 'KILLED' });
  };
  try {
    build(folder);
    isOver = true;
  } catch (error) {
    if (error.code !== 'KILLED') throw error;
  }
  globalThis.watch.before = () => {};
  const guard = join(folder, '.tallystick/build/guard');
  try {
    for (const name of readdirSync(join(guard, 'lock'))) writeFileSync(join(guard, 'lock', name), 'free');
  } catch {}
  const notes = [];
  openGuard(folder, { onNote: (note) => notes.push(note) }).restore();
  const tree = JSON.stringify(treeOf(folder));
  openGuard(folder).restore();
  const left = readdirSync(guard);
  if (tree !== before || notes.length > 0 || left.join() !== 'lock') console.log(JSON.stringify({ step, tree, before, notes, left }));
}
console.log(step + ' steps');
process.kill(process.pid, 'SIGKILL');
`;

const TREE = `
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
${treeOf.toString()}
export { treeOf };
`;

/** All that stands in a folder, but for what runs keep. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.tallystick'));
  const seen = names.sort().map((name): [string, string] => {
    const path = join(folder, name);
    const { mode, mtimeMs } = lstatSync(path);
    if (lstatSync(path).isDirectory()) return [name, 'folder'];
    return [name, `${mode.toString(8)} ${Math.round(mtimeMs)} ${readFileSync(path, 'utf8')}`];
  });
  return Object.fromEntries(seen);
}

const program = compiled(
  'builder/workspace',
  'mcp/engines/store',
  'journal/run-folder.ts',
  'model/json.ts',
  'model/user-error.ts',
);
writeFiles(program, { 'watch.mjs': WATCH, 'build.mjs': BUILD, 'killed.mjs': KILLED, 'each.mjs': EACH, 'tree.mjs': TREE });
const run = (file: string, ...given: readonly string[]) =>
  spawnSync(process.execPath, ['--import', pathToFileURL(join(program, 'watch.mjs')).href, join(program, file), ...given], {
    encoding: 'utf8',
  });

function workspace(): string {
  const folder = folderOf({ '.claude/agents/build-qa.md': 'mine', '.claude/CLAUDE.md': 'mine', 'src/app.ts': 'code' });
  chmodSync(join(folder, '.claude/CLAUDE.md'), 0o600);
  return folder;
}

afterAll(removeFolders);

describe('a guard that is killed', () => {
  test.each([30, 40, 55])('before its step %d, really: the next start makes everything what it was', (step) => {
    const folder = workspace();
    const before = treeOf(folder);
    expect(run('killed.mjs', folder, String(step)).signal).toBe('SIGKILL');
    expect(treeOf(folder)).not.toEqual(before);
    restoreAbandoned(folder);
    expect(treeOf(folder)).toEqual(before);
  });

  // Shows REQ-BAP-001 by builder/workspace/agent-files.ts builder/workspace/guarded-files.ts
  test('before any of its steps: the next start makes everything what it was, without a word, and leaves nothing behind', () => {
    const { stdout, stderr } = run('each.mjs', workspace(), join(folderOf({}), 'copy'));
    expect(stderr).toBe('');
    expect(stdout).toMatch(/^\d+ steps\n$/);
    expect(Number.parseInt(stdout, 10)).toBeGreaterThan(60);
  });

  test('while another build waits: that one refuses to begin before, and begins after', () => {
    const folder = workspace();
    const guard = openGuard(folder);
    expect(run('killed.mjs', folder, '0').stderr).toContain('Another build is at work');
    guard.restore();
    expect(run('killed.mjs', folder, '0').stdout).toBe('restored\n');
  });
});

// Shows TEST-017 by builder/workspace/guard-record.ts
test('a file system that knows no permissions takes files all the same', () => {
  const refusing = `
    import { readFileSync } from 'node:fs';
    import { openGuard } from './builder/workspace/guarded-files.js';
    globalThis.watch.before = (name) => {
      if (name === 'fchmodSync') throw Object.assign(new Error('not permitted'), { code: 'EPERM', syscall: 'fchmod' });
    };
    const [folder] = process.argv.slice(2);
    const guard = openGuard(folder);
    guard.put([{ path: '.claude/hooks/gate.mjs', content: 'ours', mode: 0o755 }]);
    console.log(readFileSync(folder + '/.claude/hooks/gate.mjs', 'utf8'));
    guard.restore();
  `;
  writeFiles(program, { 'refusing.mjs': refusing });
  const folder = folderOf({});
  expect(run('refusing.mjs', folder)).toMatchObject({ status: 0, stdout: 'ours\n', stderr: '' });
  expect(readdirSync(folder)).toEqual(['.tallystick']);
});
