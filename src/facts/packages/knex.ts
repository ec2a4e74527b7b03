import type { Lazy } from '../program.js';
import { literals, membersOf } from '../shapes/members.js';
import { listOf, objectOf, orAbsent, type Part, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { namesIn, type QueryStep, stepOf, stepsOf } from './query-steps.js';
import { columnsOf } from './sql/columns.js';
import { UNKNOWN_COLUMN } from './sql/types.js';

/** Methods that change neither the columns nor the form of the rows. */
const NEUTRAL =
  /^(?:where\w*|andWhere\w*|orWhere\w*|having\w*|orderBy\w*|limit|offset|withSchema|transacting|forUpdate|forShare|insert|update|del|delete|onConflict|merge|ignore|timeout)$/;
const CHANGES = /^(?:insert|update|del|delete)$/;
const NAMES = /^(?:select|columns|returning|first)$/;
/** The database or a transaction; the code calls it with a table. */
const DATABASE = /^(?:\(\)|Knex|Transaction)$/;

/** The result of awaiting a query of one table: rows of the call's type argument, or with the listed columns. */
function outcome(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  if (of.path.at(-1) !== '()') return undefined;
  const steps = stepsOf(of);
  const start = steps.findIndex(({ name, values }) => DATABASE.test(name) && values.length > 0);
  const [table, ...chain] = start < 0 ? [] : steps.slice(start);
  if (table === undefined || !chain.every(({ name }) => NEUTRAL.test(name) || NAMES.test(name))) return undefined;
  const lists = chain.filter(({ name }) => NAMES.test(name));
  const names = lists.flatMap(({ values }) => values).map((one) => namesIn(resolver, one));
  if (names.includes(undefined) || (lists.length === 0 && chain.some(({ name }) => CHANGES.test(name)))) return undefined;
  const columns = names.flatMap((some) => some ?? []);
  const renamed = renamedBy(resolver, configOf(resolver, of));
  const row = rowOf(resolver, table, { columns, renamed }, of.call?.site.file ?? '');
  return row && (chain.some(({ name }) => name === 'first') ? orAbsent(row) : listOf(row));
}

/** The configuration of the database: `knex({ … })` of the `db` in `db('books').select('id')`. */
function configOf(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  let first = of;
  while (first.on !== undefined) first = first.on;
  if (first.call?.expression.kind !== 'returns') return undefined;
  const made = resolver.resolve(resolver, { ...first.call, expression: first.call.expression.of }, 'value');
  return made.kind === 'external' && made.call !== undefined ? stepOf('knex', made.call).values[0] : undefined;
}

/** Matches columns whose names rows may change: all with a `postProcessResponse`, those in snake_case if mappers may be set. */
function renamedBy(resolver: Resolver, config: Lazy | undefined): RegExp {
  const members = config && membersOf(resolver, config);
  const { expression } = config ?? {};
  const isChanged = expression?.kind === 'object' && expression.members.some((one) => 'name' in one && one.name === CHANGED);
  if (isChanged || members?.named.has(CHANGED) === true) return /^/;
  return members === undefined || members.open !== undefined ? /_/ : /^(?!)$/;
}

const CHANGED = 'postProcessResponse';

interface Selection {
  readonly columns: readonly string[];
  readonly renamed: RegExp;
}

/** A whole row, or its columns `id`, `books.title` and `title as name`. */
function rowOf(
  resolver: Resolver,
  { types: [type], values: [from] }: QueryStep,
  { columns, renamed }: Selection,
  file: string,
): Lazy | undefined {
  const [table] = (from && literals(resolver, from)) ?? [];
  const known = typeof table === 'string' && type === undefined ? columnsOf(resolver, table) : undefined;
  const isRenamed = known?.some(({ name }) => renamed.test(name)) === true;
  if (columns.every((one) => one === '*')) return type ?? (known && !isRenamed ? objectOf(file, known) : undefined);
  const members = type && membersOf(resolver, type)?.named;
  const parts = columns.map((written): Part => {
    const [column = '', alias] = written.split(/ as /i).map((one) => one.trim());
    const name = column.slice(column.lastIndexOf('.') + 1);
    const member = members?.get(name);
    const own = known?.find((one) => one.name === name);
    if (own !== undefined) return { ...own, name: alias ?? name };
    const value = member?.value ?? unknownOf(file, UNKNOWN_COLUMN);
    return { name: alias ?? name, value, at: { file, line: 1 } };
  });
  const isUnstated = parts.some(({ name }) => name === '*' || (renamed.test(name) && members?.has(name) !== true));
  return isUnstated ? undefined : objectOf(file, parts);
}

/** https://knexjs.org/guide/query-builder.html */
export const knex: KnownPackage = {
  title: 'Knex',
  specifiers: /^knex$/,
  outcome,
};
