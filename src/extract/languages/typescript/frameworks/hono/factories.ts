import { ts } from 'ts-morph';
import type { Expression } from '../../../../../facts/expression.js';
import type { Fact } from '../../../../../facts/fact.js';
import { mountFact } from '../../../../engine/mounts.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { originOf } from '../../names/origins.js';
import { declarationOf } from '../../names/scope.js';
import type { Call, RouterFile } from '../../routers/framework.js';
import { lowerArgument, lowerCall } from '../../routers/lower.js';
import { addRouter } from '../../routers/makers.js';
import { fluentOf, receiverOf } from '../../routers/receivers.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { chainOf, chainStart } from '../../values/fluent-chains.js';
import { methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';

/** Apps from other makers than `new Hono()`: `factory.createApp()`, `app.basePath('/v1')`, `createRouter()` of the service. */
export function findMade(file: RouterFile, table: RouterTable): readonly Fact[] {
  for (const call of file.innerFirst) readFactory(file, call);
  return file.innerFirst.flatMap((call) =>
    file.source.bound.get(call) === undefined && ts.isCallExpression(call) ? madeBy(file, table, call) : [],
  );
}

/** `createFactory({ initApp })` represents its argument: `createApp` calls its `initApp`. */
function readFactory({ source }: RouterFile, call: Call): void {
  if (!isFactoryCall(source, call)) return;
  const [options] = call.arguments ?? [];
  source.bound.set(call, options === undefined ? { kind: 'object', members: [] } : readValue(source, options));
}

function madeBy(file: RouterFile, table: RouterTable, call: ts.CallExpression): readonly Fact[] {
  const { source } = file;
  const callee = unwrap(call.expression);
  const name = ts.isPropertyAccessExpression(callee) ? callee.name.text : undefined;
  if (ts.isPropertyAccessExpression(callee) && name === 'basePath') {
    const prefix = call.arguments[0] && lowerArgument(source, call.arguments[0]).path(table.path);
    const clones = prefix && receiverOf(file, table, callee.expression, undefined)?.value;
    return prefix === undefined || clones === undefined ? [] : addRouter(file, table, call, { prefix, clones });
  }
  if (ts.isPropertyAccessExpression(callee) && name === 'createApp' && isFactory(source, callee.expression)) {
    const init: Expression = { kind: 'member', of: readValue(source, callee.expression), name: 'initApp' };
    return madeOf(file, table, call, { kind: 'parameter', callable: '', of: init, index: 0 });
  }
  return isOwnMaker(file, table, call) ? madeOf(file, table, call, readValue(source, call)) : [];
}

/** A new app with a mount that connects it to another router. */
function madeOf(file: RouterFile, table: RouterTable, call: ts.CallExpression, child: Expression): readonly Fact[] {
  const facts = addRouter(file, table, call, {});
  const parent = readValue(file.source, call);
  return [...facts, mountFact(table, { ...lowerCall(file.source, call), each: [] }, { parent, child, certainty: 'unlikely' })];
}

/** `createFactory(…)` of the file, or an import whose name contains "factory". */
function isFactory(source: Source, node: ts.Expression): boolean {
  const at = unwrap(node);
  if (!ts.isIdentifier(at)) return isFactoryCall(source, at);
  const declaration = declarationOf(source, at);
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

/** A function of the service that creates an app: code uses its result as only Hono's apps are used. */
function isOwnMaker(file: RouterFile, table: RouterTable, call: ts.CallExpression): boolean {
  const { source, calls } = file;
  const callee = unwrap(call.expression);
  if (!ts.isIdentifier(callee)) return false;
  const declaration = declarationOf(source, callee);
  if (declaration === undefined || ts.isParameter(declaration)) return false;
  const specifier = originOf(source, callee)?.specifier;
  if (specifier !== undefined && !/^(?:[./~#]|@\/|src\/)/.test(specifier)) return false;
  const links = chainOf(call, fluentOf(table));
  if (links.some((link) => isEvidentCall(source, table, link))) return true;
  const holder = (links.at(-1) ?? call).parent;
  if (!ts.isVariableDeclaration(holder) || !ts.isIdentifier(holder.name)) return false;
  const { text } = holder.name;
  return calls.some((one) => {
    if (!isEvidentCall(source, table, one)) return false;
    const start = chainStart(one, fluentOf(table));
    return ts.isIdentifier(start) && start.text === text && declarationOf(source, start) === holder;
  });
}

/** A call that only Hono has: `.openapi(route, handler)`, `.route('/x', app)`, `.get('/x', (c) => …)`. */
function isEvidentCall(source: Source, table: RouterTable, call: ts.Node): boolean {
  const called = ts.isCallExpression(call) ? methodCall(call) : undefined;
  if (!ts.isCallExpression(call) || called === undefined) return false;
  const { name = '', computed } = called;
  if (name === 'openapi') return call.arguments.length >= 2;
  const [first] = call.arguments;
  if (name === 'route') return call.arguments.length === 2 && first !== undefined && ts.isStringLiteralLike(first);
  if (!table.verbs.has(name) && name !== 'on' && computed === undefined) return false;
  return call.arguments.some((one) => lowerArgument(source, one).handlers === table.handlers);
}
