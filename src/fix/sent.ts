import type { CodeRoute } from '../facts/codebase.js';
import type { Definitions, Shape } from '../model/shape.js';
import { isJson, isStatus } from '../rules/comparison/expected-bodies.js';

/** What code sends at one place of a body. */
export interface Sent {
  readonly shapes: readonly Shape[];
  /** Each object that contains the place has it. */
  readonly always: boolean;
}

/** If there are more shapes at one place, the rest is ignored. */
const MAX_SHAPES = 200;
const MAX_PARTS = 2_000;

/** What routes send under a status, at a place in the notation of findings (`books[].author.name`). */
export function sentAt(routes: readonly CodeRoute[], status: string | undefined, field: string, types: Definitions): Sent {
  const bodies = routes.flatMap(({ responses }) =>
    responses.filter(
      (one) =>
        one.mediaType !== 'none' &&
        isJson(one.mediaType ?? 'application/json') &&
        (status === undefined || one.status === undefined || isStatus(status, one.status)),
    ),
  );
  let found: Sent = { shapes: bodies.map(({ shape }) => shape), always: true };
  let rest = field;
  while (rest !== '' && found.shapes.length > 0 && found.shapes.length <= MAX_SHAPES) {
    const next = step(found, rest, types);
    found = next.sent;
    rest = next.rest;
  }
  return found.shapes.length > MAX_SHAPES ? { shapes: [], always: false } : found;
}

function step(from: Sent, rest: string, types: Definitions): { readonly sent: Sent; readonly rest: string } {
  const plain = from.shapes.flatMap((shape) => optionsOf(shape, types));
  const [bracket] = /^(?:\[\d*\]|\{\})/.exec(rest) ?? [];
  if (bracket !== undefined) {
    const shapes = plain.flatMap((shape) => (bracket === '{}' ? valuesOf(shape) : itemsOf(shape, bracket)));
    return { sent: { shapes, always: from.always }, rest: rest.slice(bracket.length).replace(/^\./, '') };
  }
  const objects = plain.filter(({ kind }) => kind === 'object' || kind === 'map');
  const names = new Set(objects.flatMap((shape) => (shape.kind === 'object' ? shape.fields.map(({ name }) => name) : [])));
  const known = [...names].filter((name) => beginsWith(rest, name)).sort((a, b) => b.length - a.length)[0];
  const name = known ?? /^[^.[{]*/.exec(rest)?.[0] ?? rest;
  const fields = objects.map((shape) =>
    shape.kind === 'object' ? shape.fields.find((field) => field.name === name) : undefined,
  );
  const shapes = objects.flatMap((shape, index) => (shape.kind === 'map' ? [shape.values] : (fields[index]?.shape ?? [])));
  const always = fields.every((one) => one?.required && one.unsure !== true && one.leftOut === undefined);
  // No object has this name, so the path ends here.
  const left = rest.slice(Math.max(name.length, 1)).replace(/^\./, '');
  return { sent: { shapes, always: from.always && always }, rest: left };
}

const beginsWith = (rest: string, name: string): boolean =>
  name !== '' && rest.startsWith(name) && /^$|[.[{]/.test(rest[name.length] ?? '');

const valuesOf = (shape: Shape): readonly Shape[] =>
  shape.kind === 'map' ? [shape.values] : shape.kind === 'object' ? shape.fields.map((field) => field.shape) : [];

function itemsOf(shape: Shape, bracket: string): readonly Shape[] {
  if (shape.kind === 'array') return [shape.items];
  if (shape.kind !== 'tuple') return [];
  return bracket === '[]' ? shape.items : shape.items.slice(Number(bracket.slice(1, -1))).slice(0, 1);
}

/** The options of a shape, without null: references are resolved and unions flattened. */
export function optionsOf(shape: Shape, types: Definitions, depth = 0): readonly Shape[] {
  if (depth > 20) return [shape];
  if (shape.kind === 'union') return shape.options.flatMap((option) => optionsOf(option, types, depth + 1));
  if (shape.kind === 'scalar' && shape.type === 'null') return [];
  const named = shape.kind === 'ref' ? types.get(shape.name) : undefined;
  return named === undefined ? [shape] : optionsOf(named, types, depth + 1);
}

/** Whether the kind of a shape is known and it is small enough to write; parts of it may be unknown. */
export function isWritable(shape: Shape, types: Definitions): boolean {
  if (optionsOf(shape, types).some((one) => one.kind === 'unknown' && one.any !== true)) return false;
  const seen = new Set<Shape>();
  const waiting: Shape[] = [shape];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    if (seen.has(one)) continue;
    seen.add(one);
    if (seen.size > MAX_PARTS) return false;
    if (one.kind === 'ref') {
      const named = types.get(one.name);
      if (named === undefined) return false;
      waiting.push(named);
    } else if (one.kind === 'object') {
      if (typeof one.rest === 'object') waiting.push(one.rest);
      waiting.push(...one.fields.map((field) => field.shape));
    } else if (one.kind === 'union') waiting.push(...one.options);
    else if (one.kind === 'array') waiting.push(one.items);
    else if (one.kind === 'tuple') waiting.push(...one.items);
    else if (one.kind === 'map') waiting.push(one.values);
  }
  return true;
}

/** A place in the notation of findings, without the items and values at its end: `books` of `books[]{}`. */
export function withoutBrackets(field: string): string {
  let end = field.length;
  while (field[end - 1] === ']' || field[end - 1] === '}') {
    const open = field.lastIndexOf(field[end - 1] === ']' ? '[' : '{', end - 1);
    if (open < 0) break;
    end = open;
  }
  return field.slice(0, end);
}
