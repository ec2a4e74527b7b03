import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { readerFor } from '../../../contracts/load.js';
import { type OpenedContract, openContract, openText } from '../../../contracts/open.js';
import { isMapping } from '../../../contracts/place.js';
import { parseExactJson, plainOf } from '../../../contracts/registry/exact-json.js';
import { fileOfContract } from '../../../model/service.js';
import type { ScanRequest } from '../../../scan.js';
import type { Connection } from '../store/connection.js';
import type { Store } from '../store/store.js';
import {
  dropContract,
  type Mark,
  markContract,
  putContract,
  type StoredContract,
  storedContracts,
  storedSpec,
} from './database.js';
import { isOutdated, type RepositoryContracts, readRepository, stampOf } from './repository-contracts.js';

/** Interval of searches for new contracts; known ones are checked every time. */
const LOOK_MILLIS = 2_000;
/** Searches take at most this part of the time. */
const SHARE = 20;

/** The contracts of a repository and the stored ones, updated when files change. */
export class ContractStore {
  readonly #store: Store;
  readonly #scan: ScanRequest;
  readonly #now: () => number;
  #repository: RepositoryContracts | undefined;
  #lookAgainAt = 0;
  #read: { readonly state: string | undefined; readonly rows: readonly StoredContract[] } | undefined;
  readonly #opened = new Map<string, Opened>();

  /** @param now monotonic milliseconds */
  constructor(store: Store, scan: ScanRequest, now: () => number) {
    this.#store = store;
    this.#scan = scan;
    this.#now = now;
  }

  /** Why the repository has no contract; undefined: it has one. */
  get none(): string | undefined {
    return this.#repository?.none;
  }

  /** All contracts, by id. @throws UserError when one of the repository is broken */
  async all(): Promise<readonly StoredContract[]> {
    const repository = await this.#current();
    const own = new Set(repository.contracts.map(({ stored }) => stored.id));
    const rows = await this.#rows();
    // Rows of other processes with other folders or services of this repository do not count.
    return rows.filter(({ id, from }) => from === 'tool' || own.has(id));
  }

  /** The contracts of a service, and those without a service. Searches again when there is none. */
  async of(service: string | undefined): Promise<readonly StoredContract[]> {
    const own = (all: readonly StoredContract[]): readonly StoredContract[] =>
      service === undefined ? all : all.filter((each) => each.service === service || each.service === '');
    const known = own(await this.all());
    return known.length > 0 ? known : own(await this.#allAnew());
  }

  /** One contract. Searches again when there is none, because it may be new. */
  async find(id: string): Promise<StoredContract | undefined> {
    const isIt = (each: StoredContract): boolean => each.id === id;
    return (await this.all()).find(isIt) ?? (await this.#allAnew()).find(isIt);
  }

  #allAnew(): Promise<readonly StoredContract[]> {
    this.#lookAgainAt = 0;
    return this.all();
  }

  /** The document of a contract, as JSON. */
  async spec(contract: StoredContract): Promise<string> {
    const read = this.#repository?.contracts.find(({ stored }) => stored.id === contract.id);
    // For contracts of the repository the file counts, not the stored copy.
    return read?.spec ?? (await this.#store.read((connection) => storedSpec(connection, contract.id))) ?? '{}';
  }

  async plainSpec(contract: StoredContract): Promise<Readonly<Record<string, unknown>>> {
    const plain = plainOf(parseExactJson(await this.spec(contract)) ?? null);
    return isMapping(plain) ? plain : {};
  }

  async open(contract: StoredContract): Promise<OpenedContract> {
    const key = `${contract.hash} ${contract.id}`;
    const known = this.#opened.get(key);
    if (known !== undefined) return known.contract;
    const opened = contract.from === 'tool' ? openText(await this.spec(contract), contract.id) : this.#openFile(contract.id);
    this.#opened.set(key, { contract: opened, stamps: stampsOf(opened) });
    return opened;
  }

  async put(contract: StoredContract, spec: string): Promise<void> {
    await this.#store.write((connection) => putContract(connection, contract, spec));
  }

  /** Digest of the files that a contract's document refers to; empty: none. @throws UserError when it is broken */
  partsOf(contract: Pick<StoredContract, 'id' | 'from'>): string {
    return contract.from === 'tool'
      ? ''
      : digestOf(this.#openFile(contract.id), join(this.#scan.repository, fileOfContract(contract.id)));
  }

  /** Marks this version of a contract; false: the stored version is another one. */
  mark(contract: StoredContract, as: Mark): Promise<boolean> {
    return this.#store.write((connection) => markContract(connection, contract, as));
  }

  /** The stored rows, read again if another process may have changed them. */
  async #rows(): Promise<readonly StoredContract[]> {
    const state = this.#store.state();
    if (state !== undefined && this.#read?.state === state) return this.#read.rows;
    const rows = await this.#store.read(storedContracts);
    this.#read = { state, rows };
    return rows;
  }

  #openFile(id: string): OpenedContract {
    const { path, read } = readerFor(fileOfContract(id), this.#scan.repository);
    return openContract(path, read);
  }

  async #current(): Promise<RepositoryContracts> {
    const known = this.#repository;
    if (known !== undefined && this.#now() < this.#lookAgainAt && !isOutdated(known)) return known;
    const started = this.#now();
    const read = await readRepository(this.#scan);
    await this.#store.write((connection) => this.#keepInStep(connection, read));
    this.#repository = read;
    // Files that a document refers to may change without it.
    for (const [key, opened] of this.#opened) if (isStale(opened)) this.#opened.delete(key);
    this.#lookAgainAt = this.#now() + Math.max(LOOK_MILLIS, (this.#now() - started) * SHARE);
    return read;
  }

  #keepInStep(connection: Connection, { contracts }: RepositoryContracts): void {
    const known = new Map(storedContracts(connection).map((row) => [row.id, row]));
    for (const { stored, spec } of contracts) {
      const before = known.get(stored.id);
      known.delete(stored.id);
      const isSame = before !== undefined && before.hash === stored.hash;
      // A mark ends with a new version of the document, or of a file that it refers to.
      const isRetained = isSame && before.status !== 'active' && before.parts === this.partsOf(before);
      const now = isRetained ? { ...stored, status: before.status, evidence: before.evidence, parts: before.parts } : stored;
      if (!isSame || JSON.stringify(now) !== JSON.stringify(before)) putContract(connection, now, spec);
    }
    for (const { id, from } of known.values())
      if (from === 'repository' && !existsSync(join(this.#scan.repository, fileOfContract(id)))) dropContract(connection, id);
  }
}

/** A read contract, with the state of all its files. */
interface Opened {
  readonly contract: OpenedContract;
  readonly stamps: ReadonlyMap<string, string>;
}

function digestOf({ files }: OpenedContract, own: string): string {
  const others = [...files].filter((file) => file !== realpathSync(own)).sort();
  if (others.length === 0) return '';
  const digest = createHash('sha256');
  for (const file of others) digest.update(`${file}\0`).update(readFileSync(file)).update('\0');
  return digest.digest('hex');
}

function stampsOf({ files }: OpenedContract): ReadonlyMap<string, string> {
  return new Map([...files].map((file) => [file, stampOf(file)]));
}

/** Files that were opened later have no state to compare with. */
function isStale({ contract, stamps }: Opened): boolean {
  return contract.files.size !== stamps.size || [...stamps].some(([file, stamp]) => stampOf(file) !== stamp);
}
