import { type Expression, scalar, unknown } from '../../expression.js';
import type { SqlTables } from './tables.js';

/** Who makes values of the database's values: a driver, or the database's own JSON functions. */
export type SqlDialect = 'pg' | 'mysql' | 'sqlite' | 'json';

const PARSED = unknown('its form depends on the type parsers of the driver');

const TEXTS =
  /^(?:text|(?:tiny|medium|long)text|n?(?:var)?char\b.*|character\b.*|bpchar|citext|uuid|inet|cidr|macaddr|clob|enum|string)$/;
const INTEGERS = /^(?:(?:small|medium|tiny)?int(?:eger)?|int[24]|(?:small)?serial[24]?)(?: unsigned)?$/;
const LARGE = /^(?:bigint|int8|(?:big)?serial8?|bigserial)(?: unsigned)?$/;
const FLOATS = /^(?:real|float\d?|double(?: precision)?)$/;
const MOMENTS = /^(?:timestamptz|timestamp\b.*|datetime)$/;

/** The JSON of a value of a column's type (`character varying`, `text[]`). */
export function jsonOfType(type: string, dialect: SqlDialect, tables: SqlTables): Expression {
  if (type.endsWith('[]')) return { kind: 'array', items: jsonOfType(type.slice(0, -2), dialect, tables) };
  if (dialect === 'sqlite') return stored(type);
  // a function gives any value for any type: `typeCast` makes booleans of `tinyint(1)`
  if (dialect === 'mysql' && tables.parses) return PARSED;
  if (TEXTS.test(type) || tables.enums.has(type)) return scalar('string');
  if (INTEGERS.test(type)) return scalar('integer');
  if (LARGE.test(type)) return dialect === 'pg' ? largeNumber(tables) : scalar('integer');
  if (FLOATS.test(type)) return scalar('number');
  if (/^(?:numeric|decimal)$/.test(type))
    return dialect === 'json' ? scalar('number') : dialect === 'pg' ? largeNumber(tables) : PARSED;
  // MySQL has numbers for it
  if (/^bool(?:ean)?$/.test(type)) return dialect === 'mysql' ? scalar('integer') : scalar('boolean');
  // the driver makes a Date of it, unless it is asked for texts; in JSON of the database it may lack its zone
  if (MOMENTS.test(type)) return dialect === 'pg' && !tables.parses ? scalar('string', 'date-time') : scalar('string');
  if (/^(?:date|time\b.*|timetz)$/.test(type)) return scalar('string');
  if (/^jsonb?$/.test(type)) return unknown('a JSON column holds anything');
  return unknown(UNKNOWN_COLUMN);
}

export const UNKNOWN_COLUMN = 'what a column holds is not known';

/** The value of a number that a statement writes out: in PostgreSQL and MySQL `0.5` is a decimal. */
export const writtenNumber = (text: string, dialect: SqlDialect, tables: SqlTables): Expression => {
  if (!/[.e]/i.test(text) && Number(text) < 2 ** 31) return scalar('integer');
  return dialect === 'sqlite' ? scalar('number') : jsonOfType('numeric', dialect, tables);
};

/** pg makes texts of `bigint`, `numeric` and `count(*)`, whose values a number may not hold. */
export const largeNumber = ({ parses }: SqlTables): Expression => (parses ? PARSED : scalar('string'));

/**
 * A text is stored as a text, an integer as one: https://www.sqlite.org/datatype3.html#determination_of_column_affinity. Columns of
 * type `point` count as integers there, and hold texts.
 */
function stored(type: string): Expression {
  if (INTEGERS.test(type) || LARGE.test(type) || type === 'unsigned big int') return scalar('integer');
  if (/char|clob|text/.test(type)) return scalar('string');
  return /real|floa|doub/.test(type) ? scalar('number') : unknown('SQLite stores any value in a column of this type');
}
