import { PassThrough } from 'node:stream';
import type { Engine } from '../../src/mcp/engine.js';
import { serveStdio } from '../../src/mcp/serve-stdio.js';
import { contractEngine } from '../../src/mcp/toolsets/contract-engine.js';

const say = (message: object): string => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`;

/** An engine that never answers, and that a client has asked something. */
async function asked(interruption?: AbortSignal) {
  const [stdin, stdout] = [new PassThrough(), new PassThrough()];
  let closed = 0;
  const called = new Promise<void>((resolve) => {
    const engine: Engine = {
      toolset: contractEngine,
      by: 'embedded',
      call: () => {
        resolve();
        return new Promise(() => undefined);
      },
      close: async () => {
        closed += 1;
      },
    };
    const served = [{ toolset: contractEngine, open: async () => engine }];
    const onBug = (error: unknown): void => expect(error).toBe(undefined);
    void serveStdio(served, { onBug, interruption, stdin, stdout }).then(ended.resolve);
    const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };
    stdin.write(say({ id: 1, method: 'initialize', params }));
    stdin.write(say({ method: 'notifications/initialized' }));
    stdin.write(say({ id: 2, method: 'tools/call', params: { name: 'list_contracts', arguments: {} } }));
  });
  await called;
  return { closed: () => closed, stdin };
}

const ended = { resolve: (_isInterrupted: boolean): void => undefined };
const end = (): Promise<boolean> =>
  new Promise((resolve) => {
    ended.resolve = resolve;
  });

test('after Ctrl-C engines are closed, whatever is still asked of them', async () => {
  const [controller, over] = [new AbortController(), end()];
  const { closed, stdin } = await asked(controller.signal);

  controller.abort();

  expect(await over).toBe(true);
  expect(closed()).toBe(1);
  expect(stdin.destroyed).toBe(true);
});

test.each(['SIGTERM', 'SIGHUP'] as const)('after %s too, and no listener for signals is left', async (signal) => {
  const before = process.listenerCount(signal);
  const over = end();
  const { closed } = await asked(new AbortController().signal);

  process.emit(signal, signal);

  expect(await over).toBe(false);
  expect(closed()).toBe(1);
  expect(process.listenerCount(signal)).toBe(before);
});

test('a client that went is no interruption', async () => {
  const over = end();
  const { closed, stdin } = await asked();

  stdin.destroy();

  // What was asked is still answered where it can be: this engine never answers.
  expect(await Promise.race([over, new Promise((resolve) => setImmediate(() => resolve('waits')))])).toBe('waits');
  expect(closed()).toBe(0);
});
