import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { BodyHook, Route } from '../../../../facts/fact.js';
import { doubledColons } from '../../../engine/paths.js';
import { atOf } from '../at.js';
import { functionOf, objectOf } from '../names/in-file.js';
import { assigned, isFunctionNode, memberName } from '../names/names.js';
import { PAYLOAD, throughOf } from '../sends/payload-hooks.js';
import { middlewareOf } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { loopsAround } from '../values/loops-around.js';
import { pathExpression } from '../values/path-expressions.js';
import { functionReference } from '../values/references.js';
import { type MethodCall, mayHandle, registeredMethod } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { ANSWERING, BY, RETURNED, table } from './fastify-table.js';

/** What a route of Fastify is made of. */
interface RouteParts {
  readonly method: string;
  readonly methods?: Expression;
  readonly path: ts.Expression;
  readonly handler: Expression;
  readonly options?: OptionParts;
}

/** What a route's options say of what is sent. */
type OptionParts = Pick<Route, 'serializes' | 'before' | 'hooks'>;

/** The route that a call like `fastify.get('/a', { schema }, handler)` registers, if it does. */
export function shorthandOf(
  source: Source,
  call: ts.CallExpression,
  called: MethodCall,
  router: Expression,
): readonly Route[] | undefined {
  const registered = registeredMethod(source, called, table.verbs);
  const [path, second, third] = call.arguments;
  if (registered === undefined || path === undefined || second === undefined || !mayBePath(path)) return undefined;
  if (third === undefined && !mayAnswer(source, second)) return undefined;
  const parts =
    third === undefined
      ? ofSecond(source, second)
      : { handler: readValue(source, unwrap(third)), options: ofOptions(source, second) };
  return [routeFact(source, router, called.node, { ...parts, ...registered, path })];
}

/** The handler itself, or an options object that holds it. */
function ofSecond(source: Source, node: ts.Expression): Pick<RouteParts, 'handler' | 'options'> {
  const object = objectOf(source, node);
  const handler = object && propertyValue(source, object, 'handler');
  if (object !== undefined && handler !== undefined) return { handler, options: ofOptions(source, node) };
  const value = readValue(source, unwrap(node));
  return isFunction(source, unwrap(node)) ? { handler: value } : { handler: value, options: ofOptions(source, node) };
}

/** Surely no options: a function, or one that stands in for another, `overrides.list ?? list`. */
function isFunction(source: Source, node: ts.Expression): boolean {
  return isFunctionNode(node) || (ts.isBinaryExpression(node) && functionOf(source, node.right) !== undefined);
}

/** `options.schema.response`, and hooks: https://fastify.dev/docs/latest/Reference/Routes/#routes-options */
function ofOptions(source: Source, options: ts.Expression): OptionParts {
  const object = objectOf(source, options);
  const isOpen = object?.properties.some((one) => ts.isSpreadAssignment(one)) === true;
  const schema = object && propertyValue(source, object, 'schema');
  const elsewhere = object !== undefined && !isOpen ? undefined : readValue(source, unwrap(options));
  const around = withHooksElsewhere(object === undefined ? {} : hooksOf(source, object), elsewhere);
  if (object !== undefined && schema === undefined && !isOpen) return around;
  const of: Expression = schema ?? { kind: 'member', of: readValue(source, unwrap(options)), name: 'schema' };
  return { ...around, serializes: { kind: 'member', of, name: 'response' } };
}

const CHANGING = ['preSerialization', 'onSend'];

/** Hooks of options that are not all written out here: linking asks for them by name. */
function withHooksElsewhere({ before = [], hooks = [] }: OptionParts, of: Expression | undefined): OptionParts {
  const named = (names: readonly string[]): readonly Expression[] =>
    of === undefined ? [] : names.map((name): Expression => ({ kind: 'member', of, name }));
  const changing = named(CHANGING).map((unless): BodyHook => ({ through: CHANGED, unless, index: PAYLOAD }));
  const all = { before: [...before, ...named(ANSWERING)], hooks: [...hooks, ...changing] };
  return { ...(all.before.length > 0 && { before: all.before }), ...(all.hooks.length > 0 && { hooks: all.hooks }) };
}
const CHANGED: Expression = { kind: 'unknown', why: 'a hook in the options of the route may change the body' };

/** Functions of a route that may answer before its handler, and those that its bodies pass through. */
function hooksOf(source: Source, options: ts.ObjectLiteralExpression): OptionParts {
  const before = middlewareOf(
    source,
    ANSWERING.flatMap((name) => givenFor(options, name)),
  );
  const hooks = CHANGING.flatMap((name) =>
    givenFor(options, name).flatMap((one): readonly BodyHook[] => {
      const through = throughOf(source, name, one);
      return through === undefined ? [] : [{ ...through, index: PAYLOAD }];
    }),
  );
  return { ...(before.length > 0 && { before }), ...(hooks.length > 0 && { hooks: hooks.reverse() }) };
}

/** The functions of an option: one, a method, or a list of them. */
function givenFor(options: ts.ObjectLiteralExpression, name: string): readonly (ts.Expression | ts.MethodDeclaration)[] {
  const given = assigned(options, name);
  const node = given && unwrap(given);
  if (node !== undefined) return ts.isArrayLiteralExpression(node) ? node.elements : [node];
  return options.properties.filter(ts.isMethodDeclaration).filter((one) => memberName(one.name) === name);
}

/** The route that `fastify.route({ method, url, handler })` registers. */
export function fullRouteOf(source: Source, call: ts.CallExpression, router: Expression): readonly Route[] | undefined {
  const callee = unwrap(call.expression);
  const [given] = call.arguments;
  const options = given && unwrap(given);
  if (!ts.isPropertyAccessExpression(callee) || options === undefined || !ts.isObjectLiteralExpression(options)) return undefined;
  const parts = partsOf(source, options);
  return parts && [routeFact(source, router, callee.name, parts)];
}

/** What an object `{ method, url, handler }` says of a route; undefined: it says too little. */
function partsOf(source: Source, options: ts.ObjectLiteralExpression): RouteParts | undefined {
  const path = assigned(options, 'url') ?? assigned(options, 'path');
  const method = assigned(options, 'method');
  const handler = propertyValue(source, options, 'handler');
  if (path === undefined || method === undefined) return undefined;
  const named = methodOf(method);
  return {
    method: named ?? 'ANY',
    ...(named === undefined && { methods: readValue(source, unwrap(method)) }),
    path,
    handler: handler ?? { kind: 'member', of: readValue(source, options), name: 'handler' },
    options: ofOptions(source, options),
  };
}

function methodOf(node: ts.Expression): string | undefined {
  const at = unwrap(node);
  return ts.isStringLiteralLike(at) ? at.text.toUpperCase() : undefined;
}

function routeFact(source: Source, router: Expression, node: ts.Node, parts: RouteParts): Route {
  const each = loopsAround(source, node);
  return {
    kind: 'route',
    by: BY,
    method: parts.method,
    ...(parts.methods && { methods: parts.methods }),
    path: pathExpression(source, parts.path, doubledColons),
    router,
    handler: parts.handler,
    responses: [],
    returned: RETURNED,
    ...parts.options,
    ...(each.length > 0 && { each }),
    at: atOf(source, node),
  };
}

function mayBePath(node: ts.Expression): boolean {
  const at = unwrap(node);
  return !isFunctionNode(at) && !ts.isObjectLiteralExpression(at) && !ts.isArrayLiteralExpression(at) && !ts.isNumericLiteral(at);
}

/** A second argument that answers: a function, a name that may hold one, or an object with a handler. */
function mayAnswer(source: Source, node: ts.Expression): boolean {
  const object = objectOf(source, node);
  return object === undefined ? mayHandle(source, node) : object.properties.some((one) => memberName(one.name) === 'handler');
}

/** What a property holds, a method too. */
export function propertyValue(source: Source, object: ts.ObjectLiteralExpression, name: string): Expression | undefined {
  const value = assigned(object, name);
  if (value !== undefined) return readValue(source, unwrap(value));
  const method = object.properties.find((one) => memberName(one.name) === name);
  return method !== undefined && ts.isMethodDeclaration(method) ? functionReference(source, method) : undefined;
}
