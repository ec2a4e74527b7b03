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
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { readValue } from '../../values/values.js';
import { trpcProfile } from './profile.js';

/** https://github.com/trpc/trpc-openapi; code registers no routes on the adapter's result, which serves the procedures. */
const table: RouterTable = {
  id: trpcProfile.id,
  imported: /["'](?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi)["']/,
  makers: [
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

/** Procedures of tRPC that an adapter serves by the method and path of their `meta`. */
export const trpc: RouterFramework = { ...trpcProfile, table, call: procedure, finish };

/** The adapter serves all procedures: those of each file are a router that registers itself. */
function finish(_: RouterFile, facts: readonly Fact[]): readonly Fact[] {
  const own = facts.filter((fact) => 'by' in fact && fact.by === table.id);
  const adapters = own.flatMap((fact): readonly Fact[] => {
    if (fact.kind !== 'router') return [];
    return [{ kind: 'gather', by: table.id, router: valueNamed(fact.name), at: fact.at }];
  });
  const [first] = own.filter((fact) => fact.kind === 'route');
  if (first === undefined) return [...facts, ...adapters];
  return [...facts, ...adapters, { kind: 'router', by: table.id, name: PROCEDURES, root: false, gathered: true, at: first.at }];
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

function calledAs(call: Call, name: string): boolean {
  return ts.isPropertyAccessExpression(call.expression) && call.expression.name.text === name;
}

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
