import type { Database, Statement } from 'node-sqlite3-wasm';

export type SqlValue = number | bigint | string | Uint8Array | null;
export type Row = Readonly<Record<string, SqlValue>>;
type Values = readonly SqlValue[];

/** The operations of a transaction. Values replace `?`, in order. */
export interface Connection {
  /** Returns the number of changed rows. */
  run(sql: string, values?: Values): number;
  all(sql: string, values?: Values): readonly Row[];
  get(sql: string, values?: Values): Row | undefined;
  /** Several statements without values. */
  exec(sql: string): void;
}

/** Compiling a statement takes longer than running most of them. */
const MOST_CACHED = 100;

/** A connection that caches compiled statements. */
export class Statements implements Connection {
  readonly #database: Database;
  readonly #cached = new Map<string, Statement>();

  constructor(database: Database) {
    this.#database = database;
  }

  get isInTransaction(): boolean {
    return this.#database.inTransaction;
  }

  run(sql: string, values: Values = []): number {
    return this.#prepared(sql).run([...values]).changes;
  }

  all(sql: string, values: Values = []): readonly Row[] {
    return this.#prepared(sql).all([...values]) as Row[];
  }

  /** Reads all rows, because an unfinished statement would lock the database. */
  get(sql: string, values: Values = []): Row | undefined {
    return this.all(sql, values)[0];
  }

  exec(sql: string): void {
    this.#database.exec(sql);
  }

  /** Ends all statements. */
  finalize(): void {
    for (const statement of this.#cached.values()) statement.finalize();
    this.#cached.clear();
  }

  #prepared(sql: string): Statement {
    const known = this.#cached.get(sql);
    if (known !== undefined) return known;
    if (this.#cached.size >= MOST_CACHED) this.finalize();
    const made = this.#database.prepare(sql);
    this.#cached.set(sql, made);
    return made;
  }
}
