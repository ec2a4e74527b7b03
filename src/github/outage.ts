import { statusOf } from './answer.js';

/** How long a server may answer nothing but errors until nobody waits for it any more, in seconds. The repeats of one request take 14. */
const PATIENCE = 13;

/**
 * A server in trouble: it answers nothing but errors, or not at all. Once that has lasted as long as the repeats of one request,
 * later requests are still sent, but not repeated: otherwise every way of publishing would wait all of it once more.
 */
export class Outage {
  private since: number | undefined;

  constructor(
    /** Milliseconds that a second of waiting lasts. */
    private readonly second: number,
    private readonly now: () => number,
  ) {}

  /** The server has answered something, were it a refusal. */
  over(): void {
    this.since = undefined;
  }

  /** What is thrown for what was thrown: itself, or an error that nobody repeats. */
  seen(error: unknown): unknown {
    if ((statusOf(error) ?? 0) < 500) {
      this.over();
      return error;
    }
    this.since ??= this.now();
    if (this.now() - this.since < PATIENCE * this.second) return error;
    const [status, why] = [statusOf(error), error instanceof Error ? error.message : String(error)];
    // 500 also stands for a connection that broke.
    return new Error(`it answers nothing but errors, the last one ${status === 500 ? '' : `${status}: `}${why}`);
  }
}
