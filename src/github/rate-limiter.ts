/** GitHub asks for at most 80 requests a minute that make content; some room is left to other steps of the job. */
const WRITES_A_MINUTE = 60;

/**
 * Keeps writes within GitHub's secondary limits: as many as a minute allows go at once, then each waits until the minute has room.
 * A server of one's own has no such limits unless its operators set some, and then says so.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export class RateLimiter {
  private readonly taken: number[] = [];

  constructor(
    private readonly perMinute: number,
    private readonly wait: (seconds: number) => Promise<void>,
    /** Seconds. */
    private readonly now: () => number,
  ) {}

  /** The pace that the server behind an API wants. */
  static of(apiUrl: string, wait: (seconds: number) => Promise<void>, now: () => number): RateLimiter {
    const { hostname } = new URL(apiUrl);
    const limited = hostname === 'api.github.com' || hostname.endsWith('.ghe.com');
    return new RateLimiter(limited ? WRITES_A_MINUTE : Number.POSITIVE_INFINITY, wait, now);
  }

  /** Resolves when the next write may go. */
  async turn(): Promise<void> {
    for (;;) {
      const now = this.now();
      while ((this.taken[0] ?? now) <= now - 60) this.taken.shift();
      const [oldest = now] = this.taken;
      if (this.taken.length < this.perMinute) {
        this.taken.push(now);
        return;
      }
      await this.wait(oldest + 60 - now);
    }
  }
}
