import { compose, listOf, objectOf, orAbsent, type Part, unknownOf } from '../compose.js';
import { membersOf } from '../members.js';
import type { Lazy } from '../program.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../target.js';
import { texts } from '../texts.js';
import { stepOf } from './query-steps.js';
import { columnsOf } from './sql-text.js';

/** What a statement of SQL gives: `{ rows }` of pg, `[rows, fields]` of mysql2, rows or one of better-sqlite3. */
function call(resolver: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const method = of.path.at(-1) ?? '';
  const { values, types } = stepOf(method, made);
  const { file } = made.site;
  const [type] = types;
  if (of.specifier === 'better-sqlite3') {
    // `statement.pluck()` and `statement.raw()` give other rows
    const isPlain = of.path.at(-2) === '()' && of.path.at(-3) === 'prepare' && of.on?.altered === undefined;
    const prepared = isPlain ? of.on?.call : undefined;
    const row = prepared && rowsOf(resolver, stepOf('prepare', prepared).values[0], file);
    if (row === undefined) return undefined;
    return method === 'all' ? listOf(row) : method === 'get' ? orAbsent(row) : undefined;
  }
  if (!/^(?:query|execute)$/.test(method)) return undefined;
  if (of.specifier === 'pg') {
    const row = rowsOf(resolver, values[0], file, type) ?? type;
    return row && resultOf(file, row);
  }
  const rows = type ?? list(rowsOf(resolver, values[0], file));
  const fields = unknownOf(file, 'what mysql2 says of the columns');
  return rows && compose(file, (put) => ({ kind: 'tuple', items: [put(rows), put(fields)] }));
}

const list = (row: Lazy | undefined): Lazy | undefined => row && listOf(row);

function resultOf(file: string, row: Lazy): Lazy {
  const at = { file, line: 1 };
  const parts: readonly Part[] = [
    { name: 'rows', value: listOf(row), at },
    { name: 'rowCount', value: { expression: { kind: 'scalar', type: 'integer' }, site: { file } }, at },
  ];
  return objectOf(file, parts, { first: unknownOf(file, 'what else a result of pg has') });
}

/** A row with the columns that a statement names; what they hold, a type tells. pg also takes `{ text, values }`. */
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
