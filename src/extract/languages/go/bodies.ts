import type { Expression } from '../../../facts/expression.js';
import { assign } from './assignments.js';
import { packageMember } from './hints.js';
import { routerOf } from './routers.js';
import { routeCall } from './routes.js';
import { isEncoder, type Sent, sendCall } from './sends.js';
import { type Binding, inside, markOf, type Place, unknown } from './source.js';
import type { Node, Span } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { statementsIn } from './syntax/statements.js';
import { placeOf } from './syntax/text.js';
import { typeOf } from './types.js';
import { literalOf, readValue, widened } from './values.js';

/** A function's body on the way through it. */
export interface Walk {
  readonly place: Place;
  readonly sent: Sent;
  /** What each `return` gives. */
  readonly returned: Expression[][];
}

/** Blocks nested deeper than this are left aside. */
const MAX_BLOCKS = 100;

/** Reads the statements of a block, in order. */
export function statements(walk: Walk, span: Span, depth = 0): void {
  if (depth > MAX_BLOCKS) return;
  for (const statement of statementsIn(walk.place.source.text, span)) step(walk, statement, depth);
}

/** A block of its own: names and statuses set in it end with it. */
function block(walk: Walk, span: Span, depth: number, more: Partial<Pick<Place, 'loops'>> = {}): void {
  const { status, mediaType } = walk.sent;
  const inner = { ...walk, place: { ...walk.place, ...more, scope: inside(walk.place.scope) } };
  statements(inner, span, depth + 1);
  walk.sent.status = status;
  walk.sent.mediaType = mediaType;
}

function step(walk: Walk, statement: Statement, depth: number): void {
  const { place } = walk;
  switch (statement.kind) {
    case 'define':
      for (const value of statement.values) visit(walk, value);
      define(walk, statement);
      return;
    case 'assign':
      for (const value of statement.values) visit(walk, value);
      assign(place, statement);
      return;
    case 'expression':
    case 'later':
      visit(walk, statement.node);
      return;
    case 'return':
      for (const value of statement.values) visit(walk, value);
      walk.returned.push(returnedValues(place, statement.values));
      return;
    case 'block':
      block(walk, statement.body, depth);
      return;
    case 'if': {
      const inner = { ...walk, place: { ...place, scope: inside(place.scope) } };
      for (const one of statement.head) step(inner, one, depth);
      block(inner, statement.yes, depth);
      const { status, mediaType } = walk.sent;
      for (const one of statement.otherwise) step(inner, one, depth + 1);
      Object.assign(walk.sent, { status, mediaType });
      return;
    }
    case 'for':
      loop(walk, statement, depth);
      return;
    case 'switch':
      branches(walk, statement, depth);
  }
}

function returnedValues(place: Place, values: readonly Node[]): Expression[] {
  return values.map((value) => routerOf(place, value)?.expression ?? readValue(place, value));
}

function loop(walk: Walk, statement: Statement & { kind: 'for' }, depth: number): void {
  const { place } = walk;
  const scope = inside(place.scope);
  const inner: Walk = { ...walk, place: { ...place, scope } };
  for (const one of statement.head) step(inner, one, depth);
  if (statement.range === undefined) {
    block(inner, statement.body, depth);
    return;
  }
  const { names, over } = statement.range;
  visit(walk, over);
  const [key, value] = names;
  const list = readValue(place, over);
  if (key !== undefined && key !== '_') scope.names.set(key, { expression: unknown('a key or index') });
  if (value === undefined || value === '_') {
    block(inner, statement.body, depth);
    return;
  }
  const name = constantOf(place, value, statement.at, { kind: 'element', of: list });
  scope.names.set(value, { expression: { kind: 'name', name, space: 'value' } });
  block(inner, statement.body, depth, { loops: [...place.loops, { name, over: list }] });
}

function branches(walk: Walk, { head, bound, cases }: Statement & { kind: 'switch' }, depth: number): void {
  const { place } = walk;
  const inner: Walk = { ...walk, place: { ...place, scope: inside(place.scope) } };
  for (const one of head) step(inner, one, depth);
  for (const { values, first, body } of cases) {
    const scope = inside(inner.place.scope);
    const own: Walk = { ...inner, place: { ...inner.place, scope } };
    for (const one of first) step(own, one, depth);
    const [type] = values;
    if (bound !== undefined) {
      const expression = values.length === 1 && type ? typeOf(place.source, type, scope) : readValue(place, bound.of);
      scope.names.set(bound.name, { expression });
    }
    block(own, body, depth);
  }
}

/** A variable as a constant of its own: `main.users@12:5`. */
function constantOf({ source, within }: Place, name: string, at: number, value: Expression, type?: Expression): string {
  const full = `${within === undefined ? '' : `${within}.`}${name}@${markOf(source, at)}`;
  const place = placeOf(source.text, at);
  source.constants.set(full, { kind: 'constant', name: full, ...(type && { type }), value, at: place });
  return full;
}

function define(walk: Walk, { names, type, values }: Statement & { kind: 'define' }): void {
  const { place } = walk;
  const declared = type && typeOf(place.source, type, place.scope);
  const [only] = values;
  const several = names.length > 1 && values.length === 1 && only !== undefined ? partsOf(place, only, names.length) : undefined;
  const made = names.map(({ name, at }, index): readonly [string, Binding] | undefined => {
    if (name === '_' || name === '') return undefined;
    const value = values[index];
    const part = several?.[index];
    if (part !== undefined) return [name, bound(place, name, at, part, declared, index === 0 ? only : undefined)];
    if (value === undefined) return [name, bound(place, name, at, unknown('it holds nothing yet'), declared, undefined)];
    const isPointer = type?.kind === 'unary' && declared?.kind === 'scalar';
    const shown: Expression | undefined =
      isPointer && declared ? { kind: 'operator', operator: 'nullable', of: declared } : declared;
    return [name, bound(place, name, at, readValue(place, value), shown, value)];
  });
  for (const one of made) {
    // `x, err := f()` assigns an `err` that is there already
    if (one !== undefined) place.scope?.names.set(...one);
  }
  if (type?.kind === 'unary' && declared?.kind === 'scalar' && values.length === 0) nullableVariables(place, names, declared);
}

/** `var next *string`. */
function nullableVariables(place: Place, names: readonly { readonly name: string }[], of: Expression): void {
  for (const { name } of names) place.scope?.names.set(name, { expression: { kind: 'operator', operator: 'nullable', of } });
}

/** `a, b := f()`, `v, ok := m[k]`. */
function partsOf(place: Place, node: Node, count: number): readonly Expression[] {
  const value = readValue(place, node);
  if (node.kind !== 'call') return [value, { kind: 'scalar', type: 'boolean' }];
  const name = constantOf(place, 'of', node.start, value);
  return Array.from({ length: count }, (_, index): Expression => {
    return { kind: 'member', of: { kind: 'name', name, space: 'value' }, name: String(index) };
  });
}

function bound(
  place: Place,
  name: string,
  at: number,
  value: Expression,
  type: Expression | undefined,
  node: Node | undefined,
): Binding {
  const router = node && routerOf(place, node);
  if (router !== undefined) return { expression: router.expression, hint: { kind: 'router', dialect: router.dialect.id } };
  if (node?.kind === 'function') return { expression: value, callable: literalOf(place, node) };
  if (node?.kind === 'name') {
    const same = place.scope && nameBinding(place, node.name);
    if (same?.hint !== undefined) return same;
  }
  const held = type === undefined && value.kind === 'literal' && typeof value.value !== 'string' ? widened(value) : value;
  const full = constantOf(place, name, at, held, type);
  const expression: Expression = { kind: 'name', name: full, space: 'value' };
  const marshalled = node?.kind === 'call' ? packageMember(place, node.of) : undefined;
  const [first] = node?.kind === 'call' ? node.given : [];
  if (marshalled?.path === 'encoding/json' && /^Marshal(?:Indent)?$/.test(marshalled.name) && first !== undefined)
    return { expression, hint: { kind: 'marshalled', value: readValue(place, first) } };
  return node !== undefined && isEncoder(place, node) ? { expression, hint: { kind: 'encoder' } } : { expression };
}

function nameBinding(place: Place, name: string): Binding | undefined {
  for (let at = place.scope; at !== undefined; at = at.parent) if (at.names.has(name)) return at.names.get(name);
  return undefined;
}

/** Calls within an expression deeper than this are left aside. */
const MAX_NESTED = 60;

/** Reads every call of an expression, outermost first. */
function visit(walk: Walk, node: Node, depth = 0): void {
  if (depth > MAX_NESTED) return;
  const more = (one: Node): void => visit(walk, one, depth + 1);
  switch (node.kind) {
    case 'call':
      if (!routeCall(walk.place, node)) sendCall(walk.place, walk.sent, node);
      more(node.of);
      node.given.forEach(more);
      return;
    case 'function':
      literalOf(walk.place, node);
      return;
    case 'composite':
      for (const { value } of node.elements) more(value);
      return;
    case 'member':
    case 'index':
    case 'slice':
    case 'unary':
    case 'assert':
      more(node.of);
      return;
    case 'binary':
      more(node.left);
      more(node.right);
  }
}
