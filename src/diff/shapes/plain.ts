import type { Location } from '../../model/location.js';
import {
  type ArrayShape,
  type EnumShape,
  isKeyed,
  isListed,
  type MapShape,
  type ObjectShape,
  type ScalarShape,
  type Shape,
  type TupleShape,
} from '../../model/shape.js';
import { compareLists, compareObjects } from './objects.js';
import { compareScalars } from './scalars.js';
import { type Findings, inWords, note, type Side, type Spot, type Walker } from './walker.js';

/** A shape that is neither a reference, nor a union, nor unknown. */
export type Plain = ArrayShape | EnumShape | MapShape | ObjectShape | ScalarShape | TupleShape;

/** Compares two shapes that are no unions. Two references are recorded as another pair of named schemas. */
export function comparePlain(base: Shape, head: Shape, spot: Spot, walker: Walker, findings: Findings): void {
  if (base.kind === 'ref' && head.kind === 'ref') {
    findings.links.push({ path: spot.path, base: base.name, head: head.name });
    return;
  }
  const [old, now] = [opened(base, walker.base), opened(head, walker.head)];
  const place = { ...spot, baseAt: placeOf(base, walker.base) ?? spot.baseAt, headAt: placeOf(head, walker.head) ?? spot.headAt };
  if (old === undefined || now === undefined) return;
  if (isKeyed(old) && isKeyed(now)) compareObjects(old, now, place, walker, findings);
  else if (isListed(old) && isListed(now)) compareLists(old, now, place, walker, findings);
  else if (isSingle(old) && isSingle(now)) compareScalars(old, now, place, walker, findings);
  else note(findings, 'type-changed', place, inWords(base, walker.base), inWords(head, walker.head));
}

/** The shape that a reference leads to. */
export function opened(shape: Shape, side: Side): Plain | undefined {
  const target = shape.kind === 'ref' ? side.definitions.get(shape.name) : shape;
  return target === undefined || target.kind === 'ref' || target.kind === 'union' || target.kind === 'unknown'
    ? undefined
    : target;
}

/** The location of the named schema that a reference leads to. */
export function placeOf(shape: Shape, side: Side): Location | undefined {
  return shape.kind === 'ref' ? side.definedAt.get(shape.name) : undefined;
}

export const isSingle = (shape: Plain): shape is ScalarShape | EnumShape => shape.kind === 'scalar' || shape.kind === 'enum';
