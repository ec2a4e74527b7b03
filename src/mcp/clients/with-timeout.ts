import { boundOf, raced } from '../bound.js';
import type { CallOptions } from '../engine.js';

/**
 * Limits the time of an embedded engine: its answer, or the reason for not waiting. Synchronous work cannot be interrupted; a
 * late answer still counts.
 *
 * @throws CallError `tool-timeout` or `cancelled`
 */
export async function withTimeout<Value>(work: () => Promise<Value>, { signal, timeoutMs }: CallOptions): Promise<Value> {
  const bound = boundOf(signal);
  if (timeoutMs !== undefined) bound.start(timeoutMs, `it did not answer within ${timeoutMs} ms`);
  try {
    if (bound.signal.aborted) throw bound.signal.reason;
    return await raced(work(), bound.signal);
  } finally {
    bound.release();
  }
}
