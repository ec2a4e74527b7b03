import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { compiledParts, startProgram } from '../../mcp/sessions/own-process.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';
import { until } from '../../until.js';
import { type StubHome, stubHome } from '../stub-claude/stub-home.js';

/** Windows has no signals that a process can be sent and listen to. */
const onUnix = process.platform === 'win32' ? test.skip : test;
const PARTS = [
  'src/model',
  'src/config',
  'src/journal',
  'src/mcp',
  'src/mcp/sessions',
  'src/mcp/clients',
  'src/builder',
  'src/builder/backends',
];

let compiled = '';

beforeAll(() => {
  compiled = compiledParts(PARTS);
});
afterAll(removeFolders);

/** A program that has an agent at work: the agent ignores signals, and has started something that does so too. */
const PROGRAM = `
import { CliBackend } from './src/builder/backends/cli.js';
import { systemClock } from './src/mcp/clients/clock.js';
const [workspace, env] = process.argv.slice(2);
const config = { max_teammates: 1, task_timeout_seconds: 600, wave_timeout_seconds: 600, teammate_model: '' };
const quiet = () => undefined;
const options = { workspace, env: JSON.parse(env), config, clock: systemClock, permissionMode: 'acceptEdits', onActivity: quiet, onWarning: quiet };
const task = { id: 'a', agent: 'build-qa', subject: 's', prompt: 'p', dependsOn: [], timeoutSeconds: 600 };
const backend = new CliBackend(options);
console.log('begun');
await backend.executeTask(task);
`;

async function agentAtWork(): Promise<{ stub: StubHome; program: ReturnType<typeof startProgram>; pids: readonly number[] }> {
  const steps = [{ ignoreTerm: true }, { grandchild: 'grandchild' }, { signal: 'ready' }, { hang: true }];
  const stub = stubHome({ otherwise: steps });
  const program = startProgram(compiled, PROGRAM, [folderOf({}), JSON.stringify(stub.env)]);
  const pid = await stub.signalled('ready');
  return { stub, program, pids: [pid, Number(readFileSync(stub.path('grandchild'), 'utf8'))] };
}

onUnix.each(['SIGKILL', 'SIGINT'] as const)(
  'no agent, and nothing that it started, outlives this program: %s',
  async (signal) => {
    const { program, pids } = await agentAtWork();
    program.kill(signal);
    expect((await program.ended).signal).toBe(signal);
    await gone(pids);
    expect(pids.filter(isAlive)).toEqual([]);
  },
);

/** Whoever sees to it is another process, which nobody hears from. */
async function gone(pids: readonly number[]): Promise<void> {
  await until(() => !pids.some(isAlive));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    const stat = `/proc/${pid}/stat`;
    return !existsSync(stat) || !readFileSync(stat, 'latin1').includes(') Z ');
  } catch {
    return false;
  }
}
