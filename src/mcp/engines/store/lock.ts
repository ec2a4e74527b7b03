import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGone, type Owner, parseOwner, thisProcess } from './owner.js';
import { systemCode } from './system-error.js';

/** The holder of a lock; `undefined`: another process is just taking it. */
export interface LockHolder {
  readonly by: Owner | undefined;
  /** The lock file. */
  readonly file: string;
}

/** A lock of this process. */
export interface OwnLock {
  /** Renews the lock: for holders on other machines only its age is known. @param now milliseconds since 1970 */
  readonly renew: (now: number) => void;
  readonly release: () => void;
}

const FREE = 'free';
/** A process creates the file and writes it at once, unless it is killed between. */
const WRITTEN_MILLIS = 5_000;
const NUMBER = /^\d{1,15}$/;
const MOST_TRIES = 20;

/**
 * Takes the lock of a folder for this process: between processes, on any file system, and even if a holder dies at any moment.
 * A process takes it by writing the file with the next number. The highest number counts, and the next may follow only when
 * its holder released it or died. That file stays, so no two processes can take the same number, and a late one sees the
 * higher number.
 *
 * @param folder exists, and contains nothing else
 */
export function tryLock(folder: string, now: number): OwnLock | LockHolder {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const numbers = numbersIn(folder);
    const top = numbers.at(-1);
    if (top !== undefined) {
      const state = stateOf(join(folder, String(top)), now);
      if (state === 'away') continue;
      if (state !== 'free') return state;
    }
    const own = (top ?? 0) + 1;
    const file = join(folder, String(own));
    if (!wrote(file, JSON.stringify(thisProcess(now)))) continue;
    const after = numbersIn(folder);
    if (after.at(-1) !== own) {
      removeIfPossible(file);
      continue;
    }
    for (const number of after) if (number !== own) removeIfPossible(join(folder, String(number)));
    return {
      renew: (later) => writeFileSync(file, JSON.stringify(thisProcess(later))),
      release: () => writeFileSync(file, FREE),
    };
  }
  return { by: undefined, file: folder };
}

/** Errors of a file that another process deletes; the last two occur on Windows. */
const GOING: ReadonlySet<string> = new Set(['ENOENT', 'EPERM', 'EBUSY', 'EACCES']);

/** Lower numbers have no meaning; a file that another process reads is deleted by the next holder. */
function removeIfPossible(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch (error) {
    if (!GOING.has(systemCode(error) ?? '')) throw error;
  }
}

function numbersIn(folder: string): readonly number[] {
  return readdirSync(folder)
    .filter((name) => NUMBER.test(name))
    .map(Number)
    .sort((one, other) => one - other);
}

function stateOf(file: string, now: number): 'free' | 'away' | LockHolder {
  try {
    const text = readFileSync(file, 'utf8');
    if (text === FREE) return 'free';
    const by = parseOwner(text);
    const isOver = by === undefined ? now - statSync(file).mtimeMs > WRITTEN_MILLIS : isGone(by, now);
    return isOver ? 'free' : { by, file };
  } catch (error) {
    if (GOING.has(systemCode(error) ?? '')) return 'away';
    throw error;
  }
}

/** Whether this process created the file. */
function wrote(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
