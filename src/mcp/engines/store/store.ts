import { mkdirSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from 'node-sqlite3-wasm';
import { CallError } from '../../call-failure.js';
import { type Connection, Statements } from './connection.js';
import { type LockHolder, type OwnLock, tryLock } from './lock.js';
import { placeOfDatabase } from './place.js';
import { Place } from './queue.js';
import { freeOfDead, isLeftUndone, withUndoing } from './recover.js';
import { systemCode } from './system-error.js';

export interface StoreOptions {
  /** Absolute root: a database inside must stay inside. */
  readonly repository: string;
  /** Absolute path of the database. */
  readonly path: string;
  /** Application id of its files: four letters. Foreign databases are left alone. */
  readonly kind: string;
  /** SQL by version; the first creates version 1. Only ever append to it. */
  readonly migrations: readonly string[];
  /** Survives a power loss, not only the death of a process. Default: true. */
  readonly durable?: boolean;
  /** Milliseconds to wait for other processes. Default: 10,000. */
  readonly patience?: number;
}

/** A database for several processes at once that never loses acknowledged data. */
export interface Store {
  /** Runs read-only work on a snapshot. */
  read<Result>(work: (connection: Connection) => Result): Promise<Result>;
  /** Runs work as one transaction, rolled back if it throws. Resolved means stored. */
  write<Result>(work: (connection: Connection) => Result): Promise<Result>;
  /**
   * A value that changes with every write of any process; reading it does not wait. Undefined: a write was so recent that
   * another one might not change the value.
   */
  state(): string | undefined;
  /** May be called twice. */
  close(): void;
}

const PATIENCE_MILLIS = 10_000;
/** File systems distinguish times further apart than this; those with whole seconds need two of them. */
const TICK_MILLIS = 50;
const COARSE_TICK_MILLIS = 2_000;
const MOST_WAIT_MILLIS = 5;

/** Opens a database; creates or migrates it. @throws CallError when it cannot */
export async function openStore(options: StoreOptions): Promise<Store> {
  const path = placeOfDatabase(options.repository, options.path);
  madeFolder(`${path}.owner`, path);
  const { default: sqlite } = await import('node-sqlite3-wasm');
  const store = new SqliteStore(path, options, () => new sqlite.Database(path));
  await store.write((connection) => migrate(connection, options, path));
  return store;
}

function madeFolder(folder: string, path: string): void {
  try {
    mkdirSync(folder, { recursive: true });
  } catch (error) {
    throw named(error, path);
  }
}

class SqliteStore implements Store {
  readonly #path: string;
  readonly #options: StoreOptions;
  readonly #open: () => Database;
  #connection: { readonly database: Database; readonly statements: Statements } | undefined;
  #isClosed = false;

  constructor(path: string, options: StoreOptions, open: () => Database) {
    this.#path = path;
    this.#options = options;
    this.#open = open;
  }

  read<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#locked('BEGIN', work);
  }

  write<Result>(work: (connection: Connection) => Result): Promise<Result> {
    return this.#locked('BEGIN IMMEDIATE', work);
  }

  state(): string | undefined {
    const stats = statSync(this.#path, { bigint: true, throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    const tick = stats.mtimeNs % 1_000_000_000n === 0n ? COARSE_TICK_MILLIS : TICK_MILLIS;
    const isRecent = Math.abs(Date.now() - Number(stats.mtimeMs)) < tick;
    return isRecent ? undefined : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
  }

  close(): void {
    this.#isClosed = true;
    this.#connection?.statements.finalize();
    this.#connection?.database.close();
    this.#connection = undefined;
  }

  /** Synchronous from taking the lock to releasing it. */
  async #locked<Result>(begin: string, work: (connection: Connection) => Result): Promise<Result> {
    const lock = await this.#taken();
    try {
      const { statements } = this.#connected();
      return inTransaction(statements, begin, () => work(statements));
    } catch (error) {
      throw named(error, this.#path);
    } finally {
      lock.release();
    }
  }

  async #taken(): Promise<OwnLock> {
    const patience = this.#options.patience ?? PATIENCE_MILLIS;
    const started = performance.now();
    const place = new Place(`${this.#path}.owner`);
    try {
      for (let wait = 1; ; wait = Math.min(wait * 2, MOST_WAIT_MILLIS)) {
        if (this.#isClosed) throw new CallError('connection-lost', `${basename(this.#path)} is closed.`);
        const now = Date.now();
        const lock = place.isNext(now) ? tryLock(`${this.#path}.owner`, now) : undefined;
        if (lock !== undefined && 'release' in lock) return lock;
        if (performance.now() - started > patience) throw busy(lock, this.#path);
        place.wait(now);
        await pause(wait);
      }
    } catch (error) {
      throw named(error, this.#path);
    } finally {
      place.leave();
    }
  }

  #connected(): { readonly database: Database; readonly statements: Statements } {
    freeOfDead(this.#path);
    const isUndone = isLeftUndone(this.#path);
    this.#connection ??= this.#connect();
    const { statements } = this.#connection;
    if (isUndone) withUndoing(this.#path, () => statements.get('SELECT count(*) FROM sqlite_schema'));
    return this.#connection;
  }

  #connect(): { readonly database: Database; readonly statements: Statements } {
    const database = this.#open();
    // The database may be foreign: run nothing of it.
    database.exec('PRAGMA trusted_schema = OFF; PRAGMA foreign_keys = ON; PRAGMA cell_size_check = ON');
    database.exec(`PRAGMA synchronous = ${this.#options.durable === false ? 'OFF' : 'FULL'}`);
    return { database, statements: new Statements(database) };
  }
}

function inTransaction<Result>(connection: Statements, begin: string, work: () => Result): Result {
  connection.exec(begin);
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    if (connection.isInTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}

/** Four letters as SQLite's `PRAGMA application_id`. */
const markOf = (kind: string): number => Buffer.from(kind, 'latin1').readInt32BE();

function migrate(connection: Connection, { kind, migrations }: StoreOptions, path: string): void {
  const mark = connection.get('PRAGMA application_id')?.application_id;
  const version = Number(connection.get('PRAGMA user_version')?.user_version ?? 0);
  const isEmpty = connection.get('SELECT count(*) AS count FROM sqlite_schema')?.count === 0;
  if (!isEmpty && mark !== markOf(kind)) throw new CallError('refused', `${path} is a database of something else.`);
  if (version > migrations.length)
    throw new CallError(
      'refused',
      `${path} was made by a newer version: it has version ${version}, known is ${migrations.length}.`,
    );
  if (version === migrations.length && !isEmpty) return;
  for (const sql of migrations.slice(version)) connection.exec(sql);
  connection.exec(`PRAGMA application_id = ${markOf(kind)}; PRAGMA user_version = ${migrations.length}`);
}

function busy(stored: LockHolder | undefined, path: string): CallError {
  const { by, file = `${path}.owner` } = stored ?? {};
  const who = by === undefined ? 'another process' : `process ${by.pid} on ${by.host}, since ${new Date(by.since).toISOString()}`;
  return new CallError('tool-timeout', `${basename(path)} is in use by ${who}. If that process is gone, remove ${file}.`);
}

/** SQLite's errors about files and disks; other errors are bugs. https://www.sqlite.org/rescode.html */
const OF_FILES = [
  'file is not a database',
  'database disk image is malformed',
  'database or disk is full',
  'disk I/O error',
  'unable to open database file',
  'attempt to write a readonly database',
  'Could not open the database',
];

function named(error: unknown, path: string): unknown {
  if (error instanceof CallError) return error;
  const message = typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : '';
  const isOfFile = systemCode(error) !== undefined || OF_FILES.some((text) => message.startsWith(text));
  return isOfFile ? new CallError('start-failed', `${basename(path)}: ${message}.`, { cause: error }) : error;
}
