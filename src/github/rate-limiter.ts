/** GitHub asks for at most 80 requests per minute that create content; this leaves some to other steps of the job. */
const WRITES_A_MINUTE = 60;

/**
 * Limits writes according to GitHub's secondary rate limits: a minute's number of writes starts at once, then each waits until a
 * minute has passed. An Enterprise server has no such limits unless its operators set some, and then reports them.
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

  /** The limit for the server of an API. */
  static of(apiUrl: string, wait: (seconds: number) => Promise<void>, now: () => number): RateLimiter {
    const { hostname } = new URL(apiUrl);
    const limited = hostname === 'api.github.com' || hostname.endsWith('.ghe.com');
    return new RateLimiter(limited ? WRITES_A_MINUTE : Number.POSITIVE_INFINITY, wait, now);
  }

  /** Resolves when the next write may start. */
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
