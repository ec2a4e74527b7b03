import type { Outcome, Permission } from './publisher.js';

/** The status of an answer that was thrown; 500 stands for a connection that broke. Undefined: not the server's doing. */
export function statusOf(error: unknown): number | undefined {
  const { status } = (typeof error === 'object' && error !== null ? error : {}) as { readonly status?: unknown };
  return typeof status === 'number' ? status : undefined;
}

/** What became of publishing when the server answered with an error. */
export function outcomeOf(error: unknown, needs: Permission): Outcome {
  const status = statusOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const why = status === undefined || status === 500 ? message : `${status}: ${message}`;
  const refused = status === 401 || status === 404 || (status === 403 && !/rate limit/i.test(message));
  return refused ? { status: 'refused', needs, why } : { status: 'failed', why };
}

/** Sending anew at most so often, at 1, 4 and 9 seconds. */
const RETRIES = 3;

/**
 * Sends what must not arrive twice. After a trouble that leaves open whether it arrived (5xx, a broken connection), it looks with
 * `arrived` before it sends again. `send` must not be retried by itself: `request: { retries: 0 }`.
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
