import { ts } from 'ts-morph';
import { ABSENT, type Expression, literal, STRING } from '../../../../../facts/expression.js';
import type { Fact, Response, Route } from '../../../../../facts/fact.js';
import type { Extraction, Extractor } from '../../../../extractor.js';
import { atOf } from '../../at.js';
import { type ControllerKind, type HandledMethod, readControllers, returnedBy, returnsNothing } from '../../controllers.js';
import { returnsOf } from '../../names/in-file.js';
import { functionName, isFunctionNode, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { storedName } from '../../names/stored-names.js';
import { sendsOf } from '../../sends/sends.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { pathExpression, pathOption } from '../../values/path-expressions.js';
import { readValue } from '../../values/values.js';
import { frameworkProfiles } from '../profiles.js';

const BY = 'typescript/inversify';
const PACKAGE = 'inversify-express-utils';

/** Controllers of inversify-express-utils. https://github.com/inversify/inversify-express-utils */
export const inversify: Extractor<Source> = { ...frameworkProfiles.inversify, extract };

const KIND: ControllerKind = {
  by: BY,
  isFrom: (specifier) => specifier === PACKAGE,
  controllers: /^controller$/,
  verbs: new Map([
    ...['Get', 'Post', 'Put', 'Patch', 'Delete', 'Head', 'Options'].map((name): [string, string] => [
      `http${name}`,
      name.toUpperCase(),
    ]),
    ['all', 'ANY'],
  ]),
  pathOf: (source, node) => (node === undefined ? { kind: 'literal', value: '' } : pathExpression(source, node)),
  answers,
};

function extract(source: Source): Extraction {
  const facts: Fact[] = [...readControllers(source, KIND)];
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isNewExpression(node)) facts.push(...servedBy(source, node));
    else if (ts.isCallExpression(node)) calls.push(node);
    if (node.kind >= ts.SyntaxKind.FirstNode) ts.forEachChild(node, visit);
  };
  visit(source.tree);
  for (const call of calls) facts.push(...configured(source, call));
  return { facts, gaps: [] };
}

/** `new InversifyExpressServer(container, customRouter, { rootPath })`: importing a controller registers it. */
function servedBy(source: Source, node: ts.NewExpression): readonly Fact[] {
  const origin = originOf(source, node.expression);
  if (origin?.specifier !== PACKAGE || origin.name !== 'InversifyExpressServer') return [];
  const at = atOf(source, node);
  const name = storedName(source, node);
  const router = valueNamed(name);
  source.bound.set(node, router);
  const prefix = pathOption(source, node.arguments?.[2], 'rootPath');
  return [
    { kind: 'router', by: BY, name, root: true, ...(prefix && { prefix }), at },
    { kind: 'gather', by: BY, router, at },
  ];
}

/** `server.setConfig((app) => …)` passes the app to a function, `server.build()` returns it. */
function configured(source: Source, call: ts.CallExpression): readonly Fact[] {
  const callee = unwrap(call.expression);
  if (!ts.isPropertyAccessExpression(callee) || !/^(?:setConfig|setErrorConfig|build)$/.test(callee.name.text)) return [];
  const server = serverOf(source, callee.expression);
  if (server === undefined) return [];
  source.bound.set(call, server);
  const [callback] = call.arguments;
  if (callback === undefined || !isFunctionNode(callback)) return [];
  const child: Expression = { kind: 'parameter', callable: functionName(source.tree, callback), index: 0 };
  return [{ kind: 'mount', by: BY, parent: server, child, certainty: 'unlikely', at: atOf(source, call) }];
}

/** The server of `server.setConfig(…).build()`. */
function serverOf(source: Source, node: ts.Expression): Expression | undefined {
  let at = unwrap(node);
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) at = unwrap(at.expression.expression);
  const known = source.bound.get(at);
  if (known !== undefined) return known;
  const isStored = ts.isIdentifier(at) || ts.isPropertyAccessExpression(at);
  return isStored && source.text.includes('InversifyExpressServer') ? readValue(source, at) : undefined;
}

/** Result helpers of `BaseHttpController` with their status, and the position of the body argument. */
const RESULTS: ReadonlyMap<string, { readonly status: number; readonly body?: number }> = new Map([
  ['ok', { status: 200, body: 0 }],
  ['json', { status: 200, body: 0 }],
  ['created', { status: 201, body: 1 }],
  ['badRequest', { status: 400 }],
  ['conflict', { status: 409 }],
  ['notFound', { status: 404 }],
  ['internalServerError', { status: 500 }],
  ['statusCode', { status: 200 }],
  ['redirect', { status: 302 }],
]);

/**
 * A method sends its return value: a result helper with its own status, any other value with 200. A method that receives the
 * response sends through it.
 */
function answers(handled: HandledMethod): Pick<Route, 'responses' | 'incomplete'> {
  const { source, node } = handled;
  source.requested.add(node);
  const sends = sendsOf(source, node);
  if (sends !== undefined && (sends.responses.length > 0 || sends.forwards.length > 0)) {
    const why = sends.incomplete ?? sends.forwards[0]?.why;
    return { responses: sends.responses, ...(why !== undefined && { incomplete: why }) };
  }
  const results = returnsOf(node).flatMap((one) => resultOf(source, one));
  if (results.length > 0) {
    const isAll = results.length === returnsOf(node).length;
    return { responses: results, ...(!isAll && { incomplete: 'some of its results are not followed' }) };
  }
  const at = atOf(source, node.name);
  if (returnsNothing(node) || /ActionResult|HttpResponseMessage|IHttpActionResult/.test(node.type?.getText(source.tree) ?? ''))
    return { responses: [], incomplete: 'what it sends is not followed' };
  return { responses: [{ status: literal(200), body: returnedBy(handled), at }] };
}

/** `this.json(content, 201)`. */
function resultOf(source: Source, given: ts.Expression): readonly Response[] {
  let node = unwrap(given);
  if (ts.isAwaitExpression(node)) node = unwrap(node.expression);
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  if (node.expression.expression.kind !== ts.SyntaxKind.ThisKeyword) return [];
  const name = node.expression.name.text;
  const result = RESULTS.get(name);
  if (result === undefined) return [];
  const at = atOf(source, node);
  const [first, second] = node.arguments;
  const known = name === 'json' ? second : name === 'statusCode' ? first : undefined;
  const status = known === undefined ? literal(result.status) : readValue(source, known);
  const body = result.body === undefined ? undefined : node.arguments[result.body];
  if (name === 'badRequest' && first !== undefined) return [{ status, mediaType: 'text/plain', body: STRING, at }];
  return [body === undefined ? { status, mediaType: 'none', body: ABSENT, at } : { status, body: readValue(source, body), at }];
}
