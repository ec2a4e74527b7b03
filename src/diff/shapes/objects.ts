import { ANY } from '../../contracts/schema/schemas.js';
import { ANY_ITEMS } from '../../contracts/schema/typed.js';
import {
  type ArrayShape,
  asObject,
  type Field,
  type MapShape,
  type ObjectShape,
  type Shape,
  type TupleShape,
} from '../../model/shape.js';
import { compareLimits } from './limits.js';
import { below, type Findings, inWords, note, type ShapeKind, type Side, type Spot, type Walker } from './walker.js';

/** Compares objects and maps: the properties that are sent in this direction, and what else they may contain. */
export function compareObjects(
  base: ObjectShape | MapShape,
  head: ObjectShape | MapShape,
  spot: Spot,
  walker: Walker,
  findings: Findings,
): void {
  const [old, now] = [asObject(base), asObject(head)];
  const [before, after] = [travelling(old, walker), travelling(now, walker)];
  for (const [name, field] of before) {
    const other = after.get(name);
    if (other === undefined) dropped(field, now, spot, walker, findings);
    else both(field, other, spot, walker, findings);
  }
  for (const [name, field] of after) if (!before.has(name)) added(field, old, spot, walker, findings);
  compareRests(old.rest, now.rest, spot, walker, findings);
}

/** The properties that are sent in this direction: the service receives no `readOnly` ones, and sends no `writeOnly` ones. */
function travelling(shape: ObjectShape, { direction }: Walker): ReadonlyMap<string, Field> {
  const absent = direction === 'request' ? 'read' : 'write';
  return new Map(shape.fields.filter(({ access }) => access !== absent).map((field) => [field.name, field]));
}

function both(field: Field, other: Field, spot: Spot, walker: Walker, findings: Findings): void {
  const place = below(spot, field.name, field.at, other.at);
  if (field.required !== other.required) {
    const kind = other.required ? 'property-became-required' : 'property-became-optional';
    note(findings, kind, place, presence(field), presence(other));
  }
  walker.walk(field.shape, other.shape, place, findings);
}

const presence = ({ required }: Field): string => (required ? 'required' : 'optional');

/**
 * Handles a property that the head does not name. If the head describes additional properties, the property is compared with that
 * schema.
 */
function dropped(field: Field, now: ObjectShape, spot: Spot, walker: Walker, findings: Findings): void {
  const place = below(spot, field.name, field.at, undefined);
  const before = described(field, walker.base);
  if (typeof now.rest === 'object' && now.rest.kind !== 'unknown') {
    if (field.required) note(findings, 'property-became-optional', place, 'required', 'optional');
    walker.walk(field.shape, now.rest, place, findings);
    return;
  }
  const kind = now.rest === false ? 'property-forbidden' : 'property-removed';
  note(findings, kindOf(kind, field), place, before, undefined);
}

function added(field: Field, old: ObjectShape, spot: Spot, walker: Walker, findings: Findings): void {
  const place = below(spot, field.name, undefined, field.at);
  const after = described(field, walker.head);
  if (typeof old.rest === 'object' && old.rest.kind !== 'unknown') {
    if (field.required) note(findings, 'property-became-required', place, 'optional', 'required');
    walker.walk(old.rest, field.shape, place, findings);
    return;
  }
  const kind = old.rest === false ? 'property-allowed' : 'property-added';
  note(findings, kindOf(kind, field), place, undefined, after);
}

/** The kind of change depends on whether the property is required. */
function kindOf(
  kind: 'property-added' | 'property-allowed' | 'property-forbidden' | 'property-removed',
  { required }: Field,
): ShapeKind {
  if (required) return `required-${kind}`;
  return kind === 'property-added' || kind === 'property-removed' ? `optional-${kind}` : kind;
}

function described(field: Field, side: Side): string {
  return `${inWords(field.shape, side)}, ${presence(field)}`;
}

function compareRests(base: boolean | Shape, head: boolean | Shape, spot: Spot, walker: Walker, findings: Findings): void {
  if (base === head) return;
  if (head === false) {
    note(findings, 'object-closed', spot, 'other properties allowed', 'no other properties');
    return;
  }
  if (base === false) {
    note(findings, 'object-opened', spot, 'no other properties', 'other properties allowed');
    return;
  }
  const [old, now] = [base === true ? ANY : base, head === true ? ANY : head];
  walker.walk(old, now, below(spot, '{}', undefined, undefined), findings);
}

/** Compares lists, item by item if their positions have schemas. */
export function compareLists(
  base: ArrayShape | TupleShape,
  head: ArrayShape | TupleShape,
  spot: Spot,
  walker: Walker,
  findings: Findings,
): void {
  const inner = (step: string): Spot => below(spot, step, undefined, undefined);
  if (base.kind === 'array' && head.kind === 'array') {
    compareLimits(base.constraints, head.constraints, false, spot, findings);
    walker.walk(restOf(base), restOf(head), inner('[]'), findings);
    if (base.places === undefined && head.places === undefined) return;
  }
  const places = Math.max(
    ...[base, head].map((list) => (list.kind === 'tuple' ? list.items : (list.places?.first ?? [])).length),
  );
  for (let place = 0; place < places; place++) {
    walker.walk(itemAt(base, place), itemAt(head, place), inner(`[${place}]`), findings);
  }
}

function itemAt(list: ArrayShape | TupleShape, place: number): Shape {
  return list.kind === 'array' ? (list.places?.first[place] ?? restOf(list)) : (list.items[place] ?? ANY);
}

/** The schema after the positions that have schemas of their own. */
const restOf = ({ items, places }: ArrayShape): Shape => (items === ANY_ITEMS ? ANY : (places?.rest ?? items));
