import { realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { languages } from '../../../extract/languages/index.js';
import { type FileReading, fileReading, openSources, type Sources } from '../../../extract/sources.js';
import type { SourceSymbols } from '../../../extract/symbols.js';
import { TOOL } from '../../../model/tool.js';
import type { ScanRequest } from '../../../scan.js';
import type { Connection } from '../store/connection.js';
import type { Store } from '../store/store.js';
import { dropFile, type FileRow, knownFiles, putFile, putState, type ReadFile, stateOf } from './database.js';
import { SERVICE_MARKS } from './services.js';

/** Interval of searches for changed files. */
const LOOK_MILLIS = 2_000;
/** Searches take at most this part of the time. */
const SHARE = 10;
/** Files that are read before yielding, and written in one transaction. */
const BATCH = 150;
/** A file modified so shortly before it was read may change again without a new time. */
const RACY_MILLIS = 2_500;
/** Sources with more symbols are generated. */
const MOST_SYMBOLS = 20_000;

/** The index of a repository's code, updated when files change. */
export class CodeIndex {
  readonly #store: Store;
  readonly #scan: ScanRequest;
  readonly #now: () => number;
  readonly #prepared = new Set<string>();
  #sources: Sources | undefined;
  #lookAgainAt = 0;
  #looking: Promise<Sources> | undefined;

  /** @param now monotonic milliseconds */
  constructor(store: Store, scan: ScanRequest, now: () => number) {
    this.#store = store;
    this.#scan = scan;
    this.#now = now;
  }

  /** Updates the index, unless it was updated just now. */
  async current(): Promise<Sources> {
    if (this.#sources !== undefined && this.#now() < this.#lookAgainAt) return this.#sources;
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Runs work on the present index. */
  read<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#store.read(work);
  }

  /**
   * Reads one file into the index, whatever else has changed.
   *
   * @param given relative to the repository, or absolute
   * @returns its content and place; undefined: missing, outside of the repository, or of no known language
   */
  async register(
    given: string,
    service: string,
  ): Promise<{ readonly path: string; readonly content: SourceSymbols } | undefined> {
    const path = this.#inside(given);
    if (path === undefined) return undefined;
    // Does not list the whole repository for one file, which would dominate the time.
    const read = await this.#readFile(fileReading(this.#scan.repository, languages), path, undefined);
    if (read === undefined || read.hash === '') return undefined;
    await this.#store.write((connection) => {
      putFile(connection, read);
      connection.run('INSERT OR REPLACE INTO assigned (path, service) VALUES (?, ?)', [path, service]);
      changed(connection);
    });
    // A new file may change where imports lead.
    if (this.#sources?.listing.known.has(path) !== true) this.#lookAgainAt = 0;
    return { path, content: read.content };
  }

  /** The real path below the repository. */
  #inside(given: string): string | undefined {
    try {
      const root = realpathSync(this.#scan.repository);
      const real = realpathSync(isAbsolute(given) ? given : `${root}/${given}`);
      const way = relative(root, real);
      return way.startsWith('..') || isAbsolute(way) || way === '' ? undefined : way.split(sep).join('/');
    } catch {
      return undefined;
    }
  }

  #open(): Sources {
    const { repository, tracked } = this.#scan;
    return openSources({ repository, languages, marks: SERVICE_MARKS, tracked });
  }

  async #look(): Promise<Sources> {
    const started = this.#now();
    const sources = this.#open();
    const known = await this.#store.write(ofThisVersion);
    let batch: (ReadFile | Same)[] = [];
    const flush = async (): Promise<void> => {
      const writing = batch;
      batch = [];
      if (writing.length > 0) await this.#store.write((connection) => storeFiles(connection, writing));
    };
    for (const path of sources.paths) {
      const read = await this.#readFile(sources, path, known.get(path));
      if (read !== undefined && !('unchanged' in read)) batch.push(read);
      if (batch.length >= BATCH) {
        await flush();
        await breath();
      }
    }
    await flush();
    await this.#drop(sources, known);
    this.#sources = sources;
    this.#lookAgainAt = this.#now() + Math.max(LOOK_MILLIS, (this.#now() - started) * SHARE);
    return sources;
  }

  async #drop(sources: Sources, known: ReadonlyMap<string, FileRow>): Promise<void> {
    const here = new Set(sources.paths);
    const gone = [...known.keys()].filter((path) => !here.has(path));
    if (gone.length === 0) return;
    await this.#store.write((connection) => {
      for (const path of gone) dropFile(connection, path);
      changed(connection);
    });
  }

  async #readFile(reading: FileReading, path: string, before: undefined): Promise<ReadFile | undefined>;
  async #readFile(
    reading: FileReading,
    path: string,
    before: FileRow | undefined,
  ): Promise<ReadFile | Same | Unchanged | undefined>;
  async #readFile(
    reading: FileReading,
    path: string,
    before: FileRow | undefined,
  ): Promise<ReadFile | Same | Unchanged | undefined> {
    const stamp = reading.stampOf(path);
    const language = reading.languageOf(path);
    if (stamp === undefined || language?.symbols === undefined) return undefined;
    if (before?.stamp === stamp.text) return { unchanged: true };
    const storedStamp = stamp.changed > Date.now() - RACY_MILLIS ? '' : stamp.text;
    const source = reading.read(path);
    if (source === undefined) return undefined;
    if (source.kind === 'skipped')
      return before?.hash === '' ? { unchanged: true } : fileWith(path, language.id, '', storedStamp, NOTHING);
    if (before?.hash === source.hash) return { same: path, stamp: storedStamp };
    if (!this.#prepared.has(language.id)) await language.prepareSymbols?.();
    this.#prepared.add(language.id);
    return fileWith(
      path,
      languageName(path, language.id),
      source.hash,
      storedStamp,
      contentOf(language.symbols, path, source.text),
    );
  }
}

interface Unchanged {
  readonly unchanged: true;
}
/** Equal content with another stamp. */
interface Same {
  readonly same: string;
  readonly stamp: string;
}

const NOTHING: SourceSymbols = { symbols: [], imports: [], calls: [], words: [] };

function fileWith(path: string, language: string, hash: string, stamp: string, content: SourceSymbols): ReadFile {
  return { path, language, hash, stamp, content };
}

/** A source nested deeper than the stack has no symbols. */
function contentOf(symbols: (path: string, text: string) => SourceSymbols, path: string, text: string): SourceSymbols {
  try {
    const content = symbols(path, text);
    return content.symbols.length > MOST_SYMBOLS ? { ...content, symbols: content.symbols.slice(0, MOST_SYMBOLS) } : content;
  } catch (error) {
    if (error instanceof RangeError) return NOTHING;
    throw error;
  }
}

/** The name of a language in tools. */
function languageName(path: string, id: string): string {
  return id === 'jvm' ? (path.endsWith('.java') ? 'java' : 'kotlin') : id;
}

function storeFiles(connection: Connection, files: readonly (ReadFile | Same)[]): void {
  for (const each of files) {
    if ('same' in each) connection.run('UPDATE files SET stamp = ? WHERE path = ?', [each.stamp, each.same]);
    else putFile(connection, each);
  }
  if (files.some((each) => !('same' in each))) changed(connection);
}

function changed(connection: Connection): void {
  putState(connection, 'revision', String(Number(stateOf(connection, 'revision')) + 1));
}

/** The indexed files; none of those that another version indexed. */
function ofThisVersion(connection: Connection): ReadonlyMap<string, FileRow> {
  const version = `${TOOL.version} ${FORMAT}`;
  if (stateOf(connection, 'version') !== version) {
    connection.exec('DELETE FROM search; DELETE FROM symbols; DELETE FROM files');
    putState(connection, 'version', version);
  }
  return knownFiles(connection);
}
/** Version of the index's content; raised with every change of it. */
const FORMAT = 1;

function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}
