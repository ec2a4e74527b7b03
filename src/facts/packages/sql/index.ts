import { nullInDoubt } from '../../null-in-doubt.js';
import type { Lazy } from '../../program.js';
import { membersOf } from '../../shapes/members.js';
import { compose, listOf, objectOf, orAbsent, orInDoubt, orNull, type Part, unknownOf } from '../../values/compose.js';
import { mayBeNothing } from '../../values/elements.js';
import { type ExternalTarget, FUEL, type KnownPackage, type Resolver } from '../../values/target.js';
import { texts } from '../../values/texts.js';
import { stepOf } from '../query-steps.js';
import { columnsOfResult } from './statement.js';
import { sqlTablesOf } from './tables.js';
import type { SqlDialect } from './types.js';

/** The result of an SQL statement: `{ rows }` of pg, `[rows, fields]` of mysql2, rows or one row of better-sqlite3. */
function call(resolver: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const method = of.path.at(-1) ?? '';
  const { values, types } = stepOf(method, made);
  const { file } = made.site;
  const [type] = types;
  if (of.specifier === 'better-sqlite3') {
    // `statement.pluck()` and `statement.raw()` return other rows
    const isPlain = of.path.at(-2) === '()' && of.path.at(-3) === 'prepare' && of.on?.altered === undefined;
    const prepared = isPlain ? of.on?.call : undefined;
    const row = prepared && rowsOf(resolver, stepOf('prepare', prepared).values[0], file, 'sqlite', type);
    if (row === undefined) return undefined;
    return method === 'all' ? listOf(row) : method === 'get' ? orAbsent(row) : undefined;
  }
  if (!/^(?:query|execute)$/.test(method)) return undefined;
  if (of.specifier === 'pg') {
    const row = rowsOf(resolver, values[0], file, 'pg', type) ?? type ?? someRow(resolver, values[0], file);
    return row && resultOf(file, row);
  }
  const row = type === undefined || isLoose(resolver, type) ? undefined : elementOf(type);
  // a type that is no list says what a statement without rows gives
  const isRead = type === undefined || row !== undefined || isLoose(resolver, type);
  const rows = (isRead ? list(rowsOf(resolver, values[0], file, 'mysql', row)) : undefined) ?? type;
  const fields = unknownOf(file, 'what mysql2 says of the columns');
  return rows && compose(file, (put) => ({ kind: 'tuple', items: [put(rows), put(fields)] }));
}

const elementOf = ({ expression, site }: Lazy): Lazy | undefined =>
  expression.kind === 'array' ? { expression: expression.items, site } : undefined;

/** `RowDataPacket[]` of mysql2: rows with any columns. */
function isLoose(resolver: Resolver, { expression, site }: Lazy): boolean {
  const items =
    expression.kind === 'array' ? resolver.resolve(resolver, { expression: expression.items, site }, 'shape') : undefined;
  return items?.kind === 'external' && items.path.at(-1) === 'RowDataPacket';
}

const list = (row: Lazy | undefined): Lazy | undefined => row && listOf(row);

/**
 * A row whose columns are not known: an object, unless options make it a list (`rowMode: 'array'`). Undefined: several statements
 * have a result each.
 */
function someRow(resolver: Resolver, statement: Lazy | undefined, file: string): Lazy | undefined {
  const columns = unknownOf(file, 'what the statement selects is not known');
  const given = statement && resolver.resolve(resolver, statement, 'value');
  if (given?.kind !== 'plain' || given.expression.kind !== 'literal') return columns;
  if (String(given.expression.value).trim().slice(0, -1).includes(';')) return undefined;
  return compose(file, (put) => ({ kind: 'map', values: put(columns) }));
}

function resultOf(file: string, row: Lazy): Lazy {
  const at = { file, line: 1 };
  const parts: readonly Part[] = [
    { name: 'rows', value: listOf(row), at },
    { name: 'rowCount', value: { expression: { kind: 'scalar', type: 'integer' }, site: { file } }, at },
  ];
  return objectOf(file, parts, { first: unknownOf(file, 'what else a result of pg has') });
}

/**
 * A row with the columns that a statement names; their values come from a type, or else from the tables that the repository defines.
 * pg also takes `{ text, values }`.
 */
function rowsOf(
  resolver: Resolver,
  statement: Lazy | undefined,
  file: string,
  dialect: SqlDialect,
  type?: Lazy,
): Lazy | undefined {
  if (statement === undefined) return undefined;
  const { kind } = statement.expression;
  const text =
    kind === 'object'
      ? { ...statement, expression: { kind: 'member' as const, of: statement.expression, name: 'text' } }
      : statement;
  const [sql, another] = texts(resolver, text);
  const result =
    sql === undefined || another !== undefined ? undefined : columnsOfResult(sql, sqlTablesOf(resolver), dialect, file);
  if (result === undefined) return undefined;
  if (kind === 'object' && membersOf(resolver, statement)?.named.has('rowMode') !== false) return undefined;
  const members = type && membersOf(resolver, type)?.named;
  const parts = result.columns.map((one): Part => {
    const declared = members?.get(one.name);
    if (declared === undefined) return one;
    const { value, at, optional } = declared;
    // a column without a value is sent as null, whatever the type says
    if (optional === true) return { name: one.name, value: orNull(value), at };
    const isDoubtful = mayBeNothing(resolver, one.value, FUEL) === true && mayBeNothing(resolver, value, FUEL) !== true;
    return { name: one.name, value: isDoubtful ? orInDoubt(value, DOUBTED) : value, at };
  });
  if (!result.more || members === undefined || members.size === 0)
    return objectOf(file, parts, result.more ? { first: unknownOf(file, 'columns that the repository does not define') } : {});
  const known = new Set(parts.map(({ name }) => name));
  const others = [...members.values()].filter(({ name }) => !known.has(name));
  const unsure = 'the table has no such column where the repository defines it';
  return objectOf(file, [...parts, ...others.map(({ name, value, at }): Part => ({ name, value, at, unsure }))], { first: type });
}

const DOUBTED = nullInDoubt('its column may be null, and the type of the row says that it never is');

/** https://node-postgres.com/apis/result, https://sidorares.github.io/node-mysql2/docs, https://github.com/WiseLibs/better-sqlite3 */
export const sqlDrivers: KnownPackage = {
  title: 'pg, mysql2 and better-sqlite3',
  specifiers: /^(?:pg|mysql2(?:\/promise)?|better-sqlite3)$/,
  call,
  alters: /^prepare$/,
};
