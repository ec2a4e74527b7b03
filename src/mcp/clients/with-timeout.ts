import { boundOf, raced } from '../bound.js';
import type { CallOptions } from '../engine.js';

/**
 * Bounds what an engine in this process does: its answer, or the reason why it is not waited for. What it does in one go cannot be
 * ended; it is then late, but told as it is.
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
