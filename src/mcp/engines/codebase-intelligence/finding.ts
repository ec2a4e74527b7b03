import { isTest } from '../../../extract/conventions.js';
import { type CodeSymbol, qualifiedName } from '../../../extract/symbols.js';
import type { Connection, Row, SqlValue } from '../store/connection.js';
import { callsIn, importsOf } from './database.js';
import type { IsDefault } from './default-exports.js';
import { queryOf } from './search-words.js';

export interface FoundSymbol extends Omit<CodeSymbol, 'owner' | 'kind'> {
  readonly file: string;
  readonly language: string;
  /** Empty: none. */
  readonly owner: string;
  readonly kind: string;
}

const COLUMNS =
  'files.path, files.language, symbols.name, owner, kind, line, end_line, signature, comment, exported, kept FROM symbols JOIN files ON files.id = symbols.file';

function found(row: Row): FoundSymbol {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    file: text('path'),
    language: text('language'),
    name: text('name'),
    owner: text('owner'),
    kind: text('kind'),
    line: Number(row.line),
    endLine: Number(row.end_line),
    signature: text('signature'),
    comment: text('comment'),
    exported: row.exported === 1,
    retained: row.kept === 1,
  };
}

/** Splits `a.b`, `A#b`, `A::b` into the last name and its owner. */
function partsOf(symbol: string): { readonly name: string; readonly owner: string } {
  const parts = symbol
    .trim()
    .replace(/\(\)$/, '')
    .split(/\.|#|::/);
  return { name: parts.at(-1) ?? '', owner: parts.slice(0, -1).join('.') };
}

/** The symbols of a name, the most likely first: not in tests, exported, with its own definition. */
export function definitionsOf(connection: Connection, symbol: string, language?: string): readonly FoundSymbol[] {
  const { name, owner } = partsOf(symbol);
  const rows = connection.all(
    `SELECT files.namespace, ${COLUMNS} WHERE symbols.name = ? AND kind <> 'file' ORDER BY files.path, line LIMIT 1000`,
    [name],
  );
  return rows
    .map((row) => ({ ...found(row), namespace: String(row.namespace ?? '') }))
    .filter((each) => language === undefined || each.language === language)
    .filter((each) => owner === '' || isPartOf(each, owner))
    .map(({ namespace: _namespace, ...each }) => each)
    .sort((a, b) => rankOf(a) - rankOf(b));
}

/** Whether the owner matches: a class, with its package or namespace, or with the path of its module. */
function isPartOf({ owner, namespace, file }: FoundSymbol & { readonly namespace: string }, asked: string): boolean {
  const module = file.replace(/(?:\/(?:__init__|index))?\.\w{1,5}$/, '').replaceAll('/', '.');
  const whole = [namespace === '' ? module : namespace, owner].filter(Boolean).join('.');
  return `.${owner}`.endsWith(`.${asked}`) || `.${whole}`.endsWith(`.${asked}`);
}

const STRUCTURED = new Set(['class', 'interface', 'record', 'struct', 'enum', 'type', 'object', 'function']);

const rankOf = ({ file, exported, owner, kind }: FoundSymbol): number =>
  (isTest(file) ? 8 : 0) +
  (/\.d\.[cm]?ts$/.test(file) ? 4 : 0) +
  (exported ? 0 : 2) +
  (owner === '' && STRUCTURED.has(kind) ? 0 : 1);

export interface FoundCall {
  readonly file: string;
  readonly line: number;
  readonly caller: string;
}

/**
 * The calls of a symbol, those in tests last. Types of receivers are unknown. If several classes have the method, a call
 * counts when its receiver has the name of the class, or is the class itself; else every call of the name counts.
 *
 * @param isDefault absent: no file exports it as `default`
 */
export function callersOf(connection: Connection, symbol: string, isDefault?: IsDefault): readonly FoundCall[] {
  const { name, owner } = partsOf(symbol);
  const definitions = connection.all("SELECT DISTINCT owner FROM symbols WHERE name = ? AND kind <> 'file'", [name]);
  const isOnly = owner === '' || definitions.length === 1;
  const rows = connection.all(
    "SELECT path, calls, imports FROM files WHERE instr(calls, char(10) || ? || char(9)) > 0 OR instr(imports, '\"' || ? || '\"') > 0 OR instr(imports, ?) > 0 ORDER BY path",
    [name, name, `"${isDefault === undefined ? name : 'default'}"`],
  );
  const calls = rows.flatMap((row): readonly FoundCall[] => {
    const file = String(row.path);
    const names = new Set([name, ...aliasesOf(String(row.imports), name), ...defaultsOf(String(row.imports), file, isDefault)]);
    return callsIn(String(row.calls), names)
      .filter((call) => isOnly || isOn(owner, call))
      .map(({ line, caller }) => ({ file, line, caller }));
  });
  return calls.sort((a, b) => Number(isTest(a.file)) - Number(isTest(b.file)));
}

/** Aliases of an imported name in a file. */
function aliasesOf(imports: string, name: string): readonly string[] {
  if (!imports.includes(`"${name}"`)) return [];
  return importsOf(imports).flatMap(({ names }) => names.filter(({ imported }) => imported === name).map(({ local }) => local));
}

function defaultsOf(imports: string, file: string, isDefault: IsDefault | undefined): readonly string[] {
  if (isDefault === undefined || !imports.includes('"default"')) return [];
  return importsOf(imports)
    .filter(({ specifier, names }) => names.some(({ imported }) => imported === 'default') && isDefault(specifier, file))
    .flatMap(({ names }) => names.filter(({ imported }) => imported === 'default').map(({ local }) => local));
}

const SELVES = new Set(['this', 'self', 'cls', 'super', '']);

function isOn(owner: string, { receiver, caller }: { readonly receiver: string; readonly caller: string }): boolean {
  const plain = (text: string): string => text.replace(/_/g, '').toLowerCase();
  const last = owner.slice(owner.lastIndexOf('.') + 1);
  if (SELVES.has(receiver)) return caller.startsWith(`${owner}.`) || caller.includes(`.${last}.`);
  return plain(receiver) === plain(last);
}

/** Filters of a search. */
export interface SearchLimits {
  readonly language?: string | undefined;
  readonly isRequested: (file: string) => boolean;
  readonly most: number;
}

export interface SearchResult extends FoundSymbol {
  /** From 0 to 1: 1 is the best result. */
  readonly score: number;
}

/** Ranked rows per wanted result, because filters follow. */
const MORE = 40;

/** Finds symbols and files by words: names count most, then comments and heads, then paths; code comes before tests. */
export function search(
  connection: Connection,
  words: string,
  { language, isRequested, most }: SearchLimits,
): readonly SearchResult[] {
  const query = queryOf(words);
  if (query === undefined) return [];
  const values: SqlValue[] = [query, ...(language === undefined ? [] : [language])];
  const rows = connection.all(
    `SELECT bm25(search, 8.0, 3.0, 2.0) AS weight, ${COLUMNS} JOIN search ON search.rowid = symbols.id
     WHERE search MATCH ?${language === undefined ? '' : ' AND files.language = ?'} ORDER BY weight LIMIT ${most * MORE}`,
    values,
  );
  const ranked = rows
    .map((row) => ({
      ...found(row),
      weight: -Number(row.weight) * (isTest(String(row.path)) ? 0.3 : 1) * (row.kind === 'file' ? 0.6 : 1),
    }))
    .filter(({ file }) => isRequested(file))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, most);
  const best = ranked[0]?.weight ?? 1;
  return ranked.map(({ weight, ...each }) => ({ ...each, score: best <= 0 ? 0 : Math.round((weight / best) * 1000) / 1000 }));
}

/** The displayed name. */
export function titleOf({ name, owner }: Pick<FoundSymbol, 'name' | 'owner'>): string {
  return qualifiedName({ name, ...(owner === '' ? {} : { owner }) });
}

export function allSymbols(connection: Connection): readonly FoundSymbol[] {
  return connection.all(`SELECT ${COLUMNS} WHERE kind <> 'file' ORDER BY files.path, line`).map(found);
}
