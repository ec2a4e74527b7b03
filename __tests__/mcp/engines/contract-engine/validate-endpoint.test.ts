import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { expectQuick } from '../../../processor-time.js';
import { removeFolders } from '../../../temporary-folder.js';
import { type ContractEngine, closeEngines, engineFor, openapi } from './opened.js';

afterAll(async () => {
  await closeEngines();
  removeFolders();
});

const json = (schema: object) => ({ description: '', content: { 'application/json': { schema } } });

/** What the engine says of a body, for a contract of which `GET /it` answers with this schema. */
async function compared(schema: object, body: unknown, more: { document?: object; components?: object; status?: number } = {}) {
  const components = { schemas: more.components ?? {} };
  const spec = { ...openapi({ '/it': { get: { responses: { 200: json(schema) } } } }, { components }), ...more.document };
  const { engine } = await engineFor({ 'openapi.json': JSON.stringify(spec) });
  return engine.call('validate_endpoint', {
    service_name: 'any',
    method: 'GET',
    path: '/it',
    response_body: body,
    status_code: more.status ?? 200,
  });
}

const object = (properties: object, required: string[] = []) => ({ type: 'object', properties, required });

// Shows REQ-019 by mcp/toolsets/contract-engine.ts; TECH-013 by mcp/toolsets/contract-engine.ts
// Shows SVC-002 by mcp/toolsets/contract-engine.ts; INT-004
describe('a response that differs is reported by field, with the expected and actual values', () => {
  test.each([
    ['a type', object({ id: { type: 'integer' } }), { id: 'x' }, 'id', 'integer', 'string'],
    ['a whole number', object({ id: { type: 'integer' } }), { id: 1.5 }, 'id', 'integer', 'number'],
    ['a missing field', object({ id: { type: 'string', format: 'uuid' } }, ['id']), {}, 'id', 'string (uuid)', 'missing'],
    ['null', object({ id: { type: 'string' } }), { id: null }, 'id', 'string', 'null'],
    ['a value outside of a list', object({ s: { enum: ['a', 'b'] } }), { s: 'c' }, 's', '"a" or "b"', '"c"'],
    ['a field too many', { ...object({}), additionalProperties: false }, { x: 1 }, 'x', 'no such field', 'integer'],
    ['a format', object({ at: { type: 'string', format: 'date-time' } }), { at: 'today' }, 'at', 'string (date-time)', '"today"'],
    ['a limit', object({ n: { type: 'integer', minimum: 1 } }), { n: 0 }, 'n', 'at least 1', '0'],
    ['a pattern', object({ s: { type: 'string', pattern: '^a+$' } }), { s: 'b' }, 's', 'string that matches ^a+$', '"b"'],
    ['equal items', { type: 'array', uniqueItems: true }, [1, 1], '', 'items that differ', 'equal items'],
    ['the body', object({}), [], '', 'object', 'empty array'],
    [
      'an item',
      { type: 'array', items: object({ id: { type: 'integer' } }, ['id']) },
      [{ id: 1 }, {}],
      '[].id',
      'integer',
      'missing',
    ],
    ['a value of a map', { type: 'object', additionalProperties: { type: 'integer' } }, { 7: 'x' }, '7', 'integer', 'string'],
    [
      'a field of a field in a list',
      object({ books: { type: 'array', items: object({ author: object({ name: { type: 'string' } }) }) } }),
      { books: [{ author: { name: 1 } }] },
      'books[].author.name',
      'string',
      'integer',
    ],
  ])('%s', async (_, schema, body, field, expected, actual) => {
    expect(await compared(schema, body)).toEqual({ valid: false, violations: [{ field, expected, actual }] });
  });

  test('each once, however many items have it', async () => {
    const schema = { type: 'array', items: object({ id: { type: 'integer' }, name: { type: 'string' } }, ['id']) };
    const { violations } = await compared(schema, [{ name: 1 }, { name: 2 }, { id: 'x' }]);
    expect(violations.map(({ field }) => field)).toEqual(['[].id', '[].name', '[].id']);
  });

  test.each([
    ['a field that holds a secret', { accessToken: { type: 'string', pattern: '^ey' } }, { accessToken: 'hunter2' }],
    ['a list of secrets', { tokens: { type: 'array', items: { enum: ['a'] } } }, { tokens: ['hunter2'] }],
    ['what is below a secret', { password: object({ value: { enum: ['a'] } }) }, { password: { value: 'hunter2' } }],
    ['an object, that may hold one', { one: { enum: ['a'] } }, { one: { password: 'hunter2' } }],
  ])('but not the value of %s', async (_, properties, body) => {
    const { violations } = await compared(object(properties), body);
    expect(violations).toHaveLength(1);
    expect(JSON.stringify(violations)).not.toContain('hunter2');
  });

  test('items of an enormous list are compared in no time', async () => {
    const items = Array.from({ length: 50_000 }, (_, id) => ({ id, of: { list: [id] } }));
    const schema = { type: 'array', uniqueItems: true };
    expect(await compared(schema, items)).toEqual({ valid: true, violations: [] });
    expect((await compared(schema, [...items, { of: { list: [7] }, id: 7 }])).violations).toHaveLength(1);
    expect(await compared(schema, [1, '1', [], {}, [{ name: 'a', inner: 1 }], { a: 1 }, null, 'null'])).toMatchObject({
      valid: true,
    });
  });

  test('an address of this machine is a url', async () => {
    const schema = object({ url: { type: 'string', format: 'url' } });
    expect(await compared(schema, { url: 'http://localhost:3000/books' })).toEqual({ valid: true, violations: [] });
    expect((await compared(schema, { url: 'books' })).violations).toHaveLength(1);
  });

  test('without what would move the cursor of a terminal', async () => {
    const { violations } = await compared(object({ s: { enum: ['a'] } }), { s: '\u001b[2J' });
    expect(JSON.stringify(violations)).not.toContain('\\u001b[2J"');
    expect(violations[0]?.actual).toContain('u001b');
  });
});

describe('words of OpenAPI', () => {
  test('3.0: what is `nullable` may be null, beside a reference and among values too', async () => {
    const components = { Name: { type: 'string' } };
    const schema = object({
      a: { type: 'string', nullable: true },
      b: { $ref: '#/components/schemas/Name', nullable: true },
      c: { type: 'string', enum: ['x'], nullable: true },
      d: { allOf: [{ $ref: '#/components/schemas/Name' }], nullable: true },
    });
    expect(await compared(schema, { a: null, b: null, c: null, d: null }, { components })).toEqual({
      valid: true,
      violations: [],
    });
    const { violations } = await compared(schema, { a: 1, b: 1, c: 1, d: 1 }, { components });
    expect(violations.map(({ field, expected }) => [field, expected])).toEqual([
      ['a', 'string or null'],
      ['b', 'string'],
      ['c', '"x" or null'],
      ['d', 'string'],
    ]);
  });

  test('3.0: `exclusiveMinimum: true` makes the minimum exclusive', async () => {
    const schema = object({ n: { type: 'number', minimum: 0, exclusiveMinimum: true } });
    expect((await compared(schema, { n: 0 })).violations).toEqual([{ field: 'n', expected: 'more than 0', actual: '0' }]);
  });

  test('3.1: types in a list, constants, positions, and words beside a reference', async () => {
    const document = { openapi: '3.1.0' };
    const schema = object({
      a: { type: ['string', 'null'] },
      b: { const: 7 },
      c: { type: 'array', prefixItems: [{ type: 'string' }], items: false },
      d: { $ref: '#/components/schemas/Name', minLength: 3 },
    });
    const components = { Name: { type: 'string' } };
    expect(await compared(schema, { a: null, b: 7, c: ['x'], d: 'abc' }, { document, components })).toMatchObject({
      valid: true,
    });
    const { violations } = await compared(schema, { a: 1, b: 8, c: [1], d: 'ab' }, { document, components });
    expect(violations.map(({ field, expected }) => [field, expected])).toEqual([
      ['a', 'string or null'],
      ['b', '7'],
      ['c[]', 'string'],
      ['d', 'string of at least 3 characters'],
    ]);
  });

  test('2.0: schemas right below the response, and `x-nullable`', async () => {
    const spec = {
      swagger: '2.0',
      info: { title: 'Old', version: '1' },
      basePath: '/api',
      produces: ['application/json'],
      paths: { '/it': { get: { responses: { 200: { description: '', schema: { $ref: '#/definitions/It' } } } } } },
      definitions: { It: object({ id: { type: 'integer', 'x-nullable': true } }, ['id']) },
    };
    const { engine } = await engineFor({ 'swagger.json': JSON.stringify(spec) });
    const asked = { service_name: 'old', method: 'get', path: '/api/it' };
    expect(await engine.call('validate_endpoint', { ...asked, response_body: { id: null } })).toMatchObject({ valid: true });
    expect((await engine.call('validate_endpoint', { ...asked, response_body: {} })).violations).toEqual([
      { field: 'id', expected: 'integer or null', actual: 'missing' },
    ]);
  });

  test('what is `writeOnly` need not be sent', async () => {
    const schema = object({ name: { type: 'string' }, password: { type: 'string', writeOnly: true } }, ['name', 'password']);
    expect(await compared(schema, { name: 'x' })).toMatchObject({ valid: true });
  });

  describe('a discriminator says which option counts', () => {
    const components = {
      Cat: object({ kind: { type: 'string' }, lives: { type: 'integer' } }, ['kind', 'lives']),
      Dog: object({ kind: { type: 'string' }, tricks: { type: 'array' } }, ['kind', 'tricks']),
    };
    const oneOf = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
    const schema = { oneOf, discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat', dog: 'Dog' } } };

    test.each([
      [{ kind: 'cat', lives: 9 }, []],
      [{ kind: 'cat' }, [{ field: 'lives', expected: 'integer', actual: 'missing' }]],
      [{ kind: 'dog', tricks: 1 }, [{ field: 'tricks', expected: 'array', actual: 'integer' }]],
      [{ kind: 'cow' }, [{ field: 'kind', expected: '"cat" or "dog"', actual: '"cow"' }]],
      [{ lives: 9 }, [{ field: 'kind', expected: '"cat" or "dog"', actual: 'missing' }]],
    ])('%j', async (body, violations) => {
      expect((await compared(schema, body, { components })).violations).toEqual(violations);
    });

    test('without a mapping by the names of the schemas', async () => {
      const named = { oneOf, discriminator: { propertyName: 'kind' } };
      expect(await compared(named, { kind: 'Cat', lives: 9 }, { components })).toMatchObject({ valid: true });
      expect((await compared(named, { kind: 'cat', lives: 9 }, { components })).violations).toHaveLength(1);
    });
  });

  describe('a base says by its discriminator which heir counts', () => {
    const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog', pet: '#/components/schemas/Pet' };
    const subschema = (properties: object, required: string[]) => ({
      allOf: [{ $ref: '#/components/schemas/Pet' }, object(properties, required)],
    });
    const components = {
      Pet: { ...object({ kind: { type: 'string' } }, ['kind']), discriminator: { propertyName: 'kind', mapping } },
      Cat: subschema({ lives: { type: 'integer' }, friend: { allOf: [{ $ref: '#/components/schemas/Pet' }], nullable: true } }, [
        'lives',
      ]),
      Dog: subschema({ tricks: { type: 'array' } }, ['tricks']),
    };
    const schema = { type: 'array', items: { $ref: '#/components/schemas/Pet' } };

    test.each([
      [{ kind: 'cat', lives: 9 }, []],
      [{ kind: 'cat' }, ['lives']],
      [{ kind: 'dog' }, ['tricks']],
      [{ kind: 'pet' }, []],
      [{ kind: 'cow' }, []],
      [{}, ['kind']],
      [{ kind: 'cat', lives: 9, friend: null }, []],
      [{ kind: 'cat', lives: 9, friend: { kind: 'dog' } }, ['friend.tricks']],
    ])('%j', async (body, fields) => {
      for (const openapi of ['3.0.3', '3.1.0']) {
        if (openapi === '3.1.0' && JSON.stringify(body).includes('null')) continue;
        const { violations } = await compared(schema, [body], { components, document: { openapi } });
        expect(violations.map(({ field }) => field)).toEqual(fields.map((field) => `[].${field}`));
      }
    });
  });

  describe('without a mapping the name of an heir says that it counts', () => {
    const subschema = (base: string, properties: object) => ({
      allOf: [{ $ref: `#/components/schemas/${base}` }, object(properties, Object.keys(properties))],
    });
    const kind = object({ kind: { type: 'string' } }, ['kind']);
    const lives = { lives: { type: 'integer' } };
    const components = {
      Pet: { ...kind, discriminator: { propertyName: 'kind', mapping: { hound: 'Dog' } } },
      Cat: subschema('Pet', lives),
      Lion: subschema('Cat', { mane: { type: 'boolean' } }),
      Dog: subschema('Pet', { tricks: { type: 'array' } }),
      'Very Odd/One': subschema('Pet', { odd: { type: 'boolean' } }),
      Stone: object({ weight: { type: 'number' } }, ['weight']),
    };

    test.each([
      [{ kind: 'Cat' }, ['lives']],
      [{ kind: 'Cat', lives: 9 }, []],
      [{ kind: 'Lion', lives: 1 }, ['mane']],
      [{ kind: 'hound' }, ['tricks']],
      [{ kind: 'Very Odd/One' }, ['odd']],
      [{ kind: 'Pet' }, []],
      [{ kind: 'Stone' }, []],
    ])('%j', async (body, fields) => {
      const { violations } = await compared({ $ref: '#/components/schemas/Pet' }, body, { components });
      expect(violations.map(({ field }) => field)).toEqual(fields);
    });

    test('in OpenAPI 2, whose discriminator is a name alone', async () => {
      const spec = {
        swagger: '2.0',
        info: { title: 'It', version: '1' },
        paths: {
          '/it': {
            get: {
              produces: ['application/json'],
              responses: { 200: { description: '', schema: { $ref: '#/definitions/Pet' } } },
            },
          },
        },
        definitions: {
          Pet: { ...kind, discriminator: 'kind' },
          Cat: { allOf: [{ $ref: '#/definitions/Pet' }, object(lives, ['lives'])] },
        },
      };
      const { engine } = await engineFor({ 'openapi.json': JSON.stringify(spec) });
      const asked = { service_name: 'any', method: 'GET', path: '/it', response_body: { kind: 'Cat' } };
      expect((await engine.call('validate_endpoint', asked)).violations.map(({ field }) => field)).toEqual(['lives']);
    });

    test('a hostile number of subschemas is reported, and compared with nothing', async () => {
      const many = Object.fromEntries(Array.from({ length: 1_100 }, (_, index) => [`H${index}`, subschema('Pet', lives)]));
      const answer = await compared(
        { $ref: '#/components/schemas/Pet' },
        { kind: 'H7' },
        { components: { ...components, ...many } },
      );
      expect(answer).toMatchObject({ valid: false, error: expect.stringContaining('more subschemas than are followed') });
    });
  });

  test('without a discriminator, the errors of the nearest option are reported', async () => {
    const anyOf = [object({ kind: { const: 'a' }, n: { type: 'integer' } }, ['kind', 'n']), { type: 'string' }];
    expect((await compared({ anyOf }, { kind: 'a', n: 'x' })).violations).toEqual([
      { field: 'n', expected: 'integer', actual: 'string' },
    ]);
    expect((await compared({ anyOf }, 7)).violations).toEqual([{ field: '', expected: 'object or string', actual: 'integer' }]);
  });

  test('schemas that hold themselves', async () => {
    const components = {
      Node: object({ id: { type: 'integer' }, next: { oneOf: [{ $ref: '#/components/schemas/Node' }, { type: 'string' }] } }),
    };
    const schema = { $ref: '#/components/schemas/Node' };
    expect(await compared(schema, { id: 1, next: { id: 2, next: 'end' } }, { components })).toMatchObject({ valid: true });
    expect((await compared(schema, { id: 1, next: { id: 'x' } }, { components })).violations).toEqual([
      { field: 'next.id', expected: 'integer', actual: 'string' },
    ]);
  });

  test('schemas in other files', async () => {
    const spec = openapi({ '/it': { get: { responses: { 200: json({ $ref: './models/it.yaml#/It' }) } } } });
    const models = 'It:\n  type: object\n  required: [id]\n  properties: {id: {type: integer}}\n';
    const { engine } = await engineFor({ 'openapi.json': JSON.stringify(spec), 'models/it.yaml': models });
    const answer = await engine.call('validate_endpoint', { service_name: 'a', method: 'GET', path: '/it', response_body: {} });
    expect(answer.violations).toEqual([{ field: 'id', expected: 'integer', actual: 'missing' }]);
  });
});

describe('what cannot be compared is no pass', () => {
  test('a reference to somewhere else', async () => {
    const answer = await compared(object({ a: { $ref: 'https://example.com/a.json' } }), { a: 1 });
    expect(answer).toMatchObject({ valid: false, violations: [], error: expect.stringContaining('https://example.com/a.json') });
  });

  test('a pattern of another language', async () => {
    const answer = await compared(object({ a: { type: 'string', pattern: '(?i)x' } }), { a: 'x' });
    expect(answer).toMatchObject({ valid: false, error: expect.stringContaining('(?i)x') });
  });

  test('a pattern that would take for ever', async () => {
    const asked = compared(object({ a: { type: 'string', pattern: '^(a+)+$' } }), { a: `${'a'.repeat(50)}b` });
    await expect(asked).rejects.toMatchObject({ code: 'tool-error', message: expect.stringContaining('takes too long') });
  });
});

describe('which operation and which answer', () => {
  let engine: ContractEngine;
  beforeAll(async () => {
    const answer = (name: string) => json(object({ [name]: { type: 'integer' } }, [name]));
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'string' } };
    const paths = {
      '/books/{id}': {
        parameters: [id],
        get: {
          responses: {
            200: answer('book'),
            '4XX': answer('problem'),
            default: answer('other'),
            304: { description: 'Nothing new' },
          },
        },
        delete: { responses: { 204: { description: 'Gone' } } },
      },
      '/books/latest': { get: { responses: { 200: answer('latest') } } },
      '/books/{id}.pdf': {
        parameters: [id],
        get: { responses: { 200: { description: '', content: { 'application/pdf': {} } } } },
      },
      '/status': {
        get: {
          responses: {
            200: { description: '', content: { 'text/plain': { schema: { $ref: '#/components/schemas/Word' } } } },
            203: { description: '', content: { 'application/xml': { schema: object({ a: { type: 'string' } }) } } },
            default: answer('other'),
          },
        },
        head: { responses: { 200: answer('book') } },
      },
      '/mixed': {
        get: {
          responses: {
            200: {
              description: '',
              content: {
                'text/csv': { schema: { type: 'string' } },
                'application/json': { schema: object({ a: { type: 'integer' } }, ['a']) },
                'application/hal+json': { schema: object({ _links: { type: 'object' } }, ['_links']) },
              },
            },
          },
        },
      },
    };
    const spec = openapi(paths, {
      servers: [{ url: 'https://example.com/v1' }],
      components: { schemas: { Word: { type: 'string', enum: ['up', 'down'] } } },
    });
    ({ engine } = await engineFor({ 'openapi.json': JSON.stringify(spec) }));
  });
  const asked = (changes: object) =>
    engine.call('validate_endpoint', { service_name: 'books', method: 'GET', path: '/books/7', response_body: {}, ...changes });
  const lacking = async (changes: object) => (await asked(changes)).violations.map(({ field }) => field);

  test.each([
    ['as requested', { path: '/books/7' }, ['book']],
    ['below the path of its server', { path: '/v1/books/7?full=1' }, ['book']],
    ['with the address of its server', { path: 'https://example.com/v1/books/7?full=1' }, ['book']],
    ['as the contract writes it', { path: '/books/{bookId}' }, ['book']],
    ['word for word before a parameter', { path: '/books/latest' }, ['latest']],
    ['an exact status', { status_code: 200 }, ['book']],
    ['a range of statuses', { status_code: 404 }, ['problem']],
    ['any other status', { status_code: 500 }, ['other']],
    ['a media type', { path: '/mixed', content_type: 'application/hal+json; charset=utf-8' }, ['_links']],
    ['JSON without a media type', { path: '/mixed' }, ['a']],
  ])('%s', async (_, changes, fields) => {
    expect(await lacking(changes)).toEqual(fields);
  });

  test.each([
    ['no such path', { path: '/authors' }, 'No contract promises GET /authors.'],
    ['another method', { method: 'PUT' }, 'No contract promises PUT for /books/7, but GET or DELETE.'],
    ['no such status', { path: '/mixed', status_code: 404 }, 'openapi.json promises no status 404 for GET /mixed, but 200.'],
  ])('%s is no verdict', async (_, changes, error) => {
    expect(await asked(changes)).toEqual({ valid: false, violations: [], error });
  });

  test('no body where none is promised', async () => {
    const gone = { method: 'DELETE', status_code: 204 };
    expect(await asked({ ...gone, response_body: undefined })).toEqual({ valid: true, violations: [] });
    expect(await asked({ ...gone, response_body: { ok: true } })).toEqual({
      valid: false,
      violations: [{ field: '', expected: 'no body', actual: 'object' }],
    });
    expect((await asked({ response_body: undefined })).violations).toEqual([
      { field: '', expected: 'application/json', actual: 'no body' },
    ]);
  });

  test('another media type than those that are promised', async () => {
    expect((await asked({ content_type: 'text/html' })).violations).toEqual([
      { field: '', expected: 'application/json', actual: 'text/html' },
    ]);
  });

  test('a response to HEAD, and one that nothing has changed, has no body', async () => {
    for (const bare of [{ method: 'HEAD' }, { status_code: 304 }]) {
      const changes = { path: '/status', ...bare };
      expect(await asked({ ...changes, response_body: undefined })).toEqual({ valid: true, violations: [] });
      expect((await asked({ ...changes, response_body: { other: 1, book: 1 } })).violations).toEqual([
        { field: '', expected: 'no body', actual: 'object' },
      ]);
    }
  });

  test('a text is compared with the schema of texts', async () => {
    const status = { path: '/status', content_type: 'text/plain' };
    expect(await asked({ ...status, response_body: 'up' })).toEqual({ valid: true, violations: [] });
    expect((await asked({ ...status, response_body: 'lost' })).violations).toEqual([
      { field: '', expected: '"up" or "down"', actual: '"lost"' },
    ]);
  });

  test.each([
    ['JSON of which nobody says that it is a text', { path: '/status' }, 'say its `content_type`'],
    ['XML with a schema', { path: '/status', status_code: 203, response_body: '<a/>' }, 'not compared with its schema'],
  ])('%s is no pass', async (_, changes, error) => {
    expect(await asked(changes)).toEqual({ valid: false, violations: [], error: expect.stringContaining(error) });
  });

  test('what is no JSON, and has no schema, is not looked into', async () => {
    expect(await asked({ path: '/books/7.pdf', response_body: '%PDF', content_type: 'application/pdf' })).toMatchObject({
      valid: true,
    });
  });
});

test('what was stored takes no promise of the repository back', async () => {
  const paths = (schema: object) => ({ '/it': { get: { responses: { 200: json(schema) } } } });
  const { engine } = await engineFor({ 'openapi.json': JSON.stringify(openapi(paths(object({}, ['id'])))) });
  const stored = openapi({ ...paths({}), '/other': { get: { responses: { 200: json({}) } } } });
  await engine.call('create_contract', { service_name: 'books', type: 'openapi', version: '1', spec: stored });
  const asked = { service_name: 'books', method: 'GET', response_body: {} };
  expect(await engine.call('validate_endpoint', { ...asked, path: '/it' })).toMatchObject({ valid: false });
  expect(await engine.call('validate_endpoint', { ...asked, path: '/other' })).toMatchObject({ valid: true });
});

test('a table of services is compared too', async () => {
  const table = [
    '# Requirements',
    '| SVC-ID | Client Method | MCP Tool | Request DTO | Response DTO |',
    '|---|---|---|---|---|',
    '| SVC-001 | Books.get(id) | GET /books/{id} | - | { id: number, title: string } |',
  ].join('\n');
  const { engine } = await engineFor({ 'REQUIREMENTS.md': table });
  const answer = await engine.call('validate_endpoint', {
    service_name: 'books',
    method: 'GET',
    path: '/books/7',
    response_body: { id: 7 },
  });
  expect(answer.violations).toEqual([{ field: 'title', expected: 'string', actual: 'missing' }]);
});

test('a thousand responses take less than three seconds', async () => {
  const schema = {
    type: 'array',
    items: object({ id: { type: 'integer' }, at: { type: 'string', format: 'date-time' } }, ['id', 'at']),
  };
  const { engine } = await engineFor({
    'openapi.json': JSON.stringify(openapi({ '/it': { get: { responses: { 200: json(schema) } } } })),
  });
  const body = Array.from({ length: 20 }, (_, id) => ({ id, at: '2024-05-17T09:30:00Z' }));
  await expectQuick(3_000, async () => {
    for (let count = 0; count < 1000; count++) {
      const answer = await engine.call('validate_endpoint', {
        service_name: 'a',
        method: 'GET',
        path: '/it',
        response_body: body,
      });
      expect(answer.valid).toBe(true);
    }
  });
});

describe('a contract is named by its service', () => {
  const promising = (answered: string) =>
    JSON.stringify(openapi({ '/it': { get: { responses: { 200: json(object({ [answered]: {} }, [answered])) } } } }));
  const asked = { method: 'GET', path: '/it', response_body: {} };

  test('one that names none counts for every name, and for the empty one that lists give', async () => {
    const { engine } = await engineFor({ 'openapi.json': promising('a') });
    const [row] = await engine.call('list_contracts', {});
    expect(row?.service_name).toBe('');
    for (const service_name of ['', 'anything'])
      expect((await engine.call('validate_endpoint', { ...asked, service_name })).violations.map(({ field }) => field)).toEqual([
        'a',
      ]);
  });

  test('the empty name means no contract of a service that has one', async () => {
    const { engine } = await engineFor({});
    const spec = JSON.parse(promising('a'));
    await engine.call('create_contract', { service_name: 'shop', type: 'openapi', version: '1', spec });
    expect(await engine.call('validate_endpoint', { ...asked, service_name: '' })).toEqual({
      valid: false,
      violations: [],
      error: 'No contract that names no service is known. Known: shop.',
    });
  });
});
