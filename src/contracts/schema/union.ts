import { type Discriminator, type EnumValue, NULL, type Shape, type UnionShape } from '../../model/shape.js';
import { ANY } from './schemas.js';

/**
 * A simplified union: nested unions are flattened, enums joined, equal scalars dropped; a single option stands for itself; an
 * option that allows every value makes the rest pointless. With a discriminator the options stay unchanged.
 */
export function unionOf(options: readonly Shape[], discriminator?: Discriminator): Shape {
  if (options.includes(ANY)) return ANY;
  const flat = discriminator === undefined ? joined(options.flatMap(dissolved)) : options;
  const [only] = flat;
  if (flat.length === 1 && only !== undefined) return only;
  return discriminator === undefined ? { kind: 'union', options: flat } : { kind: 'union', options: flat, discriminator };
}

/** Exactly one of the options (`oneOf`). If no value can fit two of them, this is the same as any of them. */
export function exclusiveUnionOf(options: readonly Shape[]): Shape {
  const retained = joined(options);
  if (options.includes(ANY) || retained.length < 2 || !mayOverlap(retained)) return unionOf(options);
  return { kind: 'union', options: retained, exclusive: true };
}

/** Whether two options belong to one family. References and unions are not resolved here. */
function mayOverlap(options: readonly Shape[]): boolean {
  const families = options.flatMap(familiesOf);
  const open = families.filter((family) => family === 'open').length;
  const known = families.filter((family) => family !== 'open' && family !== 'null');
  return open > 1 || (open === 1 && known.length > 0) || new Set(known).size < known.length;
}

function familiesOf(option: Shape): readonly string[] {
  switch (option.kind) {
    case 'scalar':
      return [option.type === 'integer' ? 'number' : option.type];
    case 'enum':
      return [...new Set(option.values.map((value) => typeof value))];
    case 'array':
    case 'tuple':
      return ['list'];
    case 'object':
    case 'map':
      return ['object'];
    default:
      return ['open'];
  }
}

/** The shape, or null. */
export function nullable(shape: Shape): Shape {
  if (shape === ANY || shape.kind === 'unknown') return shape;
  if (shape.kind !== 'union') return isNull(shape) ? shape : { kind: 'union', options: [shape, NULL] };
  return shape.options.some(isNull) ? shape : { ...shape, options: [...shape.options, NULL] };
}

/** One of a list of values; null among them becomes a separate option. */
export function enumOf(values: readonly EnumValue[]): Shape {
  const distinct = [...new Set(values)];
  const rest = distinct.filter((value) => value !== null);
  if (rest.length === 0) return NULL;
  const shape: Shape = { kind: 'enum', values: rest };
  return rest.length === distinct.length ? shape : nullable(shape);
}

function isNull(shape: Shape): boolean {
  return shape.kind === 'scalar' && shape.type === 'null';
}

function dissolved(shape: Shape): readonly Shape[] {
  return shape.kind === 'union' && shape.discriminator === undefined && shape.exclusive !== true ? shape.options : [shape];
}

/** Enums become one, at the position of the first; null comes last, wherever it was written. */
function joined(options: readonly Shape[]): readonly Shape[] {
  const values = new Set(options.flatMap((option) => (option.kind === 'enum' ? option.values : [])));
  const enums: Shape = { kind: 'enum', values: [...values] };
  const retained = new Map<unknown, Shape>();
  for (const option of options) {
    if (option.kind === 'enum') retained.set('enum', enums);
    else retained.set(option.kind === 'scalar' || option.kind === 'ref' ? JSON.stringify(option) : option, option);
  }
  const all = [...retained.values()];
  return [...all.filter((option) => !isNull(option)), ...all.filter(isNull).slice(0, 1)];
}

/** Whether a shape is a union with a discriminator. */
export function isDiscriminated(shape: Shape): shape is UnionShape & { readonly discriminator: Discriminator } {
  return shape.kind === 'union' && shape.discriminator !== undefined;
}
