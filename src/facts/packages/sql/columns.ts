import { nullInDoubt } from '../../null-in-doubt.js';
import type { Lazy } from '../../program.js';
import type { Member } from '../../shapes/member-list.js';
import { orInDoubt, orNull, type Part, unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { rowSettingsOf } from './row-settings.js';
import { type SqlColumn, sqlTablesOf } from './tables.js';
import { jsonOfType, UNKNOWN_COLUMN } from './types.js';

const CHANGED = 'a later statement changes this column';
/** Types that drivers read differently. */
const OF_DRIVERS = /bool|time|date|numeric|bigint|bigserial/;

/**
 * The columns of a row that Knex reads, with the types that its class declares for them; undefined: not all are known, or code
 * renames them.
 */
export function columnsOf(
  resolver: Resolver,
  table: string,
  declared?: ReadonlyMap<string, Member>,
): readonly Part[] | undefined {
  const { tables, definitions } = sqlTablesOf(resolver);
  const known = definitions.get(table) === 1 ? tables.get(table) : undefined;
  if (known === undefined || (rowSettingsOf(resolver.program).names && [...known.keys()].some((name) => name.includes('_'))))
    return undefined;
  return [...known].map(([name, column]): Part => {
    const member = declared?.get(name);
    const value = member?.method === undefined ? (member?.value ?? dataOf(resolver, column)) : unknownOf(column.at.file, CHANGED);
    const isGone = column.type === undefined && column.nullable === undefined;
    return { name, value: withNull(value, column.nullable), at: column.at, ...(isGone && { unsure: CHANGED }) };
  });
}

function dataOf(resolver: Resolver, { type, at }: SqlColumn): Lazy {
  const { dialect } = rowSettingsOf(resolver.program);
  if (type === undefined || (dialect === undefined && OF_DRIVERS.test(type))) return unknownOf(at.file, UNKNOWN_COLUMN);
  return { expression: jsonOfType(type, dialect ?? 'pg', sqlTablesOf(resolver)), site: { file: at.file } };
}

const MAYBE_NULL = nullInDoubt('its column may hold null, and whether this statement reads such rows is not known');

/** The value of a column that may be null, or of which this is not known. */
export function withNull(value: Lazy, nullable: SqlColumn['nullable']): Lazy {
  if (nullable === false) return value;
  return nullable === true ? orNull(value) : orInDoubt(value, MAYBE_NULL);
}
