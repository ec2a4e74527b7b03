import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { draft } from '../../src/commands/draft.js';
import { scan as scanCommand } from '../../src/commands/scan.js';
import type { CodeResponse, CodeRoute } from '../../src/facts/codebase.js';
import { draftOf } from '../../src/fix/draft.js';
import { type Field, type Shape, unknown } from '../../src/model/shape.js';
import { readCode, scan } from '../../src/scan.js';
import { recordedIo } from '../commands/io.js';
import { sample } from '../long.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

const at = { file: 'app.ts', line: 1 };
const text: Shape = { kind: 'scalar', type: 'string' };
const field = (name: string, over: Partial<Field> = {}): Field => ({
  name,
  naming: 'declared',
  shape: text,
  required: true,
  ...over,
});
const object = (...fields: readonly Field[]): Shape => ({ kind: 'object', fields, rest: false });
const sent = (shape: Shape, over: Partial<CodeResponse> = {}): CodeResponse => ({ status: 200, shape, at, ...over });
const route = (method: CodeRoute['method'], path: string, over: Partial<CodeRoute> = {}): CodeRoute => ({
  method,
  path,
  by: 'typescript/express',
  at,
  responses: [],
  ...over,
});
const drafted = (routes: readonly CodeRoute[], types: readonly (readonly [string, Shape])[] = []) => {
  const { text: written, ...counts } = draftOf({ routes, types: new Map(types) }, 'Bees');
  return { document: parse(written), ...counts };
};

describe('draftOf', () => {
  test('a value that is always the same is of its type, but for what tells alternatives apart', () => {
    const value = (one: string | number | boolean): Shape => ({ kind: 'enum', values: [one] });
    const schema = (shape: Shape) => {
      const { document } = drafted([route('GET', '/bees', { responses: [sent(shape)] })]);
      return document.paths['/bees'].get.responses['200'].content['application/json'].schema;
    };
    const always = object(
      field('ok', { shape: value(true) }),
      field('size', { shape: value(1) }),
      field('of', { shape: value('a') }),
    );
    expect(schema(always).properties).toEqual({ ok: { type: 'boolean' }, size: { type: 'integer' }, of: { type: 'string' } });
    const alternatives: Shape = {
      kind: 'union',
      options: ['queen', 'drone'].map((kind) => object(field('kind', { shape: value(kind) }))),
    };
    expect(schema(alternatives).anyOf.map((one: { properties: unknown }) => one.properties)).toEqual([
      { kind: { enum: ['queen'] } },
      { kind: { enum: ['drone'] } },
    ]);
    const chosen: Shape = { kind: 'enum', values: ['queen', 'drone'] };
    expect(schema(object(field('kind', { shape: chosen }))).properties).toEqual({ kind: { enum: ['queen', 'drone'] } });
  });

  test('a value within itself is cut before readers of documents give up, another is not', () => {
    const nested = (depth: number): Shape =>
      depth === 0 ? text : object(field('title'), field('children', { shape: { kind: 'array', items: nested(depth - 1) } }));
    const written = (depth: number) =>
      JSON.stringify(drafted([route('GET', '/', { responses: [sent(nested(depth))] })]).document);
    expect(written(7)).not.toContain('x-unknown');
    expect(written(60)).toContain('it is nested too deeply to be written out');
    const levels = (value: unknown): number =>
      value !== null && typeof value === 'object' ? 1 + Math.max(0, ...Object.values(value).map(levels)) : 0;
    expect(levels(JSON.parse(written(60)))).toBeLessThan(100);
  });

  test('writes responses by status, fields as they are sent, and what is not known', () => {
    const shape = object(
      field('id'),
      field('left', { leftOut: 'while it is empty' }),
      field('odd', { shape: unknown('no type') }),
    );
    const { document, operations, open } = drafted([
      route('GET', '/bees/{id:}', { responses: [sent(shape), sent(text, { status: 404, mediaType: 'text/plain' })] }),
      route('DELETE', '/bees/{bee}', { responses: [sent(unknown('nobody'), { status: 204, mediaType: 'none' })] }),
    ]);
    expect([operations, open]).toEqual([2, 1]);
    expect(document.paths).toEqual({
      '/bees/{id}': {
        get: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: {
            200: {
              description: 'OK',
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { id: { type: 'string' }, left: { type: 'string' }, odd: { 'x-unknown': 'no type' } },
                    required: ['id', 'odd'],
                  },
                },
              },
            },
            404: { description: 'Not found', content: { 'text/plain': { schema: { type: 'string' } } } },
          },
        },
        delete: {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 204: { description: 'No content' } },
        },
      },
    });
  });

  test('named types are components, those of one name apart, and recursion ends', () => {
    const ref = (name: string): Shape => ({ kind: 'ref', name });
    const { document } = drafted(
      [route('GET', '/a', { responses: [sent(ref('a.ts#Bee'))] }), route('GET', '/b', { responses: [sent(ref('b.ts#Bee'))] })],
      [
        ['a.ts#Bee', object(field('next', { shape: ref('a.ts#Bee') }))],
        ['b.ts#Bee', object(field('id'))],
      ],
    );
    const { Bee, Bee2 } = document.components.schemas;
    expect(Bee.properties.next).toEqual({ $ref: '#/components/schemas/Bee' });
    expect(Bee2.properties).toEqual({ id: { type: 'string' } });
  });

  test('a status that has no content is written without one', () => {
    const responses = [204, 304, 201].map((status) => sent(unknown('not read'), { status }));
    const { document } = drafted([route('PUT', '/bees', { responses })]);
    const written = document.paths['/bees'].put.responses;
    expect(Object.keys(written).filter((status) => 'content' in written[status])).toEqual(['201']);
  });

  test('routes that are never reached are left out, and doubts are written down', () => {
    const { document, open } = drafted([
      route('GET', '/gone', { blocked: 'a route before it answers' }),
      route('ANY', '/all', { incomplete: 'its handler is not known' }),
      route('GET', '/all', { responses: [sent(text)] }),
    ]);
    expect(Object.keys(document.paths)).toEqual(['/all']);
    expect(Object.keys(document.paths['/all'])).toEqual(['get', 'post', 'put', 'patch', 'delete']);
    expect(document.paths['/all'].get['x-unknown']).toBeUndefined();
    expect(document.paths['/all'].post['x-unknown']).toBe(
      'the code does not say which methods it answers; its handler is not known',
    );
    expect(open).toBe(4);
  });

  test('a route behind a wider one that answers first is left out; in another order, or without it, it is there', () => {
    const pathsOf = (first: string, second: string, firstMatch = true) => {
      const placed = (path: string, line: number) =>
        route('GET', path, {
          responses: [sent(text)],
          order: [{ on: 'app', at: [line] }],
          ...(firstMatch ? { matching: { firstMatch } } : {}),
        });
      return Object.keys(drafted([placed(first, 1), placed(second, 2)]).document.paths);
    };
    expect(pathsOf('/bees/{id}', '/bees/queen')).toEqual(['/bees/{id}']);
    expect(pathsOf('/bees/queen', '/bees/{id}')).toEqual(['/bees/queen', '/bees/{id}']);
    expect(pathsOf('/bees/{id}', '/bees/queen', false)).toEqual(['/bees/queen', '/bees/{id}']);
  });
});

const fixtures = ['typescript/koa', 'typescript/fastify', 'python/flask', 'go/chi', 'jvm/spring', 'csharp/aspnet'].flatMap(
  (folder) => readdirSync(join('__tests__/fixtures', folder)).map((name) => `__tests__/fixtures/${folder}/${name}`),
);
const scans = { endpoint_schema_scan: true, missing_endpoint_scan: true, event_schema_scan: false, shared_model_scan: false };

describe('a draft beside its own service', () => {
  test.each(['examples/bookshop', 'examples/parcels-chi', ...sample(fixtures, 8)])('%s: no error', async (folder) => {
    const dir = folderOf({});
    cpSync(folder, dir, { recursive: true });
    const contract = join(dir, 'draft-of-it.yaml');
    const code = await readCode({ repository: dir, dir });
    writeFileSync(contract, draftOf(code, 'It').text);
    if (code.routes.every(({ blocked }) => blocked !== undefined)) return;
    const { violations } = await scan({ repository: dir, dir, scans, contracts: [contract] });
    expect(violations.filter(({ severity }) => severity !== 'note')).toEqual([]);
  });
});

test('the command writes a file that a scan takes, and that still finds what changes', async () => {
  const app = (sends: string) => `import express from 'express';
const app = express();
app.get('/bees/:id', (req, res) => { res.json(${sends}); });
app.listen(1);
`;
  const cwd = folderOf({ 'package.json': '{}', 'app.js': app('{ id: 1 }') });
  const io = recordedIo({ cwd });
  const given = { operands: [], options: { out: 'openapi.yaml', cache: false } };
  expect(await draft.run(given, io)).toBe(0);
  expect(io.err()).toContain('Wrote openapi.yaml: 1 operation.');
  expect(readFileSync(join(cwd, 'openapi.yaml'), 'utf8')).toContain('/bees/{id}:');
  await expect(draft.run(given, io)).rejects.toThrow('openapi.yaml is there already.');
  const check = () => scanCommand.run({ operands: [], options: { quiet: true, cache: false } }, recordedIo({ cwd }));
  expect(await check()).toBe(0);
  writeFileSync(join(cwd, 'app.js'), app('{ name: 1 }'));
  expect(await check()).toBe(1);
});
