import type { CallFailure, FailureCode } from '../call-failure.js';

/** A server that did not even start, after all attempts, is not started for the next call. */
const AT_ONCE: ReadonlySet<FailureCode> = new Set(['start-failed', 'startup-timeout']);
/** One that does not answer gets so many calls. */
const CALLS = 3;

/**
 * When to stop asking. Each call is tried for up to 7 s and its timeouts; a hundred calls to a server that is not there must not
 * take minutes.
 */
export class Patience {
  #failed = 0;
  #over: CallFailure | undefined;

  /** Why nothing is asked any more; absent while something is. */
  get over(): CallFailure | undefined {
    return this.#over;
  }

  answered(): void {
    this.#failed = 0;
  }

  /** A call was tried as often as it may be, and the server was not there. */
  unreached(failure: CallFailure): void {
    this.#failed += 1;
    if (!AT_ONCE.has(failure.code) && this.#failed < CALLS) return;
    this.#over ??= { ...failure, message: `not asked any more, since ${failure.message}`, attempts: 0 };
  }
}
