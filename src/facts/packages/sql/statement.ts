import type { Location } from '../../../model/location.js';
import { BOOLEAN, type Expression, INTEGER, STRING } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { compose, listOf, objectOf, type Part, unknownOf } from '../../values/compose.js';
import { withNull } from './columns.js';
import { type Source, sourcesIn } from './sources.js';
import type { SqlColumn, SqlTables } from './tables.js';
import { closeOf, isName, isWords, type SqlToken, splitTokens, tokensOfParts, wordIndex } from './tokens.js';
import { jsonOfType, largeNumber, type SqlDialect, UNKNOWN_COLUMN, writtenNumber } from './types.js';

/** Longer statements are not analysed. */
const MOST_CHARACTERS = 10_000;
const MOST_DEPTH = 8;

/** Where the values of a statement come from. */
interface Scope {
  readonly tables: SqlTables;
  readonly dialect: SqlDialect;
  /** The file of the statement. */
  readonly file: string;
  readonly depth: number;
  readonly sources: readonly Source[];
  /** Columns that its conditions and joins name, which may leave out null, and those that it writes. */
  readonly named: ReadonlySet<string>;
  /** Those among them that its conditions name. */
  readonly filtered: ReadonlySet<string>;
}

/** What an expression gives. */
interface Value {
  readonly value: Lazy;
  readonly nullable: boolean | undefined;
  readonly at: Location;
}

/**
 * The columns of an SQL statement's result, in order: of a `SELECT` without `WITH`, or of a `RETURNING`. Undefined: some are unknown
 * (a calculation without a name, no such list).
 */
export function columnsOfResult(sql: string, tables: SqlTables, dialect: SqlDialect, file: string): ResultList | undefined {
  const tokens = sql.length > MOST_CHARACTERS ? undefined : tokensOfParts(sql);
  const [statement, ...others] = tokens === undefined ? [] : splitTokens(tokens, ';').filter((one) => one.length > 0);
  if (statement === undefined || others.length > 0) return undefined;
  return listOfStatement(statement, { tables, dialect, file, depth: 0, sources: [], named: NONE, filtered: NONE });
}

export interface ResultList {
  /** With the values that follow from the tables of the repository. */
  readonly columns: readonly Part[];
  /** It has `*` of a table that the repository defines: there may be others. */
  readonly more: boolean;
}

const FROM = new Set(['from']);
const SETS = new Set(['union', 'intersect', 'except']);
const RETURNING = new Set(['returning']);
function listOfStatement(tokens: readonly SqlToken[], outside: Scope): ResultList | undefined {
  if (!isWords(tokens, 0, 'select')) return returned(tokens, outside);
  const set = wordIndex(tokens, SETS);
  if (set >= 0) return ofSets(listOfStatement(tokens.slice(0, set), outside), outside.file);
  let start = 1;
  if (isWords(tokens, 1, 'distinct')) {
    if (isWords(tokens, 2, 'on')) return undefined;
    start = 2;
  } else if (isWords(tokens, 1, 'all')) start = 2;
  const from = wordIndex(tokens, FROM, start);
  const rest = from < 0 ? [] : tokens.slice(from + 1);
  const scope = within(outside, sourcesIn(rest, outside.tables), rest);
  return columnsIn(from < 0 ? tokens.slice(start) : tokens.slice(start, from), scope);
}

/** The names of the first statement; what the others select is not followed. */
function ofSets(first: ResultList | undefined, file: string): ResultList | undefined {
  const value = unknownOf(file, 'several statements give the values of this column');
  return first && !first.more ? { ...first, columns: first.columns.map((one) => ({ ...one, value })) } : undefined;
}

/** `INSERT INTO books … RETURNING id`. */
function returned(tokens: readonly SqlToken[], outside: Scope): ResultList | undefined {
  const at = wordIndex(tokens, RETURNING);
  const table = { insert: 2, delete: 2, update: 1 }[tokens[0]?.text ?? ''];
  if (at < 0 || table === undefined) return undefined;
  const before = tokens.slice(table, at);
  return columnsIn(tokens.slice(at + 1), within(outside, sourcesIn(before, outside.tables).slice(0, 1), before));
}

function within(outside: Scope, sources: readonly Source[], rest: readonly SqlToken[]): Scope {
  const end = wordIndex(rest, ORDERS);
  const until = end < 0 ? rest.length : end;
  const where = wordIndex(rest, WHERE);
  const having = wordIndex(rest, HAVING);
  const ofGroups = having < 0 ? [] : rest.slice(having);
  const names = (from: number): readonly string[] =>
    [...rest.slice(from, until), ...ofGroups].flatMap((one) => (isName(one) ? [one.text] : []));
  return {
    ...outside,
    depth: outside.depth + 1,
    sources: [...sources, ...outside.sources],
    named: joinedSet(outside.named, names(0)),
    filtered: joinedSet(outside.filtered, where < 0 ? names(until) : names(where)),
  };
}

const joinedSet = (one: ReadonlySet<string>, other: readonly string[]): ReadonlySet<string> => new Set([...one, ...other]);

const NONE: ReadonlySet<string> = new Set();
const WHERE = new Set(['where']);
const HAVING = new Set(['having']);
const ORDERS = new Set(['group', 'order', 'limit', 'offset']);

function columnsIn(tokens: readonly SqlToken[], scope: Scope): ResultList | undefined {
  const columns: Part[] = [];
  let more = false;
  for (const item of splitTokens(tokens, ',')) {
    const all = allOf(item, scope);
    const one = all === undefined ? columnOf(item, scope) : undefined;
    if (all === undefined && one === undefined) return undefined;
    if (all !== undefined) more = true;
    columns.push(...(all ?? []), ...(one === undefined ? [] : [one]));
  }
  // of two columns with one name a row has the last
  return columns.length === 0 ? undefined : { columns: [...new Map(columns.map((one) => [one.name, one])).values()], more };
}

/** The columns of `*` and `books.*`, if the repository defines those tables; undefined: it is no `*`, or one is unknown. */
function allOf(item: readonly SqlToken[], scope: Scope): readonly Part[] | undefined {
  if (item.at(-1)?.text !== '*' || item.length === 2 || item.length > 3) return undefined;
  const own = item.length === 1 ? scope.sources : scope.sources.filter(({ alias }) => alias === item[0]?.text).slice(0, 1);
  if (own.length === 0 || own.some(({ columns }) => columns === undefined)) return undefined;
  return own.flatMap((source) =>
    [...(source.columns ?? [])].flatMap(([name, column]) =>
      (column.definitions ?? source.definitions) === source.definitions
        ? part(name, stored(column, name, source, scope), scope)
        : [],
    ),
  );
}

function part(name: string, value: Value | undefined, { file }: Scope): Part {
  if (value === undefined) return { name, value: unknownOf(file, UNKNOWN_COLUMN), at: { file, line: 1 } };
  return { name, value: nullableOf(value), at: value.at };
}

const nullableOf = ({ value, nullable }: Value): Lazy => withNull(value, nullable);

/** `id`, `b.id`, `count(*) AS total`, `"authorName"`; PostgreSQL lower-cases a name without quotes, others keep it as written. */
function columnOf(item: readonly SqlToken[], scope: Scope): Part | undefined {
  const last = item.at(-1);
  const isNamed = item.at(-2)?.kind === 'word' && item.at(-2)?.text === 'as' && item.length > 2;
  const isPlain = item.length === 1 || (item.length === 3 && item[1]?.text === '.' && isName(item[0]));
  const isCased = last?.kind === 'word' && last.written !== last.text;
  if (!isName(last) || !(isNamed || isPlain) || (isCased && (scope.dialect === 'pg' || !isNamed))) return undefined;
  return part(isCased ? last.written : last.text, valueIn(isNamed ? item.slice(0, -2) : item, scope), scope);
}

/** The value of an expression; undefined: unknown. */
function valueIn(tokens: readonly SqlToken[], scope: Scope): Value | undefined {
  const [first] = tokens;
  const { file } = scope;
  if (first === undefined || scope.depth > MOST_DEPTH) return undefined;
  const here = { file, line: 1 };
  // a default would also replace an undefined that is passed
  const plain: Plain = (expression, ...given) => ({
    value: { expression, site: { file } },
    nullable: given.length === 0 ? false : given[0],
    at: here,
  });
  const joined = splitTokens(tokens, '||');
  if (joined.length > 1) return concatenated(joined, { ...scope, depth: scope.depth + 1 }, plain);
  const cast = castIn(tokens);
  if (cast !== undefined) {
    const of = valueIn(cast.of, scope);
    return plain(jsonOfType(cast.type, scope.dialect, scope.tables), of === undefined ? undefined : of.nullable);
  }
  if (first.text === '(' && closeOf(tokens, 0) === tokens.length) {
    const inner = tokens.slice(1, -1);
    return isWords(inner, 0, 'select') ? selected(inner, scope) : valueIn(inner, scope);
  }
  if (tokens.length === 1 && first.kind === 'text') return plain(STRING);
  if (tokens.length === 1 && first.kind === 'number') return plain(writtenNumber(first.text, scope.dialect, scope.tables));
  if (tokens.length === 1 && /^(?:true|false)$/.test(first.text)) return isPostgres(scope) ? plain(BOOLEAN) : undefined;
  if (isName(first) && (tokens.length === 1 || (tokens.length === 3 && tokens[1]?.text === '.')))
    return columnValue(tokens, scope);
  if (first.kind === 'word' && tokens[1]?.text === '(') {
    const close = closeOf(tokens, 1);
    // `json_agg(x) FILTER (WHERE …)`
    const isFiltered = isWords(tokens, close, 'filter') && closeOf(tokens, close + 1) === tokens.length;
    const names = tokens.slice(close).flatMap((one) => (isName(one) ? [one.text] : []));
    const inside: Scope = isFiltered
      ? { ...scope, named: joinedSet(scope.named, names), filtered: joinedSet(scope.filtered, names) }
      : scope;
    if (isFiltered || close === tokens.length) return called(first.text, tokens.slice(2, close - 1), inside, plain);
  }
  return undefined;
}

/** `a.city || ', ' || a.name`: a text where one of its parts is a column of text; lists and JSON are joined so too. */
function concatenated(parts: readonly (readonly SqlToken[])[], scope: Scope, plain: Plain): Value | undefined {
  const values = parts.map((one) => valueIn(one, scope));
  const isText = parts.some((one, index) => !isLiteral(one) && isString(values[index]));
  if (!isText || values.includes(undefined)) return undefined;
  const nulls = values.map((one) => one?.nullable);
  // null makes all of it null
  return plain(STRING, nulls.includes(true) ? true : nulls.includes(undefined) ? undefined : false);
}

const isLiteral = (tokens: readonly SqlToken[]): boolean => tokens.length === 1 && tokens[0]?.kind === 'text';
const isString = (of: Value | undefined): boolean =>
  of?.value.expression.kind === 'scalar' && of.value.expression.type === 'string';

/** `COALESCE(a, b)`: a text takes the type of the other parts (`COALESCE(json_agg(…), '[]')`), so one of these must be known. */
function coalesced(parts: readonly (readonly SqlToken[])[], scope: Scope, plain: Plain): Value | undefined {
  const values = parts.map((one) => valueIn(one, scope));
  const typed = values.filter((_, index) => !isLiteral(parts[index] ?? []));
  const [first] = typed;
  const isNever = values.some((one) => one?.nullable === false);
  if (typed.length === 0) return plain(STRING);
  return typed.includes(undefined) || first === undefined ? undefined : { ...first, nullable: isNever ? false : undefined };
}

/** `x::int`, `CAST(x AS int)`. */
function castIn(tokens: readonly SqlToken[]): { readonly of: readonly SqlToken[]; readonly type: string } | undefined {
  const isCall = isWords(tokens, 0, 'cast') && tokens[1]?.text === '(' && closeOf(tokens, 1) === tokens.length;
  const inside = isCall ? tokens.slice(2, -1) : tokens;
  const at = isCall
    ? inside.findLastIndex((one) => one.kind === 'word' && one.text === 'as')
    : inside.findLastIndex(({ text }) => text === '::');
  const type = inside.slice(at + 1);
  if (at < 1 || type.length === 0 || !type.every(isOfType)) return undefined;
  const words = type.flatMap((one) => (isName(one) ? [one.text] : []));
  return { of: inside.slice(0, at), type: `${words.join(' ')}${type.at(-1)?.text === ']' ? '[]' : ''}` };
}

const isOfType = ({ kind, text }: SqlToken): boolean =>
  kind === 'word' || kind === 'name' || kind === 'number' || /^[()[\],]$/.test(text);

/** The one value of a query inside another; no row gives null, but an aggregate always has one. */
function selected(tokens: readonly SqlToken[], scope: Scope): Value | undefined {
  const from = wordIndex(tokens, FROM);
  if (wordIndex(tokens, SETS) >= 0) return undefined;
  const rest = from < 0 ? [] : tokens.slice(from + 1);
  const item = tokens.slice(1, from < 0 ? undefined : from);
  const inner = valueIn(item, within(scope, sourcesIn(rest, scope.tables), rest));
  const isAggregate = item[0]?.kind === 'word' && AGGREGATES.test(item[0].text) && wordIndex(tokens, new Set(['group'])) < 0;
  // a key that refers to the other table always finds a row
  return inner && { ...inner, nullable: isAggregate || inner.nullable === true ? inner.nullable : undefined };
}

const AGGREGATES = /^(?:count|jsonb?_agg|coalesce|json_group_array|exists)$/;

function columnValue(tokens: readonly SqlToken[], scope: Scope): Value | undefined {
  const name = tokens.at(-1)?.text ?? '';
  const asked = tokens.length === 3 ? scope.sources.filter(({ alias }) => alias === tokens[0]?.text).slice(0, 1) : scope.sources;
  const having = asked.filter(({ columns }) => columns === undefined || columns.has(name));
  const [source] = having;
  const column = source?.columns?.get(name);
  return having.length === 1 && source !== undefined && column !== undefined ? stored(column, name, source, scope) : undefined;
}

function stored(column: SqlColumn, name: string, { alias, outer }: Source, scope: Scope): Value {
  const { dialect, file, tables, named, filtered } = scope;
  const expression: Expression =
    column.type === undefined ? { kind: 'unknown', why: UNKNOWN_COLUMN } : jsonOfType(column.type, dialect, tables);
  const isInDoubt = column.nullable === 'default' || (column.nullable === true && named.has(name));
  const isStored = isInDoubt ? undefined : column.nullable;
  return {
    value: { expression, site: { file: column.at.file } },
    nullable: outer === false ? isStored : outer === 'perhaps' || filtered.has(name) || filtered.has(alias) ? undefined : true,
    at: expression.kind === 'unknown' ? { file, line: 1 } : column.at,
  };
}

/** Is it PostgreSQL, at the top or inside one of its JSON functions? */
const isPostgres = ({ dialect }: Scope): boolean => dialect === 'pg' || dialect === 'json';

/** A value that is never null, unless it is given whether it may be. */
type Plain = (expression: Expression, ...nullable: readonly (boolean | undefined)[]) => Value;

function called(name: string, given: readonly SqlToken[], scope: Scope, plain: Plain): Value | undefined {
  const values = splitTokens(given, ',');
  const inner: Scope = { ...scope, depth: scope.depth + 1 };
  switch (name) {
    case 'count':
      return plain(scope.dialect === 'pg' ? largeNumber(scope.tables) : INTEGER);
    case 'exists':
      return plain(isPostgres(scope) ? BOOLEAN : INTEGER);
    case 'coalesce':
    case 'ifnull':
      return coalesced(values, inner, plain);
    case 'gen_random_uuid':
    case 'uuid_generate_v4':
      return plain(STRING);
    case 'to_char':
      return plain(STRING, valueIn(values[0] ?? [], inner)?.nullable);
    case 'string_agg':
    case 'group_concat':
      return plain(STRING, undefined);
    case 'json_build_object':
    case 'jsonb_build_object':
      return isPostgres(scope) ? built(values, { ...inner, dialect: 'json' }, plain) : undefined;
    case 'json_agg':
    case 'jsonb_agg': {
      if (!isPostgres(scope)) return undefined;
      const end = wordIndex(given, ORDERS);
      const start = isWords(given, 0, 'distinct') ? 1 : 0;
      const each = valueIn(given.slice(start, end < 0 ? undefined : end), { ...inner, dialect: 'json' });
      // no rows give null
      return each && { value: listOf(nullableOf(each)), nullable: true, at: each.at };
    }
    default:
      return undefined;
  }
}

/** `json_build_object('id', b.id)`. */
function built(values: readonly (readonly SqlToken[])[], scope: Scope, plain: Plain): Value | undefined {
  const parts: Part[] = [];
  for (let index = 0; index + 1 < values.length; index += 2) {
    const [key, ...others] = values[index] ?? [];
    if (key?.kind !== 'text' || others.length > 0) return undefined;
    parts.push(part(key.text, valueIn(values[index + 1] ?? [], scope), scope));
  }
  if (values.length % 2 === 1) return undefined;
  const object = objectOf(scope.file, parts);
  return { ...plain({ kind: 'unknown', why: UNKNOWN_COLUMN }), value: compose(scope.file, (put) => put(object)) };
}
