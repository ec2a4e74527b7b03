import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { loadContracts } from '../../src/contracts/load.js';
import { contractOf, documentWith, folderWith, removeFolders, withoutPlaces } from './workspace.js';

afterAll(removeFolders);

const STRING = { kind: 'scalar', type: 'string' };
const field = (name: string, shape: unknown) => ({ name, naming: 'declared', shape, required: false });

describe('several files', () => {
  test('a link into another file has the name of what it leads to and the places of that file', async () => {
    const { definitions } = await contractOf({
      'api/openapi.json': documentWith({
        User: { properties: { pet: { $ref: '../models/pet.yaml#/Pet' }, tag: { $ref: '../models/Tag.yaml' } } },
      }),
      'models/pet.yaml': 'Pet:\n  properties:\n    name: { type: string }\n    friend: { $ref: "#/Pet" }\n',
      'models/Tag.yaml': 'type: string\n',
    });

    expect(withoutPlaces(definitions)).toEqual({
      User: {
        kind: 'object',
        fields: [field('pet', { kind: 'ref', name: 'Pet' }), field('tag', { kind: 'ref', name: 'Tag' })],
        rest: true,
      },
      Pet: { kind: 'object', fields: [field('name', STRING), field('friend', { kind: 'ref', name: 'Pet' })], rest: true },
      Tag: STRING,
    });
    const pet = definitions.get('Pet');
    expect(pet?.kind === 'object' && pet.fields[0]?.at).toEqual({ file: 'models/pet.yaml', line: 3, column: 5 });
  });

  test('a named schema that is only a link lends its name', async () => {
    const { definitions } = await contractOf({
      'openapi.json': documentWith({ User: { $ref: 'schemas/user-model.yaml' }, Again: { $ref: 'schemas/user-model.yaml' } }),
      'schemas/user-model.yaml': 'properties: { parent: { $ref: user-model.yaml } }\n',
    });

    expect(withoutPlaces(definitions)).toEqual({
      User: { kind: 'object', fields: [field('parent', { kind: 'ref', name: 'User' })], rest: true },
      Again: { kind: 'ref', name: 'User' },
    });
  });

  test('equal names in two files stay two definitions', async () => {
    const { definitions } = await contractOf({
      'openapi.json': documentWith({
        User: { type: 'string' },
        It: { properties: { other: { $ref: 'other.yaml#/$defs/User' } } },
      }),
      'other.yaml': '$defs: { User: { type: integer } }\n',
    });

    expect([...definitions.keys()]).toEqual(['User', 'It', 'User (other.yaml)']);
  });

  test('pointers are decoded, lead through links and into parts of schemas', async () => {
    const { definitions } = await contractOf({
      'openapi.json': documentWith({
        'a/b~c d': { properties: { x: { type: 'string' } } },
        Link: { $ref: '#/components/schemas/a~1b~0c%20d' },
        It: { $ref: '#/components/schemas/Link/properties/x' },
      }),
    });

    expect(withoutPlaces(definitions)).toMatchObject({
      Link: { kind: 'ref', name: 'a/b~c d' },
      It: { kind: 'ref', name: 'Link.properties.x' },
      'Link.properties.x': STRING,
    });
  });

  test('an anchor and an $id are found, also where the $id looks remote', async () => {
    const { definitions, gaps } = await contractOf({
      'openapi.json': documentWith({
        Here: { $anchor: 'here', type: 'string' },
        Known: { $id: 'https://books.example/known', type: 'string' },
        A: { $ref: '#here' },
        B: { $ref: 'https://books.example/known' },
      }),
    });

    const { A, B } = withoutPlaces(definitions);
    const resolved = [A, B].map((shape) => (shape?.kind === 'ref' ? definitions.get(shape.name) : shape));
    expect([resolved, gaps]).toEqual([[STRING, STRING], []]);
  });

  test('YAML anchors and merge keys', async () => {
    const text = `openapi: 3.0.0
info: {}
paths: {}
x-base: &base
  id: { type: string }
components:
  schemas:
    A: { properties: { <<: *base, own: { type: integer } } }
    B: { properties: *base }
`;

    const { definitions } = await contractOf({ 'openapi.yaml': text });

    expect(
      [...definitions.values()].map((shape) => shape.kind === 'object' && shape.fields.map(({ name, at }) => [name, at?.line])),
    ).toEqual([
      [
        ['id', 8],
        ['own', 8],
      ],
      [['id', 5]],
    ]);
  });
});

describe('out of reach', () => {
  test('a schema of the network is unknown; the rest of the document is read', async () => {
    const { definitions, gaps } = await contractOf({
      'openapi.json': documentWith({
        It: { properties: { far: { $ref: 'https://far.example/a.yaml#/A' }, near: { type: 'string' } } },
      }),
    });

    const why = '`https://far.example/a.yaml#/A` is not on this machine, and Tallystick never uses the network';
    expect(withoutPlaces(definitions).It).toMatchObject({
      fields: [field('far', { kind: 'unknown', why }), field('near', STRING)],
    });
    expect(gaps).toEqual([
      { reason: 'unresolved-reference', detail: `${why}.`, at: { file: 'openapi.json', line: 12, column: 11 } },
    ]);
  });

  test('a response, a body and a path item of the network are promises of which nothing is known', async () => {
    const far = { $ref: 'http://far.example/x' };
    const paths = { '/a': { post: { requestBody: far, responses: { '200': far } } }, '/b': far };

    const { operations, gaps } = await contractOf({ 'openapi.json': JSON.stringify({ openapi: '3.0.0', info: {}, paths }) });

    expect(operations).toMatchObject([
      {
        subject: 'POST /a',
        requestBodies: [{ mediaType: '*/*', shape: { kind: 'unknown' } }],
        responses: [{ status: '200', mediaType: '*/*', shape: { kind: 'unknown' } }],
      },
    ]);
    expect(gaps).toHaveLength(3);
  });

  test.each(['../secret.yaml', '/etc/passwd', 'link.yaml', 'folder/secret.yaml', 'file:///etc/passwd'])(
    '%s outside the repository is not read',
    async (ref) => {
      const outside = folderWith({
        'secret.yaml': 'type: string\n',
        'repository/openapi.json': documentWith({ It: { properties: { a: { $ref: ref } } } }),
      });
      const repository = join(outside, 'repository');
      symlinkSync(join(outside, 'secret.yaml'), join(repository, 'link.yaml'));
      symlinkSync(outside, join(repository, 'folder'));

      const { contracts, gaps } = await loadContracts({ repository, dir: repository });

      const it = contracts[0]?.definitions.get('It');
      expect(it?.kind === 'object' && it.fields[0]?.shape.kind).toBe('unknown');
      expect(gaps).toHaveLength(1);
    },
  );

  test('a named contract outside the repository reads the files of its own folder', async () => {
    const elsewhere = folderWith({
      'secret.yaml': 'type: string\n',
      'own/openapi.json': documentWith({ It: { properties: { a: { $ref: 'a.yaml' }, b: { $ref: '../secret.yaml' } } } }),
      'own/a.yaml': 'type: string\n',
    });
    const repository = folderWith({ 'package.json': '{}' });

    const { contracts, gaps } = await loadContracts({
      repository,
      dir: repository,
      named: [join(elsewhere, 'own/openapi.json')],
    });

    expect(contracts[0]?.definitions.get('a')).toEqual(STRING);
    expect(gaps.map(({ reason }) => reason)).toEqual(['outside-repository']);
  });
});

describe('references that cannot be right are told with their line, once, and break nothing else', () => {
  const rows: readonly (readonly [what: string, schemas: Readonly<Record<string, unknown>>, message: string])[] = [
    [
      'nowhere in the file',
      { A: { properties: { b: { $ref: '#/components/schemas/B' } } } },
      'openapi.json:13 refers to `#/components/schemas/B`, but there is nothing at that place.',
    ],
    ['no such file', { A: { $ref: 'b.yaml' } }, 'openapi.json:11 refers to `b.yaml`, but there is no such file.'],
    ['no such anchor', { A: { $ref: '#b' } }, 'openapi.json:11 refers to `#b`, but there is no such anchor.'],
    [
      'nothing but references',
      { A: { $ref: '#/components/schemas/B' }, B: { $ref: '#/components/schemas/A' } },
      'openapi.json:11 refers to itself: its `$ref` leads through other `$ref`s back to it.',
    ],
    [
      'into itself',
      { A: { $ref: '#/components/schemas/A/properties/a' } },
      'openapi.json:11 refers to itself: its `$ref` leads through other `$ref`s back to it.',
    ],
  ];
  for (const [what, schemas, message] of rows) {
    test(what, async () => {
      const { gaps } = await contractOf({ 'openapi.json': documentWith(schemas) });
      expect(gaps.map(({ detail }) => detail)).toContain(message);
    });
  }
});
