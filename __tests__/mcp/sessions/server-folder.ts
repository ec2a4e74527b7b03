import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SessionOptions, StdioServer } from '../../../src/mcp/sessions/server-address.js';

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

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** What keeps this process busy besides what the test runner itself has open. */
export function handles(): readonly string[] {
  return process.getActiveResourcesInfo().filter((kind) => /Process|Pipe|TCP|Timeout|FSReq/.test(kind));
}
