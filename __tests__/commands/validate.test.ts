import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';
import { scan } from '../../src/commands/scan.js';
import { validate } from '../../src/commands/validate.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const BOOK = '{ type: object, required: [id, title], properties: { id: { type: string }, title: { type: string } } }';
const CONTRACT = `openapi: 3.1.0
info: { title: Books, version: 1.0.0 }
security: []
paths:
  /books:
    get:
      responses:
        '200': { description: All., content: { application/json: { schema: { type: array, items: ${BOOK} } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { type: object, required: [title], properties: { title: { type: string } } } } } }
      responses:
        '201': { description: Stored., content: { application/json: { schema: ${BOOK} } } }
  /books/{bookId}:
    get:
      parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
      responses:
        '200': { description: One., content: { application/json: { schema: ${BOOK} } } }
        '404': { description: None. }
  /slow:
    get: { responses: { '204': { description: Nothing. } } }
  /elsewhere:
    get: { responses: { '204': { description: Nothing. } } }
`;
const CODE = `import express from 'express';
interface Book { id: string; title: string }
const app = express();
app.get('/books', (req, res) => { const all: Book[] = []; res.json(all); });
app.post('/books', (req, res) => { const book: Book = { id: '1', title: 'A' }; res.status(201).json(book); });
app.get('/books/:bookId', (req, res) => { const book: Book = { id: '1', title: 'A' }; res.json(book); });
app.get('/slow', (req, res) => { res.sendStatus(204); });
app.get('/elsewhere', (req, res) => { res.sendStatus(204); });
`;

const FILES = {
  '.git/HEAD': '',
  'openapi.yaml': CONTRACT,
  'src/app.ts': CODE,
  'package.json': '{"dependencies":{"express":"5"}}',
};
const repository = (more: Record<string, string> = {}): string =>
  folderOf({
    '.git/HEAD': '',
    'openapi.yaml': CONTRACT,
    'src/app.ts': CODE,
    'package.json': '{"dependencies":{"express":"5"}}',
    ...more,
  });

async function run(cwd: string, options: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const io = recordedIo({ cwd, env });
  const code = await validate.run({ operands: [], options: { cache: false, ...options } }, io);
  return { code, out: io.out(), err: io.err() };
}
async function report(cwd: string, options: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const { code, out } = await run(cwd, { format: 'json', ...options }, env);
  return { code, ...JSON.parse(out) };
}

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** A service on a port of its own, with what it was asked. */
async function service(answer: (asked: Asked, response: ServerResponse) => unknown) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method, url: request.url, headers: request.headers });
    answer(request, response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const retained = (asked: Asked, response: ServerResponse): unknown => {
  if (asked.method === 'POST') return json(response, 201, { id: 'b2', title: 'B' });
  if (asked.url === '/books') return json(response, 200, [{ id: 'b1', title: 'A' }]);
  if (asked.url === '/books/b1') return json(response, 200, { id: 'b1', title: 'A' });
  return response.writeHead(asked.url?.startsWith('/books') === true ? 404 : 204).end();
};
const outcomes = ({ validation }: { validation: { live: { endpoints: { subject: string; outcome: string }[] } } }) =>
  Object.fromEntries(validation.live.endpoints.map(({ subject, outcome }) => [subject, outcome]));

describe('validate without a service', () => {
  test('is incomplete where no engine could look at the documents', async () => {
    const { code, crashes, validation } = await report(repository({ '.tallystick': 'a file' }));
    expect(code).toBe(3);
    expect(crashes).toEqual(['No engine could validate 1 of 1 contracts.']);
    expect(validation.unanswered).toHaveLength(1);
  });

  // Shows TEST-067 by commands/validation/validate.ts
  test('works with nothing configured, through the embedded engine', async () => {
    const { code, validation } = await report(repository());
    expect(code).toBe(0);
    expect(validation).toMatchObject({
      engine: 'the embedded Contract Engine',
      unanswered: [],
      contracts: { total_contracts: 1, verified_contracts: 1, health: 'passed' },
      implementation: [{ contract: 'openapi.yaml', marked: false, found: 'kept' }],
      documents: { checked: 1 },
    });
  });

  // Shows INT-001; INT-002; TEST-069
  test('says that a server cannot be reached, falls back, and still reports', async () => {
    const config = 'contract_engine: { enabled: true, mcp_command: no-such-engine-anywhere }\n';
    const env = { TOOL_MAX_RETRIES: '0', PATH: '' };
    const { code, validation } = await report(repository({ '.tallystick.yml': config }), { allowCommands: true }, env);
    expect(code).toBe(0);
    expect(validation.unanswered[0]).toMatch(/no-such-engine-anywhere.*The embedded engine was used instead\.$/);
    expect(validation.contracts.health).toBe('passed');
  });

  test('starts no server that only the repository names', async () => {
    const marker = join(folderOf({}), 'started');
    const args = JSON.stringify(['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`]);
    const config = `contract_engine: { enabled: true, mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${args} }\n`;
    const cwd = repository({ '.tallystick.yml': config });
    const { validation } = await report(cwd);
    expect(validation.unanswered).toEqual([expect.stringContaining('it is only started with --allow-commands')]);
    await report(cwd, { allowCommands: true }, { GITHUB_EVENT_NAME: 'pull_request' });
    expect(existsSync(marker)).toBe(false);
  });

  // Shows TEST-072 by commands/validation/validate.ts; TEST-085 by commands/validation/validate.ts
  test('a scan is the same whether an engine is enabled or not', async () => {
    const scanned = async (config: string) => {
      const io = recordedIo({ cwd: repository({ '.tallystick.yml': config }) });
      await scan.run({ operands: [], options: { format: 'json', cache: false } }, io);
      const { stats: _stats, ...rest } = JSON.parse(io.out());
      return JSON.stringify(rest);
    };
    expect(await scanned('contract_engine: { enabled: true }\n')).toBe(await scanned('contract_engine: { enabled: false }\n'));
  });

  test('finds documents that are hard to keep, on their line', async () => {
    const vague = `${CONTRACT}  /vague:\n    get: { responses: { '200': { description: What., content: { application/json: {} } } } }\n`;
    const { violations } = await report(repository({ 'openapi.yaml': vague }));
    const found = violations.filter(({ check }: { check: string }) => check === 'VALIDATE-001');
    expect(found).toContainEqual(
      expect.objectContaining({ severity: 'warning', file_path: 'openapi.yaml', subject: 'GET /vague' }),
    );
  });
});

test('tells what the contracts break for those who rely on a revision', async () => {
  const { '.git/HEAD': _none, ...files } = { ...FILES };
  const cwd = folderOf(files);
  const git = (...args: readonly string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], { cwd });
  git('init', '-q');
  git('add', '.');
  git('commit', '-q', '-m', 'first');
  writeFiles(cwd, { 'openapi.yaml': CONTRACT.replace(/ {2}\/slow:\n.*\n/, '') });
  const { code, validation, violations } = await report(cwd, { base: 'HEAD' });
  expect(code).toBe(1);
  expect(validation.changes).toEqual({ base: 'HEAD', breaking: 1 });
  expect(violations).toContainEqual(
    expect.objectContaining({ check: 'VALIDATE-004', problem: 'breaking', subject: 'GET /slow' }),
  );
});

describe('validate with a running service', () => {
  test('passes what answers as promised, asking for what lists say is there', async () => {
    const { url, asked } = await service(retained);
    const found = await report(repository(), { baseUrl: url, seed: '1' });
    expect(found.code).toBe(0);
    expect(outcomes(found)).toEqual({
      'GET /books': 'passed',
      'POST /books': 'untested',
      'GET /books/{bookId}': 'passed',
      'GET /slow': 'passed',
      'GET /elsewhere': 'passed',
    });
    expect(found.validation.live.report).toEqual({
      total_endpoints: 5,
      tested_endpoints: 4,
      passed_endpoints: 4,
      failed_endpoints: 0,
      untested_contracts: [],
      health: 'passed',
    });
    expect(asked.map(({ method, url: path }) => `${method} ${path}`)).toContain('GET /books/b1');
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });

  // Shows TECH-030 by model/validation.ts
  test('tells what differs, what hangs and what leads elsewhere', async () => {
    const trap = await service((_, response) => response.writeHead(204).end());
    const { url } = await service((asked, response) => {
      if (asked.url === '/slow') return;
      if (asked.url === '/elsewhere') {
        response.writeHead(302, { location: `${trap.url}/x` }).end();
        return;
      }
      if (asked.url === '/books') return json(response, 200, [{ id: 7 }]);
      json(response, 500, { error: 'broken' });
    });
    const cwd = repository();
    const found = await report(cwd, { baseUrl: url, seed: '1', timeout: '300' });
    expect(found.code).toBe(1);
    expect(outcomes(found)).toMatchObject({
      'GET /books': 'failed',
      'GET /books/{bookId}': 'failed',
      'GET /slow': 'failed',
      'GET /elsewhere': 'untested',
    });
    expect(trap.asked).toEqual([]);
    const differing = found.violations.filter(({ subject }: { subject: string }) => subject === 'GET /books');
    expect(differing).toContainEqual(
      expect.objectContaining({
        check: 'VALIDATE-003',
        problem: 'response',
        field: '[].id',
        promised: 'string',
        actual: 'integer',
      }),
    );
    const written = readFileSync(join(cwd, '.tallystick/CONTRACT_E2E_RESULTS.md'), 'utf8');
    expect(written).toContain('| 5 | 3 | 0 | 3 | failed |');
  });

  test('what was asked and told nothing is no pass of the whole', async () => {
    const { url } = await service((asked, response) => {
      if (asked.url === '/elsewhere') response.writeHead(302, { location: 'http://example.org/x' }).end();
      else retained(asked, response);
    });
    const found = await report(repository(), { baseUrl: url, seed: '1' });
    expect(outcomes(found)).toMatchObject({ 'GET /books': 'passed', 'GET /elsewhere': 'untested' });
    expect(found.validation.live.report.health).toBe('partial');
  });

  test('what does not answer beside others is asked again alone', async () => {
    const slow = new Map<string, number>();
    const { url } = await service((asked, response) => {
      const path = asked.url ?? '';
      slow.set(path, (slow.get(path) ?? 0) + 1);
      if (path === '/slow' || (path === '/elsewhere' && slow.get(path) === 1)) return;
      retained(asked, response);
    });
    const found = await report(repository(), { baseUrl: url, seed: '1', timeout: '300' });
    expect(outcomes(found)).toMatchObject({ 'GET /elsewhere': 'passed', 'GET /slow': 'failed' });
    expect(slow.get('/slow')).toBe(2);
  });

  test('a success that was never seen is no pass', async () => {
    const { url } = await service((_, response) => response.writeHead(404).end());
    const found = await report(repository(), { baseUrl: url, seed: '1' });
    expect(outcomes(found)).toMatchObject({ 'GET /books': 'failed', 'GET /books/{bookId}': 'untested' });
  });

  test('one that asks who calls, unlike its contract, is told to be asked with a header', async () => {
    const { url } = await service((_, response) => json(response, 401, {}));
    const found = await report(repository(), { baseUrl: url, seed: '1' });
    const [first] = found.validation.live.endpoints;
    expect(first).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/; if it requires authentication, use --header$/),
    });
  });

  test('an unreachable list is distinguished from a broken one', async () => {
    const { url } = await service((_, response) => response.writeHead(404).end());
    const { out, err } = await run(repository(), { baseUrl: url });
    expect(out).toContain('Every endpoint answered 404. Add the base path of the service to --base-url.');
    expect(err).toContain('Endpoint by endpoint: .tallystick/CONTRACT_E2E_RESULTS.md\n');
    const { url: other } = await service(retained);
    expect((await run(repository(), { baseUrl: other })).out).not.toContain('answered 404');
  });

  test('writes only when it may, after reading', async () => {
    const { url, asked } = await service(retained);
    const found = await report(repository(), { baseUrl: url, seed: '1', allowWrites: true });
    expect(outcomes(found)).toMatchObject({ 'POST /books': 'passed' });
    expect(asked.at(-1)).toMatchObject({ method: 'POST', headers: { 'content-type': 'application/json' } });
  });

  test('sends headers whose values are shown nowhere, even where the service repeats them', async () => {
    const token = 'a-token-that-is-long';
    const { url, asked } = await service((request, response) =>
      json(response, 200, [
        { id: 'b1', title: 'A', [String(request.headers.authorization)]: 1 },
        { id: request.headers.authorization },
      ]),
    );
    const cwd = repository();
    const { out } = await run(
      cwd,
      { format: 'json', baseUrl: url, header: ['Authorization=Bearer $API_TOKEN'] },
      { API_TOKEN: token },
    );
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${token}`);
    const shown = [
      out,
      readFileSync(join(cwd, '.tallystick/CONTRACT_E2E_RESULTS.md'), 'utf8'),
      readFileSync(join(cwd, '.tallystick/logs/execution.log.ndjson'), 'utf8'),
    ];
    for (const text of shown) expect(text).not.toContain(token);
  });

  // Shows TECH-030
  test('a service of which no endpoint could be tested makes the run incomplete', async () => {
    const { url } = await service((_, response) => json(response, 429, {}));
    const { code, crashes } = await report(repository(), { baseUrl: url });
    expect(code).toBe(3);
    expect(crashes).toEqual([`No endpoint of ${url} could be tested; the first: it answered 429, and no success was seen.`]);
  });

  test('a service that is not there makes the run incomplete', async () => {
    const { url } = await service(retained);
    await new Promise((resolve) => servers.splice(0)[0]?.close(resolve));
    const { code, crashes } = await report(repository(), { baseUrl: url });
    expect(code).toBe(3);
    expect(crashes).toEqual([`No endpoint of ${url} could be tested: it cannot be reached (ECONNREFUSED).`]);
  });

  test('options of requests without a service are a mistake', async () => {
    await expect(run(repository(), { seed: '1' })).rejects.toMatchObject({ hint: expect.stringContaining('--base-url') });
  });
});
