import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Route } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode } from '../names/names.js';
import { lookup } from '../names/scope.js';
import { handlerForm } from '../sends/handler-form.js';
import { sendsOf } from '../sends/sends.js';
import type { Source } from '../source.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { pathExpression } from '../values/path-expressions.js';
import { readValue } from '../values/values.js';
import { isMiddleware } from './express-middleware.js';
import { mayBePath } from './express-paths.js';
import { receiverOf } from './express-receivers.js';
import { BY, VERBS } from './express-routers.js';

/** The route that a call registers, if it does: `router.get('/a', handler)`, `router.route('/a').get(handler)`. */
export function routeOf(source: Source, call: ts.CallExpression): Route | undefined {
  const callee = unwrap(call.expression);
  if (ts.isElementAccessExpression(callee)) return namedRoute(source, call, callee);
  if (!ts.isPropertyAccessExpression(callee)) return undefined;
  const method = VERBS.get(callee.name.text);
  if (method === undefined) return undefined;
  const opened = routeCall(source, callee.expression);
  const pathNode = opened?.path ?? call.arguments[0];
  const handlers = opened === undefined ? call.arguments.slice(1) : [...call.arguments];
  const handler = handlerArgument(source, handlers);
  if (pathNode === undefined || handler === undefined || !mayBePath(pathNode)) return undefined;
  // `app.options('*', cors())` answers preflights, which no contract promises.
  if (method === 'OPTIONS' && isMiddleware(source, handler)) return undefined;
  const router = receiverOf(source, opened?.router ?? callee.expression, opened !== undefined || isEvident(source, handler));
  if (router === undefined) return undefined;
  return routeFact(source, { method, path: pathExpression(source, pathNode), router, handler, node: callee.name });
}

/** `app[route.method](route.path, route.handler)`, `app['get']('/a', …)`. */
function namedRoute(source: Source, call: ts.CallExpression, callee: ts.ElementAccessExpression): Route | undefined {
  const name = lowered(callee.argumentExpression);
  const [path, ...handlers] = call.arguments;
  const handler = handlerArgument(source, handlers);
  if (path === undefined || handler === undefined || !mayBePath(path)) return undefined;
  const router = receiverOf(source, callee.expression, isEvident(source, handler));
  if (router === undefined) return undefined;
  const parts = { path: pathExpression(source, path), router, handler, node: callee.argumentExpression };
  if (!ts.isStringLiteralLike(name))
    return { ...routeFact(source, { ...parts, method: 'ANY' }), methods: readValue(source, name) };
  const method = VERBS.get(name.text.toLowerCase());
  return method === undefined ? undefined : routeFact(source, { ...parts, method });
}

/** `x` of `x.toLowerCase()`. */
function lowered(node: ts.Expression): ts.Expression {
  const at = unwrap(node);
  if (!ts.isCallExpression(at) || !ts.isPropertyAccessExpression(at.expression)) return at;
  return at.expression.name.text === 'toLowerCase' ? unwrap(at.expression.expression) : at;
}

interface RouteParts {
  readonly method: string;
  readonly path: Expression;
  readonly router: Expression;
  readonly handler: ts.Expression;
  readonly node: ts.Node;
}

function routeFact(source: Source, parts: RouteParts): Route {
  const each = loopsAround(source, parts.node);
  return {
    kind: 'route',
    by: BY,
    method: parts.method,
    path: parts.path,
    router: parts.router,
    handler: readValue(source, unwrap(parts.handler)),
    responses: [],
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

function mayHandle(source: Source, node: ts.Expression): boolean {
  if (ts.isArrayLiteralExpression(node))
    return node.elements.length > 0 && node.elements.every((one) => mayHandle(source, unwrap(one)));
  if (ts.isSpreadElement(node)) return true;
  if (ts.isIdentifier(node)) {
    const declaration = lookup(source, node)?.nodes[0];
    if (declaration === undefined || !ts.isVariableDeclaration(declaration) || declaration.initializer === undefined)
      return node.text !== 'undefined';
    const value = unwrap(declaration.initializer);
    return (
      !ts.isObjectLiteralExpression(value) &&
      !ts.isStringLiteralLike(value) &&
      !ts.isNumericLiteral(value) &&
      !ts.isTemplateExpression(value)
    );
  }
  return (
    isFunctionNode(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.isElementAccessExpression(node) ||
    ts.isCallExpression(node) ||
    ts.isConditionalExpression(node) ||
    ts.isBinaryExpression(node)
  );
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
