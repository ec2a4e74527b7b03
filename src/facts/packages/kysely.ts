import type { Lazy } from '../program.js';
import { membersOf } from '../shapes/members.js';
import { compose, listOf, objectOf, orAbsent, orNull, type Part } from '../values/compose.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { namesIn, type QueryStep, stepsOf } from './query-steps.js';

const DATABASE = /^(?:Kysely|Transaction)$/;
const STARTS = /^(?:selectFrom|insertInto|updateTable|deleteFrom|replaceInto)$/;
const GIVES = /^execute(?:TakeFirst(?:OrThrow)?)?$/;
/** Methods that add or remove columns, not all of which are known. */
const MORE =
  /^(?:with|withRecursive|select(?!From|All)\w+|clearSelect|\$\w+|union|unionAll|intersect|except|output\w*|from|using|fullJoin|crossJoin\w*|\w+Lateral)$/;

/** The result of executing a query: rows of tables, as the database type declares them. */
function call(resolver: Resolver, of: ExternalTarget, made: Lazy): Lazy | undefined {
  const method = of.path.at(-1) ?? '';
  if (!GIVES.test(method)) return undefined;
  const steps = of.on === undefined ? [] : stepsOf(of.on);
  const row = rowOf(resolver, of, steps, made.site.file);
  if (row === undefined) return undefined;
  if (method === 'execute') return listOf(row);
  return method === 'executeTakeFirst' ? orAbsent(row) : row;
}

function rowOf(resolver: Resolver, of: ExternalTarget, steps: readonly QueryStep[], file: string): Lazy | undefined {
  const database = databaseOf(of);
  if (database === undefined || steps.some(({ name }) => MORE.test(name))) return undefined;
  const tables = new Map<string, { readonly row: Lazy; readonly optional: boolean }>();
  for (const { name, values } of steps) {
    const isJoin = /Join$/.test(name);
    if (!isJoin && !STARTS.test(name)) continue;
    if (/right/i.test(name)) return undefined;
    const [named, another] = namesIn(resolver, values[0]) ?? [];
    const [table, alias] = named?.split(/ as /) ?? [];
    if (table === undefined || another !== undefined) return undefined;
    const row: Lazy = { expression: { kind: 'member', of: database.expression, name: table.trim() }, site: database.site };
    tables.set((alias ?? table).trim(), { row, optional: name === 'leftJoin' });
  }
  const parts: Part[] = [];
  const whole: Lazy[] = [];
  for (const { name, values } of steps) {
    if (name === 'selectAll' || name === 'returningAll') {
      const asked = values.length === 0 ? [...tables.keys()] : namesIn(resolver, values[0]);
      for (const table of asked ?? ['']) {
        const found = tables.get(table);
        if (found === undefined || found.optional) return undefined;
        whole.push(found.row);
      }
    } else if (name === 'select' || name === 'returning') {
      const names = namesIn(resolver, values[0]);
      const columns = names?.map((one) => columnOf(resolver, tables, one, file));
      if (columns === undefined || columns.includes(undefined)) return undefined;
      parts.push(...columns.flatMap((one) => one ?? []));
    }
  }
  if (parts.length === 0 && whole.length === 0) return undefined;
  const fields = parts.length === 0 ? [] : [objectOf(file, parts)];
  return compose(file, (put) => ({
    kind: 'object',
    members: [...whole, ...fields].map((one) => ({ kind: 'spread', value: put(one) })),
  }));
}

/** `title`, `b.title`, `b.title as name`. */
function columnOf(
  resolver: Resolver,
  tables: ReadonlyMap<string, { readonly row: Lazy; readonly optional: boolean }>,
  written: string,
  file: string,
): Part | undefined {
  const [column = '', alias] = written.split(/ as /).map((one) => one.trim());
  const [table, name] = column.includes('.') ? column.split('.') : [undefined, column];
  const asked = table === undefined ? [...tables.values()] : [tables.get(table)].filter((one) => one !== undefined);
  const found = asked.flatMap((one) => {
    const member = membersOf(resolver, one.row)?.named.get(name ?? '');
    return member === undefined ? [] : [{ member, optional: one.optional }];
  });
  const [one, another] = found;
  if (one === undefined || another !== undefined) return undefined;
  const { value, at } = one.member;
  return { name: alias ?? name ?? '', value: one.optional ? orNull(value) : value, at: { ...at, file } };
}

/** The type that declares the tables: of `new Kysely<Database>()`, or of a variable with such a type. */
function databaseOf(of: ExternalTarget): Lazy | undefined {
  for (let at: ExternalTarget | undefined = of; at !== undefined; at = at.on)
    if (DATABASE.test(at.path.at(-1) ?? '') && at.arguments[0] !== undefined) return at.arguments[0];
  return undefined;
}

/** The type of a column, or of a table's rows, when read. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (/^(?:Generated|GeneratedAlways|ColumnType|JSONColumnType|Selectable)$/.test(name)) return of.arguments[0];
  return undefined;
}

/** https://kysely.dev/docs/getting-started */
export const kysely: KnownPackage = {
  title: 'Kysely',
  specifiers: /^kysely$/,
  call,
  type,
};
