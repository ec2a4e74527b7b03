import type { Output } from './command.js';

/** Milliseconds between two lines of progress. */
const PAUSE = 80;

/** Shows how far a run is, in one line that is overwritten. */
export interface Progress {
  readonly show: (stage: string, done: number, total: number) => void;
  /** Takes the line away. */
  readonly end: () => void;
}

/** On a terminal; elsewhere, and when asked to be quiet, it shows nothing. */
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
