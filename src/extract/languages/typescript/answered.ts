import { ts } from 'ts-morph';
import type { At, Expression } from '../../../facts/expression.js';
import type { Fact, Mount } from '../../../facts/fact.js';
import { atOf } from './at.js';
import { functionOf } from './names/in-file.js';
import { type FunctionNode, isFunctionNode } from './names/names.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';
import { callsOf } from './values/fluent-chains.js';
import { methodCall } from './values/router-calls.js';
import { readValue } from './values/values.js';

/**
 * Readers of frameworks whose routers call registered functions in turn, with the number of parameters before the one that passes
 * the request on (`next`).
 */
const GIVEN: ReadonlyMap<string, number> = new Map([
  ['typescript/express', 2],
  ['typescript/koa', 1],
  ['typescript/oak', 1],
  ['typescript/hono', 1],
]);
/** Paths that match every request. */
const ANYWHERE = /^\/?(?:\*|\{\*\w{1,30}\})?$/;

/** Paths without parameters. */
const PLAIN = /^\/[\w/.-]{1,200}$/;

/** A middleware that never passes a request on. */
interface Ender {
  /** The router, as the call of `use` writes it. */
  readonly router: ts.Expression;
  /** It runs only for this path and paths below it. */
  readonly below?: string;
  /** It runs only where a path has this parameter. */
  readonly parameter?: string;
}

type Registered = Extract<Fact, { kind: 'route' | 'mount' }>;
const isRegistered = (fact: Fact): fact is Registered => (fact.kind === 'route' || fact.kind === 'mount') && GIVEN.has(fact.by);

/**
 * The facts, without registrations behind a middleware that passes no request on, where the same function registers both on the
 * same router: no request reaches them. Their contract operations are hidden, not missing, as the middleware may answer them.
 */
export function withoutAnswered(source: Source, facts: readonly Fact[]): readonly Fact[] {
  const [by, ...others] = new Set(facts.filter(isRegistered).map((fact) => fact.by));
  if (by === undefined || others.length > 0 || !/\.(?:use|param)\(/.test(source.text)) return facts;
  const behind = placesBehind(source, GIVEN.get(by) ?? 1);
  if (behind.size === 0) return facts;
  const last = (fact: Fact): Ender | undefined => {
    const ender = isRegistered(fact) ? behind.get(keyOf(fact.at)) : undefined;
    if (ender?.parameter !== undefined) return hasParameter(fact, ender.parameter) ? ender : undefined;
    return ender?.below === undefined || isBelow(fact, ender.below) ? ender : undefined;
  };
  const hidden = new Set(facts.flatMap((fact) => (isRegistered(fact) && isSurelyRoute(fact) ? (last(fact) ?? []) : [])));
  const child: Expression = { kind: 'unknown', why: 'a middleware answers every request before it' };
  const gaps = [...hidden].map(
    ({ router, below }): Mount => ({
      kind: 'mount',
      by,
      parent: readValue(source, router),
      child,
      ...(below !== undefined && { prefix: { kind: 'literal', value: below } }),
      certainty: 'router',
      at: atOf(source, router),
    }),
  );
  return [...facts.filter((fact) => last(fact) === undefined), ...gaps];
}

/**
 * Other mounts may be error handlers, which run in spite of such a middleware. For a router among them, linking finds no mount
 * and reports that where the router is created.
 */
const isSurelyRoute = (fact: Registered): boolean =>
  fact.kind === 'route' || (fact.certainty === 'router' && fact.child.kind !== 'parameter') || fact.prefix !== undefined;

const keyOf = ({ line, column }: At): string => `${line}:${column}`;

/** The places of registrations behind such a middleware, each with the router as the middleware's call writes it. */
function placesBehind(source: Source, given: number): ReadonlyMap<string, Ender> {
  const ended = new Map<ts.Node, Map<string, Ender>>();
  const places = new Map<string, Ender>();
  for (const call of inOrder(source.tree)) {
    const home = homeOf(call);
    const routers = ended.get(home);
    const called = methodCall(call);
    const start = called && startOf(called.receiver);
    if (routers !== undefined) {
      const given = (call.arguments ?? []).flatMap((one) => routers.get(nameOf(one) ?? '') ?? []);
      const [router] = [...(start === undefined ? [] : [routers.get(nameOf(start) ?? '')]), ...given];
      for (const node of [call, ...(called === undefined ? [] : [called.node])])
        if (router !== undefined) places.set(keyOf(atOf(source, node)), router);
    }
    const name = start && nameOf(start);
    if (start === undefined || name === undefined || (routers?.has(name) === true && isForAll(routers.get(name)))) continue;
    const isFirst = (called?.name === 'use' || called?.name === 'param') && isAlwaysRun(call, home);
    const ender = isFirst ? enderOf(source, call, start, called.name === 'param' ? 'parameter' : given) : undefined;
    if (ender !== undefined) ended.set(home, (routers ?? new Map<string, Ender>()).set(name, ender));
  }
  return places;
}

/** Calls in execution order: the calls of a chain begin at one place, and the outermost runs last. */
function inOrder(tree: ts.SourceFile): readonly (ts.CallExpression | ts.NewExpression)[] {
  const placed = callsOf(tree).map((call) => ({ call, place: (methodCall(call)?.node ?? call).getStart(tree) }));
  return placed.sort((left, right) => left.place - right.place).map(({ call }) => call);
}

/** The function, or file, that contains a node. */
function homeOf({ parent }: ts.Node): ts.Node {
  let at = parent;
  while (at.parent !== undefined && !isFunctionNode(at)) at = at.parent;
  return at;
}

/** `app` of `app.route('/a').get(…)`. */
function startOf(receiver: ts.Expression): ts.Expression {
  let at = unwrap(receiver);
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) at = unwrap(at.expression.expression);
  return at;
}

/** `app`, `this.app`. */
function nameOf(given: ts.Expression): string | undefined {
  const node = unwrap(given);
  if (ts.isIdentifier(node)) return node.text;
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  const { expression, name } = node;
  const of = expression.kind === ts.SyntaxKind.ThisKeyword ? 'this' : ts.isIdentifier(expression) ? expression.text : undefined;
  return of && `${of}.${name.text}`;
}

/** Whether a call is an unconditional statement of its function. */
function isAlwaysRun(call: ts.Node, home: ts.Node): boolean {
  let at = call.parent;
  while (at !== home && (ts.isPropertyAccessExpression(at) || ts.isCallExpression(at) || ts.isParenthesizedExpression(at)))
    at = at.parent;
  if (!ts.isExpressionStatement(at)) return false;
  return at.parent === home || (ts.isBlock(at.parent) && at.parent.parent === home);
}

/** The effect of a call of `use` on all later registrations, if its middleware cannot pass requests on. */
function enderOf(
  source: Source,
  call: ts.CallExpression | ts.NewExpression,
  router: ts.Expression,
  given: number | 'parameter',
): Ender | undefined {
  const handlers = call.arguments ?? [];
  if (given === 'parameter') {
    const [name, handler] = handlers;
    if (name === undefined || !ts.isStringLiteralLike(name) || handler === undefined) return undefined;
    return handsNothingOn(source, handler, 2) ? { router, parameter: name.text } : undefined;
  }
  const path = handlers[0] && unwrap(handlers[0]);
  if (!handlers.some((one) => handsNothingOn(source, one, given))) return undefined;
  const below = path !== undefined && ts.isStringLiteralLike(path) && !ANYWHERE.test(path.text) ? path.text : undefined;
  if (below === undefined) return { router };
  return PLAIN.test(below) ? { router, below: below.replace(/\/$/, '') } : undefined;
}

const isForAll = (ender: Ender | undefined): boolean => ender?.below === undefined && ender?.parameter === undefined;

const hasParameter = (fact: Fact, name: string): boolean =>
  fact.kind === 'route' && fact.path.kind === 'literal' && `${fact.path.value}/`.includes(`/{${name}}/`);

/** Whether the literal path of a route is a path or below it. */
function isBelow(fact: Fact, path: string): boolean {
  const written = fact.kind === 'route' ? fact.path : undefined;
  return written?.kind === 'literal' && `${written.value}/`.startsWith(`${path}/`);
}

const known = new WeakMap<FunctionNode, boolean>();

/** Whether a function cannot pass a request on. `given`: its number of parameters before `next`. */
export function handsNothingOn(source: Source, at: ts.Expression, given: number): boolean {
  const node = functionOf(source, at);
  if (node === undefined) return false;
  const found = known.get(node) ?? neverMentionsNext(source, node, given);
  known.set(node, found);
  return found;
}

function neverMentionsNext(source: Source, { parameters, body, asteriskToken }: FunctionNode, given: number): boolean {
  // a function with four parameters handles errors
  if (body === undefined || asteriskToken !== undefined || parameters.length > given + 1) return false;
  if (parameters.some(({ dotDotDotToken }) => dotDotDotToken !== undefined)) return false;
  const next = parameters[given]?.name;
  const text = body.getText(source.tree);
  if (/\bnext\b|\barguments\b/.test(text)) return false;
  return next === undefined || (ts.isIdentifier(next) && !text.split(/[^\p{L}\p{Nd}_$]+/u).includes(next.text));
}
