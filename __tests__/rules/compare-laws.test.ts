import fc from 'fast-check';
import type { Definitions, Field, Shape } from '../../src/model/shape.js';
import { NULL } from '../../src/model/shape.js';
import { compareShapes } from '../../src/rules/comparison/compare-shapes.js';
import type { Comparison } from '../../src/rules/comparison/comparison.js';

const NAMES = ['id', 'name', 'created_at', 'createdAt', 'tags', 'author'] as const;
const KNOWN = ['User', 'Node'] as const;

const leaves: fc.Arbitrary<Shape> = fc.oneof(
  fc.constantFrom<Shape>(
    { kind: 'scalar', type: 'string' },
    { kind: 'scalar', type: 'string', format: 'date-time' },
    { kind: 'scalar', type: 'string', format: 'uuid' },
    { kind: 'scalar', type: 'integer' },
    { kind: 'scalar', type: 'number' },
    { kind: 'scalar', type: 'boolean' },
    NULL,
  ),
  fc
    .uniqueArray(fc.constantFrom('a', 'b', 1, 2.5, true, null), { minLength: 1, maxLength: 3 })
    .map((values): Shape => ({ kind: 'enum', values })),
  fc.constantFrom(...KNOWN).map((name): Shape => ({ kind: 'ref', name })),
);

/** Shapes with names in them, nested some levels; never unknown. */
const shapes: fc.Arbitrary<Shape> = fc.letrec<{ shape: Shape; field: Field }>((tie) => ({
  shape: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaves,
    tie('shape').map((items): Shape => ({ kind: 'array', items })),
    tie('shape').map((values): Shape => ({ kind: 'map', values })),
    fc.array(tie('shape'), { maxLength: 3 }).map((items): Shape => ({ kind: 'tuple', items })),
    fc.array(tie('shape'), { minLength: 1, maxLength: 3 }).map((options): Shape => ({ kind: 'union', options })),
    fc
      .tuple(fc.uniqueArray(tie('field'), { maxLength: 4, selector: ({ name }) => name }), fc.boolean())
      .map(([fields, rest]): Shape => ({ kind: 'object', fields, rest })),
  ),
  field: fc.record({
    name: fc.constantFrom(...NAMES),
    naming: fc.constant('declared' as const),
    shape: tie('shape'),
    required: fc.boolean(),
  }),
})).shape;

const definitions: fc.Arbitrary<Definitions> = fc.tuple(shapes, shapes).map(
  ([user, node]) =>
    new Map([
      ['User', user],
      ['Node', node],
    ]),
);

function compare(expected: Shape, actual: Shape, one: Definitions, other: Definitions): Comparison {
  return compareShapes({ shape: expected, definitions: one }, { shape: actual, definitions: other });
}

const errors = ({ differences }: Comparison): readonly string[] =>
  [...new Set(differences.filter(({ weight }) => weight === 'broken').map(({ path, problem }) => `${problem} ${path}`))].sort();

const all = ({ compared, unknown, differences }: Comparison): unknown => [
  [...compared].sort(),
  [...unknown.keys()].sort(),
  [...new Set(differences.map(({ path, problem, weight }) => `${problem} ${path} ${weight}`))].sort(),
];

/** Every list in the shape the other way round. */
function reversed(shape: Shape): Shape {
  switch (shape.kind) {
    case 'array':
      return { ...shape, items: reversed(shape.items) };
    case 'map':
      return { ...shape, values: reversed(shape.values) };
    case 'tuple':
      return { ...shape, items: shape.items.map(reversed) };
    case 'union':
      return { ...shape, options: shape.options.map(reversed).reverse() };
    case 'enum':
      return { ...shape, values: [...shape.values].reverse() };
    case 'object':
      return {
        ...shape,
        fields: shape.fields.map((field) => ({ ...field, shape: reversed(field.shape) })).reverse(),
        rest: typeof shape.rest === 'object' ? reversed(shape.rest) : shape.rest,
      };
    default:
      return shape;
  }
}

/** The shape with unknown in the place of every scalar and constant. */
function forgotten(shape: Shape): Shape {
  switch (shape.kind) {
    case 'array':
      return { ...shape, items: forgotten(shape.items) };
    case 'map':
      return { ...shape, values: forgotten(shape.values) };
    case 'object':
      return { ...shape, fields: shape.fields.map((field) => ({ ...field, shape: forgotten(field.shape) })) };
    default:
      return { kind: 'unknown', why: 'forgotten' };
  }
}

describe('laws of comparing shapes', () => {
  test('a shape keeps itself', () => {
    fc.assert(
      fc.property(shapes, definitions, (shape, named) => {
        expect(compare(shape, shape, named, named).differences).toEqual([]);
      }),
    );
  });

  test('what is unknown is never a difference', () => {
    fc.assert(
      fc.property(shapes, definitions, (shape, named) => {
        expect(compare(shape, { kind: 'unknown', why: 'not seen' }, named, new Map()).differences).toEqual([]);
        expect(compare({ kind: 'unknown', why: 'not said' }, shape, new Map(), named).differences).toEqual([]);
      }),
    );
  });

  test('forgetting what the code sends adds no error, and what is forgotten is counted', () => {
    fc.assert(
      fc.property(shapes, definitions, (shape, named) => {
        const comparison = compare(shape, forgotten(shape), named, named);
        expect(errors(comparison)).toEqual([]);
      }),
    );
  });

  test('a wider promise breaks no more than the narrower one', () => {
    fc.assert(
      fc.property(shapes, shapes, shapes, definitions, (expected, actual, wider, named) => {
        fc.pre(errors(compare(expected, actual, named, named)).length === 0);
        const widened: Shape = { kind: 'union', options: [expected, wider] };
        expect(errors(compare(widened, actual, named, named))).toEqual([]);
        expect(errors(compare({ kind: 'union', options: [expected, NULL] }, actual, named, named))).toEqual([]);
      }),
    );
  });

  test('a field that is promised no longer as required breaks no more', () => {
    const loosened = (shape: Shape): Shape =>
      shape.kind === 'object' ? { ...shape, fields: shape.fields.map((field) => ({ ...field, required: false })) } : shape;
    fc.assert(
      fc.property(shapes, shapes, definitions, (expected, actual, named) => {
        const before = errors(compare(expected, actual, named, named));
        expect(before).toEqual(expect.arrayContaining([...errors(compare(loosened(expected), actual, named, named))]));
      }),
    );
  });

  test('the order of fields, options and values does not matter', () => {
    fc.assert(
      fc.property(shapes, shapes, definitions, definitions, (expected, actual, one, other) => {
        const turned = compare(reversed(expected), reversed(actual), one, other);
        expect(all(turned)).toEqual(all(compare(expected, actual, one, other)));
      }),
    );
  });

  test('no place is both compared and unknown', () => {
    fc.assert(
      fc.property(shapes, shapes, definitions, definitions, (expected, actual, one, other) => {
        const { compared, unknown } = compare(expected, actual, one, other);
        expect([...unknown.keys()].filter((path) => compared.has(path))).toEqual([]);
      }),
    );
  });
});
