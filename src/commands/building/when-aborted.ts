/** Runs `work` when the signal is aborted, at once if it already is. */
export function whenAborted(signal: AbortSignal, work: () => unknown): void {
  if (signal.aborted) work();
  else signal.addEventListener('abort', () => work(), { once: true });
}
