import { afterAll, describe, expect, test } from '@jest/globals';
import { removeFolders, writeFiles } from '../../../temporary-folder.js';
import { closeEngines, engineFor, engineIn, openapi } from './opened.js';

afterAll(async () => {
  await closeEngines();
  removeFolders();
});

const BOOK = { type: 'object', required: ['id', 'title'], properties: { id: { type: 'integer' }, title: { type: 'string' } } };
const answer = (schema: object) => ({ 200: { description: '', content: { 'application/json': { schema } } } });
const SPEC = openapi({ '/books': { get: { responses: answer({ type: 'array', items: BOOK }) } } });

const app = (body: string): string =>
  `import express from 'express';\nconst app = express();\napp.get('/books', (req, res) => { ${body} });\napp.listen(3000);\n`;
const RETAINED = "res.json([{ id: 1, title: 'x' }]);";

const files = (body: string) => ({
  'package.json': JSON.stringify({ name: 'books', dependencies: { express: '5.0.0' } }),
  'openapi.json': JSON.stringify(SPEC),
  'src/app.ts': app(body),
  'src/notes.ts': 'export const notes = 1;\n',
});
const asked = { contract_id: 'openapi.json', service_name: 'books', evidence_path: 'src/app.ts' };

describe('a contract is marked as implemented', () => {
  // Shows REQ-022 by mcp/toolsets/contract-engine.ts; SVC-005 by mcp/toolsets/contract-engine.ts
  test('when the scan verifies it, by a file that keeps it', async () => {
    const { engine } = await engineFor(files(RETAINED));
    expect(await engine.call('mark_implemented', asked)).toEqual({ marked: true, total: 1, all_implemented: true });
    expect(await engine.call('get_unimplemented_contracts', {})).toEqual([]);
    expect(await engine.call('get_contract', { contract_id: 'openapi.json' })).toMatchObject({ status: 'implemented' });
  });

  // Shows REQ-023 by mcp/toolsets/contract-engine.ts; SVC-006 by mcp/toolsets/contract-engine.ts
  test('until it is another', async () => {
    const { engine, folder } = await engineFor(files(RETAINED));
    await engine.call('mark_implemented', asked);
    writeFiles(folder, { 'openapi.json': JSON.stringify({ ...SPEC, info: { title: 'Books', version: '2.0.0' } }) });
    expect(await engine.call('get_unimplemented_contracts', {})).toMatchObject([{ id: 'openapi.json', status: 'active' }]);
  });

  test('until a file that it refers to is another', async () => {
    const linked = openapi({ '/books': { get: { responses: answer({ type: 'array', items: { $ref: './book.json' } }) } } });
    const parts = { 'openapi.json': JSON.stringify(linked), 'book.json': JSON.stringify(BOOK) };
    const { engine, folder } = await engineFor({ ...files(RETAINED), ...parts });
    expect(await engine.call('mark_implemented', asked)).toMatchObject({ marked: true });
    expect(await (await engineIn(folder)).call('get_unimplemented_contracts', {})).toEqual([]);
    writeFiles(folder, { 'book.json': JSON.stringify({ ...BOOK, required: ['id', 'title', 'isbn'] }) });
    const later = await engineIn(folder);
    expect(await later.call('get_unimplemented_contracts', {})).toMatchObject([{ id: 'openapi.json', status: 'active' }]);
  });

  test('and not for another service that the same document is handed over for', async () => {
    const { 'openapi.json': _, ...code } = files(RETAINED);
    const { engine } = await engineFor(code);
    const given = { service_name: 'books', type: 'openapi', version: '1', spec: SPEC, contract_id: 'it' } as const;
    await engine.call('create_contract', given);
    await engine.call('mark_implemented', { ...asked, contract_id: 'it' });
    expect(await engine.call('create_contract', given)).toMatchObject({ status: 'implemented', created: false });
    expect(await engine.call('create_contract', { ...given, service_name: 'shop' })).toMatchObject({ status: 'active' });
  });

  test('when it was stored, and is in no file', async () => {
    const { 'openapi.json': _, ...code } = files(RETAINED);
    const { engine } = await engineFor(code);
    await engine.call('create_contract', { service_name: 'books', type: 'openapi', version: '1', spec: SPEC });
    const marked = await engine.call('mark_implemented', { ...asked, contract_id: 'books-openapi' });
    expect(marked).toEqual({ marked: true, total: 1, all_implemented: true });
  });
});

describe('settings do not help a contract that is broken', () => {
  test.each([
    ['a severity that is no error', { severities: { 'CONTRACT-001': 'note' } }],
    ['what is to be ignored', { ignore: [{ rule: 'CONTRACT-001', reason: 'later' }] }],
  ] as const)('%s', async (_, settings) => {
    const { engine } = await engineFor(files("res.json([{ id: 'x', title: 'x' }]);"), settings);
    expect(await engine.call('mark_implemented', asked)).toMatchObject({
      marked: false,
      reason: expect.stringContaining('not kept: GET /books (violated'),
    });
  });
});

// Shows REQ-022; SVC-005
describe('it is refused, and stays as it was', () => {
  test.each([
    ['a broken promise', "res.json([{ id: 'x', title: 'x' }]);", {}, 'finds 1 of 1 promises not kept: GET /books (violated'],
    ['what cannot be seen', 'res.json(globalThis.answer());', {}, 'cannot verify 1 of 1 promises: GET /books (unverified'],
    ['a file that has nothing to do with it', RETAINED, { evidence_path: 'src/notes.ts' }, 'its code is in src/app.ts'],
    ['a file that is not there', RETAINED, { evidence_path: 'src/nothing.ts' }, 'There is no file src/nothing.ts'],
    ['a file outside of the repository', RETAINED, { evidence_path: '../../../../../../etc/hosts' }, 'There is no file'],
    ['a folder', RETAINED, { evidence_path: 'src' }, 'There is no file src'],
    ['the contract itself', RETAINED, { evidence_path: 'openapi.json' }, 'openapi.json is the contract itself.'],
    [
      'a contract that is not there',
      RETAINED,
      { contract_id: 'other.json' },
      'There is no contract other.json. Known: openapi.json.',
    ],
  ])('for %s', async (_, body, changes, reason) => {
    const { engine } = await engineFor(files(body));
    expect(await engine.call('mark_implemented', { ...asked, ...changes })).toEqual({
      marked: false,
      total: 1,
      all_implemented: false,
      reason: expect.stringContaining(reason),
    });
    expect(await engine.call('get_unimplemented_contracts', {})).toHaveLength(1);
  });

  test('for a missing endpoint', async () => {
    const { engine, folder } = await engineFor(files(RETAINED));
    writeFiles(folder, { 'src/app.ts': app(RETAINED).replace("'/books'", "'/authors'") });
    expect(await engine.call('mark_implemented', asked)).toMatchObject({
      marked: false,
      reason: expect.stringContaining('GET /books (missing'),
    });
  });

  test('for another service than the one that keeps it', async () => {
    const { engine } = await engineFor(files(RETAINED), { services: [{ name: 'books', folders: [''] }] });
    expect(await engine.call('mark_implemented', { ...asked, service_name: 'loans' })).toEqual({
      marked: false,
      total: 0,
      all_implemented: false,
      reason: 'openapi.json is kept by books, not by loans.',
    });
  });

  test('and what was implemented is marked as violated when it is found broken', async () => {
    const { engine, folder } = await engineFor(files(RETAINED));
    await engine.call('mark_implemented', asked);
    writeFiles(folder, { 'src/app.ts': app('res.json([{ id: 1 }]);') });
    expect(await engine.call('mark_implemented', asked)).toMatchObject({ marked: false, all_implemented: false });
    expect(await engine.call('get_unimplemented_contracts', {})).toMatchObject([{ status: 'violated' }]);
  });
});
