import { type ServedEngine, type ServeOptions, serve } from './server.js';
import { StdioClient } from './stdio-client.js';

/**
 * Serves engines over standard input and output until the client closes its end, or the process is told to end (SIGTERM, SIGHUP):
 * engines are closed first, so that no lock of theirs is left.
 */
export async function serveStdio(engines: readonly ServedEngine[], options: ServeOptions): Promise<void> {
  const serving = await serve(engines, new StdioClient(process.stdin, process.stdout), options);
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
