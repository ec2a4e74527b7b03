import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from './system-error.js';

/** A waiting process renews its file; one that does not has ended. */
const FRESH_MILLIS = 1_000;
const MARK = /^wait-\d{15}-\d+-\d+$/;

let made = 0;

/**
 * A place in the queue for a lock: the longest waiting process is next. Without it a busy process would starve others. It only
 * orders the attempts; the lock itself guarantees exclusion.
 */
export class Place {
  readonly #folder: string;
  #mark: string | undefined;

  /** @param folder of the lock */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether no process has waited longer. */
  isNext(now: number): boolean {
    const others = readdirSync(this.#folder).filter((name) => MARK.test(name) && name !== this.#mark);
    const before = others.filter((name) => this.#mark === undefined || name < this.#mark);
    return !before.some((name) => this.#isFresh(name, now));
  }

  /** Takes or renews the place. */
  wait(now: number): void {
    this.#mark ??= `wait-${String(now).padStart(15, '0')}-${process.pid}-${made++}`;
    const file = join(this.#folder, this.#mark);
    try {
      utimesSync(file, now / 1000, now / 1000);
    } catch {
      writeFileSync(file, '');
    }
  }

  leave(): void {
    if (this.#mark !== undefined) rmSync(join(this.#folder, this.#mark), { force: true });
    this.#mark = undefined;
  }

  #isFresh(name: string, now: number): boolean {
    try {
      const file = join(this.#folder, name);
      if (now - statSync(file).mtimeMs < FRESH_MILLIS) return true;
      rmSync(file, { force: true });
      return false;
    } catch (error) {
      if (systemCode(error) === undefined) throw error;
      return false;
    }
  }
}
