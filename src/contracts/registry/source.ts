import { fileOfContract } from '../../model/service.js';
import type { Contract } from '../contract.js';
import type { ServiceContract } from './service-contract.js';
import { readSpec, specHash } from './spec-hash.js';

/** A source of contracts: the files of a repository, or a server. */
export interface ContractSource {
  /** For readers. */
  readonly name: string;
  /** Rejects if the source cannot be reached. */
  readonly contracts: () => Promise<readonly ServiceContract[]>;
}

/** The Contract Engine's names of contract types. */
const TYPES: Readonly<Record<Contract['kind'], string>> = {
  openapi: 'openapi',
  asyncapi: 'asyncapi',
  'json-schema': 'json_schema',
  'service-table': 'service_table',
};

/**
 * The contracts of a repository in the exchange format.
 *
 * @param textOf the text of a contract's file; absent: it cannot be read. If JSON cannot express a document, its text stands for
 * it.
 */
export function repositorySource(contracts: readonly Contract[], textOf: (id: string) => string | undefined): ContractSource {
  return {
    name: 'the repository',
    contracts: async () =>
      contracts.flatMap((contract): readonly ServiceContract[] => {
        // The consumer's side is the same contract.
        const text = contract.role === 'consumer' ? undefined : textOf(fileOfContract(contract.id));
        if (text === undefined) return [];
        const spec = contract.kind === 'service-table' ? text : (readSpec(text) ?? text);
        return [
          {
            contract_id: contract.id,
            contract_type: TYPES[contract.kind],
            provider_service: contract.service ?? '',
            consumer_service: contract.consumer ?? '',
            version: contract.version,
            spec_hash: specHash(spec),
            spec,
            implemented: false,
            evidence_path: '',
          },
        ];
      }),
  };
}
