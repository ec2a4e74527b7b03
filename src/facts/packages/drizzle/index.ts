import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { EMPTY } from '../../shapes/member-list.js';
import { membersOf, membersOfTarget } from '../../shapes/members.js';
import { listOf, objectOf, orAbsent, orNull, type Part, unknownOf, without } from '../../values/compose.js';
import { isSurely } from '../../values/surely.js';
import { type ExternalTarget, FUEL, type KnownPackage, type Resolver } from '../../values/target.js';
import { literalsWritten } from '../literal-values.js';
import { type QueryStep, stepsOf } from '../query-steps.js';
import { stepOf } from '../schema-step.js';
import { queriedRow } from './relations.js';
import { columnAt, filledColumns, isTable, rowOf, tableOf } from './tables.js';

const NEUTRAL =
  /^(?:where|orderBy|limit|offset|groupBy|having|for|\$dynamic|values|set|onConflictDoNothing|onConflictDoUpdate|onDuplicateKeyUpdate|execute|prepare|all|get|from|select|selectDistinct|selectDistinctOn|insert|update|delete|returning|innerJoin|leftJoin)$/;

/** The result of awaiting a query. */
function outcome(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  if (of.path.at(-1) !== '()') return undefined;
  const steps = stepsOf(of);
  if (steps.length === 0 || !isDatabase(of)) return undefined;
  const find = (name: RegExp): QueryStep | undefined => steps.find((step) => name.test(step.name));
  if (of.path.includes('query')) return related(resolver, of, steps);
  if (!steps.every(({ name }) => NEUTRAL.test(name) || name === 'drizzle')) return undefined;
  const read = find(/^select(?:Distinct)?$/);
  const changed = find(/^returning$/);
  const source = read === undefined ? find(/^(?:insert|update|delete)$/)?.values[0] : find(/^from$/)?.values[0];
  const given = read === undefined ? changed?.values[0] : read.values[0];
  const table = source && tableOf(resolver, source);
  if (table === undefined || (read === undefined && changed === undefined)) return undefined;
  const joins = steps.filter(({ name }) => /Join$/.test(name));
  if (joins.length > 0 && given === undefined) return undefined;
  const file = of.call?.site.file ?? '';
  const whole = given === undefined ? rowOf(resolver, table) : undefined;
  const method = find(/^(?:insert|update)$/)?.name;
  const isPlain = method !== undefined && !steps.some(({ name }) => name.startsWith('on'));
  const values = isPlain ? find(/^(?:values|set)$/)?.values[0] : undefined;
  const [condition, another] = steps.filter(({ name }) => name === 'where');
  const isKnown = another === undefined && (method === undefined || values !== undefined);
  const where = isKnown ? condition?.values[0] : undefined;
  const compared = where === undefined ? [] : comparedColumns(resolver, table, where);
  const all = whole && rowWritten(resolver, table, whole, { method, given: values, compared });
  const row = given === undefined ? all : fieldsOf({ resolver, file, joins }, given);
  if (row === undefined) return undefined;
  return steps.some(({ name }) => name === 'get') ? orAbsent(row) : listOf(row);
}

/** Whether it is the database itself: made by `drizzle`, or declared. */
const isDatabase = ({ path }: ExternalTarget): boolean =>
  path[0] === 'drizzle' || /(?:Database|Transaction)$/.test(path[0] ?? '');

interface Selection {
  readonly resolver: Resolver;
  readonly file: string;
  readonly joins: readonly QueryStep[];
}

/** `select({ id: users.id, author: users, total: count() })`. */
function fieldsOf(selection: Selection, given: Lazy): Lazy | undefined {
  const { resolver, file } = selection;
  const members = membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const parts = [...members.named.values()].map(({ name, value, at }): Part => {
    const data = fieldOf(selection, value) ?? unknownOf(file, 'what it selects is not known');
    return { name, value: data, at };
  });
  return objectOf(file, parts);
}

function fieldOf(selection: Selection, value: Lazy): Lazy | undefined {
  const { resolver } = selection;
  const target = resolver.resolve(resolver, value, 'value');
  if (target.kind !== 'external') return undefined;
  if (target.path.join() === 'count,()' || target.path.join() === 'countDistinct,()')
    return { expression: { kind: 'scalar', type: 'integer' }, site: value.site };
  const data = isTable(target) && target.path.length === 2 ? rowOf(resolver, target) : columnAt(resolver, target);
  if (data === undefined || selection.joins.length === 0) return data;
  return isLeft(selection, target) ? orNull(data) : data;
}

/** A left-joined table may have no row. */
function isLeft({ resolver, joins }: Selection, of: ExternalTarget): boolean {
  return joins.some(({ name, values: [table] }) => {
    const joined = name === 'leftJoin' && table !== undefined ? tableOf(resolver, table) : undefined;
    return joined !== undefined && joined.call?.expression === of.call?.expression;
  });
}

/** `db.query.users.findMany({ columns, with })`, for tables in the schema passed to `drizzle`. */
function related(resolver: Resolver, of: ExternalTarget, steps: readonly QueryStep[]): Lazy | undefined {
  const place = of.path.lastIndexOf('query');
  const [name, method, end] = of.path.slice(place + 1);
  if (name === undefined || end !== '()' || of.path.length !== place + 4 || !/^find(?:Many|First)$/.test(method ?? ''))
    return undefined;
  const table = schemaTable(resolver, of, steps, name);
  const [options] = steps.at(-1)?.values ?? [];
  const row = table && queriedRow({ resolver, file: of.call?.site.file ?? '' }, table, options);
  return row && (method === 'findMany' ? listOf(row) : orAbsent(row));
}

function schemaTable(
  resolver: Resolver,
  of: ExternalTarget,
  steps: readonly QueryStep[],
  name: string,
): ExternalTarget | undefined {
  let schema: Lazy | undefined;
  for (let at: ExternalTarget | undefined = of; at !== undefined; at = at.on)
    if (at.arguments.length > 0) [schema] = at.arguments;
  for (const value of steps.find((step) => step.name === 'drizzle')?.values ?? []) {
    schema = membersOf(resolver, value)?.named.get('schema')?.value ?? schema;
  }
  if (schema === undefined) return undefined;
  const member: Expression = { kind: 'member', of: schema.expression, name };
  return tableOf(resolver, { expression: member, site: schema.site });
}

/** A transaction returns the result of its function. */
function call(_: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const { expression, site } = made;
  if (of.path.at(-1) !== 'transaction' || !isDatabase(of) || expression.kind !== 'returns') return undefined;
  const [callback] = expression.values ?? [];
  if (callback === undefined || expression.of.kind !== 'member') return undefined;
  const called: Expression = { kind: 'returns', of: callback, values: [expression.of.of] };
  return { expression: { kind: 'operator', operator: 'awaited', of: called }, site };
}

/** `typeof users.$inferSelect`, `InferSelectModel<typeof users>`. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  if (isTable(of) && of.path[2] === '$inferSelect' && of.path.length === 3) return rowOf(resolver, of);
  const [argument] = of.arguments;
  if (of.path.join() !== 'InferSelectModel' || argument === undefined) return undefined;
  const table = tableOf(resolver, argument);
  return table && rowOf(resolver, table);
}

/** https://orm.drizzle.team */
export const drizzle: KnownPackage = {
  title: 'Drizzle',
  specifiers: /^drizzle-orm(?:\/|$)/,
  call,
  outcome,
  type,
};

/** Comparisons that are never true for a null column; `not in` an empty list is true for every row. */
const COMPARISONS = /^(?:eq|ne|gt|gte|lt|lte|like|ilike|inArray|between|isNotNull)$/;
const MOST_PARTS = 20;

/**
 * The columns of a table that a condition compares, `and(eq(books.id, id), eq(books.owner, owner))`: they are not null in
 * matching rows.
 */
function comparedColumns(resolver: Resolver, table: ExternalTarget, condition: Lazy): readonly string[] {
  const found: string[] = [];
  const open: Lazy[] = [condition];
  for (let at = open.pop(), left = MOST_PARTS; at !== undefined && left > 0; at = open.pop(), left -= 1) {
    const target = resolver.resolve(resolver, at, 'value');
    const step = target.kind === 'external' && target.specifier === 'drizzle-orm' ? stepOf(target) : undefined;
    if (step?.on !== undefined || step === undefined) continue;
    if (step.name === 'and') open.push(...step.values);
    const column = COMPARISONS.test(step.name) ? step.values[0] : undefined;
    const of = column && resolver.resolve(resolver, column, 'value');
    const isOwn = of?.kind === 'external' && isTable(of) && of.call?.expression === table.call?.expression;
    if (isOwn && of.path.length === 3 && of.path[2] !== undefined) found.push(of.path[2]);
  }
  return found;
}

interface Query {
  /** `insert` or `update`. */
  readonly method: string | undefined;
  /** The written values. */
  readonly given: Lazy | undefined;
  /** The columns that its condition compares. */
  readonly compared: readonly string[];
}

/**
 * A row that a query reads or returns, without null in columns that it surely writes or compares: columns with a given value; for
 * a new row, columns with a default and no given value; and unchanged columns that the condition compares.
 */
function rowWritten(resolver: Resolver, table: ExternalTarget, row: Lazy, { method, given, compared }: Query): Lazy {
  const written = given === undefined ? EMPTY : membersOfTarget(resolver, resolver.resolve(resolver, given, 'value'));
  const members = membersOf(resolver, row);
  const isRead = given === undefined && compared.length === 0;
  if (isRead || written === undefined || members === undefined || members.open !== undefined) return row;
  const isWhole = written.open === undefined && written.rest === undefined;
  const filled = !isWhole ? [] : method === 'insert' ? filledColumns(resolver, table) : compared;
  const parts = [...members.named.values()].map(({ name, value, at }) => {
    const one = written.named.get(name);
    const isSure = one === undefined ? filled.includes(name) : !one.optional && isSurely(resolver, one.value, FUEL);
    return { name, value: isSure ? without(resolver, value, 'null') : value, at };
  });
  return objectOf(row.site.file, [...parts, ...literalsWritten(resolver, given, (name) => members.named.get(name)?.value)]);
}
