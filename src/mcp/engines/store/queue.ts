import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemCode } from './system-error.js';

/** Who waits says so again and again; who does not any more is gone. */
const FRESH_MILLIS = 1_000;
const MARK = /^wait-\d{15}-\d+-\d+$/;

let made = 0;

/**
 * A place in the queue before a lock: who has waited longest is next. Without it a process that takes the lock again and again
 * would leave no moment to others. It only settles who tries; that two never hold the lock is the lock's own affair.
 */
export class Place {
  readonly #folder: string;
  #mark: string | undefined;

  /** @param folder of the lock */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whether nobody has waited longer. */
  isNext(now: number): boolean {
    const others = readdirSync(this.#folder).filter((name) => MARK.test(name) && name !== this.#mark);
    const before = others.filter((name) => this.#mark === undefined || name < this.#mark);
    return !before.some((name) => this.#isFresh(name, now));
  }

  /** Takes the place, or keeps it. */
  wait(now: number): void {
    this.#mark ??= `wait-${String(now).padStart(15, '0')}-${process.pid}-${made++}`;
    const file = join(this.#folder, this.#mark);
    try {
      utimesSync(file, now / 1000, now / 1000);
    } catch {
      writeFileSync(file, '');
    }
  }

  /** Gives the place up. */
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
