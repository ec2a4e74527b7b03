import { CallError } from './call-failure.js';

/** Longer timers would fire at once. */
export const LONGEST_MS = 2 ** 31 - 1;

/** Ends a call: by its caller, or by timeout. */
export interface Bound {
  /** Its reason is a CallError: `cancelled` or `tool-timeout`. */
  readonly signal: AbortSignal;
  /** Restarts the timer with this many milliseconds. */
  readonly start: (millis: number, late: string) => void;
  /** Releases the timer and the caller's signal. */
  readonly release: () => void;
}

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

/** Returns the result of the work, or throws the signal's reason once it is aborted; the work goes on unobserved. */
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
