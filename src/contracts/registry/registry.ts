import { readContracts, writeContracts } from './cache.js';
import type { ServiceContract } from './service-contract.js';
import type { ContractSource } from './source.js';

/** Where a registry took its contracts from; `why`: a sentence for readers, of what failed before. */
export interface Loaded {
  readonly from: 'source' | 'local' | 'nothing';
  readonly why?: string;
}

/** What became of the wish to mark a contract; the counts are of the service. */
export interface Marked {
  readonly marked: boolean;
  readonly total: number;
  readonly all_implemented: boolean;
}

/** The contracts that services exchange, and which of them are implemented. One for a build; it lives as long as that. */
export class ServiceContractRegistry {
  readonly #contracts = new Map<string, ServiceContract>();

  /** All of them, by id. */
  get contracts(): readonly ServiceContract[] {
    return [...this.#contracts.values()].sort((one, other) => (one.contract_id < other.contract_id ? -1 : 1));
  }

  get(contractId: string): ServiceContract | undefined {
    return this.#contracts.get(contractId);
  }

  /**
   * Takes the contracts of a source in place of those it has; where the source fails, those that were saved at `localPath` (absent:
   * nothing that was saved counts). Never throws: a registry without contracts says why.
   */
  async load(source: ContractSource, localPath: string | undefined): Promise<Loaded> {
    try {
      this.#replace(await source.contracts());
      return { from: 'source' };
    } catch (error) {
      const why = `${source.name} gives no contracts: ${reasonOf(error)}`;
      try {
        if (localPath === undefined) throw new Error('what was saved of them does not count here');
        this.loadLocal(localPath);
        return { from: 'local', why };
      } catch (another) {
        this.#replace([]);
        return { from: 'nothing', why: `${why}; ${reasonOf(another)}` };
      }
    }
  }

  /**
   * Takes the contracts that were saved to a file.
   *
   * @param path absolute
   * @throws UserError when it is not there, or something else
   */
  loadLocal(path: string): void {
    this.#replace(readContracts(path));
  }

  /**
   * Saves the contracts, whole or not at all, without what they say of security.
   *
   * @param path absolute
   * @throws UserError when it cannot be written
   */
  saveCache(path: string): void {
    writeContracts(path, this.contracts);
  }

  /** Contracts that nothing implements yet: of one service, or of all. */
  unimplemented(service?: string): readonly ServiceContract[] {
    return this.contracts.filter(
      ({ implemented, provider_service }) => !implemented && (service === undefined || provider_service === service),
    );
  }

  /** Marks a contract as implemented by its provider; without evidence, or by another service, it is not. */
  markImplemented(contractId: string, service: string, evidencePath: string): Marked {
    const contract = this.#contracts.get(contractId);
    const marked = contract !== undefined && contract.provider_service === service && evidencePath !== '';
    if (marked) this.#contracts.set(contractId, { ...contract, implemented: true, evidence_path: evidencePath });
    const own = this.contracts.filter(({ provider_service }) => provider_service === service);
    return { marked, total: own.length, all_implemented: own.length > 0 && own.every(({ implemented }) => implemented) };
  }

  #replace(contracts: readonly ServiceContract[]): void {
    this.#contracts.clear();
    for (const contract of contracts) this.#contracts.set(contract.contract_id, contract);
  }
}

function reasonOf(error: unknown): string {
  const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  return line.replace(/\.$/, '');
}
