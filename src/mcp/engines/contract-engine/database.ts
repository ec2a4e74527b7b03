import type { Connection, Row } from '../store/connection.js';

/** The mark of a contract. `violated`: it was implemented, and a later check found it broken. */
export type ContractStatus = 'active' | 'implemented' | 'violated';

/** A stored contract without its document. */
export interface StoredContract {
  readonly id: string;
  /** `openapi`, `asyncapi`, `json_schema`, `service_table`. */
  readonly type: string;
  readonly version: string;
  /** Empty: no service is named. */
  readonly service: string;
  /** Hash of its document. */
  readonly hash: string;
  readonly status: ContractStatus;
  /** The file that implements it; empty: none. */
  readonly evidence: string;
  /** Digest of the files that its document referred to when it was marked; empty: none, or no mark. */
  readonly parts: string;
  /** Whether it comes from a file of the repository, or from `create_contract`. */
  readonly from: 'repository' | 'tool';
}

/** The mark of a version. */
export type Mark = Pick<StoredContract, 'status' | 'evidence' | 'parts'>;

export const MIGRATIONS: readonly string[] = [
  `CREATE TABLE contracts (
    id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    version TEXT NOT NULL,
    service TEXT NOT NULL,
    hash TEXT NOT NULL,
    status TEXT NOT NULL,
    evidence TEXT NOT NULL,
    origin TEXT NOT NULL,
    spec TEXT NOT NULL
  ) STRICT`,
  `ALTER TABLE contracts ADD COLUMN parts TEXT NOT NULL DEFAULT ''`,
];

const HEAD = 'id, type, version, service, hash, status, evidence, parts, origin';

/** By id. */
export function storedContracts(connection: Connection): readonly StoredContract[] {
  return connection.all(`SELECT ${HEAD} FROM contracts ORDER BY id`).map(stored);
}

/** The document of a contract as JSON, with its order of keys and its spelling of numbers. */
export function storedSpec(connection: Connection, id: string): string | undefined {
  const spec = connection.get('SELECT spec FROM contracts WHERE id = ?', [id])?.spec;
  return typeof spec === 'string' ? spec : undefined;
}

/** Inserts or replaces a contract. */
export function putContract(connection: Connection, contract: StoredContract, spec: string): void {
  const { id, type, version, service, hash, status, evidence, parts, from } = contract;
  const values = [id, type, version, service, hash, status, evidence, parts, from, spec];
  connection.run(`INSERT OR REPLACE INTO contracts (${HEAD}, spec) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values);
}

/** Marks a version of a contract; false: it is deleted, or has another version. */
export function markContract(
  connection: Connection,
  { id, hash }: Pick<StoredContract, 'id' | 'hash'>,
  { status, evidence, parts }: Mark,
): boolean {
  const sql = 'UPDATE contracts SET status = ?, evidence = ?, parts = ? WHERE id = ? AND hash = ?';
  return connection.run(sql, [status, evidence, parts, id, hash]) === 1;
}

export function dropContract(connection: Connection, id: string): void {
  connection.run('DELETE FROM contracts WHERE id = ?', [id]);
}

const STATUSES: readonly ContractStatus[] = ['active', 'implemented', 'violated'];

function stored(row: Row): StoredContract {
  const text = (name: string): string => String(row[name] ?? '');
  return {
    id: text('id'),
    type: text('type'),
    version: text('version'),
    service: text('service'),
    hash: text('hash'),
    status: STATUSES.find((status) => status === text('status')) ?? 'active',
    evidence: text('evidence'),
    parts: text('parts'),
    from: text('origin') === 'tool' ? 'tool' : 'repository',
  };
}
