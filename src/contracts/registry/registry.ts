import { reasonOf } from '../../model/user-error.js';
import { readContracts, writeContracts } from './cache.js';
import type { ServiceContract } from './service-contract.js';
import type { ContractSource } from './source.js';

/** Where a registry's contracts come from; `why`: a sentence on what failed before. */
export interface Loaded {
  readonly from: 'source' | 'local' | 'nothing';
  readonly why?: string;
}

/** The result of marking a contract; the counts are of the service. */
export interface Marked {
  readonly marked: boolean;
  readonly total: number;
  readonly all_implemented: boolean;
}

/** The contracts between services, and which of them are implemented. One instance per build. */
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
   * Replaces its contracts by those of a source; if the source fails, by those saved at `localPath` (absent: saved contracts do
   * not count). Never throws: a registry without contracts gives the reason.
   */
  async load(source: ContractSource, localPath: string | undefined): Promise<Loaded> {
    try {
      this.#replace(await source.contracts());
      return { from: 'source' };
    } catch (error) {
      const why = `${source.name} gives no contracts: ${reasonOf(error)}`;
      try {
        if (localPath === undefined) throw new Error('saved copies are not used here');
        this.loadLocal(localPath);
        return { from: 'local', why };
      } catch (another) {
        this.#replace([]);
        return { from: 'nothing', why: `${why}; ${reasonOf(another)}` };
      }
    }
  }

  /**
   * Replaces its contracts by those saved to a file.
   *
   * @param path absolute
   * @throws UserError if it does not exist, or has another format
   */
  loadLocal(path: string): void {
    this.#replace(readContracts(path));
  }

  /**
   * Saves the contracts, completely or not at all, without their security schemes.
   *
   * @param path absolute
   * @throws UserError if it cannot be written
   */
  saveCache(path: string): void {
    writeContracts(path, this.contracts);
  }

  /** Contracts without an implementation: of one service, or of all. */
  unimplemented(service?: string): readonly ServiceContract[] {
    return this.contracts.filter(
      ({ implemented, provider_service }) => !implemented && (service === undefined || provider_service === service),
    );
  }

  /** Marks a contract as implemented; only its provider can, and only with evidence. */
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
