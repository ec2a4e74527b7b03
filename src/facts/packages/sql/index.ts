import type { Lazy } from '../program.js';
import { membersOf } from '../shapes/members.js';
import { compose, listOf, objectOf, orAbsent, type Part, unknownOf } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { texts } from '../values/texts.js';
import { stepOf } from './query-steps.js';

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
    const row = prepared && rowsOf(resolver, stepOf('prepare', prepared).values[0], file);
    if (row === undefined) return undefined;
    return method === 'all' ? listOf(row) : method === 'get' ? orAbsent(row) : undefined;
  }
  if (!/^(?:query|execute)$/.test(method)) return undefined;
  if (of.specifier === 'pg') {
    const row = rowsOf(resolver, values[0], file, type) ?? type ?? someRow(resolver, values[0], file);
    return row && resultOf(file, row);
  }
  const rows = type ?? list(rowsOf(resolver, values[0], file));
  const fields = unknownOf(file, 'what mysql2 says of the columns');
  return rows && compose(file, (put) => ({ kind: 'tuple', items: [put(rows), put(fields)] }));
}

const list = (row: Lazy | undefined): Lazy | undefined => row && listOf(row);

/**
 * A row whose columns are not known: an object, unless options make it a list (`rowMode: 'array'`). Undefined: several statements
 * have a result each.
 */
function someRow(resolver: Resolver, statement: Lazy | undefined, file: string): Lazy | undefined {
  const columns = unknownOf(file, 'what the statement selects is not told');
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

/** A row with the columns that a statement names; their values come from a type. pg also takes `{ text, values }`. */
function rowsOf(resolver: Resolver, statement: Lazy | undefined, file: string, type?: Lazy): Lazy | undefined {
  if (statement === undefined) return undefined;
  const { kind } = statement.expression;
  const text =
    kind === 'object'
      ? { ...statement, expression: { kind: 'member' as const, of: statement.expression, name: 'text' } }
      : statement;
  const [sql, another] = texts(resolver, text);
  const columns = sql === undefined || another !== undefined ? undefined : columnsOf(sql);
  if (columns === undefined) return undefined;
  if (kind === 'object' && membersOf(resolver, statement)?.named.has('rowMode') !== false) return undefined;
  const value = unknownOf(file, 'what a column holds is not told');
  const members = type && membersOf(resolver, type)?.named;
  return objectOf(
    file,
    columns.map((name) => ({ name, value: members?.get(name)?.value ?? value, at: { file, line: 1 } })),
  );
}

/** https://node-postgres.com/apis/result, https://sidorares.github.io/node-mysql2/docs, https://github.com/WiseLibs/better-sqlite3 */
export const sqlDrivers: KnownPackage = {
  title: 'pg, mysql2 and better-sqlite3',
  resolves: ['rows of a statement: with the columns that its `SELECT` or `RETURNING` lists, or of the type that the call names'],
  specifiers: /^(?:pg|mysql2(?:\/promise)?|better-sqlite3)$/,
  call,
  alters: /^prepare$/,
};

/** Longer statements are not analysed. */
const MOST_CHARACTERS = 10_000;

const LIST = /^\s*(?:select\s+(?:distinct\s+)?|insert\b|update\b|delete\b)/i;

/**
 * The column names of an SQL statement's result, in order: of a `SELECT` without `WITH`, or of a `RETURNING`. Undefined: some are
 * unknown (`*`, a calculation without a name, no such list).
 */
function columnsOf(sql: string): readonly string[] | undefined {
  if (sql.length > MOST_CHARACTERS || !LIST.test(sql)) return undefined;
  const words = withoutTexts(sql);
  if (words === undefined) return undefined;
  const list = /^\s*select\b/i.test(words) ? selectedIn(words) : returnedIn(words);
  const names = list === undefined ? [] : splitAtCommas(list).map(nameOf);
  const known = names.filter((name) => name !== undefined);
  return names.length > 0 && known.length === names.length ? known : undefined;
}

/** The statement without string literals. Undefined: one is unterminated, or there is a comment or another statement. */
function withoutTexts(sql: string): string | undefined {
  const parts = sql.split("'");
  const words = parts.filter((_, index) => index % 2 === 0).join(' ');
  return parts.length % 2 === 1 && !/--|\/\*/.test(sql) && !/;\s*\S/.test(words) ? words : undefined;
}

/** The text between `SELECT` and the `FROM` at the same depth. */
function selectedIn(words: string): string | undefined {
  if (/\b(?:union|intersect|except)\b/i.test(words)) return undefined;
  const start = /^\s*select\s+(?:distinct\s+(?!on\b))?/i.exec(words)?.[0].length ?? 0;
  let depth = 0;
  for (const { 0: token, index } of words.matchAll(/[()]|\bfrom\b/gi)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0 && index >= start) return words.slice(start, index);
  }
  return words.slice(start);
}

function returnedIn(words: string): string | undefined {
  const parts = words.split(/\breturning\b/i);
  return parts.length === 2 ? parts[1]?.replace(/;\s*$/, '') : undefined;
}

function splitAtCommas(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (const { 0: token, index } of list.matchAll(/[(),]/g)) {
    if (token === '(') depth += 1;
    else if (token === ')') depth -= 1;
    else if (depth === 0) {
      parts.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, list.slice(start)];
}

/** `id`, `b.id`, `count(*) AS total`, `"authorName"`; PostgreSQL lower-cases a name without quotes, others keep it as written. */
function nameOf(column: string): string | undefined {
  const text = column.trim().replace(/;$/, '');
  const named =
    /\bas\s+("[^"]+"|`[^`]+`|[a-z_]\w*)$/i.exec(text)?.[1] ?? /^(?:\w+\.)?("[^"]+"|`[^`]+`|[a-z_]\w*)$/i.exec(text)?.[1];
  if (named === undefined) return undefined;
  const plain = named.replace(/^["`]|["`]$/g, '');
  return plain === named && plain !== plain.toLowerCase() ? undefined : plain;
}
