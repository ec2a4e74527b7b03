import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact, Mount, Prefix, Route } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { isFunctionNode, memberName } from '../names/names.js';
import { originOf, requiredModule } from '../names/origins.js';
import { rewritingWraps } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { loopsAround } from '../values/loops-around.js';
import { unwrap } from '../values/mutations.js';
import { isMountPath } from '../values/path-arguments.js';
import { pathExpression } from '../values/path-expressions.js';
import { mayHandle, methodCall, registeredMethod } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { BY, instanceOf, VERBS } from './koa-routers.js';

interface RouteParts {
  readonly method: string;
  readonly methods?: Expression;
  readonly path: ts.Expression;
  readonly handler: ts.Expression;
}

/** What a call on an app or router of Koa registers; undefined: it is none. */
export function calledOn(source: Source, call: ts.CallExpression): readonly Fact[] | undefined {
  const called = methodCall(call);
  if (called === undefined || call.arguments.length === 0) return undefined;
  const { name = '', node } = called;
  const registered = registeredMethod(source, called, VERBS);
  if (registered === undefined && !/^(?:use|register|prefix|route)$/.test(name)) return undefined;
  const router = instanceOf(source, called.receiver);
  if (router === undefined) return undefined;
  if (name === 'use') return usedBy(source, call, router, node);
  if (name === 'prefix') return prefixedBy(source, call, router, node);
  if (name === 'route') return describedBy(source, call, router);
  const parts = registered === undefined ? registeredBy(call) : verbParts(source, call, registered);
  return parts && [routeFact(source, router, node, parts)];
}

function routeFact(source: Source, router: Expression, node: ts.Node, parts: RouteParts): Route {
  const each = loopsAround(source, node);
  return {
    kind: 'route',
    by: BY,
    method: parts.method,
    ...(parts.methods && { methods: parts.methods }),
    path: pathExpression(source, parts.path),
    router,
    handler: readValue(source, unwrap(parts.handler)),
    responses: [],
    ...(each.length > 0 && { each }),
    at: atOf(source, node),
  };
}

/** `router.get('/a', …, handler)`, also with a name first: `router.get('user', '/users/:id', handler)`. */
function verbParts(
  source: Source,
  call: ts.CallExpression,
  registered: Pick<RouteParts, 'method' | 'methods'>,
): RouteParts | undefined {
  const [first, second] = call.arguments;
  const isNamed =
    first !== undefined && second !== undefined && ts.isStringLiteralLike(first) && isPath(second) && call.arguments.length > 2;
  const path = isNamed ? second : first;
  const handler = call.arguments.at(-1);
  if (path === undefined || handler === undefined || handler === path) return undefined;
  const at = unwrap(path);
  if (isFunctionNode(at) || ts.isObjectLiteralExpression(at) || !mayHandle(source, handler)) return undefined;
  return { ...registered, path, handler };
}

function isPath(node: ts.Expression): boolean {
  const at = unwrap(node);
  return (
    ts.isStringLiteralLike(at) ||
    ts.isTemplateExpression(at) ||
    ts.isRegularExpressionLiteral(at) ||
    (ts.isArrayLiteralExpression(at) && at.elements.every(isPath))
  );
}

/** `router.register('/a', ['get', 'post'], handler)` */
function registeredBy(call: ts.CallExpression): RouteParts | undefined {
  const [path, methods, handler] = call.arguments;
  const list = methods && unwrap(methods);
  if (path === undefined || list === undefined || handler === undefined || !ts.isArrayLiteralExpression(list)) return undefined;
  const items = list.elements.map(
    (one): Expression =>
      ts.isStringLiteralLike(one) ? { kind: 'literal', value: one.text } : { kind: 'unknown', why: 'a method that is computed' },
  );
  return { method: 'ANY', methods: { kind: 'tuple', items }, path, handler };
}

/** koa-joi-router: `router.route({ method, path, handler })`, and lists of such. */
function describedBy(source: Source, call: ts.CallExpression, router: Expression): readonly Route[] | undefined {
  const [given] = call.arguments;
  const node = given && unwrap(given);
  const objects =
    node !== undefined && ts.isArrayLiteralExpression(node) ? node.elements.map(unwrap) : node === undefined ? [] : [node];
  const routes = objects.flatMap((object): Route[] => {
    if (!ts.isObjectLiteralExpression(object)) return [];
    const [method, path, handler] = ['method', 'path', 'handler'].map((name) => valueIn(object, name));
    if (method === undefined || path === undefined || handler === undefined) return [];
    return [routeFact(source, router, object, { method: 'ANY', methods: readValue(source, unwrap(method)), path, handler })];
  });
  return routes.length === 0 ? undefined : routes;
}

function valueIn(object: ts.ObjectLiteralExpression, name: string): ts.Expression | undefined {
  for (const one of object.properties) {
    if (memberName(one.name) !== name) continue;
    if (ts.isPropertyAssignment(one)) return one.initializer;
    if (ts.isShorthandPropertyAssignment(one)) return one.name;
  }
  return undefined;
}

/** `router.prefix('/a')` */
function prefixedBy(source: Source, call: ts.CallExpression, router: Expression, node: ts.Node): readonly Prefix[] {
  const [path] = call.arguments;
  if (path === undefined) return [];
  return [{ kind: 'prefix', router, prefix: pathExpression(source, path), at: atOf(source, node) }];
}

/** `app.use(router.routes())`, `router.use('/a', other.routes(), other.allowedMethods())`, `app.use(route.get('/a', handler))`. */
function usedBy(source: Source, call: ts.CallExpression, parent: Expression, node: ts.Node): readonly Fact[] {
  const [first] = call.arguments;
  const path = first !== undefined && call.arguments.length > 1 && isMountPath(source, first) ? first : undefined;
  const prefix = path && pathExpression(source, path);
  const given = (path === undefined ? [...call.arguments] : call.arguments.slice(1)).flatMap(flatten);
  const each = loopsAround(source, node);
  const wraps = rewritingWraps(source, call, { by: BY, router: parent, given, ...(prefix && { path: prefix }) });
  const used = given.flatMap((child, index): Fact[] => {
    const route = routeMiddleware(source, child, parent);
    if (route !== undefined) return [route];
    if (isFunctionNode(child)) return [];
    const mount: Mount = {
      kind: 'mount',
      by: BY,
      parent,
      child: readValue(source, child),
      ...(prefix && { prefix }),
      ...(each.length > 0 && { each }),
      certainty: certaintyOf(source, child, index === given.length - 1),
      at: atOf(source, node),
    };
    return [mount];
  });
  return [...used, ...wraps];
}

function flatten(node: ts.Expression): readonly ts.Expression[] {
  const at = unwrap(ts.isSpreadElement(node) ? node.expression : node);
  return ts.isArrayLiteralExpression(at) ? at.elements.flatMap(flatten) : [at];
}

/** koa-route: `app.use(route.get('/a', handler))`. */
function routeMiddleware(source: Source, node: ts.Expression, router: Expression): Route | undefined {
  if (!ts.isCallExpression(node)) return undefined;
  const origin = originOf(source, node.expression);
  const [path, handler] = node.arguments;
  const method = origin?.specifier === 'koa-route' ? VERBS.get(origin.name) : undefined;
  if (method === undefined || path === undefined || handler === undefined) return undefined;
  return routeFact(source, router, node, { method, path, handler });
}

/** A router's middleware is one for sure; of the service's own files something may be. */
function certaintyOf(source: Source, node: ts.Expression, isLast: boolean): Mount['certainty'] {
  const callee = ts.isCallExpression(node) ? unwrap(node.expression) : undefined;
  if (callee !== undefined && ts.isPropertyAccessExpression(callee)) {
    if (/^(?:routes|middleware)$/.test(callee.name.text)) return 'router';
    if (callee.name.text === 'allowedMethods') return 'unlikely';
  }
  const specifier = requiredModule(node) ?? originOf(source, callee ?? node)?.specifier ?? '';
  if (specifier.startsWith('.') && /rout|api\b|controller/i.test(specifier)) return 'router';
  return specifier.startsWith('.') && isLast ? 'maybe' : 'unlikely';
}
