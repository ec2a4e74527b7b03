import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { bracedPatterns } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { routeFact } from '../../../../engine/routes.js';
import { isFunctionNode } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerCall } from '../../routers/lower.js';
import { isOf, receiverOf } from '../../routers/receivers.js';
import { withServed } from '../../routers/served.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { verbMethods } from '../../verb-methods.js';
import { frameworkProfiles } from '../profiles.js';
import { findMade } from './factories.js';
import { DECLARED, readCreatedRoutes } from './openapi.js';

/** https://hono.dev/docs/api/routing; imported from npm, JSR or Deno */
const table: RouterTable = {
  id: 'typescript/hono',
  imported: /["'](?:npm:|jsr:)?@?hono(?:[/@][^"'\n]*)?["']|["'](?:npm:)?@hono\/|deno\.land\/x\/hono|["']hono-openapi["'/]/,
  words: /(?!)/,
  makers: [
    {
      packages: /^(?:npm:|jsr:)?@?hono(?:\/hono)?(?:@[^/]*)?(?:\/(?:tiny|quick|preset\/\w+|hono-base))?$|deno\.land\/x\/hono/,
      names: /^Hono$/,
      makes: 'router',
      by: 'new',
    },
    { packages: /^(?:npm:)?@hono\/zod-openapi/, names: /^OpenAPIHono$/, makes: 'router', by: 'new' },
  ],
  types: /^(?:\w+\.)?\w*Hono\b|^(?:App|AppOpenAPI|HonoApp|OpenAPIApp)\b|^typeof /,
  names: /^_?(?:\w*app|\w*router|\w*routes?|api|hono|server|v\d+)$/i,
  handlers: 'context',
  evident: /^(?:openapi|route)$/,
  verbs: verbMethods(),
  fluent: /^(?:get|post|put|patch|delete|head|options|all|on|use|route|mount|openapi|notFound|onError|doc|doc31)$/,
  own: /^(?:get|post|put|patch|delete|head|options|all|use|route|mount|on|openapi|basePath|fetch|request|push|log)$/,
  path: bracedPatterns,
  pathless: true,
  lists: new Map([['on', { methods: 0, path: 1 }]]),
  uses: 'middleware',
  mounts: /^(?:route|mount)$/,
};

/** Routes, apps and mounts of Hono, also with zod-openapi. */
export const hono: RouterFramework = { ...frameworkProfiles.hono, table, prepare, call: openApiRoute, finish };

function prepare(file: RouterFile): Found {
  for (const call of file.innerFirst) standIn(file, call);
  readCreatedRoutes(file);
  return { facts: findMade(file, table) };
}

/**
 * `factory.createHandlers(middleware, handler)` represents the handler, `createMiddleware(function)` the function,
 * `app.openAPIRegistry.register('User', schema)` the schema, and `sub.fetch` as an argument of `mount` represents `sub`.
 */
function standIn({ source }: RouterFile, call: Call): void {
  const callee = unwrap(call.expression);
  const last = call.arguments?.at(-1);
  if (!ts.isCallExpression(call) || last === undefined) return;
  if (isFunctionNode(last) && isMiddlewareMaker(callee)) source.bound.set(call, readValue(source, last));
  if (!ts.isPropertyAccessExpression(callee)) return;
  if (callee.name.text === 'createHandlers' && isFunctionNode(last)) {
    sendsReturned(source, last);
    source.bound.set(call, readValue(source, last));
  }
  const given = unwrap(last);
  const owner = unwrap(callee.expression);
  const isRegistry = ts.isPropertyAccessExpression(owner) && owner.name.text === 'openAPIRegistry';
  if (isRegistry && callee.name.text === 'register' && call.arguments.length === 2)
    source.bound.set(call, readValue(source, last));
  if (callee.name.text === 'mount' && ts.isPropertyAccessExpression(given) && /^(?:fetch|handle)$/.test(given.name.text))
    source.bound.set(given, readValue(source, given.expression));
}

/** https://hono.dev/docs/helpers/factory#createmiddleware */
function isMiddlewareMaker(callee: ts.Expression): boolean {
  const name = ts.isPropertyAccessExpression(callee) ? callee.name : callee;
  return ts.isIdentifier(name) && name.text === 'createMiddleware';
}

/** `app.openapi(route, handler)`: the route declares method, path and responses. */
function openApiRoute(file: RouterFile, call: Call): Found | undefined {
  const called = methodCall(call);
  if (called?.name !== 'openapi' || (call.arguments?.length ?? 0) < 2) return undefined;
  const receiver = receiverOf(file, table, called.receiver, table.handlers);
  const lowered = lowerCall(file.source, call, called);
  const [given, handler] = lowered.arguments;
  if (receiver === undefined || given === undefined || handler === undefined) return undefined;
  const route = given.value;
  const of = (name: string): Expression => ({ kind: 'member', of: route, name });
  const node = call.arguments?.[1];
  if (node !== undefined && isFunctionNode(unwrap(node))) sendsReturned(file.source, unwrap(node) as ts.ArrowFunction);
  const fact = routeFact(table, lowered, receiver.value, { method: 'ANY', methods: of('method'), path: of('path'), handler });
  const isDeclared = route.kind !== 'object' || route.members.some((one) => one.kind === 'method' && one.name === DECLARED);
  return { fit: receiver.fit, facts: [isDeclared ? { ...fact, handler: of(DECLARED) } : fact] };
}

/**
 * The apps that are served: `serve(app)`, `handle(app)`, `fire(app)`, `app.fetch` anywhere but in `mount`, the default export of
 * an entry.
 */
function finish(file: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const served = file.innerFirst.flatMap((call) => servedBy(file, call) ?? []);
  return withServed(file, table, served, facts);
}

function servedBy({ source }: RouterFile, call: Call): ts.Expression | undefined {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'fire' && call.arguments?.length === 0)
    return callee.expression;
  const origin = originOf(source, call.expression);
  const isServer =
    origin !== undefined &&
    isOf(table, origin.specifier) &&
    /(?:^|\.)(?:serve|handle|fire|createAdaptorServer|lambdaRequestHandler)$/.test(origin.name);
  return isServer ? call.arguments?.[0] : undefined;
}
