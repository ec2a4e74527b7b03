import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { openGuard, restoreAbandoned } from '../../../src/build/workspace/guarded-files.js';
import { compiled } from '../../compiled.js';
import { folderOf, removeFolders, writeFiles } from '../../temporary-folder.js';

/** Counts calls that change files, and ends the process without warning instead of the one whose number is given. */
const KILLER = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const last = Number(process.env.KILLED_AT);
let calls = 0;
for (const name of ['openSync', 'writeFileSync', 'renameSync', 'mkdirSync', 'rmSync', 'rmdirSync', 'utimesSync']) {
  const original = fs[name];
  fs[name] = (...given) => {
    if (++calls === last) process.kill(process.pid, 'SIGKILL');
    return original(...given);
  };
}
syncBuiltinESMExports();
`;

const BUILD = `
import { guardAgentFiles } from './build/workspace/agent-files.js';
const [workspace] = process.argv.slice(2);
const guard = guardAgentFiles(workspace, [{ name: 'build-qa', content: 'ours' }]);
guard.put([{ path: '.claude/CLAUDE.md', content: 'ours' }, { path: '.claude/hooks/gate.mjs', content: 'ours' }]);
guard.restore();
console.log('restored');
`;

/** All that stands in a folder, but for what runs keep. */
function treeOf(folder: string): Readonly<Record<string, string>> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('.tallystick'));
  const seen = names.sort().map((name): [string, string] => {
    const { mode, mtimeMs } = lstatSync(join(folder, name));
    const path = join(folder, name);
    return [
      name,
      lstatSync(path).isDirectory() ? 'folder' : `${mode.toString(8)} ${Math.round(mtimeMs)} ${readFileSync(path, 'utf8')}`,
    ];
  });
  return Object.fromEntries(seen);
}

afterAll(removeFolders);

describe('a guard that is killed', () => {
  const program = compiled('build/workspace', 'mcp/engines/store', 'journal/run-folder.ts', 'model/user-error.ts');
  writeFiles(program, { 'killer.mjs': KILLER, 'build.mjs': BUILD });
  const run = (workspace: string, killedAt: number) =>
    spawnSync(
      process.execPath,
      ['--import', pathToFileURL(join(program, 'killer.mjs')).href, join(program, 'build.mjs'), workspace],
      {
        env: { ...process.env, KILLED_AT: String(killedAt) },
        encoding: 'utf8',
      },
    );

  test('before any of its steps, the next start makes everything what it was', () => {
    let killedAt = 0;
    for (let ended = ''; ended !== 'restored\n'; ) {
      const folder = folderOf({ '.claude/agents/build-qa.md': 'mine', '.claude/CLAUDE.md': 'mine', 'src/app.ts': 'code' });
      chmodSync(join(folder, '.claude/CLAUDE.md'), 0o600);
      const before = treeOf(folder);
      const notes: string[] = [];
      const child = run(folder, ++killedAt);
      ended = child.stdout;
      restoreAbandoned(folder, { onNote: (note) => notes.push(note) });
      expect({ killedAt, tree: treeOf(folder), notes }).toEqual({ killedAt, tree: before, notes: [] });
      expect(restoreAbandoned(folder)).toBe(false);
      openGuard(folder).restore();
      expect(readdirSync(join(folder, '.tallystick/build/guard'))).toEqual(['lock']);
    }
    expect(killedAt).toBeGreaterThan(30);
  }, 60_000);
});
