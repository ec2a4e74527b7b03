import { ts } from 'ts-morph';
import type { Expression } from '../../../../facts/expression.js';
import type { HandlerForm } from '../../../engine/call.js';
import type { RouterTable } from '../../../engine/router-table.js';
import { isFunctionNode } from '../names/names.js';
import { originOf } from '../names/origins.js';
import { initializerOf, lookup, patternOwner } from '../names/scope.js';
import type { Source } from '../source.js';
import { unwrap } from '../values/access-paths.js';
import { chainStart, type IsFluent } from '../values/fluent-chains.js';
import { calledName, isHarmlessPackage } from '../values/harmless-callees.js';
import { declaredType, unaliased } from '../values/router-calls.js';
import { readValue } from '../values/values.js';
import type { RouterFile } from './framework.js';

/** What something is to one framework: an app or router, or what may be one. The surest framework has it; of equals each. */
export interface Receiver {
  readonly table: RouterTable;
  readonly value: Expression;
  readonly fit: number;
}

/** How surely: made in the file, typed so, called so in a file that imports the framework or speaks of it, or only used like one. */
export const FIT = { none: 0, used: 1, spoken: 2, named: 3, imported: 4, typed: 5, made: 6 } as const;

/** `get` with one argument reads a setting. */
export const fluentOf =
  ({ fluent, verbs, pathless }: RouterTable): IsFluent =>
  (method, call) =>
    fluent.test(method) && (pathless === true || !verbs.has(method) || call.arguments.length > 1);

/** What a call is made on, or given, by one framework; undefined: surely or probably no router of its kind. */
export function receiverOf(
  file: RouterFile,
  table: RouterTable,
  given: ts.Expression,
  form: HandlerForm | undefined,
): Receiver | undefined {
  const { source } = file;
  const node = startOf(source, table, given);
  const held = source.bound.get(node) ?? (isHolder(node) ? readValue(source, node) : undefined);
  if (held === undefined) return undefined;
  // What a condition or `await` says of a router changes nothing of which it is.
  const value = held.kind === 'operator' && /^(?:non-null|awaited)$/.test(held.operator) ? held.of : held;
  const made = value.kind === 'name' ? file.made.get(value.name) : undefined;
  if (made !== undefined) return made.table === table ? { table, value, fit: FIT.made } : undefined;
  const fit = fitOf(file, table, node, form);
  return fit === FIT.none ? undefined : { table, value, fit };
}

/** What a chain of calls is made on; also of `const typed = app.withTypeProvider()`. */
function startOf(source: Source, table: RouterTable, given: ts.Expression, hops = 0): ts.Expression {
  const node = unaliased(source, chainStart(given, fluentOf(table)));
  const held = hops < MOST_HOPS ? initializerOf(source, node) : undefined;
  const start = held && chainStart(held, fluentOf(table));
  return held !== undefined && start !== undefined && start !== unwrap(held) && ts.isIdentifier(start)
    ? startOf(source, table, start, hops + 1)
    : node;
}
const MOST_HOPS = 4;

const isHolder = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isCallExpression(node) || ts.isPropertyAccessExpression(node);

/** Other packages with routers, of servers and of pages: words that frameworks share say nothing beside them. */
const UNREAD = /["'](?:@nestjs\/[\w-]+|react-router\S*|vue-router)["']/;

/** How a file speaks of each framework, by ids. One that imports frameworks speaks of them alone. */
export function speaking({ text }: Source, tables: readonly RouterTable[]): ReadonlyMap<string, number> {
  const imported = tables.filter((table) => table.imported.test(text));
  if (imported.length > 0) return new Map(imported.map(({ id }) => [id, FIT.imported]));
  const isUnread = UNREAD.test(text);
  return new Map(
    tables.map(({ id, words }) => [id, words === undefined ? FIT.used : !isUnread && words.test(text) ? FIT.spoken : FIT.none]),
  );
}

/** How the file speaks of a framework. */
export const spoken = ({ spoken: fits }: RouterFile, { id }: RouterTable): number => fits.get(id) ?? FIT.none;

function fitOf(file: RouterFile, table: RouterTable, node: ts.Expression, form: HandlerForm | undefined): number {
  const { source } = file;
  const type = declaredType(source, node);
  if (type !== undefined && !isOpen(type)) {
    const fit = typedFit(file, table, type);
    if (fit !== FIT.none || ts.isIdentifier(node)) return fit;
  }
  if (ts.isPropertyAccessExpression(node))
    return isOwnOrigin(source, table, node) ? namedFit(file, table, node.name.text, form) : FIT.none;
  if (ts.isIdentifier(node)) return bindingFit(file, table, node, form);
  if (!ts.isCallExpression(node) || !isOwnOrigin(source, table, node.expression)) return FIT.none;
  const isMaker = /app|server|rout/i.test(calledName(node)) || (form !== undefined && form === table.handlers);
  return isMaker ? spoken(file, table) : FIT.none;
}

const isOpen = ({ kind }: ts.TypeNode): boolean => kind === ts.SyntaxKind.AnyKeyword || kind === ts.SyntaxKind.UnknownKeyword;

/** By the package that the type comes from, else by its name. */
function typedFit(file: RouterFile, table: RouterTable, type: ts.TypeNode): number {
  const { source, frameworks } = file;
  const specifier = ts.isTypeReferenceNode(type) ? originOf(source, firstName(type.typeName))?.specifier : undefined;
  const owners = specifier === undefined ? [] : frameworks.filter((one) => isOf(one.table, specifier));
  if (owners.length > 0) return owners.some((one) => one.table === table) ? FIT.typed : FIT.none;
  if (ts.isTypeLiteralNode(type) || !table.types.test(type.getText(source.tree).slice(0, 200))) return FIT.none;
  const fit = spoken(file, table);
  return fit === FIT.used ? FIT.spoken : fit === FIT.spoken ? FIT.named : fit;
}

const firstName = (name: ts.EntityName): ts.Identifier => (ts.isIdentifier(name) ? name : firstName(name.left));

/** Whether a package is the framework's. */
export const isOf = ({ imported }: RouterTable, specifier: string): boolean => imported.test(`'${specifier}'`);

/** By its name; without one that says so, what answers as the framework's handlers do is registered on a router. */
function namedFit(file: RouterFile, table: RouterTable, name: string, form: HandlerForm | undefined): number {
  if (table.sureNames?.test(name) === true) return FIT.named;
  const fit = spoken(file, table);
  const isEvident = form !== undefined && form === table.handlers;
  if (table.names.test(name)) return isEvident && fit === FIT.none && !importsAny(file) ? FIT.spoken : fit;
  return isEvident && fit !== FIT.none && !NO_ROUTERS.test(name) ? FIT.used : FIT.none;
}

/** Whether the file imports a framework. */
export const importsAny = (file: RouterFile): boolean => [...file.spoken.values()].includes(FIT.imported);

/** What has methods like a router's. */
const NO_ROUTERS =
  /^_?(?:req|res|request|response|ctx|context|next|headers?|cache|map|store|storage|\w*client|http|axios|agent|session|cookies?|params|config|db|redis|i18n|formData|searchParams|cy)$/i;

function bindingFit(file: RouterFile, table: RouterTable, node: ts.Identifier, form: HandlerForm | undefined): number {
  const { source } = file;
  const binding = lookup(source, node);
  const [declaration] = binding?.nodes ?? [];
  if (binding === undefined || declaration === undefined) return FIT.none;
  if (binding.kind === 'parameter') return parameterFit(file, table, declaration, node.text, form);
  if (binding.kind === 'import') return isOwnOrigin(source, table, node) ? namedFit(file, table, node.text, form) : FIT.none;
  if (binding.kind !== 'variable') return FIT.none;
  const held = ts.isVariableDeclaration(declaration) ? declaration.initializer && unwrap(declaration.initializer) : node;
  if (held === undefined || mayHold(source, table, held)) return namedFit(file, table, node.text, form);
  return FIT.none;
}

function parameterFit(file: RouterFile, table: RouterTable, node: ts.Node, name: string, form: HandlerForm | undefined): number {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner) || !isFunctionNode(owner.parent)) return FIT.none;
  const framework = owner === node ? file.frameworks.find((one) => one.table === table) : undefined;
  return Math.max(namedFit(file, table, name, form), framework?.parameter?.(file, owner) ?? FIT.none);
}

/** Something of the service, or of a package of which nobody knows what it gives: linking tells, or leaves a gap. */
function isOwnOrigin(source: Source, table: RouterTable, node: ts.Expression): boolean {
  const specifier = originOf(source, node)?.specifier;
  if (specifier === undefined || OWN.test(specifier) || table.adopted?.test(specifier) === true) return true;
  return !CLIENTS.test(specifier) && !isHarmlessPackage(specifier);
}
const OWN = /^(?:\.|[~#@]\/|@?src\/|@?app\/|\/)/;
/** Packages whose `get`, `post`, `use`, ... register nothing: clients, stores, servers that are not read. */
const CLIENTS =
  /^(?:(?:fs|path|url)$|axios(?:-.*)?|got|ky|request(?:-promise.*)?|node-fetch|undici|nock|msw|config|redis|ioredis|node-cache|lru-cache|knex|sequelize|typeorm|@prisma\/client|@reduxjs\/.*|react.*|vue.*|@angular\/.*|rxjs.*|polka|vitest|@jest\/globals|electron|jquery)$/;

/** A variable's value that may be a router: what an own function gives, or another name for one. */
function mayHold(source: Source, table: RouterTable, held: ts.Expression): boolean {
  const node = ts.isAwaitExpression(held) ? unwrap(held.expression) : held;
  if (ts.isNewExpression(node)) return isDeclared(source, node.expression) && isOwnOrigin(source, table, node.expression);
  if (ts.isCallExpression(node)) return isOwnOrigin(source, table, node.expression);
  if (ts.isIdentifier(node)) return isOwnOrigin(source, table, node);
  return ts.isPropertyAccessExpression(node) || ts.isBinaryExpression(node) || ts.isConditionalExpression(node);
}

/** A class of the file or of another one: a global (`Map`, `URLSearchParams`) is no router. */
const isDeclared = (source: Source, node: ts.Expression): boolean => !ts.isIdentifier(node) || lookup(source, node) !== undefined;

/** Those of the surest. */
export function surest<T extends { readonly fit: number }>(all: readonly T[]): readonly T[] {
  const best = Math.max(...all.map(({ fit }) => fit));
  return all.filter(({ fit }) => fit === best);
}
