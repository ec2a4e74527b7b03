import { PassThrough } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { StdioClient } from '../../src/mcp/stdio-client.js';

/** What a server gets of lines, and what it answers to them at once. */
async function given(text: string, largest?: number) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const client = new StdioClient(input, output, largest);
  const messages: JSONRPCMessage[] = [];
  const known: string[] = [];
  let closed = 0;
  client.onmessage = (message) => messages.push(message);
  client.onerror = (error) => known.push(error.message);
  client.onclose = () => {
    closed++;
  };
  await client.start();
  input.write(text);
  await turn();
  const answers = (output.read() ?? '')
    .toString()
    .split('\n')
    .filter(Boolean)
    .map((line: string) => JSON.parse(line));
  return { client, messages, stated: known, answers, output, closed: () => closed };
}

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' } as const;

test('messages are a line each, however their lines end', async () => {
  const {
    messages,
    answers,
    stated: known,
  } = await given(`${JSON.stringify(PING)}\r\n\n${JSON.stringify({ ...PING, id: 'b' })}\n`);
  expect(messages).toEqual([PING, { ...PING, id: 'b' }]);
  expect([answers, known]).toEqual([[], []]);
});

test.each([
  ['a line that is no JSON', '{"jsonrpc": "2.0", "id": 1,', null, -32700, 'it is no JSON'],
  ['a batch', JSON.stringify([PING]), null, -32600, 'it is a batch, and one message is taken at a time'],
  ['an empty batch', '[]', null, -32600, 'it is a batch'],
  ['a request of another version', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7, -32600, 'it is none of JSON-RPC 2.0'],
  ['a request without a method', '{"jsonrpc":"2.0","id":"x"}', 'x', -32600, 'it is none of JSON-RPC 2.0'],
  ['a request with an id that may be none', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null, -32600, 'it is none'],
  ['a value that is no object', '3', null, -32600, 'it is none of JSON-RPC 2.0'],
])('%s is answered with an error, and the next message is read', async (_, line, id, code, why) => {
  const { messages, answers, stated: known } = await given(`${line}\n${JSON.stringify(PING)}\n`);
  const message = expect.stringContaining(`The message was not understood: ${why}`);
  expect(answers).toEqual([{ jsonrpc: '2.0', id, error: { code, message } }]);
  expect(known).toEqual([expect.stringContaining(why)]);
  expect(messages).toEqual([PING]);
});

test('a broken answer is not answered: two peers would go on for ever', async () => {
  const { answers, stated: known } = await given('{"jsonrpc":"2.0","id":{},"result":3}\n{"jsonrpc":"1.0","id":1,"error":{}}\n');
  expect(answers).toEqual([]);
  expect(known).toHaveLength(2);
});

test('a line longer than is read ends the connection, with a word to the client', async () => {
  const { answers, closed, messages } = await given(`${JSON.stringify({ ...PING, params: { a: 'x'.repeat(200) } })}\n`, 100);
  expect(answers).toMatchObject([{ id: null, error: { code: -32600, message: expect.stringContaining('longer than is read') } }]);
  expect([closed(), messages]).toEqual([1, []]);
});

test('answers are a line each, and closing twice is closing once', async () => {
  const { client, output, closed } = await given('');
  await client.send({ jsonrpc: '2.0', id: 1, result: { text: 'two\nlines' } });
  expect(String(output.read())).toBe('{"jsonrpc":"2.0","id":1,"result":{"text":"two\\nlines"}}\n');
  await client.close();
  await client.close();
  expect(closed()).toBe(1);
});
