import { ts } from 'ts-morph';
import type { At, Expression } from '../../../../facts/expression.js';
import { DESCRIBED, type Returned, type Route, type Router } from '../../../../facts/fact.js';
import { braces, joinedPath } from '../../../engine/paths.js';
import { atOf } from '../at.js';
import { objectOf } from '../names/in-file.js';
import { assigned, memberName, place, valueNamed } from '../names/names.js';
import { middlewareOf } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { objectValue } from '../values/literals.js';
import { loopsAround } from '../values/loops-around.js';
import { functionReference } from '../values/references.js';
import { readValue } from '../values/values.js';

/** Id of the extractor. */
export const BY = 'typescript/hapi';
/** Texts are sent as this: https://hapi.dev/api/#-hresponsevalue */
export const RETURNED: Returned = { text: 'text/html', empty: 204 };

/** What tells a file of hapi that does not import it. */
export const HAPI =
  /["'](?:@hapi\/[\w-]+|hapi(?:-[\w-]+)?|joi|boom)["']|\bh\.(?:response|redirect|view|file|continue)\b|,\s{0,9}h\s{0,9}\)|\bserver\.(?:route|register|ext)\(/;

/** Objects that describe a route, `{ method, path, handler }`: each is a router that `server.route` mounts, wherever that is. */
export function describedRoutes(source: Source): readonly (Router | Route)[] {
  const speaks = HAPI.test(source.text);
  const facts: (Router | Route)[] = [];
  const visit = (node: ts.Node): void => {
    if (node.kind < ts.SyntaxKind.FirstNode) return;
    if (ts.isObjectLiteralExpression(node)) facts.push(...described(source, node, speaks));
    ts.forEachChild(node, visit);
  };
  visit(source.tree);
  return facts;
}

function described(source: Source, node: ts.ObjectLiteralExpression, speaks: boolean): readonly (Router | Route)[] {
  const method = assigned(node, 'method');
  const path = assigned(node, 'path');
  const options = assigned(node, 'options') ?? assigned(node, 'config');
  const handler = heldValue(source, node, 'handler');
  if (method === undefined || path === undefined || (options === undefined && handler === undefined)) return [];
  const isSure = speaks || options !== undefined;
  if (!isSure && !METHODS.test(method.getText(source.tree))) return [];
  const name = `route@${place(source.tree, node)}`;
  const router = valueNamed(name);
  const at = atOf(source, node);
  const each = loopsAround(source, node);
  const answer = handler ?? inOptions(source, options);
  const before = prerequisites(source, objectOf(source, options));
  const route: Route = {
    kind: 'route',
    by: BY,
    method: 'ANY',
    methods: readValue(source, unwrap(method)),
    path: joinedPath(readValue(source, unwrap(path)), braces),
    router,
    ...(answer && { handler: answer }),
    responses: [],
    ...(before.length > 0 && { before }),
    ...(answer === undefined && { incomplete: 'its handler could not be seen' }),
    returned: RETURNED,
    ...(each.length > 0 && { each }),
    at,
  };
  source.bound.set(node, isSure ? router : marked(objectValue(source, node, readValue), router, at));
  return [{ kind: 'router', by: BY, name, root: false, loose: true, at }, route];
}

/** Methods as hapi writes them, one or a list. */
const METHODS = /^\[?\s{0,9}["'](?:GET|POST|PUT|PATCH|DELETE|OPTIONS|\*)["']/;

/** An object of a file that does not speak of hapi: a route to a server that it is given to, and to all others what it is. */
function marked(value: Expression, router: Expression, at: At): Expression {
  if (value.kind !== 'object') return value;
  return { ...value, members: [...value.members, { kind: 'property', name: DESCRIBED, value: router, hidden: true, at }] };
}

/** `pre: [loadUser, { method: checkUser, assign: 'user' }]`: https://hapi.dev/api/#-routeoptionspre */
function prerequisites(source: Source, options: ts.ObjectLiteralExpression | undefined): readonly Expression[] {
  const list = options && assigned(options, 'pre');
  const open = list === undefined ? [] : [unwrap(list)];
  const found: ts.Expression[] = [];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    if (ts.isArrayLiteralExpression(node)) open.unshift(...node.elements.map(unwrap));
    else found.push((ts.isObjectLiteralExpression(node) ? assigned(node, 'method') : undefined) ?? node);
  }
  return middlewareOf(source, found);
}

function inOptions(source: Source, options: ts.Expression | undefined): Expression | undefined {
  const node = options && unwrap(options);
  if (node === undefined) return undefined;
  if (ts.isObjectLiteralExpression(node)) return heldValue(source, node, 'handler');
  return { kind: 'member', of: readValue(source, node), name: 'handler' };
}

/** What a property or method holds. */
function heldValue(source: Source, object: ts.ObjectLiteralExpression, name: string): Expression | undefined {
  const value = assigned(object, name);
  if (value !== undefined) return readValue(source, unwrap(value));
  const method = object.properties.find((one) => memberName(one.name) === name);
  return method !== undefined && ts.isMethodDeclaration(method) ? functionReference(source, method) : undefined;
}
