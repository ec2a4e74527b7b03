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

/** A contract in a file of the repository. */
export interface RepositoryContract {
  readonly contract: Contract;
  readonly stored: StoredContract;
  /** Its document as JSON. */
  readonly spec: string;
}

/** The present contracts of the repository. */
export interface RepositoryContracts {
  readonly contracts: readonly RepositoryContract[];
  /** Why there is none; absent: there is one. */
  readonly none?: string;
  /** Size and time of the files, to detect changes. */
  readonly stamps: ReadonlyMap<string, string>;
}

/**
 * Reads the contracts of a repository, as a scan does.
 *
 * @throws UserError with the line, when one is broken
 */
export async function readRepository(request: ScanRequest): Promise<RepositoryContracts> {
  try {
    const { contracts } = await selectContracts(request);
    const files = new Set(contracts.map(({ id }) => join(request.repository, fileOfContract(id))));
    const stamps = new Map([...files].map((file) => [file, stampOf(file)]));
    return { contracts: await withSpecs(contracts, request.repository), stamps };
  } catch (error) {
    // Errors with a location are broken contracts; without one no contract was found.
    if (!(error instanceof UserError) || error.location !== undefined) throw error;
    return { contracts: [], none: error.message, stamps: new Map() };
  }
}

/** Whether a file changed after its stamp. */
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
    // Documents that JSON cannot express, and tables of services, are texts.
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

/** Size and time of a file; empty: it does not exist. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false, bigint: true });
  return stats === undefined ? '' : `${stats.mtimeNs} ${stats.size} ${stats.ino}`;
}
