import {
  type ArrayShape,
  asObject,
  type Constraints,
  type Demand,
  type EnumShape,
  type Field,
  isKeyed,
  isListed,
  type MapShape,
  type ObjectShape,
  type RefShape,
  type ScalarShape,
  type Shape,
  type TupleShape,
  type UnionShape,
  type UnknownShape,
  unknown,
} from '../../model/shape.js';
import { ANY, type Schemas } from './schemas.js';
import { exclusiveUnionOf, isDiscriminated, unionOf } from './union.js';

/** Looks up what references lead to, and adds definitions. */
export type Defined = Pick<Schemas, 'definition' | 'merged' | 'define'>;

/** Unions with more options are not multiplied out. */
const MAX_OPTIONS = 64;
/** Longer chains of references count as unresolved. */
const MAX_LINKS = 32;
const CONFLICT = 'the parts that the contract demands together exclude each other here';

/**
 * What fits both shapes (`allOf`); `undefined` if nothing can. If a `Shape` cannot express the combination, the result is wider
 * or `unknown`, never narrower. There is one exception, which follows common usage: `additionalProperties: false` in one part
 * closes the whole object and not only its own part.
 */
export function intersect(left: Shape, right: Shape, schemas: Defined): Shape | undefined {
  if (left === right || right === ANY) return left;
  if (left === ANY) return right;
  if (left.kind === 'ref' && right.kind === 'ref') return left.name === right.name ? left : bothDefinitions(left, right, schemas);
  if (left.kind === 'union') return distribute(left, right, (option) => intersect(option, right, schemas), schemas);
  if (right.kind === 'union') return distribute(right, left, (option) => intersect(left, option, schemas), schemas);
  if (left.kind === 'ref' || right.kind === 'ref') return intersect(opened(left, schemas), opened(right, schemas), schemas);
  if (left.kind === 'unknown') return right.kind === 'unknown' ? left : besideUnknown(left.why, right);
  if (right.kind === 'unknown') return besideUnknown(right.why, left);
  return intersectKinds(left, right, schemas);
}

/**
 * The shape of a contradiction. Only different JSON types certainly exclude each other: of two disjoint lists of values, one may
 * be narrower than intended (a base schema's discriminator).
 */
export function conflict(left: Demand, right: Demand, schemas: Defined, why = CONFLICT): UnknownShape {
  const types = typesOf(left.shape, schemas);
  const excludes = types !== undefined && typesOf(right.shape, schemas)?.every((type) => !types.includes(type));
  return excludes === true ? { ...unknown(why), conflict: [left, right] } : unknown(why);
}

/** What fits both demands, or their contradiction. */
const demanded = (left: Demand, right: Demand, schemas: Defined): Shape =>
  intersect(left.shape, right.shape, schemas) ?? conflict(left, right, schemas);

/** The JSON types of a shape's values; absent if unknown. */
function typesOf(shape: Shape, schemas: Defined, depth = 0): readonly string[] | undefined {
  switch (shape.kind) {
    case 'ref':
      return depth > MAX_LINKS ? undefined : typesOf(schemas.definition(shape.name), schemas, depth + 1);
    case 'union': {
      const all = shape.options.map((option) => typesOf(option, schemas, depth + 1));
      return all.some((types) => types === undefined) ? undefined : all.flatMap((types) => types ?? []);
    }
    case 'scalar':
      return [shape.type === 'integer' ? 'number' : shape.type];
    case 'enum':
      return shape.values.map((value) => (value === null ? 'null' : typeof value));
    case 'unknown':
      return undefined;
    default:
      return [isListed(shape) ? 'array' : 'object'];
  }
}

type Plain = Exclude<Shape, { kind: 'union' | 'ref' | 'unknown' }>;

function intersectKinds(left: Plain, right: Plain, schemas: Defined): Shape | undefined {
  if (isKeyed(left) && isKeyed(right)) return intersectObjects(left, right, schemas);
  if (left.kind === 'enum') return narrowEnum(left, right);
  if (right.kind === 'enum') return narrowEnum(right, left);
  if (left.kind === 'scalar' && right.kind === 'scalar') return intersectScalars(left, right);
  if (isListed(left) && isListed(right)) return intersectLists(left, right, schemas);
  return undefined;
}

/** Two definitions are merged once; if both are recursive, the merging would never end. */
function bothDefinitions(left: RefShape, right: RefShape, schemas: Defined): Shape | undefined {
  const key = JSON.stringify([left.name, right.name]);
  const known = schemas.merged.get(key);
  if (known !== undefined) return known.shape;
  schemas.merged.set(key, { shape: unknown('the contract requires two recursive schemas together here') });
  const shape = intersect(schemas.definition(left.name), schemas.definition(right.name), schemas);
  schemas.merged.set(key, { shape });
  return shape;
}

function opened(shape: Shape, schemas: Defined): Shape {
  return shape.kind === 'ref' ? schemas.definition(shape.name) : shape;
}

/** The known fields are still expected; whether there are more is unknown. */
function besideUnknown(why: string, known: Plain): Shape {
  return known.kind === 'object' ? { ...known, rest: unknown(why) } : unknown(why);
}

/**
 * `(a or b) and c` is `(a and c) or (b and c)`. Options that are references keep a name, so that a discriminator still finds
 * them.
 */
function distribute(
  union: UnionShape,
  other: Shape,
  narrowed: (option: Shape) => Shape | undefined,
  schemas: Defined,
): Shape | undefined {
  const size = union.options.length * (other.kind === 'union' ? other.options.length : 1);
  if (size > MAX_OPTIONS) return unknown(`the contract demands ${size} combinations of alternatives here`);
  if (!isDiscriminated(union)) {
    const options = union.options.map(narrowed).filter((option) => option !== undefined);
    if (options.length === 0) return undefined;
    return union.exclusive === true ? exclusiveUnionOf(options) : unionOf(options);
  }
  const renamed = new Map<string, string>();
  const options = union.options.flatMap((option) => {
    const both = narrowed(option);
    if (both === undefined) return [];
    if (option.kind !== 'ref' || both === option) return [both];
    const link = schemas.define(option.name, both);
    renamed.set(option.name, link.name);
    return [link];
  });
  if (options.length === 0) return undefined;
  const mapping = Object.entries(union.discriminator.mapping).map(([value, name]) => [value, renamed.get(name) ?? name]);
  return unionOf(options, { field: union.discriminator.field, mapping: Object.fromEntries(mapping) });
}

function intersectObjects(left: ObjectShape | MapShape, right: ObjectShape | MapShape, schemas: Defined): Shape {
  const [a, b] = [asObject(left), asObject(right)];
  const others = new Map(b.fields.map((field) => [field.name, field]));
  const fields = a.fields.map((field) => {
    const other = others.get(field.name);
    others.delete(field.name);
    return other === undefined ? underRest(field, b.rest, schemas) : bothFields(field, other, schemas);
  });
  fields.push(...[...others.values()].map((field) => underRest(field, a.rest, schemas)));
  const rest = bothRests(a.rest, b.rest, schemas);
  return fields.length === 0 && typeof rest === 'object' ? { kind: 'map', values: rest } : { kind: 'object', fields, rest };
}

/** The later part's location counts if it says more than that the field is required. */
function bothFields(a: Field, b: Field, schemas: Defined): Field {
  const { access: first, ...base } = a.shape === ANY ? { ...a, at: b.at ?? a.at } : a;
  const access = first ?? b.access;
  const { at, ...rest } = base;
  return {
    ...rest,
    shape: demanded(a, b, schemas),
    required: a.required || b.required,
    ...(access === undefined ? {} : { access }),
    ...(at === undefined ? {} : { at }),
  };
}

/** A part's `additionalProperties` schema applies to the other part's fields as well. */
function underRest(field: Field, rest: boolean | Shape, schemas: Defined): Field {
  if (typeof rest === 'boolean' || rest.kind === 'unknown') return field;
  return { ...field, shape: demanded(field, { shape: rest }, schemas) };
}

function bothRests(a: boolean | Shape, b: boolean | Shape, schemas: Defined): boolean | Shape {
  if (a === false || b === false) return false;
  if (a === true) return b;
  if (b === true) return a;
  return intersect(a, b, schemas) ?? false;
}

function narrowEnum(listed: EnumShape, other: Plain): Shape | undefined {
  const others = new Set(other.kind === 'enum' ? other.values : []);
  const values = listed.values.filter((value) => {
    if (other.kind === 'enum') return others.has(value);
    if (other.kind !== 'scalar') return false;
    if (typeof value !== 'number') return other.type === typeof value;
    return other.type === 'number' || (other.type === 'integer' && Number.isInteger(value));
  });
  return values.length === 0 ? undefined : { kind: 'enum', values };
}

function intersectScalars(a: ScalarShape, b: ScalarShape): Shape | undefined {
  const numeric = [a.type, b.type].every((type) => type === 'number' || type === 'integer');
  if (a.type !== b.type && !numeric) return undefined;
  const type = a.type === b.type ? a.type : 'integer';
  const format = a.format ?? b.format;
  const constraints = bothLimits(a.constraints, b.constraints);
  return {
    kind: 'scalar',
    type,
    ...(format === undefined ? {} : { format }),
    ...(constraints === undefined ? {} : { constraints }),
  };
}

function intersectLists(left: ArrayShape | TupleShape, right: ArrayShape | TupleShape, schemas: Defined): Shape | undefined {
  if (left.kind === 'array' && right.kind === 'array') return intersectArrays(left, right, schemas);
  const [tuple, other] = left.kind === 'tuple' ? [left, right] : right.kind === 'tuple' ? [right, left] : [undefined, right];
  if (tuple === undefined) return undefined;
  const items = tuple.items.map((item, index) => {
    const beside = other.kind === 'tuple' ? other.items[index] : other.items;
    return beside === undefined ? item : demanded({ shape: item }, { shape: beside }, schemas);
  });
  return { kind: 'tuple', items };
}

function intersectArrays(a: ArrayShape, b: ArrayShape, schemas: Defined): Shape {
  const constraints = bothLimits(a.constraints, b.constraints);
  const items = demanded({ shape: a.items }, { shape: b.items }, schemas);
  return { kind: 'array', items, ...(constraints === undefined ? {} : { constraints }) };
}

/** The stricter limit of each kind; of two patterns the first, because no single pattern expresses both. */
function bothLimits(a: Constraints | undefined, b: Constraints | undefined): Constraints | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const larger = (['minLength', 'minItems', 'minimum', 'exclusiveMinimum'] as const).map((word) =>
    strictest(word, a, b, Math.max),
  );
  const smaller = (['maxLength', 'maxItems', 'maximum', 'exclusiveMaximum'] as const).map((word) =>
    strictest(word, a, b, Math.min),
  );
  return Object.assign({}, b, a, ...larger, ...smaller);
}

type Limit = Exclude<keyof Constraints, 'pattern' | 'uniqueItems'>;

function strictest(word: Limit, a: Constraints, b: Constraints, choose: (x: number, y: number) => number): Constraints {
  const [first, second] = [a[word], b[word]];
  return first === undefined || second === undefined ? {} : { [word]: choose(first, second) };
}
