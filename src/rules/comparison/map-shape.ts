import type { Definitions, Field, ObjectShape, Shape } from '../../model/shape.js';
import type { Side } from './comparison.js';

/** What to change in each object within a shape. */
export interface ShapeChange {
  readonly field?: (field: Field) => Field;
  readonly rest?: (object: ObjectShape) => ObjectShape['rest'];
}

/** A function that changes the objects of a shape and of its definitions; each set of definitions is changed once. */
export function shapeMapper(change: ShapeChange): (side: Side) => Side {
  const known = new WeakMap<Definitions, Definitions>();
  return ({ shape, definitions }) => {
    const mapped = known.get(definitions) ?? new Map([...definitions].map(([name, one]) => [name, mapShape(one, change)]));
    known.set(definitions, mapped);
    return { shape: mapShape(shape, change), definitions: mapped };
  };
}

function mapShape(shape: Shape, change: ShapeChange): Shape {
  const on = (inner: Shape): Shape => mapShape(inner, change);
  switch (shape.kind) {
    case 'object': {
      const fields = shape.fields.map((given) => {
        const field = { ...given, shape: on(given.shape) };
        return change.field?.(field) ?? field;
      });
      const rest = change.rest?.(shape) ?? shape.rest;
      return { ...shape, fields, rest: typeof rest === 'object' ? on(rest) : rest };
    }
    case 'array':
      return { ...shape, items: on(shape.items) };
    case 'tuple':
      return { ...shape, items: shape.items.map(on) };
    case 'map':
      return { ...shape, values: on(shape.values) };
    case 'union':
      return { ...shape, options: shape.options.map(on) };
    case 'unknown':
      return shape.possibly === undefined ? shape : { ...shape, possibly: on(shape.possibly) };
    default:
      return shape;
  }
}
