import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Route } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { sendsReturned } from '../sends/returned-sends.js';
import { know } from '../values/known.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { methodCall, registeredMethod } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { BY, type Hono, isEvidentCall, receiverOf, VERBS } from './hono-apps.js';
import { DECLARED } from './hono-openapi.js';
import { honoPath } from './hono-paths.js';

/** The routes that a call registers: `app.get('/a', …)`, `app.on(methods, paths, …)`, `app.openapi(route, handler)`. */
export function routesOf(hono: Hono, call: ts.CallExpression): readonly Route[] {
  const called = methodCall(call);
  if (called === undefined) return [];
  const { name, receiver } = called;
  const registered = registeredMethod(hono.source, called, VERBS);
  if (registered === undefined && name !== 'on' && name !== 'openapi') return [];
  const isEvident = hono.isNamed || isEvidentCall(call);
  const router = receiverOf(hono, receiver, isEvident);
  if (router === undefined) return [];
  const parts = { hono, router, node: called.node };
  if (name === 'openapi') return openApiRoute(parts, call);
  if (name === 'on') return listedRoutes(parts, call);
  const [first, ...rest] = call.arguments;
  if (registered === undefined || first === undefined) return [];
  // Without a path, a handler answers at the path that was given last (https://hono.dev/docs/api/routing#chained-route).
  const isPath = mayBePath(first);
  const path = isPath ? honoPath(hono.source, unwrap(first)) : previousPath(hono, receiver);
  const handler = (isPath ? rest : call.arguments).at(-1);
  return handler === undefined || path === undefined ? [] : [routeFact(parts, registered, path, handler)];
}

interface Parts {
  readonly hono: Hono;
  readonly router: Expression;
  readonly node: ts.Node;
}

function mayBePath(node: ts.Expression): boolean {
  const at = unwrap(node);
  return !isFunctionNode(at) && !ts.isSpreadElement(at) && !ts.isCallExpression(at);
}

/** The path of the call before in the chain; at its start, the root. */
function previousPath({ source }: Hono, node: ts.Expression): Expression | undefined {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    const [first] = at.arguments;
    if (!ts.isPropertyAccessExpression(callee) || !VERBS.has(callee.name.text)) break;
    if (first !== undefined && mayBePath(first)) return honoPath(source, unwrap(first));
    at = unwrap(callee.expression);
  }
  return { kind: 'literal', value: '/' };
}

function routeFact(
  { hono, router, node }: Parts,
  method: Pick<Route, 'methods'> & Partial<Pick<Route, 'method'>>,
  path: Expression,
  handler: ts.Expression,
): Route {
  const { source } = hono;
  const at = unwrap(ts.isSpreadElement(handler) ? handler.expression : handler);
  if (isFunctionNode(at)) sendsReturned(at);
  const each = loopsAround(source, node);
  return {
    kind: 'route',
    by: BY,
    method: 'ANY',
    ...method,
    path,
    router,
    handler: readValue(source, at),
    responses: [],
    ...(each.length > 0 && { each }),
    at: atOf(source, node),
  };
}

/** `app.on(['PUT', 'DELETE'], ['/a', '/b'], handler)`. */
function listedRoutes(parts: Parts, call: ts.CallExpression): readonly Route[] {
  const [methods, paths] = call.arguments;
  const handler = call.arguments.at(-1);
  if (methods === undefined || paths === undefined || handler === undefined || call.arguments.length < 3) return [];
  const { source } = parts.hono;
  return [routeFact(parts, { methods: readValue(source, methods) }, honoPath(source, unwrap(paths)), handler)];
}

/** `app.openapi(route, handler)`: method, path and responses are the route's. */
function openApiRoute(parts: Parts, call: ts.CallExpression): readonly Route[] {
  const [given, handler] = call.arguments;
  if (given === undefined || handler === undefined) return [];
  const route = readValue(parts.hono.source, given);
  const of = (name: string): Expression => ({ kind: 'member', of: route, name });
  const fact = routeFact(parts, { methods: of('method') }, of('path'), handler);
  const isDeclared = route.kind !== 'object' || route.members.some((one) => one.kind === 'method' && one.name === DECLARED);
  return [isDeclared ? { ...fact, handler: of(DECLARED) } : fact];
}

/** `factory.createHandlers(middleware, handler)` stands for the handler. */
export function readHandlerLists({ source, calls }: Hono): void {
  for (const call of calls) {
    const callee = unwrap(call.expression);
    if (!ts.isCallExpression(call) || !ts.isPropertyAccessExpression(callee) || callee.name.text !== 'createHandlers') continue;
    const last = call.arguments.at(-1);
    if (last === undefined || !isFunctionNode(last)) continue;
    sendsReturned(last);
    know(call, readValue(source, last));
  }
}
