import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { serverEnvironment } from '../../mcp/sessions/environment.js';
import { guard, release, signalGroup } from '../../mcp/sessions/guard.js';
import { masked, secretsOf } from '../../model/secrets.js';
import { endGroup, keepGroup } from '../backends/keeper.js';
import { Excerpt } from './excerpt.js';

/** How to run programs of the workspace. Callers trust it, because agents and tests can do whatever the user can. */
export interface RunOptions {
  /** Absolute and real; the working folder. */
  readonly workspace: string;
  /** Programs get an allow-list of it without secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For one program. */
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** The result of a command. */
export interface Ran {
  /** `timeout` and `interrupted`: killed by this program; `not-started`: no shell, or no such folder. */
  readonly how: 'ended' | 'timeout' | 'interrupted' | 'not-started';
  /** As a shell reports it, with 128 and the number of a signal; null: none. */
  readonly exit: number | null;
  /** The start and end of its output, without secrets. */
  readonly output: string;
}

/** A variable of all child processes, by which they are found anywhere. */
const MARK = 'TALLYSTICK_COMMAND';
/** For the last output, after all known processes have ended. */
const DRAIN_MS = 2_000;

/**
 * Runs one shell command in its own process group, and ends the group with it. No process survives, neither a background
 * command nor one after this process is killed (except on Windows).
 *
 * @param folder relative to the workspace
 */
export function runCommand(command: string, options: RunOptions, folder = ''): Promise<Ran> {
  const before = last.get(options.workspace) ?? Promise.resolve();
  const running = before.then(() => run(command, options, folder));
  last.set(options.workspace, running.then(noMatter, noMatter));
  return running;
}

/** The last command of each workspace: programs that share ports and files run one by one. */
const last = new Map<string, Promise<void>>();

function noMatter(): void {
  // Its own caller gets the result.
}

/**
 * Runs a service while `work` uses it, then ends all its processes.
 *
 * @param variables for its environment
 * @param work gets a function that says how it ended; undefined: it runs
 */
export async function whileRunning<Value>(
  command: string,
  options: RunOptions,
  variables: Readonly<Record<string, string>>,
  work: (ended: () => Ran | undefined) => Promise<Value>,
): Promise<Value> {
  const controller = new AbortController();
  const signal = options.signal === undefined ? controller.signal : AbortSignal.any([options.signal, controller.signal]);
  let result: Ran | undefined;
  const running = run(command, { ...options, signal }, '', variables).then((ran) => {
    result = ran;
  });
  try {
    return await work(() => result);
  } finally {
    controller.abort();
    await running;
  }
}

function run(
  command: string,
  options: RunOptions,
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  const secrets = secretsOf(options.env);
  const output = new Excerpt();
  const ran = (how: Ran['how'], exit: number | null): Ran => ({ how, exit, output: masked(output.text(), secrets) });
  if (options.signal?.aborted) return Promise.resolve(ran('interrupted', null));
  return new Promise((resolve) => {
    const child = start(command, options, folder, variables);
    let ended: Ran['how'] = 'ended';
    const stop = (why: Ran['how']) => () => {
      ended = why;
      void endAll(child);
    };
    const interrupt = stop('interrupted');
    const timer = setTimeout(stop('timeout'), options.timeoutSeconds * 1_000);
    options.signal?.addEventListener('abort', interrupt, { once: true });
    const done = (how: Ran['how'], exit: number | null): void => {
      clearTimeout(timer);
      options.signal?.removeEventListener('abort', interrupt);
      resolve(ran(how, exit));
    };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.add(chunk));
    child.on('error', () => done('not-started', null));
    child.on('exit', async () => {
      clearTimeout(timer);
      // The shell has ended, so its background processes end too. Undetected ones may hold the pipes.
      await endAll(child);
      const drain = setTimeout(() => letGo(child), DRAIN_MS).unref();
      child.once('close', () => clearTimeout(drain));
    });
    child.on('close', async (code, signal) => {
      await endAll(child);
      done(ended, ended === 'ended' ? (code ?? 128 + numberOf(signal)) : null);
    });
  });
}

/** Runs `$1` on a signal; never after this process has ended. */
const GATE = 'read -r _ <&3 && exec 3<&- "$0" -c "$1"';

function start(
  command: string,
  { workspace, env }: RunOptions,
  folder: string,
  variables: Readonly<Record<string, string>>,
): ChildProcess {
  const mark = randomUUID();
  const options = {
    cwd: join(workspace, folder),
    // With `CI` programs do not watch files, ask questions, or use colours.
    env: { ...serverEnvironment(env), CI: 'true', NO_COLOR: '1', ...variables, [MARK]: mark },
    windowsHide: true,
  };
  if (process.platform === 'win32') {
    const child = spawn(command, { ...options, shell: shellOnWindows(env), stdio: ['ignore', 'pipe', 'pipe'] });
    if (child.pid !== undefined) guard(child.pid);
    return child;
  }
  const shell = SHELLS.find((path) => existsSync(path)) ?? '/bin/sh';
  const stdio: StdioOptions = ['ignore', 'pipe', 'pipe', 'pipe'];
  const child = spawn(shell, ['-c', GATE, shell, command], { ...options, stdio, detached: true });
  if (child.pid !== undefined) keepGroup(child.pid, `${MARK}=${mark}`);
  open(child.stdio[3]);
  return child;
}

function open(gate: unknown): void {
  if (!(gate instanceof Writable)) return;
  // It may have ended before.
  gate.on('error', () => undefined);
  gate.end('\n');
}

function letGo({ stdout, stderr }: ChildProcess): void {
  stdout?.destroy();
  stderr?.destroy();
}

async function endAll({ pid }: ChildProcess): Promise<void> {
  if (pid === undefined) return;
  if (process.platform !== 'win32') return endGroup(pid);
  signalGroup(pid, 'SIGKILL');
  release(pid);
}

/** The shells that agents use too. */
const SHELLS = ['/bin/bash', '/usr/bin/bash'];

function shellOnWindows({ CLAUDE_CODE_GIT_BASH_PATH: bash }: RunOptions['env']): string | true {
  return bash !== undefined && existsSync(bash) ? bash : true;
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : (constants.signals[signal] ?? 0);
}
