import { fileOfContract } from '../../model/service.js';
import type { Contract } from '../contract.js';
import type { ServiceContract } from './service-contract.js';
import { readSpec, specHash } from './spec-hash.js';

/** Where contracts come from: the files of a repository, or a server that keeps them. */
export interface ContractSource {
  /** For readers. */
  readonly name: string;
  /** Rejects when it cannot be asked. */
  readonly contracts: () => Promise<readonly ServiceContract[]>;
}

/** The Contract Engine's words for what a contract is. */
const TYPES: Readonly<Record<Contract['kind'], string>> = {
  openapi: 'openapi',
  asyncapi: 'asyncapi',
  'json-schema': 'json_schema',
  'service-table': 'service_table',
};

/**
 * The contracts that were found in a repository, as services exchange them.
 *
 * @param textOf what the file of a contract holds; absent: it cannot be read. One that JSON cannot say is carried as its text.
 */
export function repositorySource(contracts: readonly Contract[], textOf: (id: string) => string | undefined): ContractSource {
  return {
    name: 'the repository',
    contracts: async () =>
      contracts.flatMap((contract): readonly ServiceContract[] => {
        // The other side of a contract is the same contract.
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
