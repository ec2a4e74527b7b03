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

/** How programs of the workspace are run: by whoever trusts it, since agents and tests can do whatever the user can. */
export interface RunOptions {
  /** Absolute and real; the current folder of what is run. */
  readonly workspace: string;
  /** What is passed of it is an allow-list without secrets. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** For one program. */
  readonly timeoutSeconds: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came of a command. */
export interface Ran {
  /** `timeout` and `interrupted`: we ended it; `not-started`: there is no shell, or no such folder. */
  readonly how: 'ended' | 'timeout' | 'interrupted' | 'not-started';
  /** As a shell tells it: 128 and the signal's number where one ended it; null: it has none. */
  readonly exit: number | null;
  /** The beginning and the end of what it printed, without secrets. */
  readonly output: string;
}

/** In the environment of all that a command starts: by it they are found again, wherever they went. */
const MARK = 'TALLYSTICK_COMMAND';
/** For last words, when all that could be found has ended. */
const DRAIN_MS = 2_000;

/**
 * Runs one line of a shell, with all that it starts in a group of its own, which is ended with it: no process is left behind, neither
 * by a command that goes on in the background nor by an end of ours, be it one that nobody can catch (but on Windows).
 *
 * @param folder relative to the workspace
 */
export function runCommand(command: string, options: RunOptions, folder = ''): Promise<Ran> {
  const before = last.get(options.workspace) ?? Promise.resolve();
  const running = before.then(() => run(command, options, folder));
  last.set(options.workspace, running.then(noMatter, noMatter));
  return running;
}

/** The last command of each workspace: programs that use the same ports and files run one after the other, whoever asks for them. */
const last = new Map<string, Promise<void>>();

function noMatter(): void {
  // How it ended is told to whoever asked for it.
}

function run(command: string, options: RunOptions, folder: string): Promise<Ran> {
  const secrets = secretsOf(options.env);
  const output = new Excerpt();
  const ran = (how: Ran['how'], exit: number | null): Ran => ({ how, exit, output: masked(output.text(), secrets) });
  if (options.signal?.aborted) return Promise.resolve(ran('interrupted', null));
  return new Promise((resolve) => {
    const child = start(command, options, folder);
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
      // The shell is gone: so is what it left in the background. What nobody found may still hold the pipes.
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

/** Runs `$1` once it is told to; not at all when whoever would tell it is gone. */
const GATE = 'read -r _ <&3 && exec 3<&- "$0" -c "$1"';

function start(command: string, { workspace, env }: RunOptions, folder: string): ChildProcess {
  const mark = randomUUID();
  const options = {
    cwd: join(workspace, folder),
    // Programs that would watch files, ask, or paint do not where `CI` is set.
    env: { ...serverEnvironment(env), CI: 'true', NO_COLOR: '1', [MARK]: mark },
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

/** Those that agents use too. */
const SHELLS = ['/bin/bash', '/usr/bin/bash'];

function shellOnWindows({ CLAUDE_CODE_GIT_BASH_PATH: bash }: RunOptions['env']): string | true {
  return bash !== undefined && existsSync(bash) ? bash : true;
}

function numberOf(signal: NodeJS.Signals | null): number {
  return signal === null ? 0 : (constants.signals[signal] ?? 0);
}
