import { afterAll, describe, expect, test } from '@jest/globals';
import { loadContracts } from '../../src/contracts/load.js';
import { contractOf, folderWith, removeFolders } from './workspace.js';

afterAll(removeFolders);

const STRING = { kind: 'scalar', type: 'string' };
const schema = (draft: string, rest: object) => JSON.stringify({ $schema: draft, ...rest });
const DRAFT_2020 = 'https://json-schema.org/draft/2020-12/schema';
const DRAFT_7 = 'http://json-schema.org/draft-07/schema#';
const DRAFT_4 = 'http://json-schema.org/draft-04/schema#';
const object = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] };

describe('a JSON Schema is a shared model', () => {
  test.each([
    ['by its title', 'user.json', { title: 'Customer', ...object }, ['Customer']],
    [
      'by its file where the title is a sentence',
      'order-item.schema.json',
      { title: 'What was ordered.', ...object },
      ['order-item'],
    ],
    ['by what it leads to', 'all.json', { $ref: '#/definitions/Parcel', definitions: { Parcel: object } }, ['Parcel']],
    ['or holds several', 'models.json', { $defs: { A: object, B: object } }, ['A', 'B']],
  ])('%s', async (_, file, rest, names) => {
    const contract = await contractOf({ [file]: schema(DRAFT_2020, rest) });
    expect([contract.kind, contract.models.map(({ name }) => name)]).toEqual(['json-schema', names]);
  });

  test.each([
    ['draft 4', DRAFT_4, { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ['draft 7', DRAFT_7, { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
    ['2020-12', DRAFT_2020, { exclusiveMinimum: 1 }, { exclusiveMinimum: 1 }],
  ])('the words of %s are understood', async (_, draft, words, constraints) => {
    const { models } = await contractOf({ 'n.json': schema(draft, { type: 'number', ...words }) });
    expect(models[0]?.shape).toEqual({ kind: 'scalar', type: 'number', constraints });
  });

  test('what stands beside `$ref` counts since 2019-09 alone', async () => {
    const rest = {
      title: 'T',
      properties: { a: { $ref: '#/definitions/S', type: 'integer' } },
      definitions: { S: { type: 'string' } },
    };
    const [old, fresh] = await Promise.all([DRAFT_7, DRAFT_2020].map((draft) => contractOf({ 't.json': schema(draft, rest) })));
    expect(old?.models[0]?.shape).toMatchObject({ fields: [{ shape: { kind: 'ref', name: 'S' } }] });
    expect(fresh?.models[0]?.shape).toMatchObject({ fields: [{ shape: { kind: 'unknown' } }] });
  });

  test('an absolute reference to a schema beside it is the file beside it', async () => {
    const contract = await contractOf({
      'order.json': schema(DRAFT_2020, {
        $id: 'https://shop.example/schemas/order.json',
        properties: {
          by: { $ref: 'https://shop.example/schemas/people/user.json' },
          at: { $ref: 'https://other.example/x.json' },
        },
      }),
      'people/user.json': schema(DRAFT_2020, { type: 'string' }),
    });
    expect(contract.definitions.get('user')).toEqual(STRING);
    expect(contract.gaps.map(({ reason }) => reason)).toEqual(['unresolved-reference']);
  });
});

describe('which are found', () => {
  const found = async (files: Readonly<Record<string, string>>) => {
    const repository = folderWith(files);
    const { contracts, skipped } = await loadContracts({ repository, dir: repository });
    return [contracts.map(({ id }) => id), skipped.map(({ file }) => file)];
  };

  test('those in folders of shared models and those that say so; each model by itself, though they are made of each other', async () => {
    const files = {
      'contracts/order.json': schema(DRAFT_7, { title: 'Order', properties: { by: { $ref: 'user.json' } } }),
      'contracts/user.json': schema(DRAFT_7, { title: 'User', ...object }),
      'settings/config.json': schema(DRAFT_7, { title: 'Config', ...object }),
      'settings/cart.json': schema(DRAFT_7, { 'x-shared': true, title: 'Cart', ...object }),
    };
    expect(await found(files)).toEqual([
      ['contracts/order.json', 'contracts/user.json', 'settings/cart.json'],
      ['settings/config.json'],
    ]);
  });
});

describe('schemas of other documents', () => {
  const openapi = `openapi: 3.0.3
info: { title: Shop, version: 1.0.0 }
paths: {}
components:
  schemas:
    User: { x-shared: true, type: object, properties: { id: { type: string } } }
    OrderLine: { type: object }
    Internal: { type: object }
`;

  test('are shared where their author or the settings say so', async () => {
    const repository = folderWith({ 'openapi.yaml': openapi });
    const { contracts } = await loadContracts({ repository, dir: repository, sharedSchemas: ['Order*'] });
    expect(contracts[0]?.models.map(({ name, at }) => [name, at.line])).toEqual([
      ['User', 6],
      ['OrderLine', 7],
    ]);
  });
});
