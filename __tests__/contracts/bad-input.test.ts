import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadContracts } from '../../src/contracts/load.js';
import { UserError } from '../../src/model/user-error.js';
import { contractOf, folderWith, mistakeIn, removeFolders } from './workspace.js';

afterAll(removeFolders);

const head = 'openapi: 3.0.3\ninfo: { title: Books, version: 1.0.0 }\n';

describe('one sentence names what is wrong and where', () => {
  const rows: readonly (readonly [what: string, content: string | Uint8Array, message: string, line: number])[] = [
    ['empty', '', '`openapi.yaml` is not a contract: it holds nothing where a contract is a mapping.', 1],
    ['a comment alone', '# nothing\n', '`openapi.yaml` is not a contract: it holds nothing where a contract is a mapping.', 1],
    ['a list', '- a\n', '`openapi.yaml` is not a contract: it holds a list where a contract is a mapping.', 1],
    ['a scalar', 'hello\n', '`openapi.yaml` is not a contract: it holds a single value where a contract is a mapping.', 1],
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
    ['a doubled key', `${head}paths:\n  /a: {}\n  /a: {}\n`, 'openapi.yaml:5 is not valid YAML: duplicated mapping key.', 5],
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
      'openapi.yaml:2: `openapi: 4.0.0` is not a version of OpenAPI that is known.',
      2,
    ],
    ['a version long gone', 'swagger: "1.2"\n', 'openapi.yaml:1: `swagger: 1.2` is not a version of OpenAPI that is known.', 1],
    ['no paths', head, 'openapi.yaml:1 has no `paths`, so it promises no operation.', 1],
    [
      'paths that are a list',
      `${head}paths: [a]\n`,
      'openapi.yaml:3 has `paths` that are not a mapping of paths to operations, so it promises no operation.',
      3,
    ],
    ['no UTF-8', Buffer.from(`${head}paths: { "/caf\xe9": {} }\n`, 'latin1'), 'openapi.yaml:3 is not UTF-8 text.', 3],
    ['too deep', `${head}paths: ${'['.repeat(5000)}`, 'openapi.yaml:3 is not valid YAML: nesting exceeded maxDepth (100).', 3],
    [
      'a version of AsyncAPI long gone',
      'asyncapi: 1.0.0\n',
      'openapi.yaml:1: `asyncapi: 1.0.0` is not a version of AsyncAPI that is known.',
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

    expect((await mistakeIn(files)).location?.file).toBe('a.yaml');
  });

  test('a reference to a folder', async () => {
    const files = { 'openapi.yaml': `${head}paths: { /a: { $ref: "parts" } }\n`, 'parts/a.yaml': '' };

    expect((await mistakeIn(files)).message).toBe('`parts` is not a file.');
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
    expect(gaps[0]?.detail).toBe('More than 100 schemas build on one another here.');
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
