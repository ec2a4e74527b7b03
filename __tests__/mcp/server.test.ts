import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { JournalEntry } from '../../src/journal/entry.js';
import { CallError } from '../../src/mcp/call-failure.js';
import type { Engine } from '../../src/mcp/engine.js';
import { type ServedEngine, serve } from '../../src/mcp/server.js';
import { tool, toolset } from '../../src/mcp/tool.js';
import { embeddedToolsets } from '../../src/mcp/toolsets/index.js';
import { UserError } from '../../src/model/user-error.js';

const common = { failures: [], fallback: 'None.', readOnly: true, idempotent: true };
const clock = toolset({
  id: 'clock',
  title: 'Clock',
  instructions: 'Tells the time.',
  tools: {
    add: tool({
      ...common,
      purpose: 'Adds hours to a time.',
      input: z.object({ time: z.int().min(0), hours: z.int().default(1) }),
      output: z.object({ time: z.int() }),
      unanswered: { time: 0 },
    }),
    names: tool({
      ...common,
      purpose: 'Lists names of hours.',
      input: z.object({}),
      output: z.array(z.string()),
      unanswered: [],
      failures: ['The list is empty at night.'],
    }),
    text: tool({ ...common, purpose: 'Says it.', input: z.object({}), output: z.string(), unanswered: '' }),
    fail: tool({
      ...common,
      purpose: 'Fails.',
      input: z.object({ as: z.enum(['call', 'user', 'bug']) }),
      output: z.string(),
      unanswered: '',
    }),
  },
});

class Clock implements Engine {
  readonly toolset = clock;
  readonly by = 'embedded';
  closed = 0;

  call(name: string, input: Record<string, unknown>): Promise<unknown> {
    if (name === 'add') return Promise.resolve({ time: Number(input.time) + Number(input.hours) });
    if (name === 'names') return Promise.resolve(['noon', 'midnight']);
    if (name === 'text') return Promise.resolve('noon');
    if (input.as === 'call') return Promise.reject(new CallError('tool-error', 'The clock stands.'));
    if (input.as === 'user') return Promise.reject(new UserError('The clock is not wound up.', { hint: 'Wind it up.' }));
    return Promise.reject(new TypeError('wheel 7 is undefined'));
  }

  close(): Promise<void> {
    this.closed++;
    return Promise.resolve();
  }
}

/** A server with a clock and a client of it. */
async function connected(served?: readonly ServedEngine[]) {
  const engine = new Clock();
  let opened = 0;
  const bugs: unknown[] = [];
  const lines: JournalEntry[] = [];
  const [near, far] = InMemoryTransport.createLinkedPair();
  const open = () => {
    opened++;
    return Promise.resolve(engine);
  };
  const serving = await serve(served ?? [{ toolset: clock, open }], far, {
    onBug: (error) => bugs.push(error),
    journal: { write: (entry) => lines.push(entry) },
  });
  const client = new Client({ name: 'a client', version: '1' });
  await client.connect(near);
  const call = async (name: string, input: Record<string, unknown> = {}) =>
    (await client.callTool({ name, arguments: input })) as CallToolResult;
  return { engine, client, serving, call, bugs, lines, transport: far, opened: () => opened };
}

test('tools are listed with their schemas before any engine is opened', async () => {
  const { client, opened } = await connected();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(['add', 'names', 'text', 'fail']);
  expect(tools[0]).toEqual({
    name: 'add',
    description: 'Adds hours to a time.',
    inputSchema: {
      type: 'object',
      properties: {
        time: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
        hours: { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, default: 1 },
      },
      required: ['time'],
    },
    outputSchema: expect.objectContaining({ type: 'object', required: ['time'] }),
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  });
  // Who reads an empty list has to know what else it may mean.
  expect(tools[1]?.description).toBe('Lists names of hours. The list is empty at night.');
  expect(tools[1]?.outputSchema).toMatchObject({ properties: { result: { type: 'array', items: { type: 'string' } } } });
  expect(opened()).toBe(0);
});

test('answers come as text and structured, with defaults filled in', async () => {
  const { call, opened } = await connected();
  expect(await call('add', { time: 3 })).toEqual({
    content: [{ type: 'text', text: '{"time":4}' }],
    structuredContent: { time: 4 },
  });
  expect(await call('names')).toEqual({
    content: [{ type: 'text', text: '["noon","midnight"]' }],
    structuredContent: { result: ['noon', 'midnight'] },
  });
  expect(await call('text')).toEqual({ content: [{ type: 'text', text: 'noon' }], structuredContent: { result: 'noon' } });
  expect(opened()).toBe(1);
});

test('invalid input is reported to the agent, and reaches no engine', async () => {
  const { call, opened } = await connected();
  const { isError, content } = await call('add', { time: 'noon' });
  expect(isError).toBe(true);
  expect(content).toEqual([{ type: 'text', text: expect.stringContaining('add cannot take this') }]);
  expect(content).toEqual([{ type: 'text', text: expect.stringContaining('→ at time') }]);
  expect(opened()).toBe(0);
});

test('an unknown tool is an error of the protocol', async () => {
  const { call } = await connected();
  await expect(call('strike')).rejects.toThrow('There is no tool strike. tools/list names all of them.');
  await expect(call('name')).rejects.toThrow('There is no tool name. Did you mean names?');
});

test('a request of the wrong form is answered with a sentence and the code of the protocol', async () => {
  const [near, far] = InMemoryTransport.createLinkedPair();
  const open = () => Promise.resolve(new Clock());
  const serving = await serve([{ toolset: clock, open }], far, { onBug: () => undefined });
  const answered = new Promise((resolve) => {
    near.onmessage = resolve;
  });
  await near.start();
  await near.send({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
  expect(await answered).toEqual({
    jsonrpc: '2.0',
    id: 1,
    error: { code: -32602, message: 'The request is not understood: params: expected object, received undefined' },
  });
  await serving.close();
});

test.each([
  ['call', 'The clock stands.', 0],
  ['user', 'The clock is not wound up. Wind it up.', 0],
  ['bug', 'fail failed because of a mistake in tallystick.', 1],
])('a tool that fails by %s says so', async (as, text, bugs) => {
  const server = await connected();
  expect(await server.call('fail', { as })).toEqual({ isError: true, content: [{ type: 'text', text }] });
  expect(server.bugs).toHaveLength(bugs);
});

test('a mistyped argument is refused with the one that is meant, also where others are ignored', async () => {
  const { call } = await connected();
  for (const given of [{ tiem: 3 }, { time: 3, huors: 2 }]) {
    const { isError, content } = await call('add', given);
    expect(isError).toBe(true);
    expect(content).toEqual([
      { type: 'text', text: expect.stringMatching(/^add takes no (?:tiem|huors)\. Did you mean (?:time|hours)\?$/) },
    ]);
  }
  // What is near to none, or to one that is given as well, is ignored, as servers do.
  for (const more of [{ reason: 'x' }, { times: 4, hours: 1 }]) {
    expect(await call('add', { time: 3, ...more })).toMatchObject({ structuredContent: { time: 4 } });
  }
});

test('an engine that could not be opened is tried once more with the next call', async () => {
  let tries = 0;
  const open = () => (++tries === 1 ? Promise.reject(new CallError('start-failed', 'Not yet.')) : Promise.resolve(new Clock()));
  const { call } = await connected([{ toolset: clock, open }]);
  expect(await call('text')).toMatchObject({ isError: true });
  expect(await call('text')).toMatchObject({ structuredContent: { result: 'noon' } });
});

test('calls are written down by the name of the client', async () => {
  const { call, lines } = await connected();

  await call('text');
  await call('add', { time: 'noon' });
  await call('fail', { as: 'user' });
  await call('strike').catch(() => undefined);

  expect(lines.map(({ tool, attempt, status, errorCode }) => [tool, attempt, status, errorCode])).toEqual([
    ['mcp__clock__text', 1, 'success', ''],
    ['mcp__clock__add', 0, 'error', 'bad-input'],
    ['mcp__clock__fail', 1, 'error', 'tool-error'],
    ['mcp__tallystick__strike', 0, 'error', 'unknown-tool'],
  ]);
  expect(lines).toMatchObject(lines.map(() => ({ agent: 'a client', taskId: '' })));
  expect(Date.parse(lines[0]?.timestamp ?? '')).not.toBeNaN();
});

test.each([
  [new SyntaxError('Unexpected token'), 'A message was not understood: Unexpected token'],
  [new Error('[\n  {\n    "code": "invalid_union"'), 'A message was not understood: it is none of JSON-RPC 2.0'],
])('an invalid message is a mistake of the client, reported in a line', async (error, known) => {
  const { transport, bugs } = await connected();
  transport.onerror?.(error);
  expect(bugs).toEqual([known]);
});

test('engines end with the server, and the server with its client', async () => {
  const { engine, client, serving, call } = await connected();
  await call('text');
  await client.close();
  await serving.ended;
  await serving.close();
  expect(engine.closed).toBe(1);
});

test('all tools of the embedded engines can be listed together', async () => {
  const served = embeddedToolsets.map((declared) => ({ toolset: declared, open: () => Promise.reject(new Error('closed')) }));
  const { client } = await connected(served);
  const { tools } = await client.listTools();
  expect(new Set(tools.map(({ name }) => name)).size).toBe(20);
  for (const { description, inputSchema } of tools) {
    expect(description).toMatch(/^[A-Z].*\.$/);
    const parameters = Object.values(inputSchema.properties ?? {}) as { description?: string }[];
    expect(parameters.filter(({ description: text }) => text === undefined)).toEqual([]);
  }
});
