import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import spawn from 'cross-spawn';
import { guard, release, signalGroup } from '../../mcp/sessions/guard.js';
import type { ClaudeEnvironment, ClaudeSecret } from './environment.js';
import { endGroup, keepGroup } from './keeper.js';
import { LongLines } from './long-lines.js';

/** A line of its output is a message of an agent, or what a tool answered. */
const LONGEST_LINE = 16_000_000;
/** Bytes of its error stream, the last of them. */
const COMPLAINT = 8_000;
/** A process that escaped its group may hold the pipes open. */
const DRAIN_MS = 1_000;
/** The first descriptor behind the three streams. */
const SECRET_DESCRIPTOR = 3;

/** How a `claude` is started. */
export interface ClaudeStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: ClaudeEnvironment;
  /** What it reads; absent: nothing. `open`: it is written to later, and ends itself when that is closed. */
  readonly input?: string | 'open' | undefined;
  readonly onLine: (line: string) => void;
}

/** How a `claude` ended. */
export interface ClaudeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not be started; absent: it was. */
  readonly startError?: string | undefined;
  /** The last that it wrote to its error stream, unescaped. */
  readonly complaint: string;
}

/** A `claude` that runs, in a process group of its own. */
export interface ClaudeProcess {
  /** Resolves when it and all that it started have ended, and all its lines were handed on. Never rejects. */
  readonly ended: Promise<ClaudeEnd>;
  /** A line on its input; false: it has none, or no more. */
  readonly write: (line: string) => boolean;
  readonly closeInput: () => void;
  /** Ends it: it is asked to, then made to. Never throws. */
  readonly end: () => Promise<void>;
}

/** Starts `claude`. Also when this process is killed, what is started here ends. */
export function startClaude(start: ClaudeStart): ClaudeProcess {
  const mark = `TALLYSTICK_CALL=${randomUUID()}`;
  const { variables, secret } = start.environment;
  const descriptor = secret?.descriptor === undefined ? undefined : secretFile(secret);
  const told =
    descriptor === undefined || secret?.descriptor === undefined
      ? ownVariable(secret)
      : { [secret.descriptor]: `${SECRET_DESCRIPTOR}` };
  const child = spawn(start.command, [...start.args], {
    cwd: start.cwd,
    env: { ...variables, ...told, ...Object.fromEntries([mark.split('=')]) },
    stdio: [start.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe', ...(descriptor === undefined ? [] : [descriptor])],
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  if (descriptor !== undefined) closeSync(descriptor);
  keep(child, mark);
  feed(child, start.input);
  const ended = endOf(child, start.onLine);
  return {
    ended,
    write: (line) => {
      if (child.stdin?.writable !== true) return false;
      child.stdin.write(`${line}\n`);
      return true;
    },
    closeInput: () => child.stdin?.end(),
    end: async () => {
      if (child.pid !== undefined) await endTree(child.pid);
      await ended;
    },
  };
}

function ownVariable(secret: ClaudeSecret | undefined): Record<string, string> {
  return secret === undefined ? {} : { [secret.name]: secret.value };
}

/**
 * The secret in a file without a name, to be read by its descriptor: what agents run inherits variables, but not this. The name is
 * taken away before the secret is written, so that it is never in any folder.
 */
function secretFile({ value }: ClaudeSecret): number | undefined {
  if (process.platform === 'win32') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-'));
  try {
    const file = openSync(join(folder, 'empty'), 'wx+', 0o600);
    rmSync(folder, { recursive: true, force: true });
    // At a place of its own: where the descriptor stands is where the reader begins.
    writeSync(file, Buffer.from(value), 0, Buffer.byteLength(value), 0);
    return file;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

function keep({ pid }: ChildProcess, mark: string): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') guard(pid);
  else keepGroup(pid, mark);
}

async function endTree(pid: number): Promise<void> {
  if (process.platform !== 'win32') await endGroup(pid);
  else signalGroup(pid, 'SIGKILL');
}

function feed(child: ChildProcess, input: string | undefined): void {
  // It may end before it has read all.
  child.stdin?.on('error', () => undefined);
  if (input !== undefined && input !== 'open') child.stdin?.end(input);
}

async function endOf(child: ChildProcess, onLine: (line: string) => void): Promise<ClaudeEnd> {
  const lines = new LongLines(LONGEST_LINE);
  let complaint = Buffer.alloc(0);
  child.stdout?.on('data', (chunk: Buffer) => {
    for (const line of lines.push(chunk)) onLine(line);
  });
  child.stderr?.on('data', (chunk: Buffer) => {
    complaint = Buffer.concat([complaint, chunk]).subarray(-COMPLAINT);
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const exit = await exitOf(child);
  if (child.pid !== undefined) {
    // What it left behind goes with it. On Windows nobody knows any more what that is.
    if (process.platform === 'win32') release(child.pid);
    else await endTree(child.pid);
    await within(closed, DRAIN_MS);
  }
  for (const stream of [child.stdin, child.stdout, child.stderr]) stream?.destroy();
  for (const line of lines.end()) onLine(line);
  return { ...exit, complaint: complaint.toString('utf8') };
}

function exitOf(child: ChildProcess): Promise<Omit<ClaudeEnd, 'complaint'>> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
    // Later ones are of signals that come too late.
    child.on('error', ({ message }) => resolve({ code: null, signal: null, startError: message }));
  });
}

async function within(event: Promise<void>, millis: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, millis);
  });
  await Promise.race([event, late]).finally(() => clearTimeout(timer));
}
