import type { Outcome, Permission } from './publisher.js';

/**
 * The status of a response that was thrown; 500 stands for a broken connection. Undefined: the error does not come from the
 * server.
 */
export function statusOf(error: unknown): number | undefined {
  const { status } = (typeof error === 'object' && error !== null ? error : {}) as { readonly status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** The outcome of publishing after an error of the server. */
export function outcomeOf(error: unknown, needs: Permission): Outcome {
  const status = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const why = status === undefined || status === 500 ? message : `${status}: ${message}`;
  const refused = status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(message));
  return refused ? { status: 'refused', needs, why } : { status: 'failed', why };
}

/** The number of repeats, at 1, 4 and 9 seconds. */
const RETRIES = 3;

/**
 * Sends a request that must not arrive twice. After an error that leaves its arrival open (5xx, a broken connection), it asks
 * `arrived` before it sends again. `send` must not retry by itself: `request: { retries: 0 }`.
 */
export async function sendOnce<Answer>(
  api: { readonly wait: (seconds: number) => Promise<void> },
  send: () => Promise<Answer>,
  arrived: () => Promise<Answer | undefined>,
): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if ((statusOf(error) ?? 0) < 500 || attempt > RETRIES) throw error;
      await api.wait(attempt ** 2);
      const there = await arrived();
      if (there !== undefined) return there;
    }
  }
}
