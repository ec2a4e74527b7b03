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

/**
 * A value as one framework sees it: an app or router, or possibly one. The most certain framework takes it; of equals each one
 * does.
 */
export interface Receiver {
  readonly table: RouterTable;
  readonly value: Expression;
  readonly fit: number;
}

/**
 * Degrees of certainty: created in the file, typed so, named so in a file that imports the framework or uses its words, or only
 * used like one.
 */
export const FIT = { none: 0, used: 1, spoken: 2, named: 3, imported: 4, typed: 5, made: 6 } as const;

/** `get` with one argument reads a setting. */
export const fluentOf =
  ({ fluent, verbs, pathless }: RouterTable): IsFluent =>
  (method, call) =>
    fluent.test(method) && (pathless === true || !verbs.has(method) || call.arguments.length > 1);

/** The receiver or argument of a call, for one framework; undefined: it is not, or probably not, a router of its kind. */
export function receiverOf(
  file: RouterFile,
  table: RouterTable,
  given: ts.Expression,
  form: HandlerForm | undefined,
): Receiver | undefined {
  const { source } = file;
  const node = startOf(source, table, given);
  const stored = source.bound.get(node) ?? (isHolder(node) ? readValue(source, node) : undefined);
  if (stored === undefined) return undefined;
  // A non-null condition or `await` does not change which router it is.
  const value = stored.kind === 'operator' && /^(?:non-null|awaited)$/.test(stored.operator) ? stored.of : stored;
  const made = value.kind === 'name' ? file.made.get(value.name) : undefined;
  if (made !== undefined) return made.table === table ? { table, value, fit: FIT.made } : undefined;
  const fit = fitOf(file, table, node, form);
  return fit === FIT.none ? undefined : { table, value, fit };
}

/** The start of a call chain; also through `const typed = app.withTypeProvider()`. */
function startOf(source: Source, table: RouterTable, given: ts.Expression, hops = 0): ts.Expression {
  const node = unaliased(source, chainStart(given, fluentOf(table)));
  const stored = hops < MOST_HOPS ? initializerOf(source, node) : undefined;
  const start = stored && chainStart(stored, fluentOf(table));
  return stored !== undefined && start !== undefined && start !== unwrap(stored) && ts.isIdentifier(start)
    ? startOf(source, table, start, hops + 1)
    : node;
}
const MOST_HOPS = 4;

const isHolder = (node: ts.Expression): boolean =>
  ts.isIdentifier(node) || ts.isCallExpression(node) || ts.isPropertyAccessExpression(node);

/** Other packages with routers, of servers and of pages: in files with them, words that frameworks share are no evidence. */
const UNREAD = /["'](?:@nestjs\/[\w-]+|react-router\S*|vue-router)["']/;

/** The evidence for each framework in a file, by ids. A file that imports frameworks uses only those. */
export function speaking({ text }: Source, tables: readonly RouterTable[]): ReadonlyMap<string, number> {
  const imported = tables.filter((table) => table.imported.test(text));
  if (imported.length > 0) return new Map(imported.map(({ id }) => [id, FIT.imported]));
  const isUnread = UNREAD.test(text);
  return new Map(
    tables.map(({ id, words }) => [id, words === undefined ? FIT.used : !isUnread && words.test(text) ? FIT.spoken : FIT.none]),
  );
}

/** The evidence for a framework in the file. */
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

/** By the package of the type, otherwise by its name. */
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

/** Whether a package belongs to the framework. */
export const isOf = ({ imported }: RouterTable, specifier: string): boolean => imported.test(`'${specifier}'`);

/** By its name; without a telling name, a handler in the framework's form is evidence that the receiver is a router. */
function namedFit(file: RouterFile, table: RouterTable, name: string, form: HandlerForm | undefined): number {
  if (table.sureNames?.test(name) === true) return FIT.named;
  const fit = spoken(file, table);
  const isEvident = form !== undefined && form === table.handlers;
  if (table.names.test(name)) return isEvident && fit === FIT.none && !importsAny(file) ? FIT.spoken : fit;
  return isEvident && fit !== FIT.none && !NO_ROUTERS.test(name) ? FIT.used : FIT.none;
}

/** Whether the file imports a framework. */
export const importsAny = (file: RouterFile): boolean => [...file.spoken.values()].includes(FIT.imported);

/** Receivers with methods like a router's. */
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
  const stored = ts.isVariableDeclaration(declaration) ? declaration.initializer && unwrap(declaration.initializer) : node;
  if (stored === undefined || mayHold(source, table, stored)) return namedFit(file, table, node.text, form);
  return FIT.none;
}

function parameterFit(file: RouterFile, table: RouterTable, node: ts.Node, name: string, form: HandlerForm | undefined): number {
  const owner = ts.isBindingElement(node) ? patternOwner(node) : node;
  if (!ts.isParameter(owner) || !isFunctionNode(owner.parent)) return FIT.none;
  const framework = owner === node ? file.frameworks.find((one) => one.table === table) : undefined;
  return Math.max(namedFit(file, table, name, form), framework?.parameter?.(file, owner) ?? FIT.none);
}

/** A value of the service, or of a package with unknown results: linking resolves it, or leaves a gap. */
function isOwnOrigin(source: Source, table: RouterTable, node: ts.Expression): boolean {
  const specifier = originOf(source, node)?.specifier;
  if (specifier === undefined || OWN.test(specifier) || table.adopted?.test(specifier) === true) return true;
  return !CLIENTS.test(specifier) && !isHarmlessPackage(specifier);
}
const OWN = /^(?:\.|[~#@]\/|@?src\/|@?app\/|\/)/;
/** Packages whose `get`, `post`, `use`, ... register nothing: clients, stores, servers that are not read. */
const CLIENTS =
  /^(?:(?:fs|path|url)$|axios(?:-.*)?|got|ky|request(?:-promise.*)?|node-fetch|undici|nock|msw|config|redis|ioredis|node-cache|lru-cache|knex|sequelize|typeorm|@prisma\/client|@reduxjs\/.*|react.*|vue.*|@angular\/.*|rxjs.*|polka|vitest|@jest\/globals|electron|jquery)$/;

/** A variable's value that may be a router: the result of an own function, or an alias. */
function mayHold(source: Source, table: RouterTable, stored: ts.Expression): boolean {
  const node = ts.isAwaitExpression(stored) ? unwrap(stored.expression) : stored;
  if (ts.isNewExpression(node)) return isDeclared(source, node.expression) && isOwnOrigin(source, table, node.expression);
  if (ts.isCallExpression(node)) return isOwnOrigin(source, table, node.expression);
  if (ts.isIdentifier(node)) return isOwnOrigin(source, table, node);
  return ts.isPropertyAccessExpression(node) || ts.isBinaryExpression(node) || ts.isConditionalExpression(node);
}

/** A class of this file or of another one: a global (`Map`, `URLSearchParams`) is not a router. */
const isDeclared = (source: Source, node: ts.Expression): boolean => !ts.isIdentifier(node) || lookup(source, node) !== undefined;

/** The entries with the highest certainty. */
export function surest<T extends { readonly fit: number }>(all: readonly T[]): readonly T[] {
  const best = Math.max(...all.map(({ fit }) => fit));
  return all.filter(({ fit }) => fit === best);
}
