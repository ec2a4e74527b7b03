import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CallError } from '../../../../src/mcp/call-failure.js';
import { removeFolders } from '../../../temporary-folder.js';
import { LIBRARY } from './library-service.js';
import { type ContractEngine, closeEngines, engineFor, openapi } from './opened.js';

let engine: ContractEngine;
beforeAll(async () => {
  ({ engine } = await engineFor({}));
});
afterAll(async () => {
  await closeEngines();
  removeFolders();
});

type Key = string | number;

/** Every place of a document. */
function placesIn(value: unknown, path: readonly Key[] = []): readonly (readonly Key[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))];
}

function changed(value: unknown, path: readonly Key[], to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item, index) => (String(index) === String(key) ? changed(item, rest, to) : item));
  return { ...(value as object), [key]: changed((value as Record<string, unknown>)[key], rest, to) };
}

const odd = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    false,
    0,
    -1,
    1.5,
    '',
    'x',
    [],
    {},
    [null],
    { $ref: '#' },
    { $ref: '#/components/schemas/Book' },
  ),
  fc.constantFrom<unknown>(
    { type: 'constructor' },
    { format: 'toString' },
    { pattern: '(' },
    { pattern: '^(a|a)*$', type: 'string' },
  ),
  fc.constantFrom<unknown>(
    { enum: [] },
    { required: true },
    { allOf: {} },
    { oneOf: [[]] },
    { items: 7 },
    { minLength: 'x' },
    { not: {} },
  ),
  fc.constantFrom<unknown>(JSON.parse('{"__proto__": {"type": "string"}}'), { properties: { constructor: { type: 'integer' } } }),
  fc.jsonValue({ maxDepth: 2 }),
);

async function known(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
  }
}

test('whatever stands anywhere in a document, every tool answers or says why not', async () => {
  const places = placesIn(LIBRARY);
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...places), odd, fc.jsonValue(), async (path, value, body) => {
      const spec = changed(LIBRARY, path, value);
      if (typeof spec !== 'object' || spec === null || Array.isArray(spec)) return;
      const document = spec as Record<string, unknown>;
      const id = { contract_id: 'odd' };
      await known(engine.call('validate_spec', { spec: document }));
      await known(engine.call('create_contract', { service_name: 's', type: 'openapi', version: '1', spec: document, ...id }));
      await known(engine.call('check_breaking_changes', { ...id, new_spec: LIBRARY }));
      await known(engine.call('generate_tests', { ...id, framework: 'jest' }));
      for (const asked of ['/books', '/books/7', '/stock'])
        await known(engine.call('validate_endpoint', { service_name: 's', method: 'GET', path: asked, response_body: body }));
    }),
    { numRuns: 60 },
  );
});

describe('names that every object has', () => {
  test('are fields like others', async () => {
    const properties = JSON.parse(
      '{"constructor": {"type": "integer"}, "__proto__": {"type": "integer"}, "toString": {"type": "integer"}}',
    );
    const schema = { type: 'object', required: ['constructor', 'toString'], properties };
    const content = { 'application/json': { schema } };
    const spec = openapi({ '/it': { get: { responses: { 200: { description: '', content } } } } });
    const { engine: own } = await engineFor({ 'openapi.json': JSON.stringify(spec) });
    const asked = { service_name: 's', method: 'GET', path: '/it' };
    const { violations } = await own.call('validate_endpoint', { ...asked, response_body: {} });
    expect(violations.map(({ field, actual }) => [field, actual])).toEqual([
      ['constructor', 'missing'],
      ['toString', 'missing'],
    ]);
  });
});
