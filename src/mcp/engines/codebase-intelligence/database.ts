import type { SourceSymbols, SymbolCall, SymbolImport } from '../../../extract/symbols.js';
import type { Connection, Row } from '../store/connection.js';
import { searchable } from './search-words.js';

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
  CREATE TABLE files (
    id INTEGER PRIMARY KEY,
    path TEXT NOT NULL UNIQUE,
    language TEXT NOT NULL,
    hash TEXT NOT NULL,
    stamp TEXT NOT NULL,
    namespace TEXT NOT NULL,
    imports TEXT NOT NULL,
    calls TEXT NOT NULL,
    words TEXT NOT NULL
  ) STRICT;
  CREATE TABLE assigned (path TEXT PRIMARY KEY, service TEXT NOT NULL) STRICT;
  CREATE TABLE symbols (
    id INTEGER PRIMARY KEY,
    file INTEGER NOT NULL,
    name TEXT NOT NULL,
    owner TEXT NOT NULL,
    kind TEXT NOT NULL,
    line INTEGER NOT NULL,
    end_line INTEGER NOT NULL,
    signature TEXT NOT NULL,
    comment TEXT NOT NULL,
    exported INTEGER NOT NULL,
    kept INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX symbols_by_name ON symbols (name);
  CREATE INDEX symbols_by_file ON symbols (file);
  CREATE VIRTUAL TABLE search USING fts5 (name, text, path, content='', contentless_delete=1, tokenize='porter unicode61')`,
];

/** A file in the index. */
export interface FileRow {
  readonly id: number;
  readonly path: string;
  readonly language: string;
  readonly hash: string;
  readonly stamp: string;
}

/** A file with its content. */
export interface ReadFile extends Omit<FileRow, 'id'> {
  readonly content: SourceSymbols;
}

/** Files by path. */
export function knownFiles(connection: Connection): ReadonlyMap<string, FileRow> {
  const rows = connection.all('SELECT id, path, language, hash, stamp FROM files');
  return new Map(rows.map((row) => [text(row.path), { ...fileOf(row) }]));
}

const fileOf = (row: Row): FileRow => ({
  id: Number(row.id),
  path: text(row.path),
  language: text(row.language),
  hash: text(row.hash),
  stamp: text(row.stamp),
});

const text = (value: Row[string] | undefined): string => (typeof value === 'string' ? value : '');

/** Replaces the file in the index. */
export function putFile(connection: Connection, { path, language, hash, stamp, content }: ReadFile): void {
  dropFile(connection, path);
  const sql = 'INSERT INTO files (path, language, hash, stamp, namespace, imports, calls, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?)';
  const { namespace = '', imports, calls, words } = content;
  const values = [path, language, hash, stamp, namespace, JSON.stringify(imports), callsText(calls), wordsText(words)];
  connection.run(sql, values);
  const file = Number(connection.get('SELECT last_insert_rowid() AS id')?.id);
  // The file itself can be found by all of its words.
  const all = words.map(([word]) => word).join(' ');
  addSymbol(connection, file, { ...WHOLE, name: path.slice(path.lastIndexOf('/') + 1) }, path, all);
  for (const { owner = '', exported, retained, ...each } of content.symbols) {
    addSymbol(
      connection,
      file,
      { ...each, owner, exported: exported ? 1 : 0, kept: retained ? 1 : 0 },
      path,
      `${each.comment} ${each.signature}`,
    );
  }
}

const WHOLE = { owner: '', kind: 'file', line: 1, endLine: 1, signature: '', comment: '', exported: 0, kept: 1 };
type Stored = typeof WHOLE & { readonly name: string };

function addSymbol(connection: Connection, file: number, each: Stored, path: string, words: string): void {
  const { name, owner, kind, line, endLine, signature, comment, exported, kept: retained } = each;
  const sql =
    'INSERT INTO symbols (file, name, owner, kind, line, end_line, signature, comment, exported, kept) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id';
  const id = connection.get(sql, [file, name, owner, kind, line, endLine, signature, comment, exported, retained])?.id ?? null;
  const found = [id, searchable(`${owner} ${name}`), searchable(words), searchable(path)];
  connection.run('INSERT INTO search (rowid, name, text, path) VALUES (?, ?, ?, ?)', found);
}

/** Removes a file. */
export function dropFile(connection: Connection, path: string): void {
  const id = connection.get('SELECT id FROM files WHERE path = ?', [path])?.id;
  if (id === undefined) return;
  connection.run('DELETE FROM search WHERE rowid IN (SELECT id FROM symbols WHERE file = ?)', [id]);
  connection.run('DELETE FROM symbols WHERE file = ?', [id]);
  connection.run('DELETE FROM files WHERE id = ?', [id]);
}

/** One line per call, with the receiver before the name, so that a text search finds names. */
function callsText(calls: readonly SymbolCall[]): string {
  return calls.map(({ name, line, receiver, caller }) => `\n${name}\t${line}\t${receiver}\t${caller}`).join('');
}

/** Parses the lines of {@link callsText} with these names. */
export function callsIn(written: string, names: ReadonlySet<string>): readonly SymbolCall[] {
  return written.split('\n').flatMap((each) => {
    const [name = '', line, receiver = '', caller = ''] = each.split('\t');
    return names.has(name) ? [{ name, line: Number(line), receiver, caller }] : [];
  });
}

const wordsText = (words: SourceSymbols['words']): string => words.map(([word, count]) => `${word} ${count}`).join('\n');

/** Parses the text of {@link wordsText}. */
export function wordsOf(written: string): ReadonlyMap<string, number> {
  const words = new Map<string, number>();
  for (const each of written.split('\n')) {
    const space = each.indexOf(' ');
    if (space > 0) words.set(each.slice(0, space), Number(each.slice(space + 1)));
  }
  return words;
}

/** The imports of a file; none when the text is foreign. */
export function importsOf(written: string): readonly SymbolImport[] {
  const read: unknown = JSON.parse(written);
  return Array.isArray(read) ? (read as readonly SymbolImport[]) : [];
}

/** A value about the index itself. */
export function stateOf(connection: Connection, name: string): string {
  return text(connection.get('SELECT value FROM state WHERE name = ?', [name])?.value);
}

export function putState(connection: Connection, name: string, value: string): void {
  connection.run('INSERT OR REPLACE INTO state (name, value) VALUES (?, ?)', [name, value]);
}
