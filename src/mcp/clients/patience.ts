import type { CallFailure, FailureCode } from '../call-failure.js';

/** After these failures the next call does not start the server again. */
const AT_ONCE: ReadonlySet<FailureCode> = new Set(['start-failed', 'startup-timeout']);
/** Unanswered calls before a server is no longer asked. */
const CALLS = 3;
/** The server may have recovered: after this pause one call is tried. */
const PAUSE_MS = 300_000;

/**
 * Decides when to stop asking. Each call takes up to 7 s and its timeouts, so a hundred calls to a missing server must not
 * take minutes.
 */
export class Patience {
  #failed = 0;
  #over: { readonly failure: CallFailure; readonly until: number } | undefined;

  /** Why no call is made at this time (in milliseconds); absent: calls are made. */
  over(now: number): CallFailure | undefined {
    return this.#over !== undefined && now < this.#over.until ? this.#over.failure : undefined;
  }

  answered(): void {
    this.#failed = 0;
    this.#over = undefined;
  }

  /** Records that all attempts of a call failed because the server was not there. */
  unreached(failure: CallFailure, now: number): void {
    this.#failed += 1;
    if (!AT_ONCE.has(failure.code) && this.#failed < CALLS) return;
    const stopped = { ...failure, message: `not asked any more, since ${failure.message}`, attempts: 0 };
    this.#over = { failure: stopped, until: now + PAUSE_MS };
  }
}
