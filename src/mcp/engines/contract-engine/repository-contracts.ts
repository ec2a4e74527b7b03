import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract } from '../../../contracts/contract.js';
import { exactJson } from '../../../contracts/registry/python-json.js';
import { repositorySource } from '../../../contracts/registry/source.js';
import { specHash } from '../../../contracts/registry/spec-hash.js';
import { selectContracts } from '../../../contracts/select.js';
import { fileOfContract } from '../../../model/service.js';
import { UserError } from '../../../model/user-error.js';
import type { ScanRequest } from '../../../scan.js';
import type { StoredContract } from './database.js';

/** A contract that a file of the repository describes. */
export interface RepositoryContract {
  readonly contract: Contract;
  readonly stored: StoredContract;
  /** Its document as JSON. */
  readonly spec: string;
}

/** What the repository holds now. */
export interface RepositoryContracts {
  readonly contracts: readonly RepositoryContract[];
  /** Why there is none; absent: there is one. */
  readonly none?: string;
  /** Size and time of the files, by which a change is noticed. */
  readonly stamps: ReadonlyMap<string, string>;
}

/**
 * Reads the contracts of a repository, as a scan does.
 *
 * @throws UserError naming the line, when one is broken
 */
export async function readRepository(request: ScanRequest): Promise<RepositoryContracts> {
  try {
    const { contracts } = await selectContracts(request);
    const files = new Set(contracts.map(({ id }) => join(request.repository, fileOfContract(id))));
    const stamps = new Map([...files].map((file) => [file, stampOf(file)]));
    return { contracts: await withSpecs(contracts, request.repository), stamps };
  } catch (error) {
    // What has a line is broken; what has none is that there is nothing.
    if (!(error instanceof UserError) || error.location !== undefined) throw error;
    return { contracts: [], none: error.message, stamps: new Map() };
  }
}

/** Whether a file was changed since its stamp was taken. */
export function isOutdated({ stamps }: RepositoryContracts): boolean {
  return [...stamps].some(([file, stamp]) => stampOf(file) !== stamp);
}

async function withSpecs(contracts: readonly Contract[], repository: string): Promise<readonly RepositoryContract[]> {
  const texts = new Map<string, string>();
  const textOf = (file: string): string => {
    const known = texts.get(file) ?? readFileSync(join(repository, file), 'utf8');
    texts.set(file, known);
    return known;
  };
  const byId = new Map(contracts.map((contract) => [contract.id, contract]));
  const exchanged = await repositorySource(contracts, textOf).contracts();
  return exchanged.flatMap((found): readonly RepositoryContract[] => {
    const contract = byId.get(found.contract_id);
    if (contract === undefined) return [];
    // A document that JSON cannot say, and a table of services, are texts.
    const spec = typeof found.spec === 'string' ? new Map([['text', found.spec]]) : found.spec;
    return [
      {
        contract,
        spec: exactJson(spec),
        stored: {
          id: found.contract_id,
          type: found.contract_type,
          version: found.version,
          service: found.provider_service,
          hash: spec === found.spec ? found.spec_hash : specHash(spec),
          status: 'active',
          evidence: '',
          parts: '',
          from: 'repository',
        },
      },
    ];
  });
}

/** Size and time of a file; empty: it is not there. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}
