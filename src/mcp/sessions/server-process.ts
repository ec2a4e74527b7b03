import type { ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import spawn from 'cross-spawn';
import { CallError } from '../call-failure.js';
import { serverEnvironment } from './environment.js';
import { guard, release, signalGroup } from './guard.js';
import type { StdioServer } from './server-address.js';

/** Time for a server to end after the end of its input, then after each signal. */
const PATIENCE_MS = 1_000;
/** Bytes of its last error output. */
const COMPLAINT = 2_000;

/** A running server in its own process group. */
export interface ServerProcess {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the process has ended, with how: `code 1`, `signal SIGKILL`. */
  readonly ended: Promise<string>;
  /** The end of its error output, unescaped. */
  readonly complaint: () => string;
  /** Ends it and its child processes. Never throws. */
  readonly end: () => Promise<void>;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

export async function startServer(
  { command, args, cwd, settings }: StdioServer,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ServerProcess> {
  // Like `child_process.spawn`, but on Windows it also finds programs other than `.exe`: `npx`, `uvx`.
  const child = spawn(command, [...args], {
    ...(cwd === undefined ? {} : { cwd }),
    env: serverEnvironment(env, settings),
    stdio: ['pipe', 'pipe', 'pipe'],
    // Its own group on POSIX. On Windows that would open a console; there the tree is ended.
    detached: process.platform !== 'win32',
    windowsHide: true,
    // With three pipes there are three streams.
  }) as Child;
  const ended = new Promise<string>((resolve) => {
    const how = (code: number | null, signal: string | null): void => {
      resolve(signal === null ? `code ${code}` : `signal ${signal}`);
    };
    child.once('exit', how);
    // For a missing program on Windows: the shell that searches it starts without error.
    child.once('error', ({ message }) => resolve(`an error: ${message}`));
    child.once('close', how);
  });
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const group = await startOf(child);
  guard(group);
  // Its remaining children end too. On Windows they can no longer be found.
  const gone = ended.then(() => {
    if (process.platform !== 'win32') signalGroup(group, 'SIGKILL');
    release(group);
  });
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    ended,
    complaint: complaintOf(child),
    end: () => end(child, group, { gone, closed }),
  };
}

async function startOf(child: Child): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', (error) => reject(new CallError('start-failed', `it cannot be started: ${error.message}`)));
  });
  // Later errors come from signals after the end.
  child.on('error', () => undefined);
  if (child.pid === undefined) throw new CallError('start-failed', 'it cannot be started');
  return child.pid;
}

function complaintOf(child: Child): () => string {
  let tail = Buffer.alloc(0);
  child.stderr.on('data', (chunk: Buffer) => {
    tail = Buffer.concat([tail, chunk]).subarray(-COMPLAINT);
  });
  child.stderr.on('error', () => undefined);
  return () => tail.toString('utf8');
}

interface Endings {
  /** The process has ended. */
  readonly gone: Promise<void>;
  /** Its streams have closed. */
  readonly closed: Promise<void>;
}

async function end(child: Child, group: number, { gone, closed }: Endings): Promise<void> {
  child.stdin.on('error', () => undefined).end();
  // The server must not block on output that no caller reads.
  child.stdout.removeAllListeners('data').resume();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (await within(gone, PATIENCE_MS)) break;
    signalGroup(group, signal);
  }
  await within(gone, PATIENCE_MS);
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
  await within(closed, PATIENCE_MS);
}

async function within(event: Promise<void>, millis: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), millis);
  });
  return Promise.race([event.then(() => true), late]).finally(() => clearTimeout(timer));
}
