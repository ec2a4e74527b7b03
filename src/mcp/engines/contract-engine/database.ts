import type { Connection, Row } from '../store/connection.js';

/** What a contract is marked as. `violated`: it was implemented, and a later look found it broken. */
export type ContractStatus = 'active' | 'implemented' | 'violated';

/** A contract as it is kept, without its document. */
export interface StoredContract {
  readonly id: string;
  /** `openapi`, `asyncapi`, `json_schema`, `service_table`. */
  readonly type: string;
  readonly version: string;
  /** Empty: nobody says which service keeps it. */
  readonly service: string;
  /** Of its document. */
  readonly hash: string;
  readonly status: ContractStatus;
  /** The file that implements it; empty: none. */
  readonly evidence: string;
  /** Digest of the files that its document referred to when it was marked; empty: of none, or it was not marked. */
  readonly parts: string;
  /** A file of the repository says what it is, or somebody stored it. */
  readonly from: 'repository' | 'tool';
}

/** What a version of a contract is marked with. */
export type Mark = Pick<StoredContract, 'status' | 'evidence' | 'parts'>;

/** SQL by version of the schema. */
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

/** The document of a contract as JSON, its keys in their order and its numbers as they were written. */
export function storedSpec(connection: Connection, id: string): string | undefined {
  const spec = connection.get('SELECT spec FROM contracts WHERE id = ?', [id])?.spec;
  return typeof spec === 'string' ? spec : undefined;
}

/** Takes the place of one with the same id. */
export function putContract(connection: Connection, contract: StoredContract, spec: string): void {
  const { id, type, version, service, hash, status, evidence, parts, from } = contract;
  const values = [id, type, version, service, hash, status, evidence, parts, from, spec];
  connection.run(`INSERT OR REPLACE INTO contracts (${HEAD}, spec) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`, values);
}

/** Marks a version of a contract; false: it is gone, or another version by now. */
export function markContract(
  connection: Connection,
  { id, hash }: Pick<StoredContract, 'id' | 'hash'>,
  { status, evidence, parts }: Mark,
): boolean {
  const sql = 'UPDATE contracts SET status = ?, evidence = ?, parts = ? WHERE id = ? AND hash = ?';
  return connection.run(sql, [status, evidence, parts, id, hash]) === 1;
}

/** Forgets a contract. */
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
