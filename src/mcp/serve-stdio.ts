import type { Readable, Writable } from 'node:stream';
import { type ServedEngine, type ServeOptions, serve } from './server.js';
import { StdioClient } from './stdio-client.js';

const SIGNALS = ['SIGTERM', 'SIGHUP'] as const;

/** The streams of a client, and other reasons to end. */
export interface StdioOptions extends ServeOptions {
  /** Aborted by Ctrl-C. */
  readonly interruption?: AbortSignal | undefined;
  readonly stdin?: Readable;
  readonly stdout?: Writable;
}

/**
 * Serves engines over standard input and output until the client closes its end, the process gets SIGTERM or SIGHUP, or the
 * user presses Ctrl-C. Closes engines first, so that they release their locks.
 *
 * @returns whether it was interrupted
 */
export async function serveStdio(engines: readonly ServedEngine[], options: StdioOptions): Promise<boolean> {
  const { interruption, stdin = process.stdin, stdout = process.stdout, ...serving } = options;
  const server = await serve(engines, new StdioClient(stdin, stdout), serving);
  let hasSignal = false;
  let stop = (): void => undefined;
  const ending = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const onSignal = (): void => {
    hasSignal = true;
    stop();
  };
  if (interruption?.aborted === true) stop();
  interruption?.addEventListener('abort', stop, { once: true });
  for (const signal of SIGNALS) process.once(signal, onSignal);
  // The transport ignores the end of its input, but piped calls still need their answers.
  const asked = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) stdin.once(event, resolve);
  }).then(() => server.answered());
  await Promise.race([server.ended, ending, asked]);
  await server.close();
  stdin.destroy();
  for (const signal of SIGNALS) process.off(signal, onSignal);
  return !hasSignal && interruption?.aborted === true;
}
