import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isGone, type Owner, parseOwner, thisProcess } from './owner.js';
import { systemCode } from './system-error.js';

/** Who holds a lock that is wanted; `undefined`: somebody is just taking it. */
export interface Held {
  readonly by: Owner | undefined;
  /** The file that says so. */
  readonly file: string;
}

/** A lock that was taken. */
export interface Taken {
  /** Says that it is still held: of holders on other machines that is all that can be known. @param now milliseconds since 1970 */
  readonly renew: (now: number) => void;
  readonly release: () => void;
}

const FREE = 'free';
/** Between making a file and writing into it lies no time, unless the process was killed there. */
const WRITTEN_MILLIS = 5_000;
const NUMBER = /^\d{1,15}$/;
const MOST_TRIES = 20;

/**
 * Takes the lock of a folder, in which nothing else may be kept, for this process: between processes, on any file system, and
 * over the death of a holder at any moment. Whoever takes it writes the file with the next number; the highest number counts, and
 * is only passed when its holder gave it free or is gone. That file stays: so two can never take the same number, one after the
 * other, and who comes too late sees that a higher one is there.
 *
 * @param folder has to be there
 */
export function tryLock(folder: string, now: number): Taken | Held {
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

/** A file that is being removed; Windows says so in these words too. */
const GOING: ReadonlySet<string> = new Set(['ENOENT', 'EPERM', 'EBUSY', 'EACCES']);

/** Lower numbers mean nothing any more; where others look at one just now, the next who takes the lock removes it. */
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

function stateOf(file: string, now: number): 'free' | 'away' | Held {
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

/** Whether this process made the file. */
function wrote(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw error;
  }
}
