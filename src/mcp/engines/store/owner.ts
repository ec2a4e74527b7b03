import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import { systemCode } from './system-error.js';

/** A process that holds a lock, as it writes itself down. */
export interface Owner {
  readonly pid: number;
  /** Names of the machine and of the space in which process ids count. */
  readonly host: string;
  /** When the process began, as its system counts; empty: the system does not tell. */
  readonly started: string;
  /** Since when it holds the lock: milliseconds since 1970. */
  readonly since: number;
}

/** Of other machines nobody can say whether a process still runs; no piece of work takes nearly as long. */
const FOREIGN_MILLIS = 5 * 60_000;

let ours: Pick<Owner, 'pid' | 'host' | 'started'> | undefined;

/** This very process. @param now milliseconds since 1970 */
export function thisProcess(now: number): Owner {
  ours ??= { pid: process.pid, host: hostName(), started: startOf(process.pid)?.started ?? '' };
  return { ...ours, since: now };
}

/** Whether the process that held a lock is gone for certain. */
export function isGone(owner: Owner, now: number): boolean {
  if (owner.host !== thisProcess(now).host) return now - owner.since > FOREIGN_MILLIS;
  if (owner.since < now - uptime() * 1000 - 1000) return true;
  if (!isRunning(owner.pid)) return true;
  const start = startOf(owner.pid);
  // A process that only waits for its parent to look at it (Z) holds nothing any more.
  return (
    start !== undefined &&
    (start.state === 'Z' || start.state === 'X' || (owner.started !== '' && start.started !== owner.started))
  );
}

/** What {@link thisProcess} wrote; undefined: it is not written to its end, or something else. */
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
    // Of others' processes one may not ask, but they are there.
    return systemCode(error) === 'EPERM';
  }
}

/** State and start of a process, as Linux tells them (proc_pid_stat(5), fields 3 and 22); the start counts within one boot. */
function startOf(pid: number): { readonly state: string; readonly started: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the name, in parentheses: whatever is in it.
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
