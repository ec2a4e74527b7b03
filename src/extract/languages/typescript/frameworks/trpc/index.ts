import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact, Route } from '../../../../../facts/fact.js';
import { braces } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { atOf } from '../../at.js';
import { propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { valueNamed } from '../../names/names.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerArgument } from '../../routers/lower.js';
import { makerOf } from '../../routers/makers.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

/**
 * https://github.com/trpc/trpc-openapi and https://orpc.dev/docs/openapi/openapi-handler; code registers no routes on an
 * adapter, which serves the procedures.
 */
const table: RouterTable = {
  id: frameworkProfiles.trpc.id,
  imported:
    /["'](?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi|@orpc\/(?:openapi|server|contract)(?:\/[\w-]{1,40})?)["']/,
  makers: [
    { packages: /^@orpc\/openapi(?:\/|$)/, names: /^OpenAPIHandler$/, makes: 'app', by: 'new' },
    {
      packages: /^(?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi)$/,
      names: /^createOpenApiExpressMiddleware$/,
      makes: 'router',
      by: 'call',
    },
  ],
  types: /^$/,
  names: /^$/,
  verbs: new Map(),
  fluent: /^$/,
  own: /^$/,
  path: braces,
};

/** All procedures of a file with a REST endpoint. */
const PROCEDURES = 'procedures:openapi';

/** Procedures of tRPC and oRPC that an adapter serves by the method and path of their `meta` or `route`. */
export const trpc: RouterFramework = {
  ...frameworkProfiles.trpc,
  table,
  prepare: unnamed,
  call: (file, call) => procedure(file, call) ?? routed(file, call),
  finish,
};

/** `new OpenAPIHandler(router)` also serves procedures without a path of their own, by their place in the router. */
function unnamed({ source, calls }: RouterFile): Found {
  const handler = calls.find((call) => ts.isNewExpression(call) && makerOf(source, table, call) !== undefined);
  const detail = 'procedures of oRPC without a path are not read';
  const gap = handler && ({ reason: 'dynamic-path', detail, at: atOf(source, handler), hides: 'service' } as const);
  return { facts: [], ...(gap && { gaps: [gap] }) };
}

/** The adapter serves all procedures: those of each file are a router that registers itself. */
function finish(file: RouterFile, given: readonly Fact[]): readonly Fact[] {
  let prefixes: ReadonlyMap<string, ts.Expression | undefined> | undefined;
  const facts = given.map((fact): Fact => {
    if (fact.kind !== 'router' || fact.by !== table.id || !fact.root) return fact;
    prefixes ??= prefixesIn(file);
    if (!prefixes.has(fact.name)) return { ...fact, prefix: ELSEWHERE };
    const prefix = prefixes.get(fact.name);
    return { ...fact, ...(prefix && { prefix: lowerArgument(file.source, prefix).path(table.path) }) };
  });
  const own = facts.filter((fact) => 'by' in fact && fact.by === table.id);
  const adapters = own.flatMap((fact): readonly Fact[] => {
    if (fact.kind !== 'router') return [];
    return [{ kind: 'gather', by: table.id, router: valueNamed(fact.name), at: fact.at }];
  });
  const [first] = own.filter((fact) => fact.kind === 'route');
  if (first === undefined) return [...facts, ...adapters];
  return [...facts, ...adapters, { kind: 'router', by: table.id, name: PROCEDURES, root: false, gathered: true, at: first.at }];
}

const ELSEWHERE: Expression = { kind: 'unknown', why: 'where the adapter of oRPC answers cannot be read here' };

/** `handler.handle(request, { prefix: '/api' })`: where the adapters of oRPC answer, by their names; the first call counts. */
function prefixesIn({ source, calls }: RouterFile): ReadonlyMap<string, ts.Expression | undefined> {
  const found = new Map<string, ts.Expression | undefined>();
  for (const call of calls) {
    const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
    const options = called?.name === 'handle' ? call.arguments?.find((one) => ts.isObjectLiteralExpression(one)) : undefined;
    const of = options && called && readValue(source, called.receiver);
    if (of?.kind === 'name' && !found.has(of.name)) found.set(of.name, propertyOf(options, 'prefix'));
  }
  return found;
}

/** `procedure.route({ method, path }).output(schema).handler(f)` of oRPC, or of its contract. */
function routed({ source }: RouterFile, call: Call): Found | undefined {
  if (!calledAs(call, 'route') || !ts.isCallExpression(call) || call.arguments.length !== 1) return undefined;
  const options = objectOf(source, call.arguments[0]);
  const chain = [...chainBefore(call), ...chainAfter(call)];
  if (options === undefined || !chain.some((one) => /^(?:output|input|handler|errors)$/.test(nameOf(one)))) return undefined;
  const of = (name: string): ts.Expression | undefined => propertyOf(options, name);
  const [method, path, status] = [of('method'), of('path'), of('successStatus')];
  const isOpen = options.properties.some(ts.isSpreadAssignment) || chain.some((one) => nameOf(one) === 'prefix');
  const isPost = method === undefined;
  if (isOpen || path === undefined || !(isPost || ts.isStringLiteralLike(method))) return { facts: [] };
  const isWhole = of('outputStructure') === undefined;
  const body: Expression = isWhole ? outputOf(source, chain) : { kind: 'unknown', why: 'its output holds headers as well' };
  const at = atOf(source, call);
  const route: Route = {
    kind: 'route',
    by: table.id,
    method: isPost ? 'POST' : method.text,
    path: lowerArgument(source, path).path(table.path),
    router: valueNamed(PROCEDURES),
    responses: [{ status: status === undefined ? { kind: 'literal', value: 200 } : readValue(source, status), body, at }],
    at,
  };
  return { facts: [route] };
}

/** `procedure.meta({ openapi: { method, path } })…query(resolver)`, read from its `meta` call. */
function procedure({ source }: RouterFile, call: Call): Found | undefined {
  const [given] = calledAs(call, 'meta') ? (call.arguments ?? []) : [];
  if (given === undefined || !ts.isCallExpression(call)) return undefined;
  const meta = objectOf(source, given);
  const openapi = propertyOf(meta, 'openapi');
  if (meta !== undefined && openapi === undefined && !meta.properties.some(ts.isSpreadAssignment)) return undefined;
  const route = openapi && routeOf(source, call, unwrap(openapi));
  if (route === 'off') return { facts: [] };
  if (route !== undefined) return { facts: [route] };
  const detail = 'where REST clients find a procedure of tRPC cannot be read here';
  return { facts: [], gaps: [{ reason: 'dynamic-path', detail, at: atOf(source, call), hides: 'service' }] };
}

function routeOf(source: Source, call: ts.CallExpression, openapi: ts.Expression): Route | 'off' | undefined {
  if (!ts.isObjectLiteralExpression(openapi) || openapi.properties.some(ts.isSpreadAssignment)) return undefined;
  const enabled = propertyOf(openapi, 'enabled');
  if (enabled?.kind === ts.SyntaxKind.FalseKeyword) return 'off';
  const [method, path] = [propertyOf(openapi, 'method'), propertyOf(openapi, 'path')].map((one) => one && unwrap(one));
  const chain = chainAfter(call);
  const isWhole = chain.some((one) => calledAs(one, 'query') || calledAs(one, 'mutation'));
  if (enabled !== undefined && enabled.kind !== ts.SyntaxKind.TrueKeyword) return undefined;
  if (method === undefined || !ts.isStringLiteralLike(method) || path === undefined || !isWhole) return undefined;
  return {
    kind: 'route',
    by: table.id,
    method: method.text.toUpperCase(),
    path: lowerArgument(source, path).path(table.path),
    router: valueNamed(PROCEDURES),
    responses: [
      {
        status: { kind: 'literal', value: 200 },
        body: outputOf(source, [...chainBefore(call), ...chain]),
        at: atOf(source, call),
      },
    ],
    at: atOf(source, call),
  };
}

/** The last `.output(schema)`: it parses the resolver's result, and drops members that are not in the schema. */
function outputOf(source: Source, chain: readonly ts.CallExpression[]): Expression {
  const schema = chain.findLast((one) => calledAs(one, 'output'))?.arguments[0];
  if (schema === undefined) return { kind: 'unknown', why: 'its procedure does not say what it gives' };
  return { kind: 'operator', operator: 'described', of: readValue(source, schema) };
}

const nameOf = ({ expression }: Call): string => (ts.isPropertyAccessExpression(expression) ? expression.name.text : '');
const calledAs = (call: Call, name: string): boolean => nameOf(call) === name;

/** The calls on the result of a call, in order. */
function chainAfter(call: ts.CallExpression): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  for (let at: ts.Node = call; ts.isPropertyAccessExpression(at.parent) && ts.isCallExpression(at.parent.parent); ) {
    at = at.parent.parent;
    if (ts.isCallExpression(at)) found.push(at);
  }
  return found;
}

/** The calls before a call in its chain, in order. */
function chainBefore(call: ts.CallExpression): readonly ts.CallExpression[] {
  const found: ts.CallExpression[] = [];
  for (let at: ts.Expression = call.expression; ts.isPropertyAccessExpression(at) && ts.isCallExpression(at.expression); ) {
    found.unshift(at.expression);
    at = at.expression.expression;
  }
  return found;
}
