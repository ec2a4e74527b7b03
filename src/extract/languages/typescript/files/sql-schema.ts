import type { Expression, PropertyMember } from '../../../../facts/expression.js';
import type { Declaration } from '../../../../facts/fact.js';
import {
  closeOf,
  isName,
  isWords,
  nameFrom,
  type SqlToken,
  splitTokens,
  tokensOf,
} from '../../../../facts/packages/sql/tokens.js';
import { type Place, placesIn } from '../../../../model/line-table.js';
import type { Extraction } from '../../../extractor.js';

/** Longer files are data, not schemas. */
const MAX_LENGTH = 1_000_000;
const DEFINES = /\b(?:create|alter)\s/i;

/** Where the part of a migration begins that takes it back (goose, dbmate, sql-migrate, node-pg-migrate). */
const BACK = /^-- ?(?:\+goose |\+migrate |migrate:|)down\b/im;

/** Words that begin a constraint of a table, not a column. */
const CONSTRAINTS = new Set('constraint primary unique foreign check exclude like index key fulltext spatial period'.split(' '));
/** Words that end the type of a column. */
const AFTER_TYPE = new Set(
  `not null default primary unique references check collate generated constraint auto_increment autoincrement comment on key as
  first after character_set charset storage compression invisible visible virtual stored identity`.split(/\s+/),
);
/** Nobody writes null where the database writes the time. */
const NOW = /\bdefault (?:current_timestamp|now \()/;
const SERIAL = /^(?:small|big)?serial\d?$/;

/**
 * The tables of SQL statements (`CREATE TABLE`, `ALTER TABLE`), as declarations: each column is `[type, 'null' | 'default' | 'never']`,
 * or unknown where a later statement changes it; those of `ALTER TABLE` are an interface. Enumerations of PostgreSQL are named. Names are in lower case, unless quoted.
 */
export function readSqlSchema(path: string, text: string): Extraction {
  if (text.length > MAX_LENGTH || !DEFINES.test(text) || /[._-]down\.sql$/i.test(path)) return { facts: [], gaps: [] };
  const placeAt = placesIn(text);
  const reading: Reading = {
    lineOf: (token) => placeAt(token?.at ?? 0),
    filled: new Set([...text.matchAll(FILLED)].map(([, name = '']) => name.toLowerCase())),
  };
  const back = text.search(BACK);
  const statements = splitTokens(tokensOf(back < 0 ? text : text.slice(0, back)) ?? [], ';');
  const byName = new Map<string, Declaration[]>();
  const add = (name: string, facts: readonly Declaration[]): void => {
    const all = byName.get(name);
    if (all === undefined) byName.set(name, [...facts]);
    else for (const fact of facts) all.push(fact);
  };
  for (const one of statements) {
    const renamed = renamedIn(one);
    const moved = renamed && byName.get(renamed.from);
    const fact = defined(one, reading);
    if (renamed !== undefined && moved !== undefined) {
      byName.delete(renamed.from);
      add(renamed.to, moved);
    } else if (fact !== undefined) add(fact.name, [fact]);
  }
  return { facts: [...byName].flatMap(([name, all]) => all.map((one) => ({ ...one, name }))), gaps: [] };
}

/** `NEW.slug := …` of a trigger. */
const FILLED = /\bnew\.(\w{1,100})\s{0,9}:?=/gi;

/** `ALTER TABLE new_books RENAME TO books`: SQLite tables are made anew where a column changes. */
function renamedIn(tokens: readonly SqlToken[]): { readonly from: string; readonly to: string } | undefined {
  if (!isWords(tokens, 0, 'alter', 'table')) return undefined;
  const from = nameFrom(tokens, isWords(tokens, 2, 'if', 'exists') ? 4 : 2);
  const to = from !== undefined && isWords(tokens, from.end, 'rename', 'to') ? nameFrom(tokens, from.end + 2) : undefined;
  return from && to && { from: from.name, to: to.name };
}

interface Reading {
  readonly lineOf: LineOf;
  /** Columns that a trigger fills, as by a default. */
  readonly filled: ReadonlySet<string>;
}

type LineOf = (token: SqlToken | undefined) => Place;

function defined(tokens: readonly SqlToken[], reading: Reading): Declaration | undefined {
  if (isWords(tokens, 0, 'create')) {
    const kind = tokens.findIndex(({ text }) => text === 'table' || text === 'type');
    const isPlain = kind > 0 && kind < 4;
    return !isPlain
      ? undefined
      : tokens[kind]?.text === 'table'
        ? created(tokens, kind + 1, reading)
        : enumerated(tokens, kind + 1, reading);
  }
  return isWords(tokens, 0, 'alter', 'table') ? altered(tokens, reading) : undefined;
}

function created(tokens: readonly SqlToken[], from: number, reading: Reading): Declaration | undefined {
  const table = nameFrom(tokens, isWords(tokens, from, 'if', 'not', 'exists') ? from + 3 : from);
  if (table === undefined || tokens[table.end]?.text !== '(') return undefined;
  const items = splitTokens(tokens.slice(table.end + 1, closeOf(tokens, table.end) - 1), ',');
  const keys = new Set(items.flatMap(primaryIn));
  const members = items.flatMap((one) => columnOf(one, keys, reading) ?? []);
  return declared(table.name, members, reading.lineOf(tokens[0]));
}

const declared = (
  name: string,
  members: readonly PropertyMember[],
  at: ReturnType<LineOf>,
  form: Declaration['form'] = 'class',
): Declaration => ({
  kind: 'declaration',
  name,
  form,
  type: { kind: 'object', members },
  at,
});

/** The columns of `PRIMARY KEY (a, b)`. */
function primaryIn(item: readonly SqlToken[]): readonly string[] {
  const at = isWords(item, 0, 'constraint') ? 2 : 0;
  if (!isWords(item, at, 'primary', 'key')) return [];
  return item.slice(at + 2).flatMap((one) => (isName(one) ? [one.text] : []));
}

function columnOf(item: readonly SqlToken[], keys: ReadonlySet<string>, { lineOf, filled }: Reading): PropertyMember | undefined {
  const [name, ...rest] = item;
  if (!isName(name) || (name.kind === 'word' && CONSTRAINTS.has(name.text))) return undefined;
  const plain = outside(rest);
  const type = typeIn(plain);
  const words = plain.map(({ kind, text }) => (kind === 'word' ? text : ''));
  const has = (...some: readonly string[]): boolean =>
    words.some((_, index) => some.every((one, step) => words[index + step] === one));
  const isNever =
    has('not', 'null') ||
    has('primary', 'key') ||
    keys.has(name.text) ||
    SERIAL.test(type) ||
    has('as', 'identity') ||
    NOW.test(textOf(rest));
  const isFilled = has('default') || has('generated') || filled.has(name.text);
  return property(name.text, [type, isNever ? 'never' : isFilled ? 'default' : 'null'], lineOf(name));
}

/** The tokens outside of brackets: `CHECK (other IS NOT NULL)` says nothing of its column. */
function outside(tokens: readonly SqlToken[]): readonly SqlToken[] {
  const found: SqlToken[] = [];
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index];
    if (token?.kind === 'sign' && token.text === '(') index = closeOf(tokens, index) - 1;
    else if (token !== undefined) found.push(token);
  }
  return found;
}

/** `character varying` of `character varying(20) not null`, `text[]`. */
function typeIn(plain: readonly SqlToken[]): string {
  const words: string[] = [];
  let isList = false;
  for (const { kind, text } of plain) {
    if (kind === 'word' && AFTER_TYPE.has(text)) break;
    if (text === '[') isList = true;
    else if (text === '.') words.pop();
    else if (kind === 'word' || kind === 'name') words.push(text);
  }
  return `${words.join(' ')}${isList ? '[]' : ''}`;
}

function property(name: string, parts: readonly [string, string] | undefined, at: ReturnType<LineOf>): PropertyMember {
  const value: Expression =
    parts === undefined
      ? { kind: 'unknown', why: 'a later statement changes this column' }
      : { kind: 'tuple', items: parts.map((one): Expression => ({ kind: 'literal', value: one })) };
  return { kind: 'property', name, value, at };
}

/** `CREATE TYPE mood AS ENUM ('sad', 'ok')`. */
function enumerated(tokens: readonly SqlToken[], from: number, reading: Reading): Declaration | undefined {
  const type = nameFrom(tokens, from);
  if (type === undefined || !isWords(tokens, type.end, 'as', 'enum')) return undefined;
  const options = tokens
    .slice(type.end + 2)
    .flatMap(({ kind, text }): Expression[] => (kind === 'text' ? [{ kind: 'literal', value: text }] : []));
  return { kind: 'declaration', name: type.name, form: 'enum', type: { kind: 'union', options }, at: reading.lineOf(tokens[0]) };
}

/** The columns that `ALTER TABLE` adds, and those that it changes. */
function altered(tokens: readonly SqlToken[], reading: Reading): Declaration | undefined {
  let from = isWords(tokens, 2, 'if', 'exists') ? 4 : 2;
  if (isWords(tokens, from, 'only')) from += 1;
  const table = nameFrom(tokens, from);
  if (table === undefined) return undefined;
  const members = splitTokens(tokens.slice(table.end), ',').flatMap((one) => alteredIn(one, reading));
  return members.length === 0 ? undefined : declared(table.name, members, reading.lineOf(tokens[0]), 'interface');
}

const textOf = (tokens: readonly SqlToken[]): string => tokens.map(({ text }) => text).join(' ');

function alteredIn(action: readonly SqlToken[], reading: Reading): readonly PropertyMember[] {
  const { lineOf, filled } = reading;
  const [verb] = action;
  let at = isWords(action, 1, 'column') ? 2 : 1;
  if (isWords(action, at, 'if')) at += isWords(action, at, 'if', 'not') ? 3 : 2;
  const name = action[at];
  if (!isName(name) || (at === 1 && name.kind === 'word' && CONSTRAINTS.has(name.text))) return [];
  if (verb?.text === 'add') return [columnOf(action.slice(at), new Set(), reading) ?? []].flat();
  const isKept = verb?.text === 'alter' && /^(?:set|drop) default|^add /.test(textOf(action.slice(at + 1)));
  const nulls = verb?.text === 'alter' ? /^(set|drop) not null$/.exec(textOf(action.slice(at + 1)))?.[1] : undefined;
  if (nulls !== undefined)
    return [property(name.text, ['', nulls === 'set' ? 'never' : filled.has(name.text) ? 'default' : 'null'], lineOf(name))];
  if (isKept || !/^(?:alter|modify|change|drop|rename)$/.test(verb?.text ?? '')) return [];
  const others =
    verb?.text === 'rename' || verb?.text === 'change'
      ? action
          .slice(at + 1)
          .filter(isName)
          .slice(0, 2)
      : [];
  return [name, ...others].map((one) => property(one.text, undefined, lineOf(one)));
}
