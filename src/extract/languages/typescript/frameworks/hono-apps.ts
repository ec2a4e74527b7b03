import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { atOf } from '../at.js';
import { heldName, positional } from '../names/held-names.js';
import { originOf } from '../names/origins.js';
import { lookup } from '../names/scope.js';
import type { Source } from '../source.js';
import { chainOf, chainStart } from '../values/fluent-chains.js';
import { know, knownValue } from '../values/known.js';
import { unwrap } from '../values/mutations.js';
import { pathExpression } from '../values/path-expressions.js';
import { declaredType, methodCall, unaliased } from '../values/router-calls.js';
import { readValue } from '../values/values.js';

/** Id of the extractor. */
export const BY = 'typescript/hono';

/** Methods that register a handler for one HTTP method (https://hono.dev/docs/api/routing). */
export const VERBS: ReadonlyMap<string, string> = new Map([
  ...['get', 'post', 'put', 'delete', 'options', 'patch', 'head'].map((name): [string, string] => [name, name.toUpperCase()]),
  ['all', 'ANY'],
]);
/** Methods that give the app itself back. */
const FLUENT = new Set([...VERBS.keys(), 'on', 'use', 'route', 'mount', 'openapi', 'notFound', 'onError', 'doc', 'doc31']);

/** Hono itself, in all the ways it is imported: npm, JSR, Deno. */
const PACKAGE = /^(?:npm:|jsr:)?@?hono(?:\/hono)?(?:@[^/]*)?(?:\/(?:tiny|quick|preset\/\w+|hono-base))?$|deno\.land\/x\/hono/;
const OPENAPI = /^(?:npm:)?@hono\/zod-openapi/;

/** One file on its way to facts of Hono. */
export interface Hono {
  readonly source: Source;
  /** Inner calls before those around them. */
  readonly calls: readonly (ts.CallExpression | ts.NewExpression)[];
  readonly facts: Fact[];
  /** Names of the routers that the file makes, with their facts' places in `facts`. */
  readonly made: Map<string, number>;
  /** Whether the file itself names Hono. */
  readonly isNamed: boolean;
}

const valueNamed = (name: string): Expression => ({ kind: 'name', name, space: 'value' });

/** Records every app that the file makes: `new Hono()`, `factory.createApp()`, `app.basePath('/v1')`, `createRouter()`. */
export function findApps(hono: Hono): void {
  for (const call of hono.calls) readFactory(hono, call);
  for (const call of hono.calls) {
    if (knownValue(call) !== undefined) continue;
    if (isNewApp(hono.source, call)) addApp(hono, call, {});
    else if (ts.isCallExpression(call)) readMaker(hono, call);
  }
}

/** `createFactory({ initApp })` stands for what it is given: `createApp` calls its `initApp`. */
function readFactory({ source }: Hono, call: ts.Expression): void {
  if (!ts.isCallExpression(call) || !isFactoryCall(source, call)) return;
  const [options] = call.arguments;
  know(call, options === undefined ? { kind: 'object', members: [] } : readValue(source, options));
}

function isNewApp(source: Source, node: ts.CallExpression | ts.NewExpression): boolean {
  if (!ts.isNewExpression(node)) return false;
  const origin = originOf(source, node.expression);
  if (origin === undefined) return false;
  return (
    (origin.name === 'Hono' && PACKAGE.test(origin.specifier)) ||
    (origin.name === 'OpenAPIHono' && OPENAPI.test(origin.specifier))
  );
}

function readMaker(hono: Hono, call: ts.CallExpression): void {
  const callee = unwrap(call.expression);
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'basePath') {
    const [prefix] = call.arguments;
    const shared = prefix === undefined ? undefined : receiverOf(hono, callee.expression, false);
    if (prefix !== undefined && shared !== undefined)
      addApp(hono, call, { prefix: pathExpression(hono.source, prefix), clones: shared });
  } else if (ts.isPropertyAccessExpression(callee) && callee.name.text === 'createApp' && isFactory(hono, callee.expression)) {
    const factory = readValue(hono.source, callee.expression);
    const app = addApp(hono, call, {});
    const init: Expression = { kind: 'member', of: factory, name: 'initApp' };
    const child: Expression = { kind: 'parameter', callable: '', of: init, index: 0 };
    hono.facts.push({ kind: 'mount', by: BY, parent: app, child, certainty: 'unlikely', at: atOf(hono.source, call) });
  } else if (isOwnMaker(hono, call)) {
    const made = readValue(hono.source, call);
    const app = addApp(hono, call, {});
    hono.facts.push({ kind: 'mount', by: BY, parent: app, child: made, certainty: 'unlikely', at: atOf(hono.source, call) });
  }
}

/** `createFactory(…)` of the file, or something imported that is called a factory. */
function isFactory({ source }: Hono, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (!ts.isIdentifier(at)) return isFactoryCall(source, at);
  const declaration = lookup(source, at)?.nodes[0];
  if (declaration === undefined) return false;
  if (ts.isVariableDeclaration(declaration))
    return declaration.initializer !== undefined && isFactoryCall(source, unwrap(declaration.initializer));
  return /factory/i.test(at.text) && (originOf(source, at)?.specifier ?? '') !== '';
}

function isFactoryCall(source: Source, node: ts.Expression): boolean {
  if (!ts.isCallExpression(node)) return false;
  const origin = originOf(source, node.expression);
  return origin?.name === 'createFactory' && /hono/.test(origin.specifier);
}

/** A function of the service that makes an app: what it gives is used as only Hono's apps are. */
function isOwnMaker(hono: Hono, call: ts.CallExpression): boolean {
  const { source } = hono;
  const callee = unwrap(call.expression);
  if (!ts.isIdentifier(callee)) return false;
  const declaration = lookup(source, callee)?.nodes[0];
  if (declaration === undefined || ts.isParameter(declaration)) return false;
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined && !/^(?:[./~#]|@\/|src\/)/.test(specifier)) return false;
  const whole = wholeOf(call);
  if (linksOf(call).some((link) => isEvidentCall(link))) return true;
  const holder = whole.parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return false;
  const { text } = holder.name;
  return hono.calls.some((one) => isEvidentCall(one) && isCalledOn(source, one, text, holder));
}

function isCalledOn(source: Source, call: ts.CallExpression | ts.NewExpression, name: string, holder: ts.Node): boolean {
  const start = appStart(call);
  return ts.isIdentifier(start) && start.text === name && lookup(source, start)?.nodes[0] === holder;
}

/** A call as only Hono has it: `.openapi(route, handler)`, `.route('/x', app)`, `.get('/x', (c) => …)`. */
export function isEvidentCall(call: ts.Node): boolean {
  if (!ts.isCallExpression(call)) return false;
  const called = methodCall(call);
  if (called === undefined) return false;
  const { name = '' } = called;
  if (name === 'openapi') return call.arguments.length >= 2;
  const [first] = call.arguments;
  if (name === 'route') return call.arguments.length === 2 && first !== undefined && ts.isStringLiteralLike(first);
  return (VERBS.has(name) || name === 'on' || called.computed !== undefined) && call.arguments.some(isContextHandler);
}

/** `(c) => c.json(…)`: what Hono alone hands its handlers has these methods. */
function isContextHandler(node: ts.Expression): boolean {
  if (!ts.isArrowFunction(node) && !ts.isFunctionExpression(node)) return false;
  const [context, next] = node.parameters;
  if (context === undefined || !ts.isIdentifier(context.name) || node.parameters.length > 2) return false;
  if (next !== undefined && !(ts.isIdentifier(next.name) && /next/i.test(next.name.text))) return false;
  const text = node.getText();
  return text.includes(`${context.name.text}.`) && CONTEXT_CALLS.test(text);
}
const CONTEXT_CALLS = /\.(?:json|text|html|body|newResponse|notFound|valid|param|query)\(/;

const isFluent = (method: string): boolean => FLUENT.has(method);

/** The calls of a chain that give its app back, the making one first. */
const linksOf = (made: ts.Expression): readonly ts.Expression[] => chainOf(made, isFluent);

const wholeOf = (made: ts.Expression): ts.Expression => linksOf(made).at(-1) ?? made;

/** The expression that a chain of fluent calls starts with. */
export const appStart = (node: ts.Expression): ts.Expression => chainStart(node, isFluent);

/** A router for a call that makes an app. One whose chain goes on to `basePath` is not what the variable holds. */
function addApp(hono: Hono, call: ts.Expression, parts: { prefix?: Expression; clones?: Expression }): Expression {
  const { source, facts, made } = hono;
  const links = linksOf(call);
  const whole = links.at(-1) ?? call;
  const next = whole.parent;
  const isCloned = ts.isPropertyAccessExpression(next) && next.expression === whole && next.name.text === 'basePath';
  const held = isCloned ? positional(source, call) : heldName(source, whole);
  const name = made.has(held) ? positional(source, call) : held;
  const router = valueNamed(name);
  for (const link of links) know(link, router);
  made.set(name, facts.length);
  facts.push({ kind: 'router', by: BY, name, root: false, ...parts, at: atOf(source, call) });
  return router;
}

const APP_TYPES = /Hono$|^(?:App|AppOpenAPI|HonoApp|OpenAPIApp)$/;
const APP_NAMES = /^_?(?:\w*app|\w*router|\w*routes?|api|hono|server|v\d+)$/i;

/** The app that a call is made on, as an expression that linking resolves; undefined: it is surely none, or cannot be told. */
export function receiverOf(hono: Hono, node: ts.Expression, isEvident: boolean): Expression | undefined {
  const { source, made } = hono;
  const start = unaliased(source, appStart(node));
  const known = knownValue(start);
  if (known !== undefined) return known.kind === 'name' && made.has(known.name) ? known : undefined;
  if (ts.isPropertyAccessExpression(start)) {
    if (start.expression.kind !== ts.SyntaxKind.ThisKeyword) return undefined;
    const value = readValue(source, start);
    const type = declaredType(source, start);
    const isApp = (type !== undefined && isAppType(type)) || (isEvident && APP_NAMES.test(start.name.text));
    return isApp || (value.kind === 'name' && made.has(value.name)) ? value : undefined;
  }
  if (!ts.isIdentifier(start)) return undefined;
  const binding = lookup(source, start);
  if (binding === undefined) return undefined;
  const [declaration] = binding.nodes;
  if (made.has(binding.name)) return valueNamed(binding.name);
  if (ts.isParameter(declaration) && declaration.type !== undefined)
    return isAppType(declaration.type) ? readValue(source, start) : undefined;
  if (binding.kind === 'parameter' || binding.kind === 'import') {
    const origin = originOf(source, start)?.specifier ?? './';
    const isOwn =
      /^(?:[./~#]|@\/|src\/)/.test(origin) || (isEvident && !/^(?:koa|express|fastify|elysia|itty-router)/.test(origin));
    return isEvident && isOwn && APP_NAMES.test(start.text) ? readValue(source, start) : undefined;
  }
  return undefined;
}

function isAppType(type: ts.TypeNode): boolean {
  if (!ts.isTypeReferenceNode(type)) return ts.isTypeQueryNode(type);
  return APP_TYPES.test(ts.isIdentifier(type.typeName) ? type.typeName.text : type.typeName.right.text);
}
