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

/** A line is a message of an agent, or a tool's answer. */
const LONGEST_LINE = 16_000_000;
/** Limit of stored error output: its last bytes. */
const COMPLAINT = 8_000;
/** A process that escaped its group may hold the pipes open. */
const DRAIN_MS = 1_000;
/** The first descriptor after the three streams. */
const SECRET_DESCRIPTOR = 3;

export interface ClaudeStart {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: ClaudeEnvironment;
  /** Its input; absent: none. `open`: callers write to it later, and closing it ends the process. */
  readonly input?: string | 'open' | undefined;
  readonly onLine: (line: string) => void;
}

export interface ClaudeEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it could not start; absent: it did. */
  readonly startError?: string | undefined;
  /** The end of its error output, unescaped. */
  readonly complaint: string;
}

/** A running `claude` in its own process group. */
export interface ClaudeProcess {
  /** Resolves when all its processes have ended and all lines were delivered. Never rejects. */
  readonly ended: Promise<ClaudeEnd>;
  /** Writes a line to its input; false: closed or absent. */
  readonly write: (line: string) => boolean;
  readonly closeInput: () => void;
  /** Asks it to end, then forces it. Never throws. */
  readonly end: () => Promise<void>;
}

/** Starts `claude`. Its processes end even when this process is killed. */
export function startClaude(start: ClaudeStart): ClaudeProcess {
  const mark = `TALLYSTICK_CALL=${randomUUID()}`;
  const { variables, secret } = start.environment;
  const descriptor = secret?.descriptor === undefined ? undefined : secretFile(secret);
  const secretVariables =
    descriptor === undefined || secret?.descriptor === undefined
      ? ownVariable(secret)
      : { [secret.descriptor]: `${SECRET_DESCRIPTOR}` };
  const child = spawn(start.command, [...start.args], {
    cwd: start.cwd,
    env: { ...variables, ...secretVariables, ...Object.fromEntries([mark.split('=')]) },
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
 * The secret in an unnamed file, read through its descriptor: child processes of agents inherit variables, but not this. The
 * name is removed before the secret is written, so no folder ever contains it.
 */
function secretFile({ value }: ClaudeSecret): number | undefined {
  if (process.platform === 'win32') return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-'));
  try {
    const file = openSync(join(folder, 'empty'), 'wx+', 0o600);
    rmSync(folder, { recursive: true, force: true });
    // At an explicit position: the descriptor's own position is where the reader begins.
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
    // Its remaining children end too. On Windows they can no longer be found.
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
    // Later errors come from signals after the end.
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
