import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { removeFolders } from '../../../temporary-folder.js';
import { type ContractEngine, closeEngines, engineFor, openapi } from './opened.js';

let engine: ContractEngine;
beforeAll(async () => {
  ({ engine } = await engineFor({}));
});
afterAll(async () => {
  await closeEngines();
  removeFolders();
});

const json = (schema: object | undefined) => ({
  description: '',
  content: { 'application/json': schema === undefined ? {} : { schema } },
});
const get = (schema: object | undefined, more: object = {}) => ({ get: { responses: { 200: json(schema) }, ...more } });
const ID = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
const IT = { type: 'object', properties: { id: { type: 'integer' } } };

test('a document with which nothing is wrong', async () => {
  expect(await engine.call('validate_spec', { spec: openapi({ '/it': get(IT) }), type: 'openapi' })).toEqual({
    valid: true,
    type: 'openapi',
    errors: [],
    warnings: [],
  });
});

describe('is no valid contract', () => {
  test.each([
    ['something else', { hello: 1 }, '', 'has none of `openapi`'],
    [
      'a reference to nothing',
      openapi({ '/it': get({ $ref: '#/components/schemas/It' }) }),
      '/paths/~1it/get/responses/200/content/application~1json/schema/$ref',
      'refers to `#/components/schemas/It`',
    ],
    ['no title', { ...openapi({}), info: { version: '1' } }, '/info', '`info.title` is required'],
    ['no responses', openapi({ '/it': { get: {} } }), '/paths/~1it/get', 'has no `responses`'],
    [
      'no description',
      openapi({ '/it': { get: { responses: { 200: {} } } } }),
      '/paths/~1it/get/responses/200',
      'needs a `description`',
    ],
    [
      'a status that is none',
      openapi({ '/it': { get: { responses: { ok: { description: '' } } } } }),
      '/paths/~1it/get/responses/ok',
      'is no status',
    ],
    [
      'a parameter of the path that is not declared',
      openapi({ '/it/{id}': get(IT) }),
      '/paths/~1it~1{id}/get',
      '`{id}` of the path is declared by no parameter',
    ],
    [
      'a parameter that is not in the path',
      openapi({ '/it': get(IT, { parameters: [ID] }) }),
      '/paths/~1it/get',
      '`id` does not stand in the path',
    ],
    [
      'a path parameter that need not come',
      openapi({ '/it/{id}': get(IT, { parameters: [{ ...ID, required: false }] }) }),
      '/paths/~1it~1{id}/get',
      'has to be `required: true`',
    ],
    [
      'two operations of one id',
      openapi({ '/a': get(IT, { operationId: 'it' }), '/b': get(IT, { operationId: 'it' }) }),
      '/paths/~1b/get/operationId',
      '`it` is the id of another operation',
    ],
    [
      'one path twice',
      openapi({
        '/a/{x}': get(IT, { parameters: [{ ...ID, name: 'x' }] }),
        '/a/{y}': get(IT, { parameters: [{ ...ID, name: 'y' }] }),
      }),
      '/paths/~1a~1{y}',
      'is the same path as `/a/{x}`',
    ],
  ])('%s', async (_, spec, path, message) => {
    const report = await engine.call('validate_spec', { spec });
    expect(report.valid).toBe(false);
    expect(report.errors).toContainEqual({ path, message: expect.stringContaining(message) });
    expect(JSON.stringify(report)).not.toContain('document.json');
  });

  test('another kind than declared', async () => {
    const report = await engine.call('validate_spec', { spec: openapi({ '/it': get(IT) }), type: 'asyncapi' });
    expect(report).toMatchObject({ valid: false, errors: [{ path: '', message: 'The document is no asyncapi, but openapi.' }] });
  });
});

describe('is valid, but hard to keep', () => {
  const options = [IT, { type: 'object', properties: { name: { type: 'string' } } }];
  test.each([
    ['a body without a schema', openapi({ '/it': get(undefined) }), 'The body (application/json) has no schema.'],
    [
      'an object without fields',
      openapi({ '/it': get({ type: 'object' }) }),
      'The body is an object of which no field is described.',
    ],
    ['a field that may be anything', openapi({ '/it': get({ type: 'object', properties: { a: {} } }) }), '`a` may be any value.'],
    ['a list of anything', openapi({ '/it': get({ type: 'array' }) }), 'The body is a list whose items are not described.'],
    ['no success', openapi({ '/it': { get: { responses: { 404: json(IT) } } } }), 'It says nothing of what success looks like.'],
    [
      'options that nothing tells apart',
      openapi({ '/it': get({ oneOf: options }) }),
      'neither a discriminator nor a required field tells which',
    ],
    ['nothing at all', openapi({}), 'It has nothing to compare.'],
    [
      'no answer, which 3.1 allows',
      { ...openapi({ '/it': { get: {} } }), openapi: '3.1.0' },
      'It says nothing of what it answers.',
    ],
    ['another file', openapi({ '/it': get({ $ref: 'it.yaml' }) }), '`it.yaml` is not part of the document'],
    [
      'a type that does not exist',
      openapi({ '/it': get({ type: 'object', properties: { a: { type: 'date' } } }) }),
      '`type: date` is not a valid schema type',
    ],
    [
      'an example that its schema does not allow',
      openapi({
        '/it': {
          get: { responses: { 200: { description: '', content: { 'application/json': { schema: IT, example: { id: 'x' } } } } } },
        },
      }),
      'The example does not fit its schema: `id` is string, where integer is promised.',
    ],
    [
      'paths that cross',
      openapi({
        '/a/{x}/new': get(IT, { parameters: [{ ...ID, name: 'x' }] }),
        '/a/it/{y}': get(IT, { parameters: [{ ...ID, name: 'y' }] }),
      }),
      'A request can be both `GET /a/{x}/new` and `GET /a/it/{y}`.',
    ],
  ])('%s', async (_, spec, message) => {
    const report = await engine.call('validate_spec', { spec });
    expect(report).toMatchObject({ valid: true, errors: [] });
    expect(report.warnings.map((each) => each.message)).toContainEqual(expect.stringContaining(message));
  });

  test('but not options that a constant or their required fields tell apart', async () => {
    const kinds = ['a', 'b'].map((kind) => ({ type: 'object', required: ['kind'], properties: { kind: { enum: [kind] } } }));
    const fields = ['a', 'b'].map((name) => ({ type: 'object', required: [name], properties: { [name]: { type: 'string' } } }));
    for (const oneOf of [kinds, fields])
      expect(await engine.call('validate_spec', { spec: openapi({ '/it': get({ oneOf }) }) })).toMatchObject({ warnings: [] });
  });
});

test('a document that is nested without an end is refused', async () => {
  let deep: Record<string, unknown> = {};
  for (let depth = 0; depth < 5000; depth++) deep = { deep };
  await expect(engine.call('validate_spec', { spec: deep })).rejects.toMatchObject({ code: 'bad-input' });
  await expect(
    engine.call('create_contract', { service_name: 'a', type: 'openapi', version: '1', spec: deep }),
  ).rejects.toMatchObject({ code: 'bad-input' });
});

describe('a new version of a contract', () => {
  // Shows REQ-021 by mcp/toolsets/contract-engine.ts; SVC-004 by mcp/toolsets/contract-engine.ts
  test('is reported with its effect', async () => {
    const before = openapi({ '/it': get({ ...IT, required: ['id'] }) });
    const { engine: own } = await engineFor({ 'openapi.json': JSON.stringify(before) });
    const after = openapi({ '/it': get({ type: 'object', properties: { name: { type: 'string' } } }) });
    const changes = await own.call('check_breaking_changes', { contract_id: 'openapi.json', new_spec: after });
    expect(changes).toContainEqual({
      rule: 'response-required-property-removed',
      severity: 'error',
      breaking: true,
      subject: 'GET /it',
      message: expect.stringContaining('id'),
    });
    expect(await own.call('check_breaking_changes', { contract_id: 'openapi.json', new_spec: before })).toEqual([]);
  });

  test('is reported with the undecided parts', async () => {
    const before = openapi({ '/it': get({ ...IT, required: ['id'] }) });
    const { engine: own } = await engineFor({ 'openapi.json': JSON.stringify(before) });
    const after = openapi({ '/it': get({ type: 'object', properties: { id: { $ref: 'https://example.com/id.json' } } }) });
    const changes = await own.call('check_breaking_changes', { contract_id: 'openapi.json', new_spec: after });
    expect(changes).toContainEqual(expect.objectContaining({ rule: 'undecided', breaking: false }));
  });

  test('has to be one that can be read, of a contract that is there', async () => {
    const { engine: own } = await engineFor({ 'openapi.json': JSON.stringify(openapi({})) });
    const asked = { contract_id: 'openapi.json', new_spec: { no: 'contract' } };
    await expect(own.call('check_breaking_changes', asked)).rejects.toMatchObject({ code: 'tool-error' });
    await expect(own.call('check_breaking_changes', { ...asked, contract_id: 'x' })).rejects.toThrow('There is no contract x');
  });
});
