import type { Output } from './command.js';

/** Milliseconds between two updates. */
const PAUSE = 80;

/** Shows the progress of a run in one line that is overwritten. */
export interface Progress {
  readonly show: (stage: string, done: number, total: number) => void;
  /** Clears the line. */
  readonly end: () => void;
}

/** Shows progress on a terminal, unless the user wants none. */
export function progressOn(stderr: Output, quiet: boolean, now: () => number = Date.now): Progress {
  if (quiet || !stderr.isTTY) return { show: () => {}, end: () => {} };
  let last = Number.NEGATIVE_INFINITY;
  let shown = false;
  return {
    show: (stage, done, total) => {
      if (now() - last < PAUSE) return;
      last = now();
      shown = true;
      stderr.write(`\r\u001b[K${stage}${total > 1 ? ` ${done}/${total}` : ''}`);
    },
    end: () => {
      if (shown) stderr.write('\r\u001b[K');
      shown = false;
    },
  };
}
