import { ts } from 'ts-morph';
import type { Expression, ObjectMember } from '../../../../../facts/expression.js';
import type { Fact, Mount, Returned, Router } from '../../../../../facts/fact.js';
import { colons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { optionPath } from '../../../../engine/routes.js';
import { atOf } from '../../at.js';
import { functionOf, madeOf, objectOf } from '../../names/in-file.js';
import { assigned, memberName, place, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { initializerOf } from '../../names/scope.js';
import { asRouter } from '../../routers/described.js';
import type { Call, Found, RouterFile, RouterFramework } from '../../routers/framework.js';
import { lowerArgument } from '../../routers/lower.js';
import { sendsReturned } from '../../sends/returned-sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';
import { tsRestForm } from './form.js';

/** Code registers nothing on a router of ts-rest: contracts describe the routes, and servers receive the contracts. */
const table: RouterTable = {
  id: frameworkProfiles.tsRest.id,
  imported: /["']@ts-rest\/[\w-]+["']/,
  words: /(?!)/,
  makers: [],
  types: /^$/,
  names: /^$/,
  verbs: new Map(),
  fluent: /^$/,
  own: /^$/,
  path: colons,
};
const RETURNED: Returned = { text: 'application/json', empty: 200, responses: true };

/** Contracts of ts-rest, and the servers that implement them. https://ts-rest.com/docs/core */
export const tsRest: RouterFramework = { ...frameworkProfiles.tsRest, table, prepare, call };

/** The implementation of an endpoint or a contract's router: each server binds it anew. */
const IMPLEMENTATION = '(implementation)';
const implementation: Expression = { kind: 'name', name: IMPLEMENTATION };

function prepare({ source, innerFirst }: RouterFile): Found {
  const facts = innerFirst.flatMap((call): readonly Fact[] => {
    const name = ts.isCallExpression(call) ? methodCall(call)?.name : undefined;
    const [first, second] = call.arguments ?? [];
    if (first === undefined || !ts.isCallExpression(call)) return [];
    if (name === 'query' || name === 'mutation') return described(source, call, unwrap(first), undefined);
    if (name !== 'router') return [];
    const parts = objectOf(source, first);
    if (parts !== undefined) return described(source, call, parts, second);
    if (isContractBuilder(source, call)) return [];
    const given = second && objectOf(source, second);
    if (given !== undefined) markHandlers(source, given);
    if (second !== undefined) source.bound.set(call, readValue(source, second));
    return [];
  });
  return { facts: [...facts, ...endpointsStored(source)] };
}

/** `c` of `const c = initContract()`: its result for an argument that is not a literal is unknown. */
function isContractBuilder(source: Source, call: ts.CallExpression): boolean {
  const receiver = methodCall(call)?.receiver;
  const stored = receiver && initializerOf(source, receiver);
  return stored !== undefined && ts.isCallExpression(stored) && originOf(source, stored.expression)?.name === 'initContract';
}

/** `export const getBook = { method: 'GET', path: '/books/:id', responses: { … } }`, outside of any router. */
function endpointsStored(source: Source): readonly Fact[] {
  return source.tree.statements.flatMap((statement) => {
    if (!ts.isVariableStatement(statement)) return [];
    return statement.declarationList.declarations.flatMap(({ initializer }) => {
      const node = initializer && unwrap(initializer);
      const isOne = node !== undefined && ts.isObjectLiteralExpression(node) && isEndpoint(node);
      return isOne && source.bound.get(node) === undefined ? described(source, node, node, undefined) : [];
    });
  });
}

const isEndpoint = (node: ts.ObjectLiteralExpression): boolean =>
  ['method', 'path', 'responses'].every((name) => assigned(node, name) !== undefined);

/** An endpoint or a router: each is an object, and also a router in the facts. */
function described(
  source: Source,
  holder: ts.Expression,
  node: ts.Expression,
  options: ts.Expression | undefined,
): readonly Fact[] {
  if (!ts.isObjectLiteralExpression(node)) return [];
  const name = `contract@${place(source.tree, holder)}`;
  const router = valueNamed(name);
  const at = atOf(source, holder);
  const prefix = options && optionPath(lowerArgument(source, options), 'pathPrefix', colons);
  const fact: Router = {
    ...{ kind: 'router', by: table.id, name, root: false, binds: [IMPLEMENTATION], at },
    ...(prefix && { prefix }),
  };
  const facts = isEndpoint(node) ? endpoint(source, node, router) : members(source, node, router);
  source.bound.set(holder, asRouter(readValue(source, node), router, at));
  return [fact, ...facts];
}

/** The parts of a router: endpoints and routers, here or in other files. */
function members(source: Source, node: ts.ObjectLiteralExpression, parent: Expression): readonly Fact[] {
  return node.properties.flatMap((one): readonly Fact[] => {
    const at = atOf(source, one);
    const common = { kind: 'mount', by: table.id, parent, certainty: 'router', at } as const;
    if (ts.isSpreadAssignment(one))
      return [{ ...common, child: readValue(source, one.expression), binds: [implementation] } satisfies Mount];
    const name = memberName(one.name);
    const given = ts.isPropertyAssignment(one) ? one.initializer : ts.isShorthandPropertyAssignment(one) ? one.name : undefined;
    if (given === undefined || name === undefined) return [];
    const inner = unwrap(given);
    const isHere = ts.isObjectLiteralExpression(inner) && source.bound.get(inner) === undefined;
    const facts = isHere ? described(source, inner, inner, undefined) : [];
    const binds: readonly Expression[] = [{ kind: 'member', of: implementation, name }];
    return [...facts, { ...common, child: readValue(source, inner), binds } satisfies Mount];
  });
}

function endpoint(source: Source, node: ts.ObjectLiteralExpression, router: Expression): readonly Fact[] {
  const [method, path] = [assigned(node, 'method'), assigned(node, 'path')];
  if (method === undefined || path === undefined) return [];
  const written = unwrap(method);
  const isText = ts.isStringLiteralLike(written);
  return [
    {
      kind: 'route',
      by: table.id,
      method: isText ? written.text.toUpperCase() : 'ANY',
      ...(!isText && { methods: readValue(source, written) }),
      path: lowerArgument(source, path).path(colons),
      router,
      handler: implementation,
      request: requestOf(source, node),
      responses: [],
      returned: RETURNED,
      at: atOf(source, node),
    },
  ];
}

/** The request for handlers: strings from the path, and the parts that schemas describe. */
function requestOf(source: Source, node: ts.ObjectLiteralExpression): Expression {
  const part = (name: string, by: string): readonly ObjectMember[] => {
    const schema = assigned(node, by);
    if (schema === undefined) return name === 'params' ? [{ kind: 'property', name, value: TEXTS, at: atOf(source, node) }] : [];
    const value: Expression = { kind: 'operator', operator: 'described', of: readValue(source, unwrap(schema)) };
    return [{ kind: 'property', name, value, at: atOf(source, schema) }];
  };
  const others: Expression = { kind: 'unknown', why: 'a part of the request' };
  const parts = [...part('params', 'pathParams'), ...part('body', 'body'), ...part('query', 'query')];
  return { kind: 'object', members: [{ kind: 'rest', values: others }, ...parts] };
}
const TEXTS: Expression = { kind: 'map', values: { kind: 'scalar', type: 'string' } };

/** Handlers of an implementation, also `{ middleware, handler }`. */
function markHandlers(source: Source, node: ts.ObjectLiteralExpression, depth = 0): void {
  for (const one of node.properties) {
    if (ts.isMethodDeclaration(one)) sendsReturned(source, one, tsRestForm);
    const given = ts.isPropertyAssignment(one) ? one.initializer : ts.isShorthandPropertyAssignment(one) ? one.name : undefined;
    if (given === undefined) continue;
    const own = functionOf(source, given);
    if (own !== undefined) sendsReturned(source, own, tsRestForm);
    const inner = unwrap(given);
    if (!ts.isObjectLiteralExpression(inner) || depth > MOST_DEPTH) continue;
    const handler = assigned(inner, 'handler');
    if (
      handler !== undefined &&
      inner.properties.every((each) => /^(?:handler|middleware|hooks|options)$/.test(memberName(each.name) ?? ''))
    )
      source.bound.set(inner, readValue(source, unwrap(handler)));
    markHandlers(source, inner, depth + 1);
  }
}
const MOST_DEPTH = 10;

/** Contract, implementation and app of a call that serves them. */
function call({ source }: RouterFile, call: Call): Found | undefined {
  const [contract, given, app] = servedBy(source, call) ?? [];
  if (contract === undefined || given === undefined || app === undefined) return undefined;
  const object = objectOf(source, given);
  if (object !== undefined) markHandlers(source, object);
  const mount: Mount = {
    ...{ kind: 'mount', by: table.id, parent: readValue(source, unwrap(app)), child: readValue(source, unwrap(contract)) },
    ...{ binds: [readValue(source, unwrap(given))], certainty: 'router', at: atOf(source, call) },
  };
  return { facts: [mount] };
}

function servedBy(source: Source, call: Call): readonly ts.Expression[] | undefined {
  const origin = originOf(source, call.expression);
  if (origin?.name === 'createExpressEndpoints' && origin.specifier === '@ts-rest/express') return call.arguments;
  const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
  if (called?.name === 'registerRouter') return call.arguments;
  const [plugin] = call.arguments ?? [];
  const inner = plugin && unwrap(plugin);
  if (called?.name !== 'register' || inner === undefined || !ts.isCallExpression(inner)) return undefined;
  const [router] = methodCall(inner)?.name === 'plugin' ? inner.arguments : [];
  const contract = router && contractOf(source, router);
  return router === undefined || contract === undefined ? undefined : [contract, router, called.receiver];
}

/** The contract of `const router = s.router(contract, …)`. */
function contractOf(source: Source, router: ts.Expression): ts.Expression | undefined {
  const made = madeOf(source, router);
  return ts.isCallExpression(made) && methodCall(made)?.name === 'router' ? made.arguments[0] : undefined;
}
