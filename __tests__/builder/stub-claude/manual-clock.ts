import type { Clock } from '../../../src/mcp/clients/clock.js';

/** Time that passes when a test says so. */
export class ManualClock implements Clock {
  #now = Date.UTC(2026, 0, 1);
  readonly #sleepers = new Set<{ readonly until: number; readonly wake: () => void }>();
  #watchers: (() => void)[] = [];

  now = (): number => this.#now;

  sleep = (millis: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      if (signal?.aborted === true) {
        resolve();
        return;
      }
      const sleeper = {
        until: this.#now + millis,
        wake: () => {
          this.#sleepers.delete(sleeper);
          resolve();
        },
      };
      this.#sleepers.add(sleeper);
      signal?.addEventListener('abort', sleeper.wake, { once: true });
      for (const tell of this.#watchers.splice(0)) tell();
    });

  /** Wakes all who sleep until then. */
  advance(seconds: number): void {
    this.#now += seconds * 1_000;
    for (const { until, wake } of [...this.#sleepers]) if (until <= this.#now) wake();
  }

  /** Resolves as soon as somebody sleeps for at most so long. */
  async slept(seconds: number): Promise<void> {
    while (![...this.#sleepers].some(({ until }) => until <= this.#now + seconds * 1_000)) {
      await new Promise<void>((resolve) => this.#watchers.push(resolve));
    }
  }
}
