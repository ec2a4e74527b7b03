import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionOptions, StdioServer } from '../../../src/mcp/sessions/server-address.js';
import { until } from '../../until.js';

const SERVERS = join(import.meta.dirname, 'servers');

/** A server of `servers/`; `folder` is where its processes sign in. */
export function serverOf(name: string, folder: string, more: Partial<StdioServer> = {}): StdioServer {
  return { kind: 'stdio', command: process.execPath, args: [join(SERVERS, `${name}.js`), folder], ...more };
}

/** Bounds that a working server keeps on the busiest machine. */
export const patient: SessionOptions = { startupTimeoutMs: 30_000, toolTimeoutMs: 30_000, env: process.env };

/** Ids of all processes that signed in and still run. */
export function stillRunning(folder: string): readonly number[] {
  return signedIn(folder).filter(isRunning);
}

/** Ids of all processes that signed in. */
export function signedIn(folder: string): readonly number[] {
  return readdirSync(folder).map(Number);
}

/** What was killed takes a moment to be gone; what was not is never gone, and the test fails by its time. */
export async function noneLeft(folder: string): Promise<void> {
  await until(() => stillRunning(folder).length === 0);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  // One that ended, and that nobody asked how (in a container there may be nobody), is still listed: Z.
  const status = `/proc/${pid}/stat`;
  return !existsSync(status) || !/\) [ZX] /.test(readFileSync(status, 'utf8'));
}

/** Processes and connections that this process has open, once what was closed is really gone. */
export async function handles(): Promise<readonly string[]> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return process.getActiveResourcesInfo().filter((kind) => /Process|Pipe|TCP/.test(kind));
}
