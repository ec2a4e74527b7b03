import { statusOf } from './answer.js';

/**
 * How long a server may respond with errors only before requests are no longer repeated, in seconds. The repeats of one request
 * take 14.
 */
const PATIENCE = 13;

/**
 * Recognises an outage: the server responds with errors only, or not at all. After the time that the repeats of one request take,
 * later requests are still sent, but not repeated: otherwise each publisher would wait that long again.
 */
export class Outage {
  private since: number | undefined;

  constructor(
    /** The length of one second of waiting, in milliseconds. */
    private readonly second: number,
    private readonly now: () => number,
  ) {}

  /** The server has responded, even if with a refusal. */
  over(): void {
    this.since = undefined;
  }

  /** The error to throw instead: the same one, or one that is not repeated. */
  seen(error: unknown): unknown {
    if ((statusOf(error) ?? 0) < 500) {
      this.over();
      return error;
    }
    this.since ??= this.now();
    if (this.now() - this.since < PATIENCE * this.second) return error;
    const [status, why] = [statusOf(error), error instanceof Error ? error.message : String(error)];
    // 500 also stands for a broken connection.
    return new Error(`it answers nothing but errors, the last one ${status === 500 ? '' : `${status}: `}${why}`);
  }
}
