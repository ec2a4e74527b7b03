import { ts } from 'ts-morph';
import type { Expression, UnknownExpression } from '../../../../facts/expression.js';
import type { Fact, FileGap } from '../../../../facts/fact.js';
import type { Call as Lowered } from '../../../engine/call.js';
import { mountedBy, mountFact, prefixedBy } from '../../../engine/mounts.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { type Chain, describedElsewhere, type Registered, registeredBy, routeFact } from '../../../engine/routes.js';
import type { Extraction } from '../../../extractor.js';
import { handsNothingOn } from '../answered.js';
import { functionOf } from '../names/in-file.js';
import { isFunctionNode, mentions } from '../names/names.js';
import { sendsReturned } from '../sends/returned-sends.js';
import { middlewareOf, rewritingWraps } from '../sends/rewrites.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { callsOf } from '../values/fluent-chains.js';
import { isOfUnknownPackage } from '../values/harmless-callees.js';
import { iterated } from '../values/loops.js';
import { describedValues, type MethodCall, methodCall } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import { chainAt } from './chains.js';
import { describedRoutes } from './described.js';
import type { Call, Found, RouterFile, RouterFramework } from './framework.js';
import { lowerCall, nodeOf, writtenNode } from './lower.js';
import { findRouters } from './makers.js';
import { certaintyOf, isMiddleware, mountable } from './mountable.js';
import { passedOn } from './passed-on.js';
import { FIT, fluentOf, type Receiver, receiverOf, speaking, spoken, surest } from './receivers.js';
import { registrationOf } from './registrations.js';

/** Routes, routers and mounts of a file, by the tables of all frameworks that it may use; the order of tables has no effect. */
export function readRouters(source: Source, all: readonly RouterFramework[]): Extraction {
  const frameworks = all.filter(({ signals }) => signals(source.text, source.path));
  const file = openFile(source, all, frameworks);
  const gaps: FileGap[] = [];
  const facts: Fact[] = [...findRouters(file)];
  const take = (found: Found | undefined): void => {
    facts.push(...(found?.facts ?? []));
    gaps.push(...(found?.gaps ?? []));
  };
  findGivenBack(file);
  for (const framework of frameworks) {
    findMiddleware(file, framework);
    facts.push(...describedRoutes(file, framework));
    take(framework.prepare?.(file));
  }
  for (const call of file.calls) {
    const found = called(file, call) ?? passedOn(file, call) ?? registrationOf(file, call);
    if (found === undefined) continue;
    source.handled.add(call);
    take(found);
  }
  const finished = frameworks.reduce((all: readonly Fact[], one) => one.finish?.(file, all) ?? all, facts);
  return { facts: finished, gaps };
}

function openFile(source: Source, all: readonly RouterFramework[], frameworks: readonly RouterFramework[]): RouterFile {
  const calls = callsOf(source.tree).filter((call) => !source.handled.has(call));
  const spoken = speaking(
    source,
    all.map(({ table }) => table),
  );
  const innerFirst = [...calls].sort((left, right) => left.end - right.end);
  return { source, calls, innerFirst, frameworks, spoken, made: new Map() };
}

/**
 * The facts of a call, by the most certain framework with a form for it; of equals by each, because linking resolves the
 * receiver.
 */
function called(file: RouterFile, call: Call): Found | undefined {
  const method = ts.isCallExpression(call) ? methodCall(call) : undefined;
  let once: Lowered | undefined;
  const lowered = (): Lowered => {
    once ??= lowerCall(file.source, call, method);
    return once;
  };
  const found = file.frameworks.flatMap((framework) => {
    const one = framework.call?.(file, call) ?? (method && regular(file, framework, { call, method, lowered }));
    return one === undefined ? [] : [{ ...one, fit: one.fit ?? FIT.made }];
  });
  if (found.length === 0) return undefined;
  const best = surest(found);
  return { facts: best.flatMap(({ facts }) => facts), gaps: best.flatMap(({ gaps = [] }) => gaps) };
}

/** A method call, lowered once for all tables with a form for it. */
interface Called {
  readonly call: Call;
  readonly method: MethodCall;
  readonly lowered: () => Lowered;
}

/** The facts of a router's method, by the table. */
function regular(file: RouterFile, framework: RouterFramework, { call, method, lowered: lower }: Called): Found | undefined {
  const { table } = framework;
  if (!ts.isCallExpression(call) || !speaks(table, method)) return undefined;
  const chain = chainAt(file, table, method.receiver);
  const lowered = lower();
  const isEvident = table.evident?.test(method.name ?? '') === true && call.arguments.length > 1;
  const form = isEvident ? table.handlers : lowered.arguments.find(({ handlers }) => handlers !== undefined)?.handlers;
  const receiver = receiverOf(file, table, chain.start, form);
  const facts = receiver && factsOf({ file, framework, call, lowered, chain, receiver });
  if (receiver === undefined || facts === undefined) return undefined;
  return { fit: receiver.fit, facts: ofEachElement(file, call, facts) };
}

/** Whether a table has a form for calls of this method. */
function speaks(table: RouterTable, { name, computed }: MethodCall): boolean {
  if (computed !== undefined || name === undefined) return true;
  return (
    table.verbs.has(name) ||
    table.lists?.has(name) === true ||
    name === 'use' ||
    name === table.prefix ||
    name === table.redirects ||
    name === table.described?.call ||
    table.mounts?.test(name) === true
  );
}

interface Reading {
  readonly file: RouterFile;
  readonly framework: RouterFramework;
  readonly call: ts.CallExpression;
  readonly lowered: Lowered;
  readonly chain: Chain;
  readonly receiver: Receiver;
}

function factsOf(reading: Reading): readonly Fact[] | undefined {
  const { file, framework, lowered, chain, receiver } = reading;
  const { table } = framework;
  const routes = registeredBy(table, lowered, chain);
  if (routes.length > 0) return routes.flatMap((one) => route(reading, one));
  const described = describedElsewhere(table, lowered).flatMap((one) => describedValues(file.source, nodeOf(one)));
  if (described.length > 0)
    return described.map((child) => mountFact(table, lowered, { parent: receiver.value, child, certainty: 'router' }));
  const prefixes = prefixedBy(table, lowered, receiver.value);
  return prefixes.length > 0 ? prefixes : mounts(reading);
}

function route({ file, framework: { table, answers, optionsOf }, lowered, receiver }: Reading, all: Registered): readonly Fact[] {
  const { before: through = [] } = all;
  const isExpress = table.handlers === 'request-response';
  const last = isExpress ? through.findIndex((one) => handsNothingOn(file.source, nodeOf(one), 2)) : -1;
  const answering = through[last];
  // handlers behind one that passes no request on never run
  const registered = answering === undefined ? all : { ...all, handler: answering, before: through.slice(0, last) };
  const given = (registered.before ?? []).map(nodeOf).filter((one) => !isMiddleware(file, table, one));
  const before = middlewareOf(file.source, given);
  const handler = registered.handler && writtenNode(registered.handler);
  // `app.options('*', cors())` answers preflights, which are in no contract.
  if (registered.method === 'OPTIONS' && handler !== undefined && isMiddleware(file, table, handler)) return [];
  if (table.handlers === 'context' && handler !== undefined && isFunctionNode(handler)) sendsReturned(file.source, handler);
  const own = answers === undefined || handler === undefined ? undefined : functionOf(file.source, handler);
  if (own !== undefined) sendsReturned(file.source, own, answers);
  const fact = routeFact(table, lowered, receiver.value, registered);
  const options = registered.options && writtenNode(registered.options);
  return [{ ...fact, ...(before.length > 0 && { before }), ...(options && optionsOf?.(file.source, options)) }];
}

/** The arguments of a call to an unknown package. */
const givenIn = (source: Source, node: ts.Expression): readonly ts.Expression[] =>
  ts.isCallExpression(node) && isOfUnknownPackage(source, node.expression) ? node.arguments.map(unwrap) : [];

function mounts({ file, framework, call, lowered, receiver }: Reading): readonly Fact[] | undefined {
  const { table, used } = framework;
  const { source } = file;
  const parent = receiver.value;
  const mounted = mountedBy(table, lowered);
  if (mounted === undefined) return undefined;
  const prefix = mounted.path && { prefix: mounted.path };
  const nodes = mounted.children.map(nodeOf);
  if (mounted.isSure)
    return mounted.children.map(({ value }) =>
      mountFact(table, lowered, { parent, child: value, ...prefix, certainty: 'router' }),
    );
  const children =
    table.uses !== 'routers'
      ? []
      : nodes.flatMap((node, index): readonly Fact[] => {
          const use = { lowered, router: parent, mounted, isLast: index === nodes.length - 1 };
          const irregularly = [node, ...givenIn(source, node)].flatMap((one) => {
            const facts = used?.(file, { ...use, node: one });
            return facts === undefined ? [] : [facts];
          });
          if (irregularly.length > 0) return irregularly.flat();
          return mountable(file, table, node).map((one) => {
            const certainty = certaintyOf(table, source, one, index === nodes.length - 1);
            return mountFact(table, lowered, { parent, child: readValue(source, one), ...prefix, certainty });
          });
        });
  const given = nodes.filter((node) => !isMiddleware(file, table, node));
  const path = mounted.path && { path: mounted.path };
  return [...children, ...rewritingWraps(source, call, { by: table.id, router: parent, given, ...path })];
}

/**
 * `const routes = app.get('/a', handler).route('/b', other)`: a call that returns its receiver represents that router, in any
 * variable. (https://hono.dev/docs/guides/rpc)
 */
function findGivenBack(file: RouterFile): void {
  for (const call of file.innerFirst) {
    const callee = ts.isCallExpression(call) ? unwrap(call.expression) : undefined;
    if (!ts.isCallExpression(call) || callee === undefined || !ts.isPropertyAccessExpression(callee)) continue;
    if (file.source.bound.get(call) !== undefined) continue;
    for (const { table } of file.frameworks) {
      if (!fluentOf(table)(callee.name.text, call)) continue;
      const receiver = receiverOf(file, table, callee.expression, undefined);
      if (receiver !== undefined && receiver.fit >= FIT.imported) file.source.bound.set(call, receiver.value);
    }
  }
}

/** `router.routes()` represents the router wherever it is passed, `router.allowedMethods()` nothing. */
function findMiddleware(file: RouterFile, { table }: RouterFramework): void {
  const { source } = file;
  if (table.middleware === undefined || spoken(file, table) <= FIT.used) return;
  for (const call of file.innerFirst) {
    const callee = ts.isCallExpression(call) ? unwrap(call.expression) : undefined;
    if (callee === undefined || !ts.isPropertyAccessExpression(callee)) continue;
    const { name } = callee;
    if (table.idle?.test(name.text) === true) source.bound.set(call, { kind: 'absent' });
    if (call.arguments?.length !== 0 || !table.middleware.test(name.text)) continue;
    const of = readValue(source, callee.expression);
    const called: Expression = { kind: 'returns', of: { kind: 'member', of, name: name.text } };
    const isMade = of.kind === 'name' && file.made.get(of.name)?.table === table;
    source.bound.set(call, isMade ? of : { kind: 'union', options: [of, called], readings: true });
  }
}

const EACH: UnknownExpression = { kind: 'unknown', why: 'its router is made anew for each element of a loop' };

/**
 * Registrations, with the loop's element, on a router that the same loop creates: `for (const one of all) { const sub = new
 * Hono(); sub.route('/', one.routes); app.route(one.path, sub) }`. Each element has its own router, but facts have one for all,
 * so it is unknown which element's routes are below which prefix.
 */
function ofEachElement(file: RouterFile, call: ts.CallExpression, facts: readonly Fact[]): readonly Fact[] {
  return facts.map((fact): Fact => {
    if (fact.kind === 'mount' && isOfElement(file, call, fact.parent)) return { ...fact, child: EACH };
    return fact.kind === 'route' && isOfElement(file, call, fact.router) ? { ...fact, path: EACH } : fact;
  });
}

function isOfElement({ source, made }: RouterFile, call: ts.CallExpression, router: Expression | undefined): boolean {
  const at = router?.kind === 'name' ? made.get(router.name)?.fact.at : undefined;
  if (at === undefined) return false;
  const position = source.tree.getPositionOfLineAndCharacter(at.line - 1, (at.column ?? 1) - 1);
  for (let around: ts.Node = call.parent; !ts.isSourceFile(around); around = around.parent) {
    if (position < around.getStart(source.tree) || position >= around.end) continue;
    if (elementsOf(around).some((name) => call.arguments.some((one) => mentions(one, name)))) return true;
  }
  return false;
}

/** The variable names of a loop's element. */
function elementsOf(node: ts.Node): readonly string[] {
  if ((ts.isForOfStatement(node) || ts.isForInStatement(node)) && ts.isVariableDeclarationList(node.initializer))
    return node.initializer.declarations.flatMap(({ name }) => namesIn(name));
  const [first] = isFunctionNode(node) ? node.parameters : [];
  return first !== undefined && iterated(first) !== undefined ? namesIn(first.name) : [];
}

function namesIn(name: ts.BindingName): readonly string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((one) => (ts.isBindingElement(one) ? namesIn(one.name) : []));
}
