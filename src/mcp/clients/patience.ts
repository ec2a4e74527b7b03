import type { CallFailure, FailureCode } from '../call-failure.js';

/** A server that did not even start, after all attempts, is not started for the next call. */
const AT_ONCE: ReadonlySet<FailureCode> = new Set(['start-failed', 'startup-timeout']);
/** One that does not answer gets so many calls. */
const CALLS = 3;
/** What was down may be up again: then one call is tried. */
const PAUSE_MS = 300_000;

/**
 * When to stop asking. Each call is tried for up to 7 s and its timeouts; a hundred calls to a server that is not there must not
 * take minutes.
 */
export class Patience {
  #failed = 0;
  #over: { readonly failure: CallFailure; readonly until: number } | undefined;

  /** Why nothing is asked at the moment (in milliseconds); absent while something is. */
  over(now: number): CallFailure | undefined {
    return this.#over !== undefined && now < this.#over.until ? this.#over.failure : undefined;
  }

  answered(): void {
    this.#failed = 0;
    this.#over = undefined;
  }

  /** A call was tried as often as it may be, and the server was not there. */
  unreached(failure: CallFailure, now: number): void {
    this.#failed += 1;
    if (!AT_ONCE.has(failure.code) && this.#failed < CALLS) return;
    const told = { ...failure, message: `not asked any more, since ${failure.message}`, attempts: 0 };
    this.#over = { failure: told, until: now + PAUSE_MS };
  }
}
