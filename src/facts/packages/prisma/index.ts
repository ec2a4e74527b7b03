import { type Expression, INTEGER } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { membersOf } from '../../shapes/members.js';
import { listOf, objectOf, orNull, unknownOf } from '../../values/compose.js';
import { isNothing } from '../../values/elements.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import { literalsWritten } from '../literal-values.js';
import { aggregated, counted, grouped } from './aggregates.js';
import { membersGiven, type Query, rowOf } from './rows.js';
import { fieldsOfModel, schemaWith } from './schema.js';

const ONE = /^(?:findUniqueOrThrow|findFirstOrThrow|create|update|upsert|delete)$/;
const ONE_OR_NONE = /^(?:findUnique|findFirst)$/;
const MANY = /^(?:findMany|createManyAndReturn|updateManyAndReturn)$/;
const COUNTED = /^(?:createMany|updateMany|deleteMany)$/;

/** The path after the client; undefined: the path does not begin with a client. */
function afterClient({ path, specifier }: ExternalTarget): readonly string[] | undefined {
  const [first, second] = path[0] === 'default' ? path.slice(1) : path;
  const start = path[0] === 'default' ? 1 : 0;
  if (first === 'PrismaClient' || (first === 'PrismaService' && specifier === 'nestjs-prisma')) return path.slice(start + 1);
  return first === 'Prisma' && second === 'TransactionClient' ? path.slice(start + 2) : undefined;
}

/** The result of a call on the client, or on one of its models. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  if (expression.kind !== 'returns') return undefined;
  const values = (expression.values ?? []).map((value): Lazy => ({ expression: value, site }));
  if (of.path.join() === 'Prisma,validator,()') return values[0];
  const rest = afterClient(of);
  if (rest === undefined) return undefined;
  const [model, method, ...more] = rest;
  if (model === undefined || more.length > 0) return undefined;
  if (method !== undefined) return queried(resolver, of, model, method, given, values[0]);
  const callee = expression.of;
  const client: Lazy | undefined = callee.kind === 'member' ? { expression: callee.of, site } : undefined;
  if (client === undefined) return undefined;
  if (model === '$transaction') return transaction(resolver, client, values[0]);
  return model === '$extends' ? extended(resolver, client, values[0]) : undefined;
}

/**
 * A transaction of a list of queries returns the list of their results; one of a function returns the function's result for the
 * client.
 */
function transaction(resolver: Resolver, client: Lazy, given: Lazy | undefined): Lazy | undefined {
  if (given === undefined) return undefined;
  const target = resolver.resolve(resolver, given, 'value');
  if (target.kind !== 'callable') return given;
  const types = new Map([
    ['|callback', given],
    ['|client', client],
  ]);
  const called: Expression = {
    kind: 'returns',
    of: { kind: 'name', name: '|callback' },
    values: [{ kind: 'name', name: '|client' }],
  };
  return { expression: { kind: 'operator', operator: 'awaited', of: called }, site: { file: given.site.file, types } };
}

/** An extension may change results; one that adds methods, or runs a query in another way, does not change the client. */
function extended(resolver: Resolver, client: Lazy, given: Lazy | undefined): Lazy | undefined {
  const members = given && membersOf(resolver, given);
  const query = members?.named.get('query');
  const changes = members?.named.has('result') === true || (query !== undefined && !passesOn(resolver, query.value));
  return members === undefined || members.open !== undefined || members.rest !== undefined || changes
    ? unknownOf(client.site.file, 'what an extension of the client makes of its results')
    : client;
}

/** `{ $allModels: { async $allOperations({ args, query }) { … return query(args) } } }`: nothing is known of the query but itself. */
function passesOn(resolver: Resolver, of: Lazy, depth = 0): boolean {
  if (resolver.resolve(resolver, of, 'value').kind === 'callable') {
    const result = resolver.resolve(resolver, { ...of, expression: { kind: 'returns', of: of.expression } }, 'shape');
    return result.kind === 'unknown' || (result.kind === 'plain' && result.expression.kind === 'parameter');
  }
  const members = depth < MOST_LEVELS ? membersOf(resolver, of) : undefined;
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return false;
  return [...members.named.values()].every((member) => passesOn(resolver, member.value, depth + 1));
}
const MOST_LEVELS = 2;

function queried(
  resolver: Resolver,
  of: ExternalTarget,
  accessor: string,
  method: string,
  given: Lazy,
  options: Lazy | undefined,
): Lazy | undefined {
  const { file } = given.site;
  const capital = accessor.charAt(0).toUpperCase() + accessor.slice(1);
  // models of a database that was introspected keep the names of its tables
  const model = schemaWith(resolver.program, capital, file) === undefined ? accessor : capital;
  const schema = schemaWith(resolver.program, model, file);
  if (schema === undefined || fieldsOfModel(schema, model) === undefined) return undefined;
  if (omitsByDefault(resolver, of)) return unknownOf(file, 'the client omits fields by default');
  const query: Query = { resolver, schema, file, present: presentIn({ resolver, schema, file }, method, options) };
  if (ONE.test(method)) return rowWritten(query, rowOf(query, model, options), method, options);
  if (ONE_OR_NONE.test(method)) return orNull(rowOf(query, model, options));
  if (MANY.test(method)) return listOf(rowOf(query, model, options));
  const here = (expression: Expression): Lazy => ({ expression, site: { file } });
  if (COUNTED.test(method))
    return here({ kind: 'object', members: [{ kind: 'property', name: 'count', value: INTEGER, at: { line: 1, column: 1 } }] });
  if (method === 'count') return counted(query, options);
  if (method === 'aggregate') return aggregated(query, model, options);
  return method === 'groupBy' ? grouped(query, model, options) : undefined;
}

/** A row without the other values of an enum that the query sets. */
function rowWritten({ resolver, file }: Query, row: Lazy, method: string, options: Lazy | undefined): Lazy {
  const data = /^(?:create|update)$/.test(method) ? options && membersOf(resolver, options)?.named.get('data')?.value : undefined;
  const columns = data && membersOf(resolver, row)?.named;
  const parts = literalsWritten(resolver, data, (name) => columns?.get(name)?.value);
  return parts.length === 0 ? row : objectOf(file, parts, { first: row, own: true });
}

/** `new PrismaClient({ omit: ... })`. */
function omitsByDefault(resolver: Resolver, { call: made }: ExternalTarget): boolean {
  if (made?.expression.kind !== 'instance') return false;
  const [options] = made.expression.values ?? [];
  if (options === undefined) return false;
  const members = membersOf(resolver, { expression: options, site: made.site });
  return members?.named.has('omit') === true;
}

/** `User`, an enum, `Prisma.UserGetPayload<{ include: ... }>`, `Prisma.Decimal`. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const [first, second, ...more] = of.path[0] === '$Enums' ? of.path.slice(1) : of.path;
  const file = of.arguments[0]?.site.file ?? of.from ?? '';
  if (first === undefined || more.length > 0) return undefined;
  if (first === 'Prisma') return second === undefined ? undefined : inNamespace(resolver, of, second, file);
  const schema = schemaWith(resolver.program, first, file);
  const found = schema?.types.get(first);
  if (schema === undefined || found === undefined || second !== undefined) return undefined;
  if (found.declaration.form === 'class') return rowOf({ resolver, schema, file: found.file }, first, undefined);
  return { expression: { kind: 'declared', file: found.file, name: first }, site: { file: found.file } };
}

function inNamespace(resolver: Resolver, of: ExternalTarget, name: string, file: string): Lazy | undefined {
  if (name === 'Decimal') return { expression: { kind: 'scalar', type: 'string' }, site: { file } };
  const model = /^(\w+)GetPayload$/.exec(name)?.[1];
  const [given] = of.arguments;
  if (model === undefined || given === undefined) return undefined;
  const schema = schemaWith(resolver.program, model, file);
  return schema && rowOf({ resolver, schema, file }, model, given);
}

/** https://www.prisma.io/docs/orm/prisma-client: the client that `prisma generate` makes from `schema.prisma`. */
export const prisma: KnownPackage = {
  title: 'Prisma',
  specifiers: /^(?:@prisma\/client(?:\/|$)|\.prisma\/client|nestjs-prisma$|[./@~#].*generated\/(?:prisma|client))/,
  call,
  type,
};

/**
 * The columns of a resulting row that are surely not null, even if the schema allows null: those that the query compares with, or
 * sets to, a value that is not null.
 */
function presentIn(query: Query, method: string, options: Lazy | undefined): ReadonlySet<string> {
  const [where, written, created] = ['where', 'data', 'create'].map((name) => namesOf(query, options, name));
  if (/^create/.test(method)) return written?.sure ?? NONE;
  if (where === undefined) return NONE;
  const changes = method === 'upsert' ? namesOf(query, options, 'update') : /^update/.test(method) ? written : undefined;
  const after = new Set([...where.sure].filter((name) => !isChanged(changes, name)).concat([...(changes?.sure ?? [])]));
  return method === 'upsert' ? new Set([...after].filter((name) => created?.sure.has(name))) : after;
}

const NONE: ReadonlySet<string> = new Set();

/** The names that an argument gives a value, and those whose value is surely not null. */
interface Names {
  readonly all: ReadonlySet<string>;
  readonly sure: ReadonlySet<string>;
  /** It may give values to further names. */
  readonly open: boolean;
}

function isChanged(changes: Names | undefined, name: string): boolean {
  return changes !== undefined && (changes.open || changes.all.has(name));
}

function namesOf(query: Query, options: Lazy | undefined, name: string): Names | undefined {
  const given = options && membersGiven(query, options)?.named.get(name);
  const members = given && membersGiven(query, given.value);
  if (given === undefined) return undefined;
  const named = members === undefined || given.optional ? [] : [...members.named.values()];
  const sure = named.filter((one) => !one.optional && isThere(query.resolver, one.value));
  return {
    all: new Set(named.map((one) => one.name)),
    sure: new Set(sure.map((one) => one.name)),
    open: members === undefined || given.optional || members.open !== undefined || members.rest !== undefined,
  };
}

const VALUES: ReadonlySet<Expression['kind']> = new Set(['literal', 'scalar', 'text']);

/** Whether it is a value and no filter (`{ not: null }`), and neither null nor undefined. */
function isThere(resolver: Resolver, value: Lazy): boolean {
  const target = resolver.resolve(resolver, value, 'shape');
  return target.kind === 'plain' && VALUES.has(target.expression.kind) && !isNothing(target.expression);
}
