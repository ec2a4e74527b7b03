import { afterAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Shape } from '../../src/model/shape.js';
import { contractOf, definitionsOf, documentWith, removeFolders, shapeOf, type Version, withoutPlaces } from './workspace.js';

afterAll(removeFolders);

const STRING: Shape = { kind: 'scalar', type: 'string' };
const INTEGER: Shape = { kind: 'scalar', type: 'integer' };
const NULL: Shape = { kind: 'scalar', type: 'null' };
const ANY = { kind: 'unknown', why: 'the contract allows any value here', any: true };
const union = (...options: unknown[]) => ({ kind: 'union', options });
const field = (name: string, shape: unknown, required = false) => ({ name, naming: 'declared', shape, required });
const object = (fields: unknown[], rest: unknown = true) => ({ kind: 'object', fields, rest });

type Row = readonly [what: string, schema: unknown, shape: unknown, version?: Version];

function proveAll(rows: readonly Row[]): void {
  for (const [what, schema, shape, version] of rows) {
    test(what, async () => expect(await shapeOf(schema, version)).toEqual(shape));
  }
}

describe('scalars', () => {
  const rows: readonly Row[] = [
    ['a format', { type: 'string', format: 'date-time' }, { ...STRING, format: 'date-time' }],
    [
      'limits of a text',
      { type: 'string', minLength: 1, maxLength: 9, pattern: '^a' },
      { ...STRING, constraints: { minLength: 1, maxLength: 9, pattern: '^a' } },
    ],
    [
      'limits of a number',
      { type: 'number', exclusiveMinimum: 0, maximum: 5, multipleOf: 0.5 },
      { kind: 'scalar', type: 'number', constraints: { exclusiveMinimum: 0, maximum: 5, multipleOf: 0.5 } },
    ],
    [
      'a limit that 3.0 excludes by a flag',
      { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: 5, exclusiveMaximum: false },
      { ...INTEGER, constraints: { exclusiveMinimum: 0, maximum: 5 } },
      '3.0.3',
    ],
    ['limits of another type are not kept', { type: 'integer', minLength: 3 }, INTEGER],
    ['base64 in the words of JSON Schema', { type: 'string', contentEncoding: 'base64' }, { ...STRING, format: 'byte' }],
    [
      'a type that does not exist',
      { type: 'int' },
      { kind: 'unknown', why: 'the contract gives it the type `int`, which does not exist' },
    ],
    ['null', { type: 'null' }, NULL],
  ];
  proveAll(rows);
});

describe('null', () => {
  const rows: readonly Row[] = [
    ['3.0 nullable', { type: 'string', nullable: true }, union(STRING, NULL), '3.0.3'],
    ['2.0 x-nullable', { type: 'string', 'x-nullable': true }, union(STRING, NULL), '2.0'],
    ['a list of types', { type: ['null', 'string', 'integer'] }, union(STRING, INTEGER, NULL)],
    ['one alternative', { oneOf: [{ type: 'null' }, { type: 'string' }] }, union(STRING, NULL)],
    [
      'anyOf in anyOf',
      { anyOf: [{ type: 'string' }, { anyOf: [{ type: 'integer' }, { type: 'null' }] }] },
      union(STRING, INTEGER, NULL),
    ],
    ['nullable beside allOf', { allOf: [{ type: 'string' }], nullable: true }, union(STRING, NULL), '3.0.3'],
    ['a part of allOf that only adds null', { allOf: [{ type: 'string' }, { type: ['string', 'null'] }] }, union(STRING, NULL)],
    ['a part of allOf that says more', { allOf: [{ type: 'string' }, { type: ['string', 'null'], title: 'a' }] }, STRING],
    [
      'an enum with null',
      { type: 'string', enum: ['a', null], nullable: true },
      union({ kind: 'enum', values: ['a'] }, NULL),
      '3.0.3',
    ],
    ['nullable twice', { oneOf: [{ type: 'string', nullable: true }], nullable: true }, union(STRING, NULL), '3.0.3'],
  ];
  proveAll(rows);

  test('nullable beside a $ref is meant, although 3.0 ignores it', async () => {
    const { It } = await definitionsOf(
      { It: { $ref: '#/components/schemas/Other', nullable: true }, Other: { type: 'string' } },
      '3.0.3',
    );

    expect(It).toEqual(union({ kind: 'ref', name: 'Other' }, NULL));
  });
});

describe('lists of values', () => {
  const rows: readonly Row[] = [
    ['enum', { type: 'string', enum: ['a', 'b', 'a'] }, { kind: 'enum', values: ['a', 'b'] }],
    ['const', { const: 3 }, { kind: 'enum', values: [3] }],
    ['const null', { const: null }, NULL],
    [
      'numbers where texts are declared',
      { type: 'string', enum: [1, 2.5, true] },
      { kind: 'enum', values: ['1', '2.5', 'true'] },
    ],
    ['values of another type are dropped', { type: 'integer', enum: [1, 'x', 1.5] }, { kind: 'enum', values: [1] }],
    ['constants as alternatives', { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] }, { kind: 'enum', values: ['a', 'b'] }],
    ['values that are no scalars', { type: 'object', enum: [{ a: 1 }] }, object([])],
  ];
  proveAll(rows);
});

describe('lists', () => {
  const rows: readonly Row[] = [
    [
      'items',
      { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true },
      { kind: 'array', items: STRING, constraints: { minItems: 1, uniqueItems: true } },
    ],
    ['without type', { items: { type: 'string' } }, { kind: 'array', items: STRING }],
    [
      'nothing said of the items',
      { type: 'array' },
      { kind: 'array', items: { kind: 'unknown', why: 'the contract does not say what the items are', any: true } },
    ],
    [
      'properties written where items should be',
      { type: 'array', properties: { a: { type: 'string' } } },
      { kind: 'array', items: { kind: 'unknown', why: 'the contract does not say what the items are' } },
    ],
    [
      'prefixItems',
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      { kind: 'tuple', items: [STRING, INTEGER] },
    ],
    [
      'prefixItems and more',
      { prefixItems: [{ type: 'string' }], items: { type: 'integer' } },
      { kind: 'array', items: union(STRING, INTEGER), places: { first: [STRING], rest: INTEGER } },
    ],
    ['a list of items in older words', { type: 'array', items: [{ type: 'string' }] }, { kind: 'tuple', items: [STRING] }, '2.0'],
  ];
  proveAll(rows);
});

describe('objects', () => {
  const a = { a: { type: 'string' } };
  const rows: readonly Row[] = [
    [
      'fields',
      { type: 'object', required: ['a'], properties: { ...a, b: { type: 'integer' } } },
      object([field('a', STRING, true), field('b', INTEGER)]),
    ],
    ['without type', { properties: a }, object([field('a', STRING)])],
    ['free form', { type: 'object' }, object([])],
    ['free form, said', { type: 'object', additionalProperties: true }, object([])],
    ['free form by an empty schema', { type: 'object', additionalProperties: {} }, object([])],
    ['closed', { type: 'object', properties: a, additionalProperties: false }, object([field('a', STRING)], false)],
    ['a map', { type: 'object', additionalProperties: { type: 'string' } }, { kind: 'map', values: STRING }],
    ['fields and a map', { properties: a, additionalProperties: { type: 'integer' } }, object([field('a', STRING)], INTEGER)],
    [
      'patterns beside anything',
      { patternProperties: { '^x': { type: 'integer' } }, properties: a },
      object([field('a', STRING)]),
    ],
    [
      'patterns alone',
      { patternProperties: { '^x': { type: 'integer' } }, additionalProperties: false },
      { kind: 'map', values: INTEGER },
    ],
    ['a required field nobody describes', { type: 'object', required: ['z'] }, object([field('z', ANY, true)])],
    [
      'a required key of a map',
      { required: ['z'], additionalProperties: { type: 'string' } },
      object([field('z', STRING, true)], STRING),
    ],
    ['a field that must not be there', { properties: { ...a, b: false } }, object([field('a', STRING)])],
    ['a field of any value', { properties: { a: true, b: {} } }, object([field('a', ANY), field('b', ANY)])],
    ['unevaluatedProperties', { allOf: [{ properties: a }], unevaluatedProperties: false }, object([field('a', STRING)], false)],
    [
      'not, if and dependent words',
      { properties: a, not: { required: ['a'] }, if: { required: ['a'] }, else: { required: ['q'] } },
      object([field('a', STRING)]),
    ],
  ];
  proveAll(rows);

  test('a direction is that of the property, its $ref or its allOf', async () => {
    const { It } = await definitionsOf(
      {
        It: {
          properties: {
            id: { type: 'string', readOnly: true },
            password: { type: 'string', writeOnly: true },
            linked: { $ref: '#/components/schemas/Stamp' },
            wrapped: { allOf: [{ $ref: '#/components/schemas/Stamp' }] },
            both: { type: 'string', readOnly: true, writeOnly: true },
          },
        },
        Stamp: { type: 'string', readOnly: true },
      },
      '3.0.3',
    );

    expect(It?.kind === 'object' && It.fields.map(({ name, access }) => [name, access])).toEqual([
      ['id', 'read'],
      ['password', 'write'],
      ['linked', 'read'],
      ['wrapped', 'read'],
      ['both', undefined],
    ]);
  });
});

describe('allOf', () => {
  const base = { type: 'object', required: ['a'], properties: { a: { type: 'string' } } };
  const more = { type: 'object', required: ['b'], properties: { b: { type: 'integer' }, a: { type: 'string', maxLength: 3 } } };
  const rows: readonly Row[] = [
    [
      'merges fields, limits and required',
      { allOf: [base, more] },
      object([field('a', { ...STRING, constraints: { maxLength: 3 } }, true), field('b', INTEGER, true)]),
    ],
    [
      'merges with the words beside it',
      { ...base, allOf: [{ properties: { b: { type: 'integer' } } }] },
      object([field('a', STRING, true), field('b', INTEGER)]),
    ],
    [
      'required alone',
      { allOf: [{ properties: { b: { type: 'integer' } } }, { required: ['b'] }] },
      object([field('b', INTEGER, true)]),
    ],
    [
      'the stricter limits',
      {
        allOf: [
          { type: 'number', minimum: 1, maximum: 9 },
          { type: 'integer', minimum: 3, maximum: 99 },
        ],
      },
      { ...INTEGER, constraints: { minimum: 3, maximum: 9 } },
    ],
    [
      'a part that closes',
      { allOf: [{ ...base, additionalProperties: false }, { properties: { b: { type: 'integer' } } }] },
      object([field('a', STRING, true), field('b', INTEGER)], false),
    ],
    [
      'common values',
      { allOf: [{ enum: ['a', 'b', 'c'] }, { type: 'string' }, { enum: ['b', 'c', 'd'] }] },
      { kind: 'enum', values: ['b', 'c'] },
    ],
    [
      'contradictions',
      { allOf: [{ type: 'string' }, { type: 'integer' }] },
      {
        kind: 'unknown',
        why: 'no value can fit all that the contract demands here',
        conflict: [{ shape: STRING }, { shape: INTEGER }],
      },
    ],
    [
      'lists of values that share none: a base may list fewer than its writer means',
      { allOf: [{ enum: ['a'] }, { enum: ['b'] }] },
      { kind: 'unknown', why: 'no value can fit all that the contract demands here' },
    ],
    [
      'a contradiction in one field',
      { allOf: [base, { properties: { a: { type: 'integer' } } }] },
      object([
        field(
          'a',
          {
            kind: 'unknown',
            why: 'the parts that the contract demands together exclude each other here',
            conflict: [field('a', STRING, true), field('a', INTEGER)],
          },
          true,
        ),
      ]),
    ],
    [
      'alternatives are multiplied out',
      { ...base, oneOf: [{ properties: { b: { type: 'integer' } } }, { required: ['c'] }] },
      {
        ...union(
          object([field('a', STRING, true), field('b', INTEGER)]),
          object([field('a', STRING, true), field('c', ANY, true)]),
        ),
        exclusive: true,
      },
    ],
    [
      'alternatives that words keep apart which a shape lacks',
      { oneOf: [{ required: ['a'], not: { required: ['b'] } }, { required: ['b'] }] },
      union(object([field('a', ANY, true)]), object([field('b', ANY, true)])),
    ],
    ['alternatives that contradict fall out', { type: 'string', oneOf: [{ type: 'string' }, { type: 'integer' }] }, STRING],
    [
      'an object and null',
      { allOf: [{ anyOf: [base, { type: 'null' }] }, { properties: { c: { type: 'integer' } } }] },
      object([field('a', STRING, true), field('c', INTEGER)]),
    ],
  ];
  proveAll(rows);

  test('of one $ref and a description is that $ref', async () => {
    const ref = { $ref: '#/components/schemas/Other' };

    const { It, Beside } = await definitionsOf({
      It: { allOf: [ref], description: 'words' },
      Beside: { ...ref, description: 'words' },
      Other: base,
    });

    expect([It, Beside]).toEqual([
      { kind: 'ref', name: 'Other' },
      { kind: 'ref', name: 'Other' },
    ]);
  });

  test('words beside a $ref count from 3.1 on', async () => {
    const schemas = {
      It: { $ref: '#/components/schemas/Other', required: ['b'], properties: { b: { type: 'integer' } } },
      Other: base,
    };

    expect((await definitionsOf(schemas)).It).toEqual(object([field('a', STRING, true), field('b', INTEGER, true)]));
    expect((await definitionsOf(schemas, '3.0.3')).It).toEqual({ kind: 'ref', name: 'Other' });
  });
});

describe('alternatives told apart by a field', () => {
  const animal = (kind: string) => ({ type: 'object', properties: { kind: { const: kind } } });
  const options = [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }];
  const refs = [
    { kind: 'ref', name: 'Cat' },
    { kind: 'ref', name: 'Dog' },
  ];
  const pets = { Cat: animal('cat'), Dog: animal('dog') };

  test('by the names of the schemas', async () => {
    const { It } = await definitionsOf({ It: { oneOf: options, discriminator: { propertyName: 'kind' } }, ...pets });

    expect(It).toEqual({ ...union(...refs), discriminator: { field: 'kind', mapping: { Cat: 'Cat', Dog: 'Dog' } } });
  });

  test('by a mapping to references and names', async () => {
    const mapping = { cat: '#/components/schemas/Cat', dog: 'Dog', hound: 'Dog' };

    const { It } = await definitionsOf({ It: { anyOf: options, discriminator: { propertyName: 'kind', mapping } }, ...pets });

    expect(It).toEqual({
      ...union(...refs),
      discriminator: { field: 'kind', mapping: { cat: 'Cat', dog: 'Dog', hound: 'Dog' } },
    });
  });

  test('null is one more option', async () => {
    const { It } = await definitionsOf(
      { It: { oneOf: options, nullable: true, discriminator: { propertyName: 'kind' } }, ...pets },
      '3.0.3',
    );

    expect(It).toEqual({ ...union(...refs, NULL), discriminator: { field: 'kind', mapping: { Cat: 'Cat', Dog: 'Dog' } } });
  });

  test('options that fields are added to keep names of their own', async () => {
    const { It, ...others } = await definitionsOf({
      It: { properties: { id: { type: 'string' } }, oneOf: options, discriminator: { propertyName: 'kind' } },
      ...pets,
    });

    expect(It).toEqual({
      ...union({ kind: 'ref', name: 'Cat 2' }, { kind: 'ref', name: 'Dog 2' }),
      discriminator: { field: 'kind', mapping: { Cat: 'Cat 2', Dog: 'Dog 2' } },
    });
    expect(others['Cat 2']).toEqual(object([field('id', STRING), field('kind', { kind: 'enum', values: ['cat'] })]));
  });

  test('the text that OpenAPI 2 writes leaves the schema as it is', async () => {
    const schema = { type: 'object', discriminator: 'kind', required: ['kind'], properties: { kind: { type: 'string' } } };

    expect(await shapeOf(schema, '2.0')).toEqual(object([field('kind', STRING, true)]));
  });
});

describe('recursion', () => {
  test('ends at the link', async () => {
    const { Tree } = await definitionsOf({
      Tree: { properties: { children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } } } },
    });

    expect(Tree).toEqual(object([field('children', { kind: 'array', items: { kind: 'ref', name: 'Tree' } })]));
  });

  test('through allOf keeps what is known and says that there may be more', async () => {
    const A = { allOf: [{ $ref: '#/components/schemas/B' }, { properties: { a: { type: 'string' } } }] };
    const B = { allOf: [{ $ref: '#/components/schemas/A' }, { properties: { b: { type: 'string' } } }] };

    const contract = await contractOf({ 'openapi.json': documentWith({ A, B }) });

    const more = { kind: 'unknown', why: 'this schema builds on itself' };
    expect(withoutPlaces(contract.definitions).A).toEqual(object([field('b', STRING), field('a', STRING)], more));
    expect(contract.gaps).toEqual([
      {
        reason: 'unsupported-contract-feature',
        detail: 'This schema builds on itself.',
        at: { file: 'openapi.json', line: 10, column: 7 },
      },
    ]);
  });

  test('a parent that lists its children gives them its fields', async () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
    const own = (name: string) => ({ allOf: [ref('Pet'), { properties: { [name]: { type: 'string' } } }] });

    const { Pet, Cat } = await definitionsOf({
      Pet: { properties: { kind: { type: 'string' } }, oneOf: [ref('Cat'), ref('Dog')] },
      Cat: own('purrs'),
      Dog: own('barks'),
    });

    const cat = object([field('kind', STRING), field('purrs', STRING)]);
    expect(Cat).toEqual(cat);
    expect(Pet).toEqual({ ...union(cat, object([field('kind', STRING), field('barks', STRING)])), exclusive: true });
  });

  test('of both parts of an allOf ends', async () => {
    const node = (name: string, more: string) => ({
      properties: { next: { $ref: `#/components/schemas/${name}` }, [more]: { type: 'string' } },
    });
    const parts = [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/B' }];

    const { It } = await definitionsOf({ A: node('A', 'a'), B: node('B', 'b'), It: { allOf: parts } });

    const why = 'the contract requires two recursive schemas together here';
    expect(It).toEqual(object([field('next', { kind: 'unknown', why }), field('a', STRING), field('b', STRING)]));
  });

  test('through alternatives that take nothing apart is unknown', async () => {
    const { A, B, C } = await definitionsOf({
      A: { oneOf: [{ $ref: '#/components/schemas/B' }, { type: 'string' }] },
      B: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'integer' }] },
      C: { oneOf: [{ $ref: '#/components/schemas/A' }, { type: 'integer' }] },
    });

    expect([A?.kind, B?.kind, C?.kind]).toEqual(['unknown', 'unknown', 'union']);
  });
});

test('the order of keys changes nothing but the order of fields', async () => {
  const scalar = fc.constantFrom(
    { type: 'string' },
    { type: 'integer', minimum: 1 },
    { type: ['string', 'null'] },
    { enum: ['a', 'b'] },
  );
  const schema = fc.record(
    {
      type: fc.constant('object'),
      properties: fc.record({ a: scalar, b: scalar, c: scalar }, { requiredKeys: [] }),
      required: fc.subarray(['a', 'b']),
      additionalProperties: fc.constantFrom<unknown>(true, false, { type: 'string' }),
    },
    { requiredKeys: ['type'] },
  );
  await fc.assert(
    fc.asyncProperty(schema, async (generated) => {
      const [one, other] = [await shapeOf(generated), await shapeOf(reversed(generated))];
      expect(sorted(one)).toEqual(sorted(other));
    }),
    { numRuns: 50 },
  );
});

/** The same data with the keys of every mapping in the other order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, reversed(inner)]),
  );
}

function sorted(shape: Shape | undefined): unknown {
  return shape?.kind === 'object' ? { ...shape, fields: shape.fields.toSorted((a, b) => (a.name < b.name ? -1 : 1)) } : shape;
}
