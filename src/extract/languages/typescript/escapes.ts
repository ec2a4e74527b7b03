import { ts } from 'ts-morph';
import type { Expression } from '../../../facts/expression.js';
import type { Fact, FileGap, Mount } from '../../../facts/fact.js';
import { colonPaths } from '../../../model/colon-path.js';
import type { Hides } from '../../../model/gap.js';
import { atOf } from './at.js';
import { routerFrameworks } from './frameworks/index.js';
import { functionOf } from './names/in-file.js';
import { memberName } from './names/names.js';
import { originOf } from './names/origins.js';
import { declarationOf, initializerOf, lookup } from './names/scope.js';
import type { Source } from './source.js';
import { unwrap } from './values/access-paths.js';
import { callsOf } from './values/fluent-chains.js';
import { calledName, isHarmless, isHarmlessName, isOwnModule } from './values/harmless-callees.js';
import { awaitedBy } from './values/loops.js';
import { type MethodCall, mayHandle, methodCall, unaliased } from './values/router-calls.js';
import { isGivenToPackage, isReachedByPackage } from './values/stored-routers.js';
import { readValue } from './values/values.js';
import { verbMethods } from './verb-methods.js';

const VERBS = verbMethods({ del: 'DELETE' });
/** Usual names of a handler's first parameter. */
const REQUESTS = /^_?(?:req|request|ctx|context|c|kontext)$/;
const REQUEST_TYPES = /Request|Context/;
/** Receivers that also have `get` and `post`, but are not routers. */
const NO_ROUTERS =
  /^_?(?:req|request|res|response|ctx|context|headers?|cache|map|store|storage|\w*[cC]lient|https?|axios|agent|session|cookies?|params|config|settings|db|redis|i18n|fetch\w*|\$|cy|nock|msw|rest|mock\w*|expect|page|driver)$/;

/**
 * Gaps for routes that are registered on a receiver that no reader followed: an object of the service's own interface, an element
 * of a container, a member of another function's result. Such a route may answer under any prefix.
 */
export function unfollowedRoutes(source: Source): readonly FileGap[] {
  return callsOf(source.tree).flatMap((call): readonly FileGap[] => {
    const called = source.handled.has(call) || !ts.isCallExpression(call) ? undefined : methodCall(call);
    const hides = called && ts.isCallExpression(call) ? hiddenBy(source, call, called) : undefined;
    if (called === undefined || hides === undefined) return [];
    const detail = 'a route is registered here on something that cannot be followed';
    return [{ reason: 'unresolved-reference', detail, at: atOf(source, called.node), hides }];
  });
}

function hiddenBy(source: Source, call: ts.CallExpression, called: MethodCall): Hides | undefined {
  const method = called.name === undefined ? 'ANY' : VERBS.get(called.name);
  const [path, ...handlers] = call.arguments;
  const handler = handlers.at(-1);
  if (method === undefined || path === undefined || handler === undefined) return undefined;
  const text = textOf(path);
  if (text !== undefined && !/^\/|^$/.test(text)) return undefined;
  const isServer = answers(source, handler) || (text !== undefined && mayHandle(source, handler) && isGiven(source, called));
  if (!isServer || NO_ROUTERS.test(calledName(called.receiver)) || isOfPackage(source, called.receiver)) return undefined;
  const paths = text === undefined ? undefined : colonPaths(text);
  return paths === undefined ? 'service' : { routes: paths.map((one) => ({ method, path: one })) };
}

function textOf(node: ts.Expression): string | undefined {
  const at = unwrap(node);
  return ts.isStringLiteralLike(at) ? at.text : undefined;
}

/** A function with a request or context parameter, by its name or type; also inside a call that wraps it. */
function answers(source: Source, given: ts.Expression, depth = 0): boolean {
  const node = unwrap(given);
  if (depth > 3) return false;
  if (ts.isCallExpression(node)) return node.arguments.some((one) => answers(source, one, depth + 1));
  const [first] = functionOf(source, node)?.parameters ?? [];
  if (first === undefined) return false;
  const isNamed = ts.isIdentifier(first.name) && REQUESTS.test(first.name.text);
  return isNamed || (first.type !== undefined && REQUEST_TYPES.test(first.type.getText(source.tree)));
}

/** Whether the receiver is a parameter, or a member of one: callers decide what it is. */
function isGiven(source: Source, { receiver }: MethodCall): boolean {
  let at = unwrap(receiver);
  while (ts.isPropertyAccessExpression(at)) at = unwrap(at.expression);
  return ts.isIdentifier(at) && lookup(source, at)?.kind === 'parameter';
}

/** The result of a package is not a router of the service unless a reader knows the package. */
function isOfPackage(source: Source, receiver: ts.Expression, hops = 0): boolean {
  let at = unwrap(receiver);
  while (ts.isCallExpression(at) || ts.isNewExpression(at) || ts.isPropertyAccessExpression(at) || ts.isAwaitExpression(at))
    at = unwrap(at.expression);
  const specifier = originOf(source, at)?.specifier;
  if (specifier !== undefined) return !isOwnModule(specifier);
  const stored = hops < MOST_HOPS ? initializerOf(source, at) : undefined;
  return stored !== undefined && isOfPackage(source, stored, hops + 1);
}
/** The limit of variables that are followed. */
const MOST_HOPS = 4;

/** Members of routers that register handlers: as values they may be called anywhere. */
const REGISTERS = new Set([...VERBS.keys(), 'use', 'route', 'register', 'openapi', 'mount']);
/** Readers of frameworks whose routers are values that code passes around. */
const READERS: ReadonlySet<string> = new Set(routerFrameworks.map(({ id }) => id));

const NESTJS = 'typescript/nestjs';
/** Of NestJS only applications, and parameters that receive them; its classes appear in lists and decorators. */
const isPassedAround = (by: string, key: string): boolean =>
  READERS.has(by) || (by === NESTJS && /^NestFactory@|:\d{1,3}$/.test(key));

/** Mounts for routers of a file that flow to where no reader follows them: any route may be registered on them there. */
export function escapedRouters(source: Source, facts: readonly Fact[]): readonly Mount[] {
  const readers = readersOf(facts);
  const found: Mount[] = [];
  const visit = (node: ts.Node): void => {
    if (isReference(node) && escapes(source, node)) {
      const value = readValue(source, unaliased(source, node));
      const by = readers.get(keyOf(value) ?? '') ?? readers.get(keyOf(madeBy(source, node) ?? value) ?? '');
      const child: Expression = { kind: 'unknown', why: 'it is passed to something that is not followed' };
      // Its reader also reads own functions that receive an application of NestJS.
      const isSeen = by === NESTJS && !isGivenToPackage(source, node) && !isReachedByPackage(source, node);
      if (by !== undefined && !isSeen)
        found.push({ kind: 'mount', by, parent: value, child, certainty: 'router', at: atOf(source, node) });
    }
    ts.forEachChild(node, visit);
  };
  if (readers.size > 0) visit(source.tree);
  return found;
}

/** The reader of each router of a file, and of each parameter that the file registers routes on. */
function readersOf(facts: readonly Fact[]): ReadonlyMap<string, string> {
  const readers = new Map<string, string>();
  for (const fact of facts) {
    if (fact.kind !== 'router' && fact.kind !== 'route' && fact.kind !== 'mount') continue;
    const routed = fact.kind === 'route' ? fact.router : fact.kind === 'mount' ? fact.parent : undefined;
    const passed = fact.kind === 'mount' ? passedKey(fact.child) : undefined;
    for (const key of [fact.kind === 'router' ? fact.name : routed && keyOf(routed), passed])
      if (key !== undefined && isPassedAround(fact.by, key) && !readers.has(key)) readers.set(key, fact.by);
  }
  return readers;
}

/**
 * The value that creates a variable: `const a = await NestFactory.create(AppModule)`, `NestFactory.create(AppModule).then((a) =>
 * …)`.
 */
function madeBy(source: Source, node: ts.Expression): Expression | undefined {
  const declaration = declarationOf(source, node);
  if (declaration === undefined) return undefined;
  const isVariable = ts.isVariableDeclaration(declaration);
  const stored = isVariable ? declaration.initializer : ts.isParameter(declaration) ? awaitedBy(declaration) : undefined;
  return stored && readValue(source, unwrap(stored));
}

function keyOf(value: Expression): string | undefined {
  if (value.kind === 'operator' && value.operator === 'awaited') return keyOf(value.of);
  if (value.kind === 'name') return value.name;
  return value.kind === 'parameter' && value.of === undefined ? `${value.callable}:${value.index}` : undefined;
}

/** The parameter of a function of the file that receives a router: `app.register(async (inner) => …)`. */
function passedKey(child: Expression): string | undefined {
  if (child.kind === 'parameter' && child.callable !== '') return keyOf(child);
  const { of = undefined } = child.kind === 'parameter' ? child : {};
  return child.kind === 'parameter' && of?.kind === 'name' ? `${of.name}:${child.index}` : undefined;
}

/** A name used as a value, or `this.member`. */
function isReference(node: ts.Node): node is ts.Expression {
  if (ts.isPropertyAccessExpression(node)) return node.expression.kind === ts.SyntaxKind.ThisKeyword;
  return ts.isIdentifier(node) && !(ts.isPropertyAccessExpression(node.parent) && node.parent.name === node);
}

/** Whether the value of this expression flows to where no reader follows it, should it be a router. */
function escapes(source: Source, node: ts.Expression): boolean {
  const { at, parent } = around(node);
  if (ts.isPropertyAccessExpression(parent))
    return parent.expression === at && (memberEscapes(source, parent) || isReachedByPackage(source, node));
  if (ts.isElementAccessExpression(parent)) return parent.expression === at && elementEscapes(source, parent);
  if (ts.isVariableDeclaration(parent) && ts.isObjectBindingPattern(parent.name))
    return parent.name.elements.some((one) => REGISTERS.has(memberName(one.propertyName ?? one.name) ?? ''));
  const call = givenTo(at, parent);
  if (call === undefined) return isReachedByPackage(source, node);
  return !source.handled.has(call) && !REGISTERS.has(calledName(call.expression)) && !isHarmless(source, call.expression);
}

/** An expression with the parentheses and casts around it, and the parent of those. */
function around(node: ts.Node): { readonly at: ts.Node; readonly parent: ts.Node } {
  let at = node;
  while (ts.isExpression(at.parent) && unwrap(at.parent) !== at.parent) at = at.parent;
  return { at, parent: at.parent };
}

/** The call that takes a node as an argument, also inside a list or an object. */
function givenTo(node: ts.Node, parent: ts.Node): ts.CallExpression | ts.NewExpression | undefined {
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) return parent.expression === node ? undefined : parent;
  const isPart = ts.isPropertyAssignment(parent) ? parent.initializer === node : ts.isShorthandPropertyAssignment(parent);
  const holder = isPart ? parent.parent : ts.isArrayLiteralExpression(parent) ? parent : undefined;
  if (holder === undefined) return undefined;
  const whole = around(holder);
  return ts.isCallExpression(whole.parent) || ts.isNewExpression(whole.parent) ? givenTo(whole.at, whole.parent) : undefined;
}

/**
 * `helper(app.post, '/x')`, `app.get.bind(app)`; `app.crud('/x', …)`, a method that only the package which adds it can explain.
 */
function memberEscapes(source: Source, member: ts.PropertyAccessExpression): boolean {
  const { at, parent } = around(member);
  const name = member.name.text;
  if (ts.isCallExpression(parent) && parent.expression === at) {
    const [path] = parent.arguments;
    const isAdded = !REGISTERS.has(name) && !OWN.test(name) && !isHarmlessName(name) && !source.handled.has(parent);
    return isAdded && parent.arguments.length > 1 && path !== undefined && textOf(path)?.startsWith('/') === true;
  }
  return REGISTERS.has(name) && isValue(at, parent);
}

/** Methods of apps and routers that take a path and register no route of a contract. */
const OWN =
  /^(?:param|set|engine|static|redirect|render|inject|request|fetch|ws|websocket|basePath|doc\d*|swagger\w*|register|path|url)$/;

function elementEscapes(source: Source, member: ts.ElementAccessExpression): boolean {
  const name = textOf(member.argumentExpression);
  if (name !== undefined && !REGISTERS.has(name)) return false;
  const { at, parent } = around(member);
  return ts.isCallExpression(parent) && parent.expression === at ? !source.handled.has(parent) : isValue(at, parent);
}

/** Whether a method is used as a value: neither called in place nor only tested. */
function isValue(node: ts.Node, parent: ts.Node): boolean {
  if (ts.isPropertyAccessExpression(parent)) return /^(?:bind|call|apply)$/.test(parent.name.text);
  if (ts.isBinaryExpression(parent)) return parent.right === node && parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  if (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) return parent.initializer === node;
  return ts.isReturnStatement(parent) || givenTo(node, parent) !== undefined;
}
