import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { systemCode } from './system-error.js';

/** A process in a lock file. */
export interface Owner {
  readonly pid: number;
  /** The machine, and the namespace of its process ids. */
  readonly host: string;
  /** Start of the process in units of its system; empty: unknown. */
  readonly started: string;
  /** Since when it has the lock: milliseconds since 1970. */
  readonly since: number;
}

/** Whether a process on another machine runs is unknown; no work takes nearly as long. */
const FOREIGN_MILLIS = 5 * 60_000;

let ours: Pick<Owner, 'pid' | 'host' | 'started'> | undefined;

/** This process. @param now milliseconds since 1970 */
export function thisProcess(now: number): Owner {
  ours ??= { pid: process.pid, host: hostName(), started: startOf(process.pid)?.started ?? '' };
  return { ...ours, since: now };
}

/** Whether the holder of a lock has certainly ended. */
export function isGone(owner: Owner, now: number): boolean {
  if (owner.host !== thisProcess(now).host) return now - owner.since > FOREIGN_MILLIS;
  if (owner.since < now - uptime() * 1000 - 1000) return true;
  if (!isRunning(owner.pid)) return true;
  const start = startOf(owner.pid);
  // A zombie (Z) holds no lock.
  return (
    start !== undefined &&
    (start.state === 'Z' || start.state === 'X' || (owner.started !== '' && start.started !== owner.started))
  );
}

/** Parses the text of {@link thisProcess}; undefined: incomplete, or another text. */
export function parseOwner(text: string): Owner | undefined {
  try {
    const read: unknown = JSON.parse(text);
    if (typeof read !== 'object' || read === null) return undefined;
    const { pid, host, started, since } = read as Record<string, unknown>;
    const isOwner =
      typeof pid === 'number' && typeof host === 'string' && typeof started === 'string' && typeof since === 'number';
    return isOwner && Number.isSafeInteger(pid) && pid > 0 ? { pid, host, started, since } : undefined;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return systemCode(error) === 'EPERM';
  }
}

/** State and start of a process in Linux (proc_pid_stat(5), fields 3 and 22); the start is relative to the boot. */
function startOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name in parentheses, which may contain anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [state, started] = [fields[0], fields[19]];
    return state === undefined || started === undefined ? undefined : { state, started };
  } catch {
    return undefined;
  }
}

/** Containers of one machine may share files, but not process ids. */
function hostName(): string {
  try {
    return `${hostname()} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}
