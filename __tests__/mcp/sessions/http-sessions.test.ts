import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { FailureCode } from '../../../src/mcp/call-failure.js';
import { clientOf } from '../../../src/mcp/clients/client.js';
import type { Clock } from '../../../src/mcp/clients/clock.js';
import type { HttpServer, SessionOptions } from '../../../src/mcp/sessions/server-address.js';
import { openSession } from '../../../src/mcp/sessions/session.js';
import { contractEngine } from '../../../src/mcp/toolsets/contract-engine.js';
import { patient } from './server-folder.js';
import { contract, greeting, text } from './servers/protocol.js';

interface Request {
  readonly id?: number;
  readonly method: string;
  readonly params: { readonly protocolVersion: string };
}

type Handler = (request: Request, response: ServerResponse, incoming: IncomingMessage) => void;

const running: Server[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** A server by streamable HTTP that greets, tells its tools, and answers a call as it is told. */
async function serverOf(call: Handler, hello?: Handler): Promise<{ address: HttpServer; requests: IncomingMessage[] }> {
  const requests: IncomingMessage[] = [];
  const server = createServer((incoming, response) => {
    requests.push(incoming);
    if (incoming.method !== 'POST') {
      response.writeHead(incoming.method === 'DELETE' ? 200 : 405).end();
      return;
    }
    let body = '';
    incoming.on('data', (chunk) => {
      body += chunk;
    });
    incoming.on('end', () => {
      const request: Request = JSON.parse(body);
      if (request.id === undefined) response.writeHead(202).end();
      else if (request.method === 'initialize' && hello !== undefined) hello(request, response, incoming);
      else if (request.method === 'initialize') json(response, request, greeting(request.params.protocolVersion));
      else if (request.method === 'tools/list') json(response, request, { tools: [{ name: 'get_contract', inputSchema: {} }] });
      else call(request, response, incoming);
    });
  });
  running.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { address: { kind: 'http', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp` }, requests };
}

function json(response: ServerResponse, { id }: Request, result: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'mcp-session-id': 'session-1' });
  response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
}

function event({ id }: Request, result: unknown): string {
  return `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`;
}

const impatient: Clock = { now: () => Date.now(), sleep: async () => undefined };

async function ask(address: HttpServer, options: Partial<SessionOptions> = {}) {
  const session = openSession(contractEngine, address, { ...patient, ...options });
  const answer = await clientOf(session, { agent: 'test', clock: impatient, limits: { retries: 1 } }).get_contract({
    contract_id: 'books',
  });
  await session.close();
  return answer;
}

describe('a session with a server by streamable HTTP', () => {
  test('gives what it answers as JSON, and ends the session', async () => {
    const { address, requests } = await serverOf((request, response) => json(response, request, text(contract)));

    expect(await ask(address)).toEqual({ value: contract });
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'mcp-session-id': 'session-1' } });
  });

  test('gives what it answers as a stream of events', async () => {
    const { address } = await serverOf((request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(event(request, text(contract)));
    });

    expect(await ask(address)).toEqual({ value: contract });
  });

  test('sends the given headers, and never shows them', async () => {
    const { address, requests } = await serverOf((_, response, incoming) => {
      response.writeHead(403, { 'content-type': 'text/plain' }).end(`no entry for ${incoming.headers['x-team']}`);
    });

    const { failure } = await ask({ ...address, headers: { 'X-Team': 'very-private-team' } });

    expect(requests.every(({ headers }) => headers['x-team'] === 'very-private-team')).toBe(true);
    expect(failure).toEqual({
      code: 'refused',
      message: 'contract-engine: it lets us not in (403): no entry for ***',
      attempts: 1,
    });
  });

  test('follows no redirect to elsewhere', async () => {
    const elsewhere = await serverOf((request, response) => json(response, request, text(contract)));
    const { address } = await serverOf((_, response) => {
      response.writeHead(307, { location: elsewhere.address.url }).end();
    });

    expect((await ask(address)).failure).toMatchObject({ code: 'protocol', message: expect.stringMatching(/307|redirect/i) });
    expect(elsewhere.requests).toEqual([]);
  });
});

interface Way {
  readonly name: string;
  readonly code: FailureCode;
  readonly says: RegExp;
  readonly attempts: number;
  readonly call: Handler;
  readonly hello?: Handler;
  readonly options?: Partial<SessionOptions>;
}

const never: Handler = () => undefined;
const status =
  (code: number): Handler =>
  (_, response) => {
    response.writeHead(code, { 'content-type': 'text/plain' }).end('the reason');
  };

const ways: readonly Way[] = [
  {
    name: 'is silent',
    code: 'startup-timeout',
    says: /within 300 ms/,
    attempts: 2,
    hello: never,
    call: never,
    options: { startupTimeoutMs: 300 },
  },
  { name: 'has nothing there', code: 'start-failed', says: /404/, attempts: 2, hello: status(404), call: never },
  { name: 'is broken', code: 'start-failed', says: /500: the reason/, attempts: 2, hello: status(500), call: never },
  { name: 'lets nobody in', code: 'refused', says: /\(401\)/, attempts: 1, hello: status(401), call: never },
  {
    name: 'is a page for people',
    code: 'protocol',
    says: /text\/html/,
    attempts: 1,
    hello: (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>'),
    call: never,
  },
  {
    name: 'hangs',
    code: 'tool-timeout',
    says: /within 200 ms/,
    attempts: 2,
    call: never,
    options: { toolTimeoutMs: 200 },
  },
  { name: 'breaks in a call', code: 'connection-lost', says: /503: the reason/, attempts: 2, call: status(503) },
  { name: 'forgets the session', code: 'connection-lost', says: /404/, attempts: 2, call: status(404) },
  {
    name: 'hangs up',
    code: 'connection-lost',
    says: /cannot be reached: ./,
    attempts: 2,
    call: (_, response) => response.socket?.destroy(),
  },
  {
    name: 'hangs up in the middle of a stream',
    code: 'connection-lost',
    says: /broke off/,
    attempts: 2,
    call: (request, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(event(request, text(contract)).slice(0, 60), () => response.socket?.destroy());
    },
  },
  {
    name: 'ends a stream without an answer',
    code: 'connection-lost',
    says: /broke off/,
    attempts: 2,
    call: (_, response) => response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': nothing\n\n'),
  },
  {
    name: 'answers with broken JSON',
    code: 'protocol',
    says: /no JSON/,
    attempts: 1,
    call: (_, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"jsonrpc"'),
  },
  {
    name: 'answers with too much',
    code: 'too-large',
    says: /more than 1 MB/,
    attempts: 1,
    call: (request, response) => json(response, request, text('x'.repeat(3_000_000))),
    options: { maxBytes: 1_000_000 },
  },
  {
    name: 'streams without end',
    code: 'too-large',
    says: /more than 1 MB/,
    attempts: 1,
    call: (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const more = (): void => {
        if (response.writable && response.write(`: ${'x'.repeat(10_000)}\n\n`)) setImmediate(more);
      };
      response.on('drain', more);
      more();
    },
    options: { maxBytes: 1_000_000 },
  },
];

describe('a server by HTTP that', () => {
  test.each(ways)('$name: $code', async ({ call, hello, code, says, attempts, options }) => {
    const { address } = await serverOf(call, hello);

    expect(await ask(address, options)).toEqual({
      value: null,
      failure: { code, message: expect.stringMatching(says), attempts },
    });
  });

  test('is not there: start-failed', async () => {
    const { address } = await serverOf(never);
    await new Promise((resolve) => running.pop()?.close(resolve));

    expect((await ask(address)).failure).toMatchObject({
      code: 'start-failed',
      message: expect.stringMatching(/ECONNREFUSED/),
      attempts: 2,
    });
  });

  test.each(['file:///etc/passwd', 'ftp://127.0.0.1/', 'not an address'])('is at %s: refused', async (url) => {
    expect((await ask({ kind: 'http', url })).failure).toMatchObject({ code: 'refused', attempts: 1 });
  });
});
