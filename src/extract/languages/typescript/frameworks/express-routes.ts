import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Route } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import { handlerForm } from '../sends/handler-form.js';
import { middlewareOf } from '../sends/rewrites.js';
import { sendsOf } from '../sends/sends.js';
import type { Source } from '../source.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { mayBePath } from '../values/path-arguments.js';
import { pathExpression } from '../values/path-expressions.js';
import { mayHandle, methodCall, registeredMethod } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { isMiddleware } from './express-middleware.js';
import { receiverOf } from './express-receivers.js';
import { BY, VERBS } from './express-routers.js';

/** The route that a call registers, if it does: `router.get('/a', handler)`, `router.route('/a').get(handler)`. */
export function routeOf(source: Source, call: ts.CallExpression): Route | undefined {
  const called = methodCall(call);
  const registered = called && registeredMethod(source, called, VERBS);
  if (called === undefined || registered === undefined) return undefined;
  const opened = routeCall(source, called.receiver);
  const pathNode = opened?.path ?? call.arguments[0];
  const handlers = opened === undefined ? call.arguments.slice(1) : [...call.arguments];
  const handler = handlerArgument(source, handlers);
  if (pathNode === undefined || handler === undefined || !mayBePath(pathNode)) return undefined;
  // `app.options('*', cors())` answers preflights, which no contract promises.
  if (registered.method === 'OPTIONS' && isMiddleware(source, handler)) return undefined;
  const router = receiverOf(source, opened?.router ?? called.receiver, opened !== undefined || isEvident(source, handler));
  if (router === undefined) return undefined;
  return routeFact(source, {
    ...registered,
    path: pathExpression(source, pathNode),
    router,
    handler,
    before: handlers.filter((one) => one !== handler),
    node: called.node,
  });
}

interface RouteParts {
  readonly method: string;
  readonly methods?: Expression;
  readonly path: Expression;
  readonly router: Expression;
  readonly handler: ts.Expression;
  readonly before?: readonly ts.Expression[];
  readonly node: ts.Node;
}

function routeFact(source: Source, parts: RouteParts): Route {
  const each = loopsAround(source, parts.node);
  const before = middlewareOf(
    source,
    (parts.before ?? []).filter((one) => !isMiddleware(source, one)),
  );
  return {
    kind: 'route',
    by: BY,
    method: parts.method,
    ...(parts.methods && { methods: parts.methods }),
    path: parts.path,
    router: parts.router,
    handler: readValue(source, unwrap(parts.handler)),
    responses: [],
    ...(before.length > 0 && { before }),
    ...(each.length > 0 && { each }),
    at: atOf(source, parts.node),
  };
}

/** `router.route('/a')` at the start of a chain, or in the variable that the chain is called on. */
function routeCall(source: Source, node: ts.Expression, hops = 0): { router: ts.Expression; path: ts.Expression } | undefined {
  let at = unwrap(node);
  while (ts.isCallExpression(at)) {
    const callee = unwrap(at.expression);
    if (!ts.isPropertyAccessExpression(callee)) return undefined;
    const [path] = at.arguments;
    if (callee.name.text === 'route' && path !== undefined && at.arguments.length === 1)
      return { router: callee.expression, path };
    if (!VERBS.has(callee.name.text)) return undefined;
    at = unwrap(callee.expression);
  }
  if (!ts.isIdentifier(at) || hops > 2) return undefined;
  const declaration = lookup(source, at)?.nodes[0];
  if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined)
    return undefined;
  return ts.isCallExpression(unwrap(declaration.initializer)) ? routeCall(source, declaration.initializer, hops + 1) : undefined;
}

/** The argument that answers: the last one that may be a function and does not handle errors. */
function handlerArgument(source: Source, given: readonly ts.Expression[]): ts.Expression | undefined {
  for (const node of [...given].reverse()) {
    const at = unwrap(ts.isSpreadElement(node) ? node.expression : node);
    if (!mayHandle(source, at)) return undefined;
    if (isFunctionNode(at) && at.parameters.length === 4 && handlerForm(source, at) === undefined) continue;
    return at;
  }
  return undefined;
}

/** A function with a request and a response, plain or wrapped: whatever it is given to serves HTTP. */
function isEvident(source: Source, handler: ts.Expression): boolean {
  if (isFunctionNode(handler)) return handlerForm(source, handler) !== undefined;
  return ts.isCallExpression(handler) && handler.arguments.some((one) => isEvident(source, unwrap(one)));
}

/**
 * `app.use('/health', (req, res) => res.json(…))` answers there for every method. Undefined for a middleware, and for a last resort
 * that only sends errors: as a route it would seem to answer whatever is missing.
 */
export function usedHandler(source: Source, call: ts.CallExpression, path: ts.Expression, router: Expression): Route | undefined {
  const last = call.arguments.at(-1);
  const at = last && unwrap(last);
  const prefix = unwrap(path);
  if (
    at === undefined ||
    !isFunctionNode(at) ||
    at.parameters.length > 2 ||
    !ts.isStringLiteralLike(prefix) ||
    prefix.text.length < 2
  )
    return undefined;
  const sends = sendsOf(source, at);
  const succeeds = sends?.responses.some(
    ({ status }) => status?.kind === 'literal' && typeof status.value === 'number' && status.value < 400,
  );
  if (succeeds !== true) return undefined;
  return routeFact(source, {
    method: 'ANY',
    path: pathExpression(source, path),
    router,
    handler: at,
    node: unwrap(call.expression),
  });
}
