import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Prefix } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { importedName, propertyOf } from '../../decorators.js';
import { functionOf, madeOf, objectOf } from '../../names/in-file.js';
import { functionName, isFunctionNode, valueNamed } from '../../names/names.js';
import { originOf } from '../../names/origins.js';
import { declarationOf, initializerOf } from '../../names/scope.js';
import { PAYLOAD, throughOf } from '../../sends/payload-hooks.js';
import { rewritingWraps } from '../../sends/rewrites.js';
import { unwrap } from '../../values/access-paths.js';
import { awaitedBy } from '../../values/loops.js';
import { readValue } from '../../values/values.js';
import { interceptorThrough } from './interceptors.js';
import { listElements } from './list.js';
import { readImport } from './modules.js';
import { isServed } from './served.js';
import { BY, isFrom, type Nest, pathOf, versionOf } from './words.js';

/** Methods of an application that return it. */
const FLUENT = new Set([
  'setGlobalPrefix',
  'enableVersioning',
  'useGlobalInterceptors',
  'useGlobalPipes',
  'useGlobalGuards',
  'useGlobalFilters',
]);

/**
 * Reads how code creates and configures applications: `NestFactory.create(AppModule)`, global prefix, versions, global
 * interceptors.
 */
export function readBootstrap(nest: Nest): void {
  const calls: ts.CallExpression[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  visit(nest.source.tree);
  for (const call of calls) if (isFactory(nest, call) && isServed(nest.source, call)) readFactory(nest, call);
  for (const call of calls) readSetup(nest, call);
}

/** Only `create` makes an HTTP service; `createMicroservice` and `createApplicationContext` do not. */
function isFactory(nest: Nest, node: ts.CallExpression): boolean {
  const { name, specifier } = importedName(nest.source, node.expression);
  return name === 'NestFactory.create' && isFrom(specifier, '@nestjs/core');
}

function readFactory(nest: Nest, node: ts.CallExpression): void {
  const { source, facts } = nest;
  const at = atOf(source, node);
  const name = `NestFactory@${at.line}:${at.column}`;
  const root = valueNamed(name);
  source.bound.set(node, root);
  const [module, adapter] = node.arguments;
  facts.push({ kind: 'router', by: BY, name, root: true, ...(isOnFastify(nest, adapter) && { matching: {} }), at });
  if (module !== undefined) readImport(nest, root, module);
  const then = node.parent;
  if (!ts.isPropertyAccessExpression(then) || then.name.text !== 'then' || !ts.isCallExpression(then.parent)) return;
  const callback = then.parent.arguments[0] && unwrap(then.parent.arguments[0]);
  if (callback !== undefined && ts.isCallExpression(callback)) hideAll(nest, root, callback, 'a call makes what sets it up');
  if (callback === undefined || !isFunctionNode(callback)) return;
  const child: Expression = { kind: 'parameter', callable: functionName(source.tree, callback), index: 0 };
  facts.push({ kind: 'mount', by: BY, parent: root, child, certainty: 'maybe', at });
}

/** `NestFactory.create(AppModule, new FastifyAdapter())`: paths match as Fastify matches them, exactly. */
function isOnFastify({ source }: Nest, adapter: ts.Expression | undefined): boolean {
  const made = adapter && madeOf(source, adapter);
  if (made === undefined || !ts.isNewExpression(made)) return false;
  return isFrom(importedName(source, made.expression).specifier, '@nestjs/platform-fastify');
}

function readSetup(nest: Nest, node: ts.CallExpression): void {
  const callee = unwrap(node.expression);
  if (ts.isPropertyAccessExpression(callee)) {
    const name = callee.name.text;
    if (name === 'setGlobalPrefix') readPrefix(nest, node, appOf(nest, callee.expression));
    else if (name === 'enableVersioning') readVersioning(nest, node, appOf(nest, callee.expression));
    else if (name === 'use') {
      const router = appOf(nest, callee.expression);
      nest.facts.push(...rewritingWraps(nest.source, node, { by: BY, router, given: node.arguments }));
    } else if (name === 'addHook') readHook(nest, node, callee.expression);
    else if (name === 'apply') readConsumed(nest, node);
    else if (name === 'useGlobalInterceptors') readInterceptors(nest, node, appOf(nest, callee.expression));
  }
  lend(nest, node);
}

/** The application at the start of `app.a().b()`. */
function appOf(nest: Nest, expression: ts.Expression): Expression {
  const node = unwrap(expression);
  if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && FLUENT.has(node.expression.name.text)) {
    return appOf(nest, node.expression.expression);
  }
  return readValue(nest.source, node);
}

function readPrefix(nest: Nest, node: ts.CallExpression, router: Expression): void {
  const { source } = nest;
  const [given, options] = node.arguments;
  const prefix = pathOf(source, given);
  if (prefix === undefined) return;
  const written = objectOf(source, options);
  if (options !== undefined && written === undefined)
    nest.gaps.push({ reason: 'dynamic-path', detail: UNREAD_EXCLUSIONS, at: atOf(source, node), hides: 'service' });
  const excluded = propertyOf(written, 'exclude');
  const exclude = excluded === undefined ? [] : listElements(source, excluded).map((one) => exclusion(nest, one.node));
  nest.facts.push({ kind: 'prefix', router, prefix, ...(exclude.length > 0 && { exclude }), at: atOf(source, node) });
}

/** Hides all routes of the application: they may answer at other paths. */
function hideAll(nest: Nest, parent: Expression, node: ts.Node, why: string): void {
  const child: Expression = { kind: 'unknown', why };
  nest.facts.push({ kind: 'mount', by: BY, parent, child, certainty: 'router', at: atOf(nest.source, node) });
}

const UNREAD_EXCLUSIONS = 'what is left out of the global prefix cannot be read here';
const EMPTY: Expression = { kind: 'literal', value: '' };

/** `{ path, method: RequestMethod.GET }`. */
function exclusion(nest: Nest, node: ts.Expression): NonNullable<Prefix['exclude']>[number] {
  const options = objectOf(nest.source, node);
  if (options === undefined) return { path: pathOf(nest.source, node) ?? EMPTY };
  const method = propertyOf(options, 'method');
  const named = method !== undefined && ts.isPropertyAccessExpression(method) ? method.name.text : 'ALL';
  return { path: pathOf(nest.source, propertyOf(options, 'path')) ?? EMPTY, method: named === 'ALL' ? 'ANY' : named };
}

/** Only URI versions change paths, with the prefix `v` (https://docs.nestjs.com/techniques/versioning). */
function readVersioning(nest: Nest, node: ts.CallExpression, router: Expression): void {
  const { source } = nest;
  const options = objectOf(source, node.arguments[0]);
  const type = propertyOf(options, 'type');
  if (type !== undefined && ts.isPropertyAccessExpression(type) && type.name.text !== 'URI') return;
  if (options === undefined && node.arguments.length > 0) {
    hideAll(nest, router, node, 'how its routes are versioned cannot be read here');
    return;
  }
  const given = propertyOf(options, 'prefix');
  const none = given?.kind === ts.SyntaxKind.FalseKeyword;
  const prefix: Expression = given === undefined ? { kind: 'literal', value: 'v' } : none ? EMPTY : readValue(source, given);
  const fallback = versionOf(source, propertyOf(options, 'defaultVersion'));
  const versioning = { prefix, ...(fallback !== undefined && { default: fallback }) };
  nest.facts.push({ kind: 'prefix', router, prefix: EMPTY, versioning, at: atOf(source, node) });
}

function readInterceptors(nest: Nest, node: ts.CallExpression, router: Expression): void {
  for (const argument of node.arguments) {
    const through = interceptorThrough(nest.source, argument);
    if (through !== undefined) nest.facts.push({ kind: 'wrap', by: BY, router, through, at: atOf(nest.source, argument) });
  }
}

/** `app.getHttpAdapter().getInstance().addHook('onSend', …)`: a Fastify hook under NestJS receives every body. */
function readHook(nest: Nest, node: ts.CallExpression, receiver: ts.Expression): void {
  const [name, hook] = node.arguments;
  if (name === undefined || hook === undefined || !ts.isStringLiteralLike(name)) return;
  if (!/^(?:onSend|preSerialization)$/.test(name.text) || !isInstance(nest, receiver)) return;
  const through = throughOf(nest.source, name.text, hook);
  if (through !== undefined)
    nest.facts.push({ kind: 'wrap', by: BY, ...through, index: PAYLOAD, past: true, at: atOf(nest.source, node) });
}

/** The result of an adapter's `getInstance()`, or a variable that contains it. */
function isInstance(nest: Nest, given: ts.Expression, hops = 0): boolean {
  const node = unwrap(given);
  if (ts.isCallExpression(node))
    return ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'getInstance';
  const stored = initializerOf(nest.source, node);
  return stored !== undefined && hops <= 3 && isInstance(nest, stored, hops + 1);
}

/** `consumer.apply(Envelope).forRoutes('*')`: https://docs.nestjs.com/middleware#middleware-consumer */
function readConsumed(nest: Nest, node: ts.CallExpression): void {
  const then = node.parent;
  if (!ts.isPropertyAccessExpression(then) || !/^(?:forRoutes|exclude)$/.test(then.name.text)) return;
  for (const given of node.arguments) {
    const value = readValue(nest.source, unwrap(given));
    const isClass = ts.isIdentifier(given) && /^[A-Z]/.test(given.text);
    const middleware: Expression = isClass ? { kind: 'member', of: { kind: 'instance', of: value }, name: 'use' } : value;
    const through: Expression = { kind: 'unknown', why: 'a middleware may change the body' };
    nest.facts.push({ kind: 'wrap', by: BY, through, middleware, past: true, at: atOf(nest.source, given) });
  }
}

const APPLICATIONS = /^(?:INestApplication|NestExpressApplication|NestFastifyApplication)$/;

/** `configure(app)`: the function's calls on its parameter apply to the application. */
function lend(nest: Nest, node: ts.CallExpression): void {
  const { source } = nest;
  const specifier = originOf(source, node.expression)?.specifier;
  const certainty = specifier?.startsWith('.') === true ? 'router' : 'maybe';
  node.arguments.forEach((argument, index) => {
    if (!ts.isIdentifier(argument) || !isApplication(nest, argument)) return;
    const own = functionOf(source, node.expression);
    const child: Expression =
      own === undefined
        ? { kind: 'parameter', callable: '', of: readValue(source, node.expression), index }
        : { kind: 'parameter', callable: functionName(source.tree, own), index };
    const parent = readValue(source, argument);
    nest.facts.push({ kind: 'mount', by: BY, parent, child, certainty, at: atOf(source, node) });
  });
}

function isApplication(nest: Nest, node: ts.Identifier): boolean {
  const declaration = declarationOf(nest.source, node);
  if (declaration === undefined) return false;
  if (!ts.isVariableDeclaration(declaration) && !ts.isParameter(declaration)) return false;
  const type = declaration.type;
  if (type !== undefined && ts.isTypeReferenceNode(type) && ts.isIdentifier(type.typeName))
    return APPLICATIONS.test(type.typeName.text);
  const expectation = ts.isParameter(declaration) ? awaitedBy(declaration) : undefined;
  const stored = expectation ?? declaration.initializer;
  const initializer = stored && unwrap(stored);
  const made = initializer !== undefined && ts.isAwaitExpression(initializer) ? unwrap(initializer.expression) : initializer;
  return made !== undefined && ts.isCallExpression(made) && isFactory(nest, made);
}
