import type { Expression } from '../../../facts/expression.js';
import { assign, fillFields } from './assignments.js';
import { routerOf } from './routers.js';
import { routeCall } from './routes.js';
import { finish, type Sent, sendCall } from './sends.js';
import { inside, type Place, unknown } from './source.js';
import type { CallNode, Node, Span } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { statementsIn } from './syntax/statements.js';
import { typeOf } from './types.js';
import { literalOf, readValue } from './values.js';
import { constantOf, define, pathDispatch } from './variables.js';

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
  const { status, mediaType, pending } = walk.sent;
  const inner = { ...walk, place: { ...walk.place, ...more, scope: inside(walk.place.scope) } };
  statements(inner, span, depth + 1);
  Object.assign(walk.sent, { status, mediaType, pending });
}

function step(walk: Walk, statement: Statement, depth: number): void {
  const { place } = walk;
  switch (statement.kind) {
    case 'define':
      for (const value of statement.values) visit(walk, value);
      define(place, statement);
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
      finish(walk.sent);
      return;
    case 'block':
      block(walk, statement.body, depth);
      return;
    case 'if': {
      const inner = { ...walk, place: { ...place, scope: inside(place.scope) } };
      for (const one of statement.head) step(inner, one, depth);
      const dispatch = pathDispatch(inner.place, statement.head);
      if (dispatch === undefined) block(inner, statement.yes, depth);
      else apart(inner, dispatch, statement.yes, depth);
      for (const one of statement.otherwise) step(inner, one, depth + 1);
      return;
    }
    case 'for':
      loop(walk, statement, depth);
      return;
    case 'switch':
      branches(walk, statement, depth);
  }
}

/** What is answered for one value of a path parameter is another operation's: it is left out, and that is told. A refusal is none. */
function apart(walk: Walk, name: string, span: Span, depth: number): void {
  const sent: Sent = { sends: [], forwards: [] };
  block({ ...walk, sent }, span, depth);
  const isRefusal = sent.forwards.length === 0 && sent.sends.every(({ status }) => isFailure(status));
  if (isRefusal) walk.sent.sends.push(...sent.sends);
  else walk.sent.incomplete = `what is sent depends on the path parameter ${name}`;
}

const isFailure = (status: Expression | undefined): boolean => status?.kind === 'literal' && Number(status.value) >= 400;

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

/** Calls within an expression deeper than this are left aside. */
const MAX_NESTED = 60;

/** True: what it is called on is dealt with as well. */
function readCall({ place, sent }: Walk, node: CallNode): boolean {
  const registered = routeCall(place, node);
  return registered === 'chain' || (registered === 'none' && sendCall(place, sent, node));
}

/** Reads every call of an expression, outermost first. */
function visit(walk: Walk, node: Node, depth = 0): void {
  if (depth > MAX_NESTED) return;
  const more = (one: Node): void => visit(walk, one, depth + 1);
  switch (node.kind) {
    case 'call':
      if (!readCall(walk, node)) more(node.of);
      node.given.forEach(more);
      return;
    case 'function':
      literalOf(walk.place, node);
      return;
    case 'composite':
      fillFields(walk.place, node);
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
