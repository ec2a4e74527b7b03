import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Mount } from '../../../../../facts/fact.js';
import { atOf } from '../../at.js';
import { type Decorator, importedName, propertyOf } from '../../decorators.js';
import { objectOf } from '../../names/in-file.js';
import { className, valueNamed } from '../../names/names.js';
import { initializerOf, lookup } from '../../names/scope.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { isHarmlessPackage } from '../../values/harmless-callees.js';
import { readValue } from '../../values/values.js';
import { interceptorThrough } from './interceptors.js';
import { listElements, resultsOf } from './list.js';
import { BY, controllersOf, isFrom, type Nest, pathOf, templateOf } from './words.js';

/**
 * A module is a router that mounts its imports. A second router, `Module#controllers`, has its own controllers: the path that
 * `RouterModule` gives to a module applies to them alone (https://docs.nestjs.com/recipes/router-module).
 */
export function readModule(nest: Nest, node: ts.ClassLikeDeclaration, decorator: Decorator): void {
  const { source, facts } = nest;
  const name = className(source.tree, node);
  const at = atOf(source, decorator.node);
  facts.push({ kind: 'router', by: BY, name, root: false, at });
  facts.push({ kind: 'router', by: BY, name: `${name}#controllers`, root: false, at });
  mount(nest, valueNamed(name), valueNamed(`${name}#controllers`), 'router', decorator.node);
  const [given] = decorator.arguments;
  const metadata = objectOf(source, given);
  if (metadata !== undefined) readMetadata(nest, name, metadata);
  else if (given !== undefined) readMade(nest, name, given);
  for (const literal of dynamicModules(node)) readMetadata(nest, name, literal);
}

/** Metadata that a function or another file creates: linking reads its lists. */
function readMade(nest: Nest, name: string, node: ts.Expression): void {
  const metadata = readValue(nest.source, node);
  const imports: Expression = { kind: 'member', of: metadata, name: 'imports' };
  const controllers: Expression = { kind: 'member', of: metadata, name: 'controllers' };
  mount(nest, valueNamed(name), imports, 'maybe', node);
  mount(nest, valueNamed(`${name}#controllers`), controllers, 'router', node);
}

/**
 * Results of `forRoot` and similar methods: `{ module, imports, controllers }` extends the decorator
 * (https://docs.nestjs.com/fundamentals/dynamic-modules). It applies wherever the module is imported.
 */
function dynamicModules(node: ts.ClassLikeDeclaration): readonly ts.ObjectLiteralExpression[] {
  const found: ts.ObjectLiteralExpression[] = [];
  const visit = (child: ts.Node): void => {
    if (ts.isObjectLiteralExpression(child) && hasProperty(child, 'module')) found.push(child);
    else ts.forEachChild(child, visit);
  };
  for (const member of node.members) if (ts.isMethodDeclaration(member) && member.body !== undefined) visit(member.body);
  return found;
}

function hasProperty(node: ts.ObjectLiteralExpression, name: string): boolean {
  return propertyOf(node, name) !== undefined;
}

function readMetadata(nest: Nest, name: string, metadata: ts.ObjectLiteralExpression): void {
  const { source } = nest;
  const imports = propertyOf(metadata, 'imports');
  const controllers = propertyOf(metadata, 'controllers');
  const providers = propertyOf(metadata, 'providers');
  for (const element of imports === undefined ? [] : listElements(source, imports)) {
    if (element.isList) mount(nest, valueNamed(name), readValue(source, element.node), 'maybe', element.node);
    else readImport(nest, valueNamed(name), element.node);
  }
  for (const element of controllers === undefined ? [] : listElements(source, controllers)) {
    const parent = valueNamed(`${name}#controllers`);
    if (element.isList) mount(nest, parent, readValue(source, element.node), 'router', element.node);
    else mount(nest, parent, readValue(source, element.node), 'router', element.node);
  }
  for (const element of providers === undefined ? [] : listElements(source, providers)) {
    if (!element.isList) readProvider(nest, name, element.node);
  }
  for (const property of metadata.properties) {
    if (ts.isSpreadAssignment(property)) readSpread(nest, name, property.expression);
  }
}

/**
 * `...metadata` in a module's metadata: followed where the file itself declares it. `...super.forRoot()` adds the metadata of the
 * base class.
 */
function readSpread(nest: Nest, name: string, node: ts.Expression): void {
  const literal = objectOf(nest.source, node);
  if (literal !== undefined) readMetadata(nest, name, literal);
}

/** One element of `imports`. */
export function readImport(nest: Nest, parent: Expression, element: ts.Expression, followed: Set<ts.Node> = new Set()): void {
  const { source } = nest;
  const node = unwrap(ts.isAwaitExpression(element) ? element.expression : element);
  if (followed.has(node)) return;
  followed.add(node);
  const again = (one: ts.Expression): void => readImport(nest, parent, one, followed);
  if (ts.isObjectLiteralExpression(node)) readInline(nest, parent, node);
  else if (ts.isCallExpression(node)) readCall(nest, parent, node, again);
  else if (ts.isIdentifier(node)) {
    const stored = initializerOf(source, node);
    if (stored !== undefined && !ts.isClassExpression(stored)) again(stored);
    else mountModule(nest, parent, node);
  } else mountModule(nest, parent, node);
}

function readCall(nest: Nest, parent: Expression, node: ts.CallExpression, again: (one: ts.Expression) => void): void {
  const { source } = nest;
  const origin = importedName(source, node.expression);
  const [first] = node.arguments;
  if (isFrom(origin.specifier, '@nestjs/core') && origin.name.startsWith('RouterModule.')) {
    if (first !== undefined) readRouterModule(nest, first);
    return;
  }
  if (isFrom(origin.specifier, '@nestjs/common') && origin.name === 'forwardRef') {
    for (const made of first === undefined ? [] : resultsOf(source, first)) again(made);
    return;
  }
  if (isFrom(origin.specifier, '@nestjs/config') && origin.name === 'ConditionalModule.registerWhen') {
    if (first !== undefined) again(first);
    return;
  }
  if (/prometheus$/.test(origin.specifier) && origin.name === 'PrometheusModule.register') readMetrics(nest, parent, node);
  const callee = unwrap(node.expression);
  if (ts.isPropertyAccessExpression(callee)) {
    // `X.forRoot()` is a dynamic module of X; `require('x').X.forRoot()` too
    mountModule(nest, parent, callee.expression);
    return;
  }
  const made = resultsOf(source, callee);
  if (made.length > 0) for (const one of made) again(one);
  else mountModule(nest, parent, node);
}

/** `PrometheusModule.register({ path })` serves its metrics: https://github.com/willsoto/nestjs-prometheus#changing-the-metrics-endpoint */
function readMetrics({ source, facts }: Nest, router: Expression, node: ts.CallExpression): void {
  const path = pathOf(source, propertyOf(objectOf(source, node.arguments[0]), 'path')) ?? { kind: 'literal', value: '/metrics' };
  const at = atOf(source, node);
  const sent = {
    status: { kind: 'literal', value: 200 },
    mediaType: 'text/plain',
    body: { kind: 'scalar', type: 'string' },
    at,
  } as const;
  facts.push({ kind: 'route', by: BY, method: 'GET', path, router, responses: [sent], at });
}

/** `{ module: X, imports, controllers }`. */
function readInline(nest: Nest, parent: Expression, node: ts.ObjectLiteralExpression): void {
  const { source } = nest;
  const module = propertyOf(node, 'module');
  if (module === undefined) return;
  mountModule(nest, parent, module);
  const of = readValue(source, module);
  const imports = propertyOf(node, 'imports');
  const controllers = propertyOf(node, 'controllers');
  for (const element of imports === undefined ? [] : listElements(source, imports)) {
    if (element.isList) mount(nest, of, readValue(source, element.node), 'maybe', element.node);
    else readImport(nest, of, element.node);
  }
  for (const element of controllers === undefined ? [] : listElements(source, controllers))
    mount(nest, controllersOf(of), readValue(source, element.node), 'router', element.node);
}

function mountModule(nest: Nest, parent: Expression, node: ts.Expression): void {
  mount(nest, parent, readValue(nest.source, node), mayHaveControllers(nest.source, node) ? 'router' : 'maybe', node);
}

/** A module of the service, by a relative import or a local name, or one of a package that may have controllers. */
function mayHaveControllers(source: Source, node: ts.Expression): boolean {
  const { specifier } = importedName(source, node);
  if (specifier === '') return ts.isIdentifier(node) && lookup(source, node) !== undefined;
  return SERVING.test(specifier) || (!PROVIDERS.test(specifier) && !isHarmlessPackage(specifier));
}

/** Packages whose modules serve routes that contracts describe. */
const SERVING = /better-auth/;

/** Packages for NestJS: their modules provide services, or serve routes that are in no contract. */
const PROVIDERS =
  /^(?:@nest[\w-]*\/|nest|@(?:golevelup|willsoto|liaoliaots|songkeys|ntegral|ogma|mikro-orm|automapper|anchan828|bull-board|adminjs|casl|prisma|keyv|rekog)\/|(?:@[\w.-]+\/)?nestjs-|[\w.-]+-nestjs|cache-manager)/;

function mount(nest: Nest, parent: Expression, child: Expression, certainty: Mount['certainty'], node: ts.Node): void {
  // A module's controllers are registered in order; modules are registered before those that they import, wherever the source
  // lists them.
  const order = 'name' in parent && /(?:^|#)controllers$/.test(parent.name) ? {} : { unordered: true };
  nest.facts.push({ kind: 'mount', by: BY, parent, child, certainty, ...order, at: atOf(nest.source, node) });
}

/** A tree of `RouterModule` with more routes or levels is recursive or hostile. */
const MOST_ROUTES = 2000;
const MOST_LEVELS = 10;

/** `RouterModule.register([{ path, module, children }])`: each module's controllers get all the paths on the way to it. */
function readRouterModule(
  nest: Nest,
  list: ts.Expression,
  above: readonly Expression[] = [],
  budget = { left: MOST_ROUTES },
): void {
  const { source } = nest;
  for (const element of above.length > MOST_LEVELS ? [] : listElements(source, list)) {
    budget.left -= 1;
    if (budget.left < 0) return;
    const node = unwrap(element.node);
    if (element.isList) {
      const detail = 'the routes given to RouterModule are made elsewhere';
      nest.gaps.push({ reason: 'dynamic-path', detail, at: atOf(source, node), hides: 'service' });
      continue;
    }
    const literal = objectOf(source, node);
    const path = propertyOf(literal, 'path');
    const parts = path === undefined ? above : [...above, readValue(source, path)];
    const module = literal === undefined ? node : propertyOf(literal, 'module');
    if (module !== undefined && parts.length > 0) {
      const router = controllersOf(readValue(source, module));
      nest.facts.push({ kind: 'prefix', router, prefix: joined(parts), at: atOf(source, node) });
    }
    const children = propertyOf(literal, 'children');
    if (children !== undefined) readRouterModule(nest, children, parts, budget);
  }
}

function joined(parts: readonly Expression[]): Expression {
  const [only] = parts;
  if (parts.length === 1 && only !== undefined) return templateOf(only);
  const texts = parts.flatMap((part): Expression[] => [part, { kind: 'literal', value: '/' }]).slice(0, -1);
  if (texts.every((part) => part.kind === 'literal')) {
    return templateOf({ kind: 'literal', value: texts.map((part) => String(part.value)).join('') });
  }
  return templateOf({ kind: 'text', parts: texts });
}

/** `{ provide: APP_INTERCEPTOR, useClass: X }`: an interceptor of the whole application. */
function readProvider(nest: Nest, name: string, element: ts.Expression): void {
  const { source } = nest;
  const provider = objectOf(source, element);
  const token = propertyOf(provider, 'provide');
  if (token === undefined) return;
  const origin = importedName(source, token);
  if (origin.name !== 'APP_INTERCEPTOR' || !isFrom(origin.specifier, '@nestjs/core')) return;
  const given = propertyOf(provider, 'useClass') ?? propertyOf(provider, 'useExisting') ?? propertyOf(provider, 'useValue');
  const factory = propertyOf(provider, 'useFactory');
  const made = factory === undefined ? [] : resultsOf(source, factory);
  for (const one of given === undefined ? made : [given]) {
    const through = interceptorThrough(source, one);
    if (through === undefined) continue;
    nest.facts.push({ kind: 'wrap', by: BY, router: valueNamed(name), through, at: atOf(source, element) });
  }
}
