import { afterAll, describe, expect, test } from '@jest/globals';
import type { Contract } from '../../src/contracts/contract.js';
import { contractOf, mistakeIn, removeFolders } from './workspace.js';

afterAll(removeFolders);

const head = (version: string) => `asyncapi: ${version}\ninfo: { title: Orders, version: 1.0.0 }\n`;
const read = (text: string) => contractOf({ 'asyncapi.yaml': text });
const expectations = ({ messages }: Contract) =>
  messages.map(({ subject, aliases, variants, at }) => ({
    subject,
    aliases,
    variants: variants.map(({ names }) => names),
    line: at.line,
  }));
const STRING = { kind: 'scalar', type: 'string' };

describe('AsyncAPI 2', () => {
  test('what clients subscribe to is published, what they publish is handled', async () => {
    const contract = await read(`${head('2.6.0')}channels:
  orders/{region}/created:
    subscribe: { message: { name: OrderCreated, payload: { type: object } } }
    publish: { message: { oneOf: [{ $ref: '#/components/messages/Pay' }, { name: Cancel }] } }
components: { messages: { Pay: { payload: { type: string } } } }
`);
    expect(contract.kind).toBe('asyncapi');
    expect(expectations(contract)).toEqual([
      { subject: 'publish orders/{region}/created', aliases: [], variants: [['OrderCreated']], line: 5 },
      { subject: 'subscribe orders/{region}/created', aliases: [], variants: [['Pay'], ['Cancel']], line: 6 },
    ]);
    expect(contract.messages[1]?.variants.map(({ payload }) => payload)).toEqual([STRING, undefined]);
  });

  test('bindings say by which other names a channel goes', async () => {
    const contract = await read(`${head('2.4.0')}channels:
  orders:
    bindings: { amqp: { is: routingKey, exchange: { name: shop }, queue: { name: orders-in } }, kafka: { topic: orders.v1 } }
    publish: { bindings: { amqp: { cc: [audit] } }, message: { payload: true } }
`);
    expect(contract.messages[0]?.aliases).toEqual(['shop', 'orders-in', 'orders.v1', 'audit']);
  });
});

describe('AsyncAPI 3', () => {
  test('operations say what the application does, with which of the messages of the channel', async () => {
    const contract = await read(`${head('3.0.0')}channels:
  orders:
    address: shop.orders
    messages:
      created: { name: OrderCreated, payload: { type: string } }
      paid: { payload: { type: integer } }
operations:
  tell: { action: send, channel: { $ref: '#/channels/orders' }, messages: [{ $ref: '#/channels/orders/messages/created' }] }
  tellMore: { action: send, channel: { $ref: '#/channels/orders' }, messages: [{ $ref: '#/channels/orders/messages/paid' }] }
  hear: { action: receive, channel: { $ref: '#/channels/orders' } }
`);
    expect(expectations(contract)).toEqual([
      { subject: 'publish shop.orders', aliases: ['orders'], variants: [['OrderCreated', 'created'], ['paid']], line: 10 },
      { subject: 'subscribe shop.orders', aliases: ['orders'], variants: [['OrderCreated', 'created'], ['paid']], line: 12 },
    ]);
  });

  test('a reply on a channel with an address is a promise of its own, one that who asks names is none', async () => {
    const contract = await read(`${head('3.0.0')}channels:
  ask: { address: ask, messages: { question: { payload: { type: string } } } }
  answer: { address: answer, messages: { reply: { payload: { type: string } } } }
  inbox: { address: null, messages: { reply: { payload: { type: string } } } }
operations:
  one: { action: receive, channel: { $ref: '#/channels/ask' }, reply: { channel: { $ref: '#/channels/answer' } } }
  other: { action: receive, channel: { $ref: '#/channels/ask' }, reply: { channel: { $ref: '#/channels/inbox' } } }
`);
    expect(contract.messages.map(({ subject }) => subject)).toEqual(['subscribe ask', 'publish answer']);
    expect(contract.gaps).toEqual([]);
  });

  test('a channel without an address is promised by its name in the document', async () => {
    const contract = await read(`${head('3.0.0')}channels: { inbox: { address: null } }
operations: { hear: { action: receive, channel: { $ref: '#/channels/inbox' } } }
`);
    expect(contract.messages).toMatchObject([{ subject: 'subscribe inbox', channel: 'inbox', unaddressed: true }]);
    expect(contract.gaps).toEqual([]);
  });
});

test('where no server says a protocol, the bindings do', async () => {
  const contract = await read(`${head('3.0.0')}channels:
  a: { address: a, bindings: { ws: {} } }
  b: { address: b }
operations:
  a: { action: send, channel: { $ref: '#/channels/a' } }
  b: { action: send, channel: { $ref: '#/channels/b' }, bindings: { Kafka: {}, x-own: {} } }
`);
  expect(contract.messages.map(({ protocols }) => protocols)).toEqual([['ws'], ['kafka']]);
});

test('a channel is reached over the protocols of its own servers, else of all', async () => {
  const contract = await read(`${head('3.0.0')}servers:
  bus: { host: a, protocol: kafka }
  live: { host: b, protocol: WSS }
channels:
  a: { address: a, servers: [{ $ref: '#/servers/live' }] }
  b: { address: b }
operations:
  a: { action: send, channel: { $ref: '#/channels/a' } }
  b: { action: send, channel: { $ref: '#/channels/b' } }
`);
  expect(contract.messages.map(({ protocols }) => protocols)).toEqual([['wss'], ['kafka', 'wss']]);
});

describe('payloads', () => {
  const payload = async (message: string, more = '') =>
    (
      await read(`${head('3.0.0')}${more}channels: { c: { address: c, messages: { m: ${message} } } }
operations: { o: { action: send, channel: { $ref: '#/channels/c' } } }
`)
    ).messages[0]?.variants[0];

  test('traits add headers and the content type, never a payload', async () => {
    const traits = `[{ headers: { type: object, properties: { trace: { type: string } }, required: [trace] } }]`;
    const variant = await payload(`{ traits: ${traits}, payload: { type: string } }`);
    expect(variant?.headers).toMatchObject({ kind: 'object', fields: [{ name: 'trace', required: true }] });
    expect(variant?.payload).toEqual(STRING);
  });

  test.each([
    ['{ payload: { schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: { type: record } } }', 'Avro'],
    ['{ schemaFormat: application/vnd.google.protobuf, payload: {} }', 'Protobuf'],
    ['{ contentType: application/x-protobuf, payload: {} }', 'application/x-protobuf'],
  ])('%s is a gap and unknown', async (message, name) => {
    const variant = await payload(message);
    expect(variant?.payload).toEqual({ kind: 'unknown', why: expect.stringContaining(name) });
  });

  test.each(['application/schema+json;version=draft-07', 'application/vnd.aai.asyncapi+yaml;version=3.0.0'])(
    '%s is JSON Schema',
    async (format) => {
      expect((await payload(`{ payload: { schemaFormat: '${format}', schema: { type: string } } }`))?.payload).toEqual(STRING);
    },
  );

  test('the default content type of the document holds where a message has none', async () => {
    const variant = await payload('{ payload: { type: string } }', 'defaultContentType: avro/binary\n');
    expect(variant?.payload).toEqual({ kind: 'unknown', why: 'its content type is avro/binary' });
  });
});

test.each([
  ['asyncapi: 1.2.0\n', '`asyncapi: 1.2.0` is not a supported version of AsyncAPI'],
  [head('2.6.0'), 'asyncapi.yaml:1 has no `channels`, so it has no events.'],
  [`${head('3.0.0')}channels: []\n`, 'asyncapi.yaml:3 has `channels` that are not a mapping, so it has no events.'],
])('a broken document is told', async (text, message) => {
  expect((await mistakeIn({ 'asyncapi.yaml': text })).message).toContain(message);
});
