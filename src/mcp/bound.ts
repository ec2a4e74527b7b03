import { CallError } from './call-failure.js';

/** Timers take no more, and would end at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** What ends a call: the caller, or the time. */
export interface Bound {
  /** Its reason is a CallError: `cancelled` or `tool-timeout`. */
  readonly signal: AbortSignal;
  /** From now on so many milliseconds are left. */
  readonly start: (millis: number, late: string) => void;
  /** Lets go of timer and caller. */
  readonly release: () => void;
}

/** A bound that ends with the caller's signal. */
export function boundOf(caller: AbortSignal | undefined): Bound {
  const controller = new AbortController();
  const cancel = (): void => controller.abort(new CallError('cancelled', 'the call was cancelled'));
  let timer: NodeJS.Timeout | undefined;
  caller?.addEventListener('abort', cancel, { once: true });
  if (caller?.aborted === true) cancel();
  return {
    signal: controller.signal,
    start: (millis, late) => {
      timer = setTimeout(() => controller.abort(new CallError('tool-timeout', late)), Math.min(millis, LONGEST_MS));
    },
    release: () => {
      clearTimeout(timer);
      caller?.removeEventListener('abort', cancel);
    },
  };
}

/** What the work gives, or the signal's reason as soon as it is aborted; the work goes on unheard. */
export async function raced<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener('abort', stop);
    work.catch(() => undefined);
  }
}
