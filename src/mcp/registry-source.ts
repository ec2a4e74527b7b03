import { exactOf } from '../contracts/registry/exact-json.js';
import type { Loaded, ServiceContractRegistry } from '../contracts/registry/registry.js';
import type { ServiceContract } from '../contracts/registry/service-contract.js';
import { type ContractSource, repositorySource } from '../contracts/registry/source.js';
import { readServiceTable } from '../contracts/requirements/service-table.js';
import type { Client } from './clients/client.js';
import { answered } from './engine.js';
import type { OutputOf } from './tool.js';
import type { contractEngine } from './toolsets/contract-engine.js';

type Tools = typeof contractEngine.tools;
type ContractClient = Pick<Client<Tools>, 'list_contracts' | 'get_contract'>;

/** Parallel requests for documents. */
const AT_ONCE = 4;

/**
 * The contracts of a Contract Engine, as a source of the registry (REQ-028, REQ-029). It rejects as soon as an answer is
 * missing, because half of the contracts would look complete.
 */
export function engineSource(client: ContractClient): ContractSource {
  return {
    name: 'the Contract Engine',
    contracts: async () => {
      const rows = answered(await client.list_contracts({}));
      const found: (ServiceContract | undefined)[] = new Array(rows.length);
      const open = [...rows.entries()];
      const work = async (): Promise<void> => {
        for (let next = open.shift(); next !== undefined; next = open.shift()) {
          const [index, row] = next;
          const contract = answered(await client.get_contract({ contract_id: row.id }));
          // It was deleted meanwhile.
          if (contract !== null) found[index] = contractOf(contract);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, work));
      return found.flatMap((contract) => contract ?? []);
    },
  };
}

/** The hash is the engine's: JSON transport may change the spelling of numbers. */
function contractOf({ id, type, service_name, version, spec_hash, spec, status }: NonNullable<OutputOf<Tools['get_contract']>>) {
  return {
    contract_id: id,
    contract_type: type,
    provider_service: service_name,
    consumer_service: '',
    version,
    spec_hash,
    spec: exactOf(spec),
    implemented: status === 'implemented',
    evidence_path: '',
  };
}

/** The services in a file of requirements, as a source of the registry. @param file repository-relative */
export function tableSource(text: string, file: string): ContractSource {
  const table = readServiceTable(text, file);
  return {
    ...repositorySource(table === undefined ? [] : [table], () => text),
    name: file,
  };
}

/** The origin of a registry; `service-tables`: the tables of the requirements, as the last fallback. */
export type RegistryOrigin = Omit<Loaded, 'from'> & { readonly from: Loaded['from'] | 'service-tables' };

/**
 * Fills a registry from the engine, else saved copies, else the tables of services in the requirements (REQ-029, INT-001).
 * Never throws.
 *
 * @param localPath absolute: `.tallystick/CONTRACTS.json`; absent: no saved copy counts
 * @param requirements as {@link tableSource} gives them; absent: there are none
 */
export async function loadRegistry(
  registry: ServiceContractRegistry,
  source: ContractSource,
  localPath: string | undefined,
  requirements: ContractSource | undefined,
): Promise<RegistryOrigin> {
  const loaded = await registry.load(source, localPath);
  if (loaded.from !== 'nothing' || requirements === undefined) return loaded;
  const fromTables = await registry.load(requirements, localPath);
  if (fromTables.from !== 'source') return { from: 'nothing', why: [loaded.why, fromTables.why].join('; ') };
  return loaded.why === undefined ? { from: 'service-tables' } : { from: 'service-tables', why: loaded.why };
}
