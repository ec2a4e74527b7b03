import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadContracts } from '../../src/contracts/load.js';
import { UserError } from '../../src/model/user-error.js';
import { expectQuick } from '../processor-time.js';
import { contractOf, folderWith, mistakeIn, removeFolders } from './workspace.js';

afterAll(removeFolders);

const head = 'openapi: 3.0.3\ninfo: { title: Books, version: 1.0.0 }\n';

describe('one sentence names what is wrong and where', () => {
  const rows: readonly (readonly [what: string, content: string | Uint8Array, message: string, line: number])[] = [
    ['empty', '', '`openapi.yaml` is not a contract: it has nothing at its top, but a contract is a mapping.', 1],
    [
      'a comment alone',
      '# nothing\n',
      '`openapi.yaml` is not a contract: it has nothing at its top, but a contract is a mapping.',
      1,
    ],
    ['a list', '- a\n', '`openapi.yaml` is not a contract: it has a list at its top, but a contract is a mapping.', 1],
    [
      'a scalar',
      'hello\n',
      '`openapi.yaml` is not a contract: it has a single value at its top, but a contract is a mapping.',
      1,
    ],
    [
      'something else',
      'name: x\n',
      '`openapi.yaml` is not a contract: it has none of `openapi`, `swagger`, `asyncapi` and `$schema` at its top level.',
      1,
    ],
    [
      'bad indentation',
      `${head}paths:\n  /a:\n   get: {}\n  post: [\n`,
      'openapi.yaml:7 is not valid YAML: unexpected end of the stream within a flow collection.',
      7,
    ],
    [
      'a tab',
      `${head}paths:\n\t/a: {}\n`,
      'openapi.yaml:4 is not valid YAML: tab characters must not be used in indentation.',
      4,
    ],
    [
      'two documents',
      `${head}paths: {}\n---\na: 1\n`,
      'openapi.yaml:5 begins a second YAML document; a contract is one document.',
      5,
    ],
    ['an unknown alias', `${head}paths: *nowhere\n`, 'openapi.yaml:3 is not valid YAML: unidentified alias "nowhere".', 3],
    [
      'a version to come',
      'info: {}\nopenapi: 4.0.0\n',
      'openapi.yaml:2: `openapi: 4.0.0` is not a supported version of OpenAPI.',
      2,
    ],
    ['a version long gone', 'swagger: "1.2"\n', 'openapi.yaml:1: `swagger: 1.2` is not a supported version of OpenAPI.', 1],
    ['no paths', head, 'openapi.yaml:1 has no `paths`, so it has no operations.', 1],
    [
      'paths that are a list',
      `${head}paths: [a]\n`,
      'openapi.yaml:3 has `paths` that are not a mapping of paths to operations, so it has no operations.',
      3,
    ],
    ['no UTF-8', Buffer.from(`${head}paths: { "/caf\xe9": {} }\n`, 'latin1'), 'openapi.yaml:3 is not UTF-8 text.', 3],
    ['too deep', `${head}paths: ${'['.repeat(5000)}`, 'openapi.yaml:3 is not valid YAML: nesting exceeded maxDepth (100).', 3],
    [
      'a version of AsyncAPI long gone',
      'asyncapi: 1.0.0\n',
      'openapi.yaml:1: `asyncapi: 1.0.0` is not a supported version of AsyncAPI.',
      1,
    ],
  ];
  for (const [what, content, message, line] of rows) {
    test(what, async () => {
      const mistake = await mistakeIn({ 'openapi.yaml': content });

      expect(mistake.message).toBe(message);
      expect(mistake.location).toMatchObject({ file: 'openapi.yaml', line });
      expect(mistake.hint).toBeDefined();
    });
  }

  test('a file named as JSON', async () => {
    expect((await mistakeIn({ 'a.json': '{\n"openapi": "3.0.0",\n"info" "x" }' })).message).toMatch(
      /^a\.json:3 is not valid JSON: /,
    );
  });

  test('in the file that a reference leads to', async () => {
    const files = { 'openapi.yaml': `${head}paths: { /a: { $ref: "a.yaml" } }\n`, 'a.yaml': 'get:\n  x: [\n' };

    const { gaps } = await contractOf(files);
    expect(gaps.map(({ detail }) => detail)).toEqual([
      'a.yaml:3 is not valid YAML: unexpected end of the stream within a flow collection.',
    ]);
  });

  test('a reference to a folder', async () => {
    const files = { 'openapi.yaml': `${head}paths: { /a: { $ref: "parts" } }\n`, 'parts/a.yaml': '' };

    expect((await contractOf(files)).gaps.map(({ detail }) => detail)).toEqual(['`parts` is not a file.']);
  });

  test('a name that is not there', async () => {
    const repository = folderWith({});

    const loading = loadContracts({ repository, dir: repository, named: [join(repository, 'openapi.yml')] });

    await expect(loading).rejects.toThrow(new UserError('The contract `openapi.yml` does not exist.'));
  });
});

describe('odd, but read', () => {
  const rows: readonly (readonly [what: string, content: string])[] = [
    ['a byte order mark', `\uFEFF${head}paths: { /a: { get: {} } }\n`],
    ['CRLF', `${head}paths:\n  /a:\n    get: {}\n`.replaceAll('\n', '\r\n')],
    ['tabs in JSON', '{\n\t"openapi": "3.0.0",\n\t"paths": { "/a": {\n\t\t"get": {} } }\n}'],
    ['a version that is a number', 'swagger: 2.0\npaths: { /a: { get: {} } }\n'],
    ['explicit ends', `---\n${head}paths: { /a: { get: {} } }\n...\n`],
    [
      'null where mappings should be',
      `${head}components:\nservers:\ntags:\npaths: { /a: { get: { parameters: , responses: } , parameters: }, /b: }\n`,
    ],
    [
      'lists where mappings should be',
      `${head}components: []\npaths: { /a: { get: { parameters: {}, requestBody: [], responses: [] } } }\n`,
    ],
  ];
  for (const [what, content] of rows) {
    test(what, async () =>
      expect((await contractOf({ 'openapi.yaml': content })).operations.map(({ subject }) => subject)).toEqual(['GET /a']),
    );
  }

  test('CRLF counts lines as editors do', async () => {
    const { operations } = await contractOf({ 'openapi.yaml': `${head}paths:\n  /a:\n    get: {}\n`.replaceAll('\n', '\r\n') });

    expect(operations[0]?.at).toEqual({ file: 'openapi.yaml', line: 5, column: 5 });
  });

  test('pasted JSON whose brackets stand too far left', async () => {
    const text = `${head}paths:\n  /a:\n    get: {\n      x-example: {\n  "a": [\n    1\n]\n}, "responses": { "200": {} }\n    }\n`;

    const { operations } = await contractOf({ 'openapi.yaml': text });

    expect(operations[0]?.responses).toEqual([{ status: '200', at: { file: 'openapi.yaml', line: 10, column: 19 } }]);
  });

  test('keys that mean something to JavaScript', async () => {
    const schemas =
      '{ "__proto__": { "type": "string" }, "constructor": { "properties": { "__proto__": { "type": "string" } } } }';
    const text = `{ "openapi": "3.0.0", "paths": { "/__proto__": { "get": {} } }, "components": { "schemas": ${schemas} } }`;

    const { definitions, operations } = await contractOf({ 'openapi.json': text });

    expect([...definitions.keys()]).toEqual(['__proto__', 'constructor']);
    expect(operations).toHaveLength(1);
  });
});

describe('one broken part breaks one part', () => {
  const content = (schema: string): string => `{ description: done, content: { application/json: { schema: ${schema} } } }`;
  const get = (path: string, operation: string): string => `  ${path}:\n    get: ${operation}\n`;
  const sound = get('/sound', `{ responses: { 200: ${content('{ type: string }')} } }`);
  const rows: readonly (readonly [what: string, operation: string, why: string | undefined])[] = [
    ['a text in place of responses', '{ responses: all orders }', 'its `responses` are malformed (openapi.yaml:5)'],
    ['a list in place of responses', '{ responses: [200] }', 'its `responses` are malformed (openapi.yaml:5)'],
    ['a text in place of an operation', 'all orders', 'it is malformed (openapi.yaml:5)'],
    ['nothing in place of an operation', '', 'it is malformed (openapi.yaml:5)'],
    [
      'a parameter that is nowhere',
      '{ parameters: [{ $ref: "#/components/parameters/P" }], responses: {} }',
      'openapi.yaml:5 refers to `#/components/parameters/P`, but there is nothing at that place',
    ],
    [
      'a body that is nowhere',
      '{ requestBody: { $ref: "#/components/requestBodies/B" }, responses: {} }',
      'openapi.yaml:5 refers to `#/components/requestBodies/B`, but there is nothing at that place',
    ],
    [
      'an operation that is nowhere',
      '{ $ref: nowhere.yaml }',
      'openapi.yaml:5 refers to `nowhere.yaml`, but there is no such file',
    ],
    ['nothing broken', '{ responses: { 204: { description: done } } }', undefined],
    ['no responses', '{}', undefined],
  ];
  test.each(rows)('%s', async (_what, operation, why) => {
    const { operations, gaps } = await contractOf({ 'openapi.yaml': `${head}paths:\n${get('/it', operation)}${sound}` });

    expect(operations.map(({ subject, broken }) => [subject, broken])).toEqual([
      ['GET /it', why],
      ['GET /sound', undefined],
    ]);
    expect(gaps).toHaveLength(why === undefined ? 0 : 1);
  });

  const responses: readonly (readonly [what: string, response: string])[] = [
    ['a text in place of a response', 'an order'],
    ['a text in place of its content', '{ content: an order }'],
    ['a schema that is nowhere', content('{ $ref: "#/components/schemas/Order" }')],
    ['a text in place of a schema', content('an order')],
  ];
  test.each(responses)('%s is a body of which nothing is known', async (_what, response) => {
    const text = `${head}paths:\n${get('/it', `{ responses: { 200: ${response} } }`)}${sound}`;
    const { operations, gaps } = await contractOf({ 'openapi.yaml': text });

    expect(operations.map((operation) => operation.responses[0]?.shape?.kind)).toEqual(['unknown', 'scalar']);
    expect(gaps.map(({ at }) => at.line)).toEqual([5]);
  });

  test('a path item that is a text is told', async () => {
    const { operations, gaps } = await contractOf({ 'openapi.yaml': `${head}paths:\n  /it: orders\n${sound}` });

    expect(operations.map(({ subject }) => subject)).toEqual(['GET /sound']);
    expect(gaps).toMatchObject([{ detail: 'A path item is malformed, so its operations are unknown.', at: { line: 4 } }]);
  });

  test('an operation that is written in a file of its own promises what that says', async () => {
    const files = {
      'openapi.yaml': `${head}paths:\n${get('/it', '{ $ref: paths/it.yaml }')}`,
      'paths/it.yaml': `parameters: [{ $ref: "#/p" }]\np: { name: q, in: query }\nresponses: { 200: ${content('{ type: integer }')} }\n`,
    };
    const [operation] = (await contractOf(files)).operations;

    expect(operation).toMatchObject({ subject: 'GET /it', at: { file: 'paths/it.yaml' }, parameters: [{ name: 'q' }] });
    expect(operation?.responses[0]?.shape).toEqual({ kind: 'scalar', type: 'integer' });
    expect(operation?.broken).toBeUndefined();
  });

  test('thousands of broken parts are told in a line for each kind, within seconds', async () => {
    const count = 5000;
    const parts = Array.from({ length: count }, (_, at) =>
      [
        get(`/a${at}`, `{ responses: { 200: ${content(`{ $ref: "#/components/schemas/S${at}" }`)} } }`),
        get(`/b${at}`, `{ responses: text }`),
        get(`/c${at}`, `{ responses: { 200: ${content(`{ $ref: "broken.yaml#/${at}" }`)} } }`),
      ].join(''),
    );
    const broken = `a: [\n${'  - a\n'.repeat(100_000)}`;
    const files = { 'openapi.yaml': `${head}paths:\n${parts.join('')}`, 'broken.yaml': broken };
    let read: Awaited<ReturnType<typeof contractOf>> | undefined;
    await expectQuick(10_000, async () => {
      read = await contractOf(files);
    });
    const { operations = [], gaps = [] } = read ?? {};

    expect(operations).toHaveLength(3 * count);
    expect(gaps.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(
        /^10000 references lead nowhere: openapi\.yaml:5 refers to `#\/components\/schemas\/S0`.*; and 9997 more\.$/,
      ),
      'An operation is malformed, so it is not compared. The same problem occurs in 4999 more places.',
    ]);
  });
});

describe('made to harm', () => {
  test('aliases of aliases are not laid out', async () => {
    const levels = Array.from({ length: 30 }, (_, level) => {
      const fields = Array.from({ length: 9 }, (_, index) => `f${index}: *l${level}`).join(', ');
      return `  - &l${level + 1} { properties: { ${fields} } }\n`;
    });
    const text = `${head}x-levels:\n  - &l0 { type: string }\n${levels.join('')}paths: {}\ncomponents: { schemas: { It: *l30 } }\n`;

    const { definitions, gaps } = await contractOf({ 'openapi.yaml': text });

    expect(JSON.stringify([...definitions]).length).toBeLessThan(30_000_000);
    expect(gaps[0]?.detail).toBe('This schema has more than 100000 parts, with what its aliases repeat.');
  });

  test('an alias that contains itself', async () => {
    const text = `${head}paths: {}\ncomponents: { schemas: { It: &it { properties: { it: *it } } } }\n`;

    const { definitions } = await contractOf({ 'openapi.yaml': text });

    const it = definitions.get('It');
    expect(it?.kind === 'object' && it.fields[0]?.shape).toEqual({
      kind: 'unknown',
      why: 'an alias makes this schema a part of itself',
    });
  });

  test('a long chain of schemas that build on one another', async () => {
    const link = (index: number) => ({
      allOf: [{ $ref: `#/components/schemas/S${index + 1}` }, { properties: { [`f${index}`]: {} } }],
    });
    const schemas = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`S${index}`, link(index)]));
    const document = { openapi: '3.0.0', paths: {}, components: { schemas: { ...schemas, S5000: { type: 'object' } } } };

    const { definitions, gaps } = await contractOf({ 'openapi.json': JSON.stringify(document) });

    expect(definitions.size).toBe(5001);
    expect(gaps.map(({ detail }) => detail)).toEqual([
      'More than 100 schemas build on one another here. The same problem occurs in 48 more places.',
    ]);
  });

  test('alternatives times alternatives', async () => {
    const options = Array.from({ length: 20 }, (_, index) => ({ properties: { [`f${index}`]: { type: 'string' } } }));
    const document = {
      openapi: '3.0.0',
      paths: {},
      components: { schemas: { It: { allOf: [{ oneOf: options }, { oneOf: options }] } } },
    };

    const { definitions } = await contractOf({ 'openapi.json': JSON.stringify(document) });

    expect(definitions.get('It')).toEqual({ kind: 'unknown', why: 'the contract demands 400 combinations of alternatives here' });
  });
});
