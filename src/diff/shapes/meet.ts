import {
  type ArrayShape,
  type EnumShape,
  type EnumValue,
  type Field,
  isKeyed,
  isListed,
  type ScalarShape,
  type Shape,
  type TupleShape,
} from '../../model/shape.js';
import type { Direction } from '../rule.js';
import { limitsExclude } from './limits.js';
import { isSingle, type Plain } from './plain.js';
import { isOf } from './scalars.js';
import type { Side } from './walker.js';

/** A shape and its version. */
export interface Part {
  readonly shape: Shape;
  readonly side: Side;
}

/** The remaining steps for a question, and why it could not be answered. */
export interface Question {
  readonly direction: Direction;
  left: number;
  why?: string;
}

/** Whether some value fits all of the shapes. Null does not count: an author who lists it twice does not mean an overlap. */
export function meet(parts: readonly Part[], question: Question): boolean {
  if (question.left-- <= 0) {
    question.why = 'there are too many alternatives to compare';
    return false;
  }
  const index = parts.findIndex(({ shape }) => shape.kind === 'ref' || shape.kind === 'union');
  const open = parts[index];
  if (open !== undefined) return laidOpen(open).some((shape) => meet(parts.with(index, { shape, side: open.side }), question));
  const dark = parts.find(({ shape }) => shape.kind === 'unknown' && shape.any !== true);
  if (dark?.shape.kind === 'unknown') return inDoubt(question, dark.shape.why);
  const shapes = parts.flatMap(({ shape }) => (shape.kind === 'unknown' ? [] : [shape as Plain]));
  if (shapes.every(isKeyed)) return objectsMeet(parts, question);
  if (shapes.every(isListed)) return listsMeet(shapes, parts, question);
  return shapes.every(isSingle) && singlesMeet(shapes, question);
}

function laidOpen({ shape, side }: Part): readonly Shape[] {
  if (shape.kind === 'union') return shape.options;
  const target = shape.kind === 'ref' ? side.definitions.get(shape.name) : undefined;
  return target === undefined ? [] : [target];
}

/** Only required fields can make objects disjoint. */
function objectsMeet(parts: readonly Part[], question: Question): boolean {
  const fields = parts.map(({ shape }) => fieldsOf(shape, question.direction));
  const required = new Set(
    fields.flatMap((each) => [...each.values()].filter((field) => field.required).map(({ name }) => name)),
  );
  return [...required].every((name) => {
    const values = parts.map(({ shape, side }, at) => ({ shape: fields[at]?.get(name)?.shape ?? restOf(shape), side }));
    const stated = values.filter((value): value is Part => typeof value.shape === 'object');
    return !values.some(({ shape }) => shape === false) && (stated.length < 2 || meet(stated, question));
  });
}

/** The fields that are sent in this direction. */
function fieldsOf(shape: Shape, direction: Direction): ReadonlyMap<string, Field> {
  const absent = direction === 'request' ? 'read' : 'write';
  const fields = shape.kind === 'object' ? shape.fields.filter(({ access }) => access !== absent) : [];
  return new Map(fields.map((field) => [field.name, field]));
}

function restOf(shape: Shape): boolean | Shape {
  if (shape.kind === 'map') return shape.values;
  return shape.kind === 'object' ? shape.rest : true;
}

/** An empty list fits any items. */
function listsMeet(shapes: readonly (ArrayShape | TupleShape)[], parts: readonly Part[], question: Question): boolean {
  const limits = shapes.map((shape) => (shape.kind === 'array' ? shape.constraints : undefined));
  if (limitsExclude(limits, false)) return false;
  if (!limits.some((limit) => (limit?.minItems ?? 0) > 0)) return true;
  const items = parts.flatMap(({ shape, side }) => {
    const first =
      shape.kind === 'tuple' ? shape.items[0] : shape.kind === 'array' ? (shape.places?.first[0] ?? shape.items) : undefined;
    return first === undefined ? [] : [{ shape: first, side }];
  });
  return meet(items, question);
}

function singlesMeet(shapes: readonly (ScalarShape | EnumShape)[], question: Question): boolean {
  const listed = shapes.find((shape) => shape.kind === 'enum');
  const scalars = shapes.flatMap((shape) => (shape.kind === 'scalar' ? [shape] : []));
  if (listed !== undefined) {
    const fits = (value: EnumValue): boolean =>
      shapes.every((shape) => (shape.kind === 'enum' ? shape.values.includes(value) : isOf(value, shape)));
    if (!listed.values.some(fits)) return false;
    return scalars.every(({ constraints }) => !constraints?.pattern) || inDoubt(question);
  }
  const types = new Set(scalars.map(({ type }) => (type === 'integer' ? 'number' : type)));
  if (types.size > 1 || types.has('null')) return false;
  if (
    limitsExclude(
      scalars.map(({ constraints }) => constraints),
      scalars.some(({ type }) => type === 'integer'),
    )
  )
    return false;
  return !types.has('string') || textsMeet(scalars, question);
}

/** Texts of two formats count as different; it is unknown which texts two patterns match. */
function textsMeet(scalars: readonly ScalarShape[], question: Question): boolean {
  const formats = new Set(scalars.flatMap(({ format }) => format ?? []));
  const patterns = new Set(scalars.flatMap(({ constraints }) => constraints?.pattern || []));
  return formats.size < 2 && (patterns.size < 2 || inDoubt(question));
}

function inDoubt(question: Question, why = 'whether the same text matches several patterns is not known'): false {
  question.why ??= why;
  return false;
}
