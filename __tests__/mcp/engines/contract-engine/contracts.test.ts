import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { removeFolders, writeFiles } from '../../../temporary-folder.js';
import { closeEngines, engineFor, engineIn, openapi } from './opened.js';

afterAll(async () => {
  await closeEngines();
  removeFolders();
});

const BOOK = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
const SPEC = openapi({
  '/books/{id}': {
    get: {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      responses: { 200: { description: 'A book', content: { 'application/json': { schema: BOOK } } } },
    },
  },
});

describe('contracts of the repository', () => {
  // Shows REQ-018 by mcp/toolsets/contract-engine.ts; TECH-014 by mcp/toolsets/contract-engine.ts
  // Shows SVC-001 by mcp/toolsets/contract-engine.ts
  test('are there, with the document and its hash as Python makes it', async () => {
    const { engine } = await engineFor({ 'openapi.yaml': 'openapi: 3.0.3\ninfo: {title: A, version: 1.0.0}\npaths: {}\n' });
    expect(await engine.call('get_contract', { contract_id: 'openapi.yaml' })).toEqual({
      id: 'openapi.yaml',
      type: 'openapi',
      version: '1.0.0',
      service_name: '',
      // hashlib.sha256(json.dumps(spec, sort_keys=True).encode()).hexdigest()
      spec_hash: 'e1336f423c19ad808a9999f426039c3a57d3c3d5dae3d156dfd08df5c991bc48',
      status: 'active',
      spec: { openapi: '3.0.3', info: { title: 'A', version: '1.0.0' }, paths: {} },
    });
  });

  test('belong to their services', async () => {
    const services = [
      { name: 'books', folders: ['books'] },
      { name: 'loans', folders: ['loans'] },
    ];
    const { engine } = await engineFor(
      { 'books/openapi.json': JSON.stringify(SPEC), 'loans/openapi.json': JSON.stringify(openapi({ '/loans': {} })) },
      { services },
    );
    const rows = await engine.call('list_contracts', { service_name: 'loans' });
    expect(rows.map(({ id, service_name }) => [id, service_name])).toEqual([['loans/openapi.json', 'loans']]);
    expect(await engine.call('list_contracts', {})).toHaveLength(2);
  });

  test('are updated with their files', async () => {
    const { engine, folder } = await engineFor({ 'openapi.json': JSON.stringify(SPEC) });
    const [before] = await engine.call('list_contracts', {});
    writeFiles(folder, { 'openapi.json': JSON.stringify({ ...SPEC, info: { title: 'Books', version: '2.0.0' } }) });
    const [after] = await engine.call('list_contracts', {});
    expect(after?.version).toBe('2.0.0');
    expect(after?.spec_hash).not.toBe(before?.spec_hash);
    rmSync(join(folder, 'openapi.json'));
    expect(await engine.call('list_contracts', {})).toEqual([]);
  });

  test('are reported by file and line when they are broken', async () => {
    const { engine } = await engineFor({ 'openapi.yaml': 'openapi: 3.0.3\npaths: [\n' });
    await expect(engine.call('list_contracts', {})).rejects.toThrow(/openapi\.yaml:\d+ is not valid YAML/);
  });

  test('may be tables of services', async () => {
    const table = [
      '# Requirements',
      '| SVC-ID | Client Method | MCP Tool | Request DTO | Response DTO |',
      '|---|---|---|---|---|',
      '| SVC-001 | Books.get(id) | GET /books/{id} | - | { id: number, title: string } |',
    ].join('\n');
    const { engine } = await engineFor({ 'REQUIREMENTS.md': table });
    const contract = await engine.call('get_contract', { contract_id: 'REQUIREMENTS.md' });
    expect(contract).toMatchObject({ type: 'service_table', spec: { text: table } });
  });
});

describe('contracts that are stored', () => {
  const given = { service_name: 'books', type: 'openapi', version: '1.2.0', spec: SPEC } as const;

  test('stay for the next process', async () => {
    const { engine, folder } = await engineFor({});
    expect(await engine.call('create_contract', given)).toMatchObject({ id: 'books-openapi', created: true, status: 'active' });
    await engine.close();
    const next = await engineIn(folder);
    expect(await next.call('get_contract', { contract_id: 'books-openapi' })).toMatchObject({
      service_name: 'books',
      spec: SPEC,
    });
    expect(await next.call('get_unimplemented_contracts', { service_name: 'books' })).toHaveLength(1);
    // A name that nobody knows is no service that has done all.
    await expect(next.call('get_unimplemented_contracts', { service_name: 'loans' })).rejects.toMatchObject({
      code: 'tool-error',
      message: 'No contract of loans is known. Known: books.',
    });
  });

  test('are seen by others that are at work', async () => {
    const { engine, folder } = await engineFor({});
    const other = await engineIn(folder);
    expect(await other.call('list_contracts', {})).toEqual([]);
    await engine.call('create_contract', given);
    expect(await other.call('list_contracts', {})).toHaveLength(1);
  });

  test('replace an earlier version of themselves', async () => {
    const { engine } = await engineFor({});
    await engine.call('create_contract', given);
    const second = await engine.call('create_contract', { ...given, version: '2.0.0' });
    expect(second).toMatchObject({ id: 'books-openapi', created: false, version: '2.0.0' });
    expect(await engine.call('list_contracts', {})).toHaveLength(1);
  });

  test('do not replace a file of the repository', async () => {
    const { engine } = await engineFor({ 'openapi.json': JSON.stringify(SPEC) });
    await expect(engine.call('create_contract', { ...given, contract_id: 'openapi.json' })).rejects.toThrow('change it there');
  });

  test.each([
    ['a document of another kind', { ...given, type: 'asyncapi' as const }, 'is no asyncapi, but openapi'],
    ['no contract', { ...given, spec: { hello: 'world' } }, 'has none of `openapi`'],
    [
      'a reference to nothing',
      { ...given, spec: openapi({ '/a': { $ref: '#/nothing' } }) },
      '/paths/~1a/$ref refers to `#/nothing`',
    ],
  ])('%s is refused', async (_, wrong, why) => {
    const { engine } = await engineFor({});
    await expect(engine.call('create_contract', wrong)).rejects.toMatchObject({
      code: 'tool-error',
      message: expect.stringContaining(why),
    });
    expect(await engine.call('list_contracts', {})).toEqual([]);
  });

  test('cannot have an id that no terminal could show', async () => {
    const { engine } = await engineFor({});
    await expect(engine.call('create_contract', { ...given, contract_id: 'a\u001b[2Jb' })).rejects.toMatchObject({
      code: 'bad-input',
    });
  });
});

// Shows REQ-018; SVC-001
test('what is asked for and not there is null', async () => {
  const { engine } = await engineFor({});
  expect(await engine.call('get_contract', { contract_id: 'nothing' })).toBeNull();
});

test('an engine that was ended says so', async () => {
  const { engine } = await engineFor({});
  await engine.close();
  await engine.close();
  await expect(engine.call('list_contracts', {})).rejects.toMatchObject({ code: 'connection-lost' });
});
