import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { contractFiles, loadContracts } from '../../src/contracts/load.js';
import { folderWith, removeFolders } from './workspace.js';

afterAll(removeFolders);

const contract = (title: string, path = '/a') =>
  `openapi: 3.0.0\ninfo: { title: ${title}, version: "1" }\npaths: { ${path}: { get: {} } }\n`;

const contractJson = (title: string): string =>
  JSON.stringify({ openapi: '3.0.0', info: { title, version: '1' }, paths: { '/a': { get: {} } } });

/** One that answers with what a schema describes. */
const answering = (schema: string, components = '{}') =>
  `${contract('Books').replace('{ get: {} }', `{ get: { responses: { '200': { description: x, content: { application/json: { schema: ${schema} } } } } } }`)}components: { schemas: ${components} }\n`;

async function found(files: Readonly<Record<string, string>>, dir = '.') {
  const repository = folderWith(files);
  const { contracts, skipped } = await loadContracts({ repository, dir: join(repository, dir) });
  return { ids: contracts.map(({ id }) => id), skipped };
}

describe('a contract is found', () => {
  test.each([
    'openapi.yaml',
    'openapi.yml',
    'openapi.json',
    'swagger.yaml',
    'api.yml',
    'books-openapi.yaml',
    'books.openapi.yaml',
    'openapi.v2.yaml',
    'books-api.yaml',
    'docs/books.yaml',
    'api/v1/books.yaml',
    'specs/books.json',
    'contracts/books.yaml',
    'services/books/promise.yaml',
  ])('in %s', async (file) => {
    const text = file.endsWith('.json') ? JSON.stringify({ openapi: '3.0.0', info: {}, paths: {} }) : contract('Books');

    expect((await found({ [file]: text, 'src/settings.yaml': 'a: 1\n', 'package.json': '{}' })).ids).toEqual([file]);
  });

  test('whatever stands before its first word', async () => {
    expect((await found({ 'a.yaml': `# words\n\n---\ninfo: {}\n'openapi' : 3.0.0\npaths: {}\n` })).ids).toEqual(['a.yaml']);
  });

  test('in JSON whose keys are sorted, far from its start', async () => {
    const definitions = Object.fromEntries(
      Array.from({ length: 500 }, (_, index) => [`S${index}`, { description: 'x'.repeat(50) }]),
    );

    expect((await found({ 'a.json': JSON.stringify({ definitions, info: {}, paths: {}, swagger: '2.0' }) })).ids).toEqual([
      'a.json',
    ]);
  });

  test('below the scanned folder alone', async () => {
    expect((await found({ 'a/openapi.yaml': contract('A'), 'b/openapi.yaml': contract('B') }, 'a')).ids).toEqual([
      'a/openapi.yaml',
    ]);
  });

  test('by a link that stays in the repository', async () => {
    const repository = folderWith({ 'promises/books.yaml': contract('Books'), 'src/a.ts': '' });
    symlinkSync(join(repository, 'promises/books.yaml'), join(repository, 'src/openapi.yaml'));

    const { contracts } = await loadContracts({ repository, dir: join(repository, 'src') });

    expect(contracts.map(({ id }) => id)).toEqual(['promises/books.yaml']);
  });
});

describe('what is not a contract of its own', () => {
  test.each([
    'node_modules/x/openapi.yaml',
    'dist/openapi.yaml',
    'vendor/openapi.yaml',
    '__tests__/openapi.yaml',
    'test/fixtures/openapi.yaml',
    '.hidden/openapi.yaml',
    'made/openapi.yaml',
    'src/made-here.yaml',
  ])('%s', async (file) => {
    const files = { '.gitignore': 'made/\n', 'src/.gitignore': '*-here.yaml\n' };

    expect((await found({ ...files, [file]: contract('Other'), 'openapi.yaml': contract('Own') })).ids).toEqual(['openapi.yaml']);
  });

  test('a nested .gitignore may take back what an upper one says', async () => {
    const files = { '.gitignore': '*.yaml\n', 'src/.gitignore': '!openapi.yaml\n' };

    expect((await found({ ...files, 'src/openapi.yaml': contract('Own') })).ids).toEqual(['src/openapi.yaml']);
  });

  test('a file with the word in it', async () => {
    const other = { 'a.json': '{"openapi-version": 1, "x": {"openapi": "3.0.0"}}', 'b.yaml': 'x:\n  openapi: 3.0.0\n' };

    expect(await found({ ...other, 'openapi.yaml': contract('Own') })).toEqual({ ids: ['openapi.yaml'], skipped: [] });
  });

  test('a document that another refers to, broken or not', async () => {
    const main =
      'openapi: 3.0.0\ninfo: {}\npaths:\n  /a: { $ref: "users.openapi.yaml#/paths/~1a" }\n  /b: { $ref: "parts.openapi.yaml#/components/x" }\n';
    const part = 'openapi: 3.0.0\ncomponents: { x: { get: {} } }\n';

    expect(await found({ 'openapi.yaml': main, 'users.openapi.yaml': contract('Users'), 'parts.openapi.yaml': part })).toEqual({
      ids: ['openapi.yaml'],
      skipped: [],
    });
  });

  test('a document that another mounts below a path of its own', async () => {
    const main = 'openapi: 3.0.0\ninfo: {}\npaths:\n  /users/a: { $ref: "users.openapi.yaml#/paths/~1a" }\n';

    expect((await found({ 'openapi.yaml': main, 'users.openapi.yaml': contract('Users') })).ids).toEqual(['openapi.yaml']);
  });

  test('a document that another borrows a schema from is one of its own, whichever comes first', async () => {
    const users = `${contract('Users', '/users')}components: { schemas: { User: { type: object } } }\n`;
    const borrowing = (name: string): string => `openapi: 3.0.0
info: { title: Orders, version: "1" }
paths: { /orders: { get: { responses: { '200': { description: x, content: { application/json: { schema: { $ref: '${name}#/components/schemas/User' } } } } } } } }
`;
    const files = {
      'a/openapi.yaml': borrowing('../b/openapi.yaml'),
      'b/openapi.yaml': users,
      'c/openapi.yaml': borrowing('../b/openapi.yaml').replace('Orders', 'Bills'),
    };

    expect((await found(files)).ids).toEqual(['a/openapi.yaml', 'b/openapi.yaml', 'c/openapi.yaml']);
  });

  test('the same document written twice', async () => {
    const json = { openapi: '3.0.0', info: { title: 'Books', version: '1' }, paths: { '/a': { get: {} } } };

    expect(await found({ 'docs/openapi.json': JSON.stringify(json), 'docs/openapi.yaml': contract('Books') })).toEqual({
      ids: ['docs/openapi.yaml'],
      skipped: [{ file: 'docs/openapi.json', why: 'it has the same title, version and operations as docs/openapi.yaml' }],
    });
  });

  test('the same document twice, its schema by another name', async () => {
    const book =
      '{ type: object, required: [id], properties: { id: { type: integer }, next: { $ref: "#/components/schemas/Book" } } }';
    const whole = answering('{ $ref: "#/components/schemas/Book" }', `{ Book: ${book} }`);
    const renamed = whole.replaceAll('schemas/Book', 'schemas/Volume').replace('Book:', 'Volume:');

    expect((await found({ 'a/openapi.yaml': whole, 'b/openapi.yaml': renamed })).ids).toEqual(['a/openapi.yaml']);
  });

  test('a document of the same title, version and operations that promises less does not put the other out of sight', async () => {
    const strict = answering('{ type: object, required: [id], properties: { id: { type: integer } } }');
    const loose = answering('{ type: object }');

    expect((await found({ 'a-openapi.yaml': loose, 'openapi.yaml': strict })).ids).toEqual(['a-openapi.yaml', 'openapi.yaml']);
  });

  test.each([
    ['of one title at one place', { 'a/openapi.yaml': '', 'b/openapi.yaml': '' }, 1],
    [
      'that have servers of their own',
      { 'a/openapi.yaml': 'servers: [{ url: /v1 }]\n', 'b/openapi.yaml': 'servers: [{ url: /v2 }]\n' },
      0,
    ],
  ])('versions %s are told of only where both are held against the code', async (_, files, count) => {
    const texts = Object.entries(files).map(([file, servers], index): [string, string] => {
      return [file, `${servers}${contract('Books').replace(/version: .*?(?=[ ,}\n])/, `version: '${index + 1}'`)}`];
    });
    const repository = folderWith(Object.fromEntries(texts));
    const { notices = [] } = await loadContracts({ repository, dir: repository });
    expect(notices).toHaveLength(count);
    if (count > 0) expect(notices[0]).toContain('`contracts: ["b/openapi.yaml"]`');
  });

  test('one without a usual name, where another has one', async () => {
    const { ids, skipped } = await found({ 'openapi.yaml': contract('Own'), 'clients/payment.yaml': contract('Other', '/pay') });

    expect([ids, skipped.map(({ file }) => file)]).toEqual([['openapi.yaml'], ['clients/payment.yaml']]);
  });

  test('one with a usual name that a change brings leaves the others in sight', async () => {
    const repository = folderWith({ 'openapi.yaml': contract('New'), 'parts/service.yaml': contract('Old', '/old') });
    const { contracts } = await loadContracts({ repository, dir: repository, added: new Set(['openapi.yaml']) });

    expect(contracts.map(({ id }) => id)).toEqual(['openapi.yaml', 'parts/service.yaml']);
  });

  test('kinds that are not read are told of', async () => {
    const files = {
      'openapi.yaml': contract('Own'),
      'user.json': '{"$schema": "https://json-schema.org/draft/2020-12/schema"}',
      'tsconfig.json': '{"$schema": "https://json.schemastore.org/tsconfig"}',
    };

    expect((await found(files)).skipped).toEqual([
      { file: 'user.json', why: 'a JSON Schema; name it to use it as a shared model' },
    ]);
  });
});

describe('globs', () => {
  test('choose, and pass over what is no contract', async () => {
    const repository = folderWith({ 'openapi.yaml': contract('Own'), 'x/a.yaml': contract('A'), 'x/b.yaml': 'a: 1\n' });

    const { contracts, skipped } = await loadContracts({ repository, dir: repository, lists: [{ globs: ['x/*.yaml'] }] });

    expect([contracts.map(({ id }) => id), skipped.map(({ file }) => file)]).toEqual([['x/a.yaml'], ['x/b.yaml']]);
  });

  test('that match nothing are a mistake', async () => {
    const repository = folderWith({ 'openapi.yaml': contract('Own') });

    await expect(loadContracts({ repository, dir: repository, lists: [{ globs: ['y/*.yaml'] }] })).rejects.toThrow(
      'No file matches `y/*.yaml`.',
    );
  });

  test('of which one matches nothing are a mistake, with what may be meant', async () => {
    const repository = folderWith({ 'api/books.yaml': contract('Books'), 'api/desk.yaml': contract('Desk') });
    const load = (globs: readonly string[], optional: readonly string[] = []) =>
      loadContracts({ repository, dir: repository, lists: [{ globs: ['api/desk.yaml'] }, { globs, optional }] });

    for (const glob of ['api/boks.yaml', 'wire/books.yaml'])
      await expect(load([glob])).rejects.toMatchObject({
        message: `No file matches \`${glob}\`.`,
        hint: expect.stringContaining('Did you mean `api/books.yaml`?'),
      });
    const { contracts, notices } = await load(['api/boks.yaml'], ['api/boks.yaml']);
    expect(contracts.map(({ id }) => id)).toEqual(['api/desk.yaml']);
    expect(notices).toEqual(['No file matches `api/boks.yaml` of the base revision any more.']);
  });

  test('do not lead out of the repository', async () => {
    const outside = folderWith({ 'openapi.yaml': contract('Other'), 'repository/a.txt': '' });
    const repository = join(outside, 'repository');

    await expect(loadContracts({ repository, dir: repository, lists: [{ globs: ['../*.yaml'] }] })).rejects.toThrow(
      'The glob `../*.yaml` leads out of the repository.',
    );
  });
});

test('no contract at all is a mistake that names what was seen', async () => {
  await expect(found({ 'openapi.yaml': '\n', 'empty.yaml': '' })).rejects.toThrow(
    'No contract was found in the repository. Found, but not read: openapi.yaml (it is empty).',
  );
});

test.each([
  ['not valid YAML', 'openapi: 3.0.0\npaths: [\n', 'it is broken: a/openapi.yaml:3 is not valid YAML: '],
  ['no paths', 'openapi: 3.0.0\n', 'it is broken: a/openapi.yaml:1 has no `paths`'],
  ['no channels', 'asyncapi: 2.6.0\n', 'it is broken: a/openapi.yaml:1 has no `channels`'],
])('one that nobody named and that cannot be read is told and passed over: %s', async (_what, broken, why) => {
  const { ids, skipped } = await found({ 'a/openapi.yaml': broken, 'docs/api.yaml': contract('Own') });
  expect([ids, skipped.map(({ file }) => file)]).toEqual([['docs/api.yaml'], ['a/openapi.yaml']]);
  expect(skipped[0]?.why).toContain(why);
  await expect(found({ 'a/openapi.yaml': broken })).rejects.toThrow(why.replace('it is broken: ', ''));
});

test.each<[string, string, string]>([
  ['YAML', 'openapi.yaml', 'openapi: 3.0.0\npaths:\n  /a: { get: {} }\n  /b: { get: {} }\n  /a: { put: {} }\n'],
  ['JSON', 'openapi.json', '{"openapi": "3.0.0",\n"paths": {\n"/a": {"get": {}},\n"/b": {"get": {}},\n"/a": {"put": {}}}}\n'],
])('of a key that %s has twice the last counts, and that is told', async (_what, name, text) => {
  const repository = folderWith({ [name]: text });
  const { contracts, notices } = await loadContracts({ repository, dir: repository });
  const operations = contracts.flatMap((one) => one.operations);
  expect(operations.map(({ method, path, at }) => `${method} ${path} ${at.line}`)).toEqual(['PUT /a 5', 'GET /b 4']);
  expect(notices).toEqual([`${name} has duplicate keys, and the last one counts: \`/a\` in lines 3 and 5.`]);
});

describe('wherever it says what it is, and however it is written', () => {
  const filler = Object.fromEntries(
    Array.from({ length: 400 }, (_, at) => [`Model${at}`, { description: 'openapi of some kind' }]),
  );
  const sorted = JSON.stringify({ components: { schemas: filler }, openapi: '3.0.0', paths: {}, zeta: filler }, null, 2);
  const yaml = `components:\n${'  # a line of a long document\n'.repeat(2000)}openapi: 3.0.0\npaths: {}\n${'# a line\n'.repeat(2000)}`;
  const wide = (text: string, mark: string): Buffer => Buffer.from(mark + text, 'utf16le');
  test.each<[string, string, string | Uint8Array]>([
    ['in the middle of sorted JSON', 'api.json', sorted],
    ['in the middle of YAML', 'api.yaml', yaml],
    ['after a comment in JSON', 'api.json', `// by hand\n${contractJson('Own')}`],
    ['before a comment in JSON', 'api.json', contractJson('Own').replace('{', '{ /* "a": "{" */')],
    ['in UTF-16', 'api.yaml', wide(contract('Own'), '\uFEFF')],
    ['in UTF-16 without a mark', 'api.yaml', wide(contract('Own'), '')],
    ['in UTF-16 with the high byte first', 'api.yaml', wide(contract('Own'), '\uFEFF').swap16()],
    ['in the middle of UTF-16', 'api.json', wide(sorted, '\uFEFF')],
  ])('%s', async (_what, name, content) => {
    const repository = folderWith({ [name]: content });
    const { contracts } = await loadContracts({ repository, dir: repository });
    expect(contracts.map(({ id }) => id)).toEqual([name]);
  });

  test.each([
    ['deeper in JSON', 'a.json', JSON.stringify({ filler, x: { openapi: '3.0.0' } })],
    ['as the name of a tool', 'package.json', JSON.stringify({ filler, openapi: { input: 'x' }, swagger: 'yes' })],
    ['in a comment', 'a.json', '{\n// "openapi": "3.0.0",\n"a": 1 }'],
  ])('not %s', async (_what, name, content) => {
    await expect(found({ [name]: content })).rejects.toThrow('No contract was found');
  });

  test('an address in JSON is no comment', async () => {
    const repository = folderWith({ 'api.json': '{"openapi": "3.0.0", "info": {"title": "http://a // b"}, "paths": {}}' });
    const { contracts } = await loadContracts({ repository, dir: repository });
    expect(contracts[0]?.title).toBe('http://a // b');
  });
});

test('of two copies the one with the plain name counts', async () => {
  const own = contract('Own');
  expect((await found({ 'openapi-copy.yaml': own, 'openapi.yaml': own })).ids).toEqual(['openapi.yaml']);
  expect((await found({ 'openapi-copy.yaml': own, 'docs/openapi.yaml': own })).ids).toEqual(['docs/openapi.yaml']);
});

test('a contract outside of the scanned folder is named', async () => {
  await expect(found({ 'openapi.yaml': contract('Own'), 'src/package.json': '{}' }, 'src')).rejects.toMatchObject({
    message: 'No contract was found in `src`.',
    hint: expect.stringContaining('Outside of it there is `openapi.yaml`.'),
  });
});

test('a list that only leaves out leaves out of what is found, and says so', async () => {
  const repository = folderWith({ 'openapi.yaml': contract('A'), 'drafts/openapi.yaml': contract('B') });
  const { contracts, notices } = await loadContracts({ repository, dir: repository, except: ['drafts/**', 'old/**'] });
  expect(contracts.map(({ id }) => id)).toEqual(['openapi.yaml']);
  expect(notices).toEqual(['`!drafts/**` leaves out drafts/openapi.yaml.', '`!old/**` leaves out no contract.']);
  await expect(loadContracts({ repository, dir: repository, lists: [{ globs: ['!drafts/**'] }] })).rejects.toThrow(
    '`!drafts/**` leaves out of a list that names no contract.',
  );
});

test('files can be found without reading them whole', () => {
  const repository = folderWith({ 'docs/openapi.yaml': contract('Own'), 'openapi.json': '{"openapi": "3.0.0", broken' });

  expect(contractFiles({ repository, dir: repository })).toEqual([
    join(repository, 'openapi.json'),
    join(repository, 'docs/openapi.yaml'),
  ]);
});

test('contracts that globs match can be joined with those that are found', async () => {
  const repository = folderWith({
    'openapi.yaml': contract('A'),
    'wire/b.yaml': contract('B'),
    'wire/c.yaml': contract('C'),
    'asyncapi.yaml': 'asyncapi: 3.0.0',
    'wire/events.yaml': 'asyncapi: 3.0.0',
  });
  const load = async (globs: readonly string[], find: boolean) => {
    const { contracts, skipped } = await loadContracts({ repository, dir: repository, lists: [{ globs }], find });
    return [contracts.map(({ id }) => id), skipped.map(({ file }) => file)];
  };

  expect(await load(['wire/b.yaml', 'openapi.yaml'], true)).toEqual([
    ['asyncapi.yaml', 'openapi.yaml', 'wire/b.yaml'],
    ['wire/c.yaml', 'wire/events.yaml'],
  ]);
  expect(await load(['wire/b.yaml'], false)).toEqual([['wire/b.yaml'], []]);
});
