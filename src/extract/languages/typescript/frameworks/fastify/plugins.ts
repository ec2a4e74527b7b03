import { ts } from 'ts-morph';
import type { Expression, FolderExpression } from '../../../../../facts/expression.js';
import type { Fact, Mount } from '../../../../../facts/fact.js';
import { mountFact } from '../../../../engine/mounts.js';
import { atOf } from '../../at.js';
import { objectOf } from '../../names/in-file.js';
import { assigned, type FunctionNode, isFunctionNode, memberName } from '../../names/names.js';
import { originOf, requiredModule } from '../../names/origins.js';
import { folderAt } from '../../names/own-folder.js';
import type { Call, Found, RouterFile } from '../../routers/framework.js';
import { outOfSight } from '../../routers/libraries.js';
import { lowerArgument, lowerCall } from '../../routers/lower.js';
import { addRouter } from '../../routers/makers.js';
import { FIT, importsAny, receiverOf } from '../../routers/receivers.js';
import type { Source } from '../../source.js';
import { unwrap } from '../../values/access-paths.js';
import { isOfUnknownPackage } from '../../values/harmless-callees.js';
import { loopsAround } from '../../values/loops-around.js';
import { type MethodCall, methodCall } from '../../values/router-calls.js';
import { readValue } from '../../values/values.js';
import { BY, table } from './table.js';

const AUTOLOAD = /^(?:@fastify\/autoload|fastify-autoload)$/;

/** `instance.register(plugin, options)` mounts the plugin's registrations below the options' prefix. */
export function registeredBy(
  source: Source,
  call: ts.CallExpression,
  { node }: MethodCall,
  parent: Expression,
): Found | undefined {
  const [plugin, options] = call.arguments;
  if (plugin === undefined) return undefined;
  const specifier = packageOf(source, plugin);
  const library = table.libraries?.get(specifier);
  if (library !== undefined) {
    const detail = `${specifier} builds routes out of sight`;
    return { facts: [], gaps: [outOfSight(source, call, detail, prefixOf(options) ?? library.below)] };
  }
  if (table.harmless?.test(specifier) === true && !AUTOLOAD.test(specifier)) return { facts: [] };
  const isAutoload = AUTOLOAD.test(specifier);
  const each = loopsAround(source, node);
  const child = isAutoload ? folderOf(source, options) : pluginParameter(source, plugin);
  const given = isAutoload ? autoloadOptions(source, options) : options && readValue(source, unwrap(options));
  const mount: Mount = {
    kind: 'mount',
    by: BY,
    parent,
    child,
    ...(given && { options: given }),
    ...(each.length > 0 && { each }),
    certainty: isAutoload || isOwn(source, plugin) ? 'router' : 'maybe',
    at: atOf(source, node),
  };
  const wrapped = ts.isCallExpression(unwrap(plugin)) && !isAutoload && !isWrapping(source, unwrap(plugin) as Call);
  const inner = wrapped ? wrappedPlugin(source, unwrap(plugin) as ts.CallExpression) : [];
  return {
    facts: [mount, ...inner.map((of): Mount => ({ ...mount, child: pluginParameter(source, of), certainty: 'unlikely' }))],
  };
}

/** `register(traced(plugin))`: the argument of a package's wrapper may be the plugin to register. */
function wrappedPlugin(source: Source, call: ts.CallExpression): readonly ts.Expression[] {
  if (!isOfUnknownPackage(source, call.expression)) return [];
  return call.arguments.filter((one) => isFunctionNode(unwrap(one)) || isOwn(source, one));
}

function prefixOf(options: ts.Expression | undefined): string | undefined {
  const node = options && unwrap(options);
  const prefix = node !== undefined && ts.isObjectLiteralExpression(node) ? assigned(node, 'prefix') : undefined;
  return prefix !== undefined && ts.isStringLiteralLike(prefix) ? `/${prefix.text.replace(/^\//, '')}` : undefined;
}

/** The package of a plugin; `''`: the service's own, or unresolved. */
function packageOf(source: Source, plugin: ts.Expression): string {
  const node = unwrap(plugin);
  const at =
    ts.isCallExpression(node) && !isWrapping(source, node) && requiredModule(node) === undefined ? node.expression : node;
  const specifier = originOf(source, at)?.specifier ?? '';
  return specifier.startsWith('.') ? '' : specifier;
}

/** A plugin that surely registers: an inline function, or an import from a file of the service. */
function isOwn(source: Source, plugin: ts.Expression): boolean {
  const node = unwrap(plugin);
  if (isFunctionNode(node)) return true;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  const specifier = requiredModule(node) ?? originOf(source, node)?.specifier;
  return specifier?.startsWith('.') === true;
}

function pluginParameter(source: Source, plugin: ts.Expression): Expression {
  return { kind: 'parameter', callable: '', of: readValue(source, unwrap(plugin)), index: 0 };
}

/** The folder that autoload loads: https://github.com/fastify/fastify-autoload#plugin-configuration */
function folderOf(source: Source, given: ts.Expression | undefined): Expression {
  const options = objectOf(source, given);
  const dir = options && assigned(options, 'dir');
  const specifier = dir && folderAt(source, dir);
  if (options === undefined || specifier === undefined) return { kind: 'unknown', why: 'the folder of autoload cannot be read' };
  const names = namesOf(assigned(options, 'dirNameRoutePrefix'));
  const depth = assigned(options, 'maxDepth');
  const folder: FolderExpression = {
    kind: 'folder',
    specifier,
    ...(names && { names }),
    ...(assigned(options, 'routeParams')?.kind === ts.SyntaxKind.TrueKeyword && { parameters: true }),
    ...(depth !== undefined && ts.isNumericLiteral(depth) && { depth: Number(depth.text) }),
    ...filtersOf(options),
  };
  return folder;
}

function namesOf(node: ts.Expression | undefined): FolderExpression['names'] {
  if (node === undefined || node.kind === ts.SyntaxKind.TrueKeyword) return undefined;
  return node.kind === ts.SyntaxKind.FalseKeyword ? 'none' : 'unread';
}

function autoloadOptions(source: Source, given: ts.Expression | undefined): Expression | undefined {
  const options = objectOf(source, given);
  return options && lowerArgument(source, options).member('options')?.value;
}

const WRAPPER = /^fastify-plugin$/;

/** Whether a call wraps a plugin: `fp(async (fastify) => …)`. */
export function isWrapping(source: Source, node: Call): boolean {
  return ts.isCallExpression(node) && WRAPPER.test(originOf(source, node.expression)?.specifier ?? '');
}

/** A plugin in `fp(plugin)` becomes part of the instance that registers it. */
export function wrappedPlugins(file: RouterFile): readonly Fact[] {
  const { source } = file;
  return file.calls.flatMap((call): readonly Fact[] => {
    if (!isWrapping(source, call)) return [];
    const facts = addRouter(file, table, call, { flat: true });
    const lowered = { ...lowerCall(source, call), each: [] };
    const [plugin] = lowered.arguments;
    if (plugin === undefined) return facts;
    const child: Expression = { kind: 'parameter', callable: '', of: plugin.value, index: 0 };
    return [...facts, mountFact(table, lowered, { parent: readValue(source, call), child, same: true, certainty: 'unlikely' })];
  });
}

/** The first parameter of a function that is a plugin by its position, its type or its other parameters. */
export function pluginFit(file: RouterFile, parameter: ts.ParameterDeclaration): number {
  const owner = parameter.parent;
  if (!isFunctionNode(owner) || owner.parameters[0] !== parameter) return FIT.none;
  const call = owner.parent;
  const called = ts.isCallExpression(call) && call.arguments[0] === owner ? methodCall(call) : undefined;
  if (called?.name === 'register' && receiverOf(file, table, called.receiver, undefined) !== undefined) return FIT.typed;
  const isNamed = ts.isIdentifier(parameter.name) && table.names.test(parameter.name.text);
  return isNamed && !importsAny(file) && !isHapiPlugin(owner) && isPlugin(file.source, owner) ? FIT.spoken : FIT.none;
}

/** `{ register: async (server, options) => … }` is the form of hapi's plugins. */
function isHapiPlugin(node: FunctionNode): boolean {
  const holder = ts.isMethodDeclaration(node) ? node : node.parent;
  return (ts.isMethodDeclaration(holder) || ts.isPropertyAssignment(holder)) && memberName(holder.name) === 'register';
}

/** `(app, opts, done) => …`, `const routes: FastifyPluginAsync = …`, and inline functions that are registered or wrapped. */
function isPlugin(source: Source, node: FunctionNode): boolean {
  const parent = node.parent;
  if (ts.isVariableDeclaration(parent) && parent.type !== undefined) return /^Fastify/.test(parent.type.getText(source.tree));
  if (ts.isCallExpression(parent) && (methodCall(parent)?.name === 'register' || isWrapping(source, parent))) return true;
  const [, second, third] = node.parameters;
  const options = second !== undefined && (ts.isObjectBindingPattern(second.name) || isCalled(second, /^_?(?:opts?|options?)$/));
  return options && (third === undefined ? isAsync(node) : isCalled(third, /^_?(?:done|next|cb|fp)$/));
}

function isCalled({ name }: ts.ParameterDeclaration, names: RegExp): boolean {
  return ts.isIdentifier(name) && names.test(name.text);
}

function isAsync(node: FunctionNode): boolean {
  return ts.canHaveModifiers(node) && ts.getModifiers(node)?.some((one) => one.kind === ts.SyntaxKind.AsyncKeyword) === true;
}

type Filters = Pick<FolderExpression, 'ignored' | 'matched' | 'hooks'>;

/**
 * The files that autoload loads, and whether their hooks apply: https://github.com/fastify/fastify-autoload#plugin-configuration
 */
function filtersOf(options: ts.ObjectLiteralExpression): Filters {
  const [ignorePattern, ignoreFilter, matchFilter] = ['ignorePattern', 'ignoreFilter', 'matchFilter'].map((name) =>
    assigned(options, name),
  );
  // a string is a pattern for one option, and a part of the path for the others
  const ignored = [patternOf(ignorePattern, (text) => text), patternOf(ignoreFilter, escaped)].filter((one) => one !== undefined);
  const matched = matchFilter && patternOf(matchFilter, escaped);
  const isHooked = assigned(options, 'autoHooks')?.kind === ts.SyntaxKind.TrueKeyword;
  const isCascading = assigned(options, 'cascadeHooks')?.kind === ts.SyntaxKind.TrueKeyword;
  return {
    ...(ignored.length > 0 && { ignored }),
    ...(matched !== undefined && { matched: [matched] }),
    ...(isHooked && { hooks: isCascading ? 'below' : 'beside' }),
  };
}

/** A filter as a pattern (facts/routers/folder-filters): a regular expression, a text, `(path) => path.endsWith('x')`. */
function patternOf(given: ts.Expression | undefined, ofText: (text: string) => string): string | undefined {
  const node = given && unwrap(given);
  if (node === undefined) return undefined;
  if (ts.isStringLiteralLike(node)) return ofText(node.text);
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/');
    const source = node.text.slice(1, end);
    return node.text.slice(end + 1).includes('i') ? `(?i)${source}` : source;
  }
  return isFunctionNode(node) && node.body !== undefined && !ts.isBlock(node.body) ? testOf(unwrap(node.body)) : undefined;
}

/** `path.endsWith('x')`, `path.startsWith('x')`, `path.includes('x')`, `/x/.test(path)` */
function testOf(node: ts.Expression): string | undefined {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return undefined;
  const [given] = node.arguments;
  const { name, expression } = node.expression;
  if (name.text === 'test' && ts.isRegularExpressionLiteral(unwrap(expression))) return patternOf(expression, escaped);
  if (given === undefined || !ts.isStringLiteralLike(given)) return undefined;
  const text = escaped(given.text);
  if (name.text === 'endsWith') return `${text}$`;
  if (name.text === 'startsWith') return `^${text}`;
  return name.text === 'includes' ? text : undefined;
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
