import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { type ServedEngine, serve } from './server.js';

/** What is asked in one message is at most this long. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Serves engines over standard input and output until the client closes its end, or the process is told to end (SIGTERM, SIGHUP):
 * engines are closed first, so that no lock of theirs is left.
 *
 * @param onBug as of `serve`
 */
export async function serveStdio(engines: readonly ServedEngine[], onBug: (error: unknown) => void): Promise<void> {
  const serving = await serve(
    engines,
    new StdioServerTransport(process.stdin, process.stdout, { maxBufferSize: MAX_BYTES }),
    onBug,
  );
  const told = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT'] as const) process.once(signal, () => resolve());
  });
  // The transport does not look at the end of its input; whoever pipes questions in still wants the answers.
  const asked = new Promise<void>((resolve) => {
    for (const event of ['end', 'close'] as const) process.stdin.once(event, resolve);
  }).then(() => serving.answered());
  await Promise.race([serving.ended, told, asked]);
  await serving.close();
  process.stdin.destroy();
}
