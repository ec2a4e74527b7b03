import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { settle } from '../../src/commands/settings.js';
import { validate } from '../../src/commands/validate.js';
import { openContractEngine } from '../../src/mcp/engines/contract-engine/contract-engine.js';
import { folderOf, removeFolders, writeFiles } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const document = (title: string, ...paths: readonly string[]) => ({
  openapi: '3.1.0',
  info: { title, version: '1.0.0' },
  paths: Object.fromEntries(paths.map((path) => [path, { get: { responses: { 204: { description: 'Nothing.' } } } }])),
});
const retained = (id: string, service: string, spec: object, more: object = {}) => ({
  id,
  type: 'openapi',
  version: '1.0.0',
  service_name: service,
  spec_hash: `hash of ${id}`,
  status: 'active',
  spec,
  ...more,
});
const CODE = `import express from 'express';
const app = express();
app.get('/books', (req, res) => { res.sendStatus(204); });
`;
const OWN = { 'src/app.ts': CODE, 'package.json': '{"dependencies":{"express":"5"}}' };
const BOOKS = retained('Books API', 'books', document('Books', '/books', '/lost'));
const CACHE = '.tallystick/CONTRACTS.json';
const REGISTERED = '.tallystick/contracts/books-api.json';

/** A repository whose configuration names {@link file://./registry-server.js}, and the file of what that keeps. */
function repository(contracts: readonly object[], files: Readonly<Record<string, string>> = {}, more = '') {
  const registry = join(folderOf({ 'kept.json': JSON.stringify(contracts) }), 'kept.json');
  const words = [join(import.meta.dirname, 'registry-server.js'), registry];
  const server = `mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${JSON.stringify(words)}`;
  const cwd = folderOf({
    '.git/HEAD': '',
    ...OWN,
    '.tallystick.yml': `contract_engine: { enabled: true, ${server} }\n${more}`,
    ...files,
  });
  return { cwd, registry };
}

async function run(cwd: string, options: Record<string, unknown> = {}, env: Record<string, string> = {}) {
  const io = recordedIo({ cwd, env: { PATH: process.env.PATH ?? '', TOOL_MAX_RETRIES: '0', ...env } });
  const asked = { cache: false, format: 'json', allowCommands: true, ...options };
  const exit = await validate.run({ operands: [], options: asked }, io);
  return { exit, ...JSON.parse(io.out()) };
}
const statuses = ({ matrix }: { matrix: readonly { contract: string; subject: string; status: string }[] }) =>
  Object.fromEntries(matrix.map(({ contract, subject, status }) => [`${contract}: ${subject}`, status]));

describe('contracts that only the engine keeps', () => {
  // Shows REQ-055
  test('are compared with the code, with their lines, and saved for later', async () => {
    const { cwd, registry } = repository([BOOKS]);
    const found = await run(cwd);
    expect(found.exit).toBe(1);
    expect(statuses(found)).toEqual({ [`${REGISTERED}: GET /books`]: 'verified', [`${REGISTERED}: GET /lost`]: 'missing' });
    const [{ file_path, line }] = found.violations;
    expect(file_path).toBe(REGISTERED);
    expect(readFileSync(join(cwd, REGISTERED), 'utf8').split('\n')[line - 1]).toContain('"get"');
    expect(found.validation).toMatchObject({
      unanswered: [],
      implementation: [{ contract: REGISTERED, marked: false, found: 'broken' }],
    });
    expect(readFileSync(join(cwd, '.tallystick/.gitignore'), 'utf8')).toBe('*\n');

    rmSync(registry);
    rmSync(join(cwd, '.tallystick/tests'), { recursive: true });
    const later = await run(cwd);
    expect(statuses(later)).toEqual(statuses(found));
    expect(existsSync(join(cwd, '.tallystick/tests/books-api.contract.cjs'))).toBe(true);
    expect(later.notices).toContainEqual(
      expect.stringMatching(
        /^The Contract Engine gives no contracts: .* Tallystick uses its copies in \.tallystick\/CONTRACTS\.json\.$/,
      ),
    );
  });

  test('leave what they say of security out of every file', async () => {
    const secured = {
      ...document('Books', '/books'),
      components: { securitySchemes: { key: { type: 'apiKey', description: 'sesame' } } },
    };
    const { cwd } = repository([retained('Books API', 'books', secured)]);
    expect((await run(cwd)).exit).toBe(0);
    for (const file of [CACHE, REGISTERED]) expect(readFileSync(join(cwd, file), 'utf8')).not.toContain('sesame');
  });

  test('are reported but not compared when their service may be elsewhere', async () => {
    const { cwd } = repository([BOOKS, retained('Carts API', 'carts', document('Carts', '/carts'))], {
      'openapi.json': JSON.stringify(document('Own', '/books')),
    });
    const found = await run(cwd);
    expect(found.exit).toBe(0);
    expect(statuses(found)).toEqual({ 'openapi.json: GET /books': 'verified' });
    expect(found.notices).toContainEqual(expect.stringContaining('contracts of several services (books, carts)'));
  });

  test('are those of the services that the configuration names, each against the code of its own', async () => {
    const { cwd } = repository(
      [
        BOOKS,
        retained('Carts API', 'carts', document('Carts', '/carts')),
        retained('Mail API', 'mail', document('Mail', '/mail')),
      ],
      { 'carts/app.ts': CODE.replace('/books', '/carts'), 'carts/package.json': OWN['package.json'] },
      'services: { books: { path: src }, carts: { path: carts } }\n',
    );
    const found = await run(cwd);
    expect(statuses(found)).toEqual({
      [`${REGISTERED}: GET /books`]: 'verified',
      [`${REGISTERED}: GET /lost`]: 'missing',
      '.tallystick/contracts/carts-api.json: GET /carts': 'verified',
    });
    const one = await run(cwd, { service: 'carts' });
    expect(statuses(one)).toEqual({ '.tallystick/contracts/carts-api.json: GET /carts': 'verified' });
  });

  test('count as a file of the repository says them, where there is one', async () => {
    const { cwd } = repository([BOOKS], { 'openapi.json': JSON.stringify(document('Books', '/books')) });
    expect(statuses(await run(cwd))).toEqual({ 'openapi.json: GET /books': 'verified' });
    expect(existsSync(join(cwd, REGISTERED))).toBe(false);
  });

  test('make the run incomplete where they cannot be read', async () => {
    const { cwd } = repository([retained('Books API', 'books', { ...document('Books', '/books'), openapi: '9.9' })], {
      'openapi.json': JSON.stringify(document('Own', '/books')),
    });
    const found = await run(cwd);
    expect(found.exit).toBe(3);
    expect(found.crashes).toEqual([expect.stringContaining('Books API of the Contract Engine could not be compared: ')]);
  });

  test('take nothing from files that lie in the repository', async () => {
    const referring = { ...document('Books', '/books'), components: { schemas: { Book: { $ref: './book.json' } } } };
    const { cwd } = repository([retained('Books API', 'books', referring)], {
      '.tallystick/contracts/book.json': '{}',
      'openapi.json': JSON.stringify(document('Own', '/books')),
    });
    expect((await run(cwd)).crashes).toEqual([
      'Books API of the Contract Engine could not be compared: it refers to other files, which the engine does not give.',
    ]);
  });

  test('are not requested when the user named contracts', async () => {
    const { cwd } = repository([BOOKS], { 'own.json': JSON.stringify(document('Own', '/books')) });
    expect(statuses(await run(cwd, { contract: ['own.json'] }))).toEqual({ 'own.json: GET /books': 'verified' });
    expect(existsSync(join(cwd, CACHE))).toBe(false);
  });

  test('come from the embedded engine as well', async () => {
    const cwd = folderOf({ '.git/HEAD': '', ...OWN, '.tallystick.yml': 'contract_engine: { enabled: true }\n' });
    const { request } = await settle({ cwd, env: {}, by: 'the test' });
    const engine = await openContractEngine({ scan: request });
    await engine.call('create_contract', {
      contract_id: 'Books API',
      service_name: 'books',
      type: 'openapi',
      version: '1.0.0',
      spec: document('Books', '/books', '/lost'),
    });
    await engine.close();
    expect(statuses(await run(cwd))).toEqual({
      [`${REGISTERED}: GET /books`]: 'verified',
      [`${REGISTERED}: GET /lost`]: 'missing',
    });
  });
});

describe('what was saved of an engine', () => {
  const SAVED = JSON.stringify({
    contracts: [
      { contract_id: 'Books API', contract_type: 'openapi', provider_service: 'books', spec: document('Books', '/books') },
    ],
  });

  test('counts for nothing on a pull request: it may have come with it', async () => {
    const { cwd, registry } = repository([], { [CACHE]: SAVED, 'openapi.json': JSON.stringify(document('Own', '/books')) });
    rmSync(registry);
    const found = await run(cwd, {}, { GITHUB_EVENT_NAME: 'pull_request' });
    expect(statuses(found)).toEqual({ 'openapi.json: GET /books': 'verified' });
    expect(statuses(await run(cwd))).toHaveProperty([`${REGISTERED}: GET /books`]);
  });

  test('leaves the tables of services standing where it is not there', async () => {
    const table =
      '| SVC-ID | Client | Endpoint | Response DTO |\n|---|---|---|---|\n| SVC-001 | web | GET /books | { id: number } |\n';
    const { cwd, registry } = repository([], { 'REQUIREMENTS.md': table });
    rmSync(registry);
    const found = await run(cwd);
    expect(Object.keys(statuses(found))).toEqual(['REQUIREMENTS.md: GET /books']);
    expect(found.notices).toContainEqual(
      expect.stringContaining('The table of services and what the repository itself describes'),
    );
  });

  test('is neither read nor written through a link', async () => {
    const { cwd } = repository([BOOKS], { 'openapi.json': JSON.stringify(document('Own', '/books')) });
    const elsewhere = folderOf({});
    writeFiles(cwd, { '.tallystick/logs/.keep': '' });
    symlinkSync(elsewhere, join(cwd, '.tallystick/contracts'));
    const found = await run(cwd);
    expect(statuses(found)).toEqual({ 'openapi.json: GET /books': 'verified' });
    expect(found.notices).toContainEqual(expect.stringContaining('.tallystick is a link to another place'));
    expect(existsSync(join(elsewhere, 'books-api.json'))).toBe(false);
  });

  test('and nothing else: where there is no contract at all, that is a mistake which names the engine', async () => {
    const { cwd, registry } = repository([]);
    rmSync(registry);
    await expect(run(cwd)).rejects.toThrow(
      /^No contract was found in the repository\. The Contract Engine gives no contracts: .*There is no CONTRACTS\.json\.$/,
    );
  });
});
