import type { Expression } from '../../../facts/expression.js';
import { assign, fillFields, lookAt } from './assignments.js';
import { branchOf, countsOf, isRefusal, type Known, knownBy, methodTest, type Parts, parameterTest } from './branches.js';
import {
  errorAsked,
  failingBehind,
  failingOf,
  failingOn,
  isFailing,
  isSurelyError,
  nilTest,
  opposite,
  renew,
  withCondition,
} from './conditions.js';
import { eventCall } from './events/calls.js';
import { kafkaComposite } from './events/kafka.js';
import { handOver } from './routing/passed-maps.js';
import { pathCases, pathCondition } from './routing/path-tests.js';
import { pairsOf, rowsOf, runs, runThrough } from './routing/ranges.js';
import { routerOf } from './routing/routers.js';
import { routeCall } from './routing/routes.js';
import { asksFor, type Header, headerOf, join, narrow, narrowFields, narrowTo, withoutBody } from './sends/headers.js';
import { textOfJson } from './sends/json-texts.js';
import { callBack, finish, type Sent, sendCall } from './sends/sends.js';
import { forget } from './sends/set-together.js';
import { onlyValue } from './sends/status-values.js';
import { A_KEY, bindingOf, inside, type Place, rejoin } from './source.js';
import { isAddress } from './struct-values.js';
import type { CallNode, Node, Span } from './syntax/node.js';
import type { Statement } from './syntax/statement.js';
import { hasLabel, statementsIn } from './syntax/statements.js';
import { typeOf } from './types.js';
import { COMPARISON, literalOf, readValue } from './values.js';
import { constantOf, define } from './variables.js';

/** State while reading one function body. */
export interface Walk {
  readonly place: Place;
  readonly sent: Sent;
  /** The values of each `return`. */
  readonly returned: Expression[][];
  /** Rows of `returned` whose last value is certainly an error, and those that are one address. */
  readonly failed: Set<readonly Expression[]>;
  readonly addresses: Set<readonly Expression[]>;
  /** What the function does only for some requests. Absent: the walk is already in such a branch. */
  readonly parts?: Parts;
}

/** Blocks nested deeper than this are not analysed. */
const MAX_BLOCKS = 100;

/** Reads the statements of a block, in order. */
export function statements(walk: Walk, span: Span, depth = 0): void {
  if (depth > MAX_BLOCKS) return;
  for (const statement of statementsIn(walk.place.source.text, span)) {
    step(walk, statement, depth);
    // after it, only a label is reachable
    if (
      (statement.kind === 'return' || isPanic(walk.place, statement)) &&
      !hasLabel(walk.place.source.text, statement.at, span.end)
    )
      return;
  }
}

const isPanic = ({ source, scope }: Place, statement: Statement): boolean =>
  statement.kind === 'expression' &&
  statement.node.kind === 'call' &&
  statement.node.of.kind === 'name' &&
  statement.node.of.name === 'panic' &&
  bindingOf(scope, 'panic') === undefined &&
  !source.named.has('panic');

/** Reads a block; names declared in it end with it. Returns the state for the code after it; undefined: none follows. */
function block(
  walk: Walk,
  span: Span,
  depth: number,
  more: Partial<Pick<Place, 'loops'>> = {},
  sure = false,
): Header | undefined {
  const before = headerOf(walk.sent);
  const { when } = walk.sent;
  const failing = failingOf(walk.sent);
  walk.sent.reset = false;
  const scope = inside(walk.place.scope, sure);
  statements({ ...walk, place: { ...walk.place, ...more, scope } }, span, depth + 1);
  const isLast = ends(walk, span);
  if ([...scope.names.values()].some(({ outer }) => outer === true) && !isLast) rejoin(scope);
  if (isLast && walk.sent.pending !== before.pending) finish(walk.sent);
  const after = headerOf(walk.sent);
  Object.assign(walk.sent, before, { when }, failingBehind(failing, walk.sent, !isLast));
  return isLast ? undefined : after;
}

/** A block only for some requests: a status that it sets stays in it. */
function ownBlock(walk: Walk, span: Span, depth: number): void {
  const left = block(walk, span, depth);
  if (left?.pending !== undefined && left.pending !== walk.sent.pending) walk.sent.sends.push(left.pending);
}

function step(walk: Walk, statement: Statement, depth: number): void {
  const { place } = walk;
  switch (statement.kind) {
    case 'define':
      for (const value of statement.values) visit(walk, value);
      define(place, statement);
      renew(
        place,
        walk.sent,
        statement.names.map(({ name }) => name),
        true,
      );
      return;
    case 'assign':
      for (const value of statement.values) visit(walk, value);
      assign(place, statement, walk.sent.when);
      // `err = errors.New("gone")` below `err != nil`
      if (isFailing(walk.sent) && statement.values.every((one) => isSurelyError(place, walk.sent, one))) return;
      renew(place, walk.sent, namesOf(statement.targets), false);
      return;
    case 'expression':
    case 'later':
      visit(walk, statement.node);
      return;
    case 'return':
      for (const value of statement.values) visit(walk, value);
      returns(walk, statement.values);
      finish(walk.sent);
      return;
    case 'block':
      Object.assign(walk.sent, block(walk, statement.body, depth, {}, true));
      return;
    case 'if':
      condition(walk, statement, depth);
      return;
    case 'for':
      loop(walk, statement, depth);
      return;
    case 'switch':
      cases(walk, statement, depth);
  }
}

const namesOf = (nodes: readonly Node[]): readonly string[] => nodes.flatMap((one) => (one.kind === 'name' ? one.name : []));

function condition(walk: Walk, { head, yes, otherwise, at }: Statement & { kind: 'if' }, depth: number): void {
  const { place, parts = [] } = walk;
  const inner = { ...walk, place: { ...place, scope: inside(place.scope) } };
  for (const one of head) step(inner, one, depth);
  pathCondition(inner.place, head, yes);
  const set = new Set<string>();
  const asked = methodTest(inner.place, head);
  if (asked !== undefined) Object.assign(inner, { place: { ...inner.place, byMethod: set } });
  const known = walk.parts && asked;
  const goesOn = otherwise.length > 0 || !ends(walk, yes);
  const value = parameterTest(inner.place, head);
  const before = parts.length;
  let rest = otherwise;
  if (known?.but === true && otherwise.length === 0 && ends(walk, yes)) {
    const from = countsOf(walk.sent);
    const sent = branchOf(walk.sent);
    ownBlock(inner, yes, depth);
    // only these methods reach the code after it
    parts.push({ methods: known.methods, sent, from, goesOn: true, alone: isRefusal(walk.sent, from), at });
  } else if (known?.but === false) apart(inner, { methods: known.methods, partly: known.partly }, yes, depth, at);
  else if (value !== undefined) apart(inner, { parameter: value }, yes, depth, at);
  else {
    either(inner, { head, yes, otherwise }, depth);
    rest = [];
  }
  for (const next of rest) step(inner, next, depth + 1);
  rejoin(inner.place.scope);
  if (goesOn) forget(place, set);
  leave(walk, before);
}

/** One of two blocks runs: the code after them has the status of the one that ran. */
function either(
  walk: Walk,
  { head, yes, otherwise }: Pick<Statement & { kind: 'if' }, 'head' | 'yes' | 'otherwise'>,
  depth: number,
): void {
  const { place, sent } = walk;
  const test = head.at(-1);
  const [there, missing] = [errorAsked(test, '!='), errorAsked(test, '==')];
  const around = failingOf(sent);
  if (there !== undefined) Object.assign(sent, failingOn(there, false));
  const scope = inside(place.scope);
  const known: Place = { ...place, scope };
  narrow(known, test);
  narrowFields(known, test);
  const { when } = sent;
  const asked = nilTest(place, test);
  sent.when = withCondition(sent, asked);
  const left = block({ ...walk, place: known }, yes, depth);
  rejoin(scope);
  const before = headerOf(sent);
  const behind = failingBehind(around, sent, left !== undefined);
  Object.assign(sent, behind, { when }, missing === undefined ? {} : failingOn(missing, false));
  const unless = asked && withCondition(sent, opposite(asked));
  sent.when = unless ?? when;
  for (const next of otherwise) step(walk, next, depth + 1);
  sent.when = left === undefined && unless !== undefined ? unless : when;
  const other = otherwise.length > 0 && otherwise.every((one) => leaves(walk, one)) ? undefined : withoutBody(sent, left, asked);
  const set = failingBehind(behind, sent, other !== undefined);
  // after `if err == nil { …; return }`
  const isLeft = missing !== undefined && left === undefined && sent.renewed !== true;
  Object.assign(sent, isLeft ? failingOn(missing, true) : set);
  const isAsked = otherwise.length === 0 && before.status === undefined && asksFor(place, test, left?.status);
  join(sent, before, isAsked ? [left] : [left, other], asked);
}

/** Whether control never continues after a statement. */
function leaves(walk: Walk, statement: Statement): boolean {
  if (statement.kind === 'block') return ends(walk, statement.body);
  if (statement.kind !== 'if') return statement.kind === 'return';
  const { yes, otherwise } = statement;
  return ends(walk, yes) && otherwise.length > 0 && otherwise.every((one) => leaves(walk, one));
}

/** Code after a statement also applies to those of its branches that continue. */
function leave({ parts, sent }: Walk, before: number): void {
  for (const part of parts?.slice(before) ?? []) part.after = countsOf(sent);
}

/** Whether a block ends with a return. */
function ends({ place }: Walk, span: Span): boolean {
  return statementsIn(place.source.text, span).at(-1)?.kind === 'return';
}

/** Code for some methods, or for one path parameter value, is an operation of its own. A refusal is not. */
function apart(walk: Walk, known: Known, span: Span, depth: number, at: number): void {
  const { parts, ...branch } = walk;
  const from = countsOf(walk.sent);
  if (parts === undefined && known.parameter === undefined) {
    ownBlock(branch, span, depth);
    return;
  }
  const sent = branchOf(walk.sent);
  ownBlock({ ...branch, sent }, span, depth);
  if (known.methods?.every((method) => method === 'OPTIONS') === true) return; // a CORS preflight answer is no operation
  const hasHelp = sent.forwards.length > from.forwards;
  if (known.parameter !== undefined && !hasHelp && isRefusal(sent, from)) walk.sent.sends.push(...sent.sends.slice(from.sends));
  else if (parts === undefined) walk.sent.incomplete = 'what is sent depends on a path parameter';
  else parts.push({ ...known, sent, from, goesOn: known.partly === true || !ends(walk, span), at });
}

function returns({ place, sent, returned, failed, addresses }: Walk, values: readonly Node[]): void {
  const [row, last] = [returnedValues(place, values), values.at(-1)];
  returned.push(row);
  if (values.length > 1 && last && isSurelyError(place, sent, last)) failed.add(row);
  if (values.length === 1 && last && isAddress(place, last, true)) addresses.add(row);
}

function returnedValues(place: Place, values: readonly Node[]): Expression[] {
  const numberOf = (value: Node): Expression | undefined =>
    value.kind === 'name' && /status|code/i.test(value.name) ? onlyValue(place, value) : undefined;
  const writes = place.within?.endsWith('#MarshalJSON') === true;
  const known = (value: Node) => (writes ? textOfJson(place, value) : routerOf(place, value)?.expression) ?? numberOf(value);
  const changed = (value: Node) => (value.kind === 'name' ? bindingOf(place.scope, value.name)?.changed : undefined);
  return values.map((value) => known(value) ?? changed(value) ?? readValue(place, value));
}

function loop(walk: Walk, statement: Statement & { kind: 'for' }, depth: number): void {
  const { place } = walk;
  const sure = runs(place, statement);
  const scope = inside(place.scope, sure);
  const inner: Walk = { ...walk, place: { ...place, scope } };
  for (const one of statement.head) step(inner, one, depth);
  const before = headerOf(walk.sent);
  const run = (more: Partial<Pick<Place, 'loops'>>, isSure: boolean): void => {
    join(walk.sent, before, [block(inner, statement.body, depth, more, isSure), before]);
    rejoin(scope);
  };
  if (statement.range === undefined) {
    run({}, false);
    return;
  }
  const { names, over } = statement.range;
  const [key, value] = names;
  visit(walk, over);
  const list = readValue(place, over);
  const hasKey = key !== undefined && key !== '_';
  if (hasKey) scope.names.set(key, { expression: A_KEY });
  if (value === undefined || value === '_') {
    run({}, sure);
    return;
  }
  const element: Expression = { kind: 'element', of: list };
  const through = runThrough(place, list);
  const pairs = hasKey && through.kind === 'array' ? pairsOf(through) : undefined;
  const name = constantOf(place, value, statement.at, pairs === undefined ? element : { kind: 'tuple', items: [A_KEY, element] });
  const one: Expression = { kind: 'name', name, space: 'value' };
  if (hasKey && pairs !== undefined) scope.names.set(key, { expression: { kind: 'member', of: one, name: '0' } });
  scope.names.set(value, { expression: pairs === undefined ? one : { kind: 'member', of: one, name: '1' } });
  run({ loops: [...place.loops, { name, over: pairs ?? through }] }, sure);
  for (const loops of rowsOf(place, list, name, pairs !== undefined)) run({ loops }, false);
}

function cases(walk: Walk, { head, bound, cases: all }: Statement & { kind: 'switch' }, depth: number): void {
  const { place } = walk;
  const inner: Walk = { ...walk, place: { ...place, scope: inside(place.scope) } };
  for (const one of head) step(inner, one, depth);
  pathCases(inner.place, head, all);
  const before = walk.parts?.length ?? 0;
  const header = headerOf(walk.sent);
  const hasDefault = all.some(({ values, first }) => values.length + first.length === 0);
  const left: (Header | undefined)[] = hasDefault ? [] : [header];
  let fallen: Header | undefined;
  const set = new Set<string>();
  for (const { values, first, body } of all) {
    const known = first.length === 0 ? knownBy(inner.place, head, values) : [];
    if (walk.parts !== undefined && known.length > 0) {
      const own = { ...inner, place: { ...inner.place, byMethod: ends(walk, body) ? new Set<string>() : set } };
      for (const one of known) apart(own, one, body, depth, values[0]?.start ?? body.start);
      left.push(header);
      fallen = undefined;
      continue;
    }
    const scope = inside(inner.place.scope);
    const own: Walk = { ...inner, place: { ...inner.place, scope } };
    for (const one of first) step(own, one, depth);
    const [type] = values;
    if (bound !== undefined) {
      const expression = values.length === 1 && type ? typeOf(place.source, type, scope) : readValue(place, bound.of);
      scope.names.set(bound.name, { expression });
    } else narrowTo(own.place, head.at(-1), values);
    if (fallen !== undefined) join(walk.sent, header, [header, fallen]);
    const after = block(own, body, depth);
    Object.assign(walk.sent, header);
    fallen = fallsThrough(walk, body) ? after : undefined;
    if (fallen === undefined) left.push(after);
    rejoin(scope);
  }
  join(walk.sent, header, left);
  rejoin(inner.place.scope);
  forget(place, set);
  leave(walk, before);
}

/** Whether a case ends with `fallthrough`. */
function fallsThrough({ place }: Walk, body: Span): boolean {
  const last = statementsIn(place.source.text, body).at(-1);
  return last?.kind === 'expression' && last.node.kind === 'name' && last.node.name === 'fallthrough';
}

/** Calls nested deeper than this in an expression are not analysed. */
const MAX_NESTED = 60;

/** Returns true if the receiver of the call has been handled too. */
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
      eventCall(walk.place, node);
      handOver(walk.place, node);
      if (!readCall(walk, node) && node.of.kind !== 'name') more(node.of.kind === 'member' ? node.of.of : node.of);
      node.given.forEach(more);
      return;
    case 'function': {
      const name = literalOf(walk.place, node);
      if (depth > 0) callBack(walk.place, walk.sent, name, node);
      return;
    }
    case 'composite':
      fillFields(walk.place, node);
      kafkaComposite(walk.place, node);
      for (const { value } of node.elements) more(value);
      return;
    case 'unary':
      if (node.operator === '&') lookAt(walk.place, node.of);
      more(node.of);
      return;
    case 'name':
      walk.place.source.passedFunctions.add(bindingOf(walk.place.scope, node.name)?.callable ?? node.name);
      return;
    case 'member':
      walk.place.source.passedFunctions.add(node.name);
      more(node.of);
      return;
    case 'index':
    case 'slice':
    case 'assert':
      more(node.of);
      return;
    case 'binary':
      if (COMPARISON.test(node.operator)) for (const side of [node.left, node.right]) lookAt(walk.place, side);
      more(node.left);
      more(node.right);
  }
}
