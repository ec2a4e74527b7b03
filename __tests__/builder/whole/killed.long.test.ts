import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { compiled } from '../../compiled.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { type StubHome, stubHome } from '../stub-claude/stub-home.js';
import { QUICK } from './building.js';
import { FIRST_ALONE, milestoneCalls, SMALL_WORKSPACE } from './small-plan.js';

afterAll(removeFolders);

/** Ends the process outright when the event of that number is on disk. */
const KILL = `
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
const { closeSync, writeSync } = fs;
let left = Number(process.env.KILL_AFTER);
let written = false;
fs.writeSync = (file, data, ...rest) => {
  if (typeof data === 'string' && data.startsWith('{"at":') && data.includes('"event":')) written = true;
  return writeSync(file, data, ...rest);
};
fs.closeSync = (file) => {
  closeSync(file);
  if (!written) return;
  written = false;
  left -= 1;
  if (left === 0) process.kill(process.pid, 'SIGKILL');
};
syncBuiltinESMExports();
`;

const program = compiled('.');
writeFileSync(join(program, 'kill.mjs'), KILL);
const SCENARIO = { strict: true, calls: milestoneCalls('milestone-1') };
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

function run(workspace: string, stub: StubHome, args: readonly string[], killAfter = 0): Promise<Ended> {
  const words = ['--import', join(program, 'kill.mjs'), join(program, 'cli.js'), 'build', ...QUICK, '--quiet', ...args];
  const env = { ...stub.env, KILL_AFTER: String(killAfter) };
  const child = spawn(process.execPath, words, { cwd: workspace, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  return new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal, stderr })));
}

function eventsOf(workspace: string): readonly Record<string, unknown>[] {
  const lines = readFileSync(join(workspace, '.tallystick/build/events.ndjson'), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

/** What a build leaves: all files but its own, and how it stands. */
function leftIn(workspace: string): unknown {
  const files = readdirSync(workspace, { recursive: true, encoding: 'utf8' }).filter((path) => !path.startsWith('.tallystick'));
  const { status, summary, milestones } = JSON.parse(readFileSync(join(workspace, '.tallystick/STATE.json'), 'utf8')) as {
    readonly status: string;
    readonly summary: unknown;
    readonly milestones: readonly { readonly steps_done: readonly string[] }[];
  };
  return { files: files.sort(), status, summary, steps: milestones.map(({ steps_done }) => steps_done) };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !readFileSync(`/proc/${pid}/stat`, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}

// Shows INT-018; REQ-BAP-029
test('killed with SIGKILL after events in turn and resumed: the same end, nothing twice that had ended, nothing left behind', async () => {
  const whole = folderOf({ ...SMALL_WORKSPACE, ...FIRST_ALONE });
  expect(await run(whole, stubHome(SCENARIO), [])).toMatchObject({ code: 0, stderr: '' });
  const expected = leftIn(whole);
  const count = eventsOf(whole).length;
  expect(count).toBeGreaterThan(35);
  for (let after = 1; after < count; after += 1) {
    const workspace = folderOf({ ...SMALL_WORKSPACE, ...FIRST_ALONE });
    const stub = stubHome(SCENARIO);
    expect(await run(workspace, stub, [], after)).toMatchObject({ signal: 'SIGKILL' });
    const before = eventsOf(workspace).filter(({ event }) => event === 'task-ended');
    const resumed = await run(workspace, stub, ['--resume']);
    expect({ ...resumed, after }).toMatchObject({ code: 0, after });
    expect(leftIn(workspace)).toEqual(expected);
    const ended = eventsOf(workspace).filter(({ event }) => event === 'task-ended');
    expect(ended.slice(0, before.length)).toEqual(before);
    expect(ended).toHaveLength(eventsOf(whole).filter(({ event }) => event === 'task-ended').length);
    expect(existsSync(join(workspace, '.claude'))).toBe(false);
    expect(stub.calls().filter(({ pid }) => isAlive(pid))).toEqual([]);
  }
}, 900_000);
