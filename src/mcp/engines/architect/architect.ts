import { fileOfContract } from '../../../model/service.js';
import type { Engine } from '../../engine.js';
import type { OutputOf } from '../../tool.js';
import { architect } from '../../toolsets/architect.js';
import { answering } from '../answering.js';
import type { EngineContext } from '../embedded.js';

type Tools = typeof architect.tools;

/** Opens the embedded Architect. It stores nothing and reads the repository on each call. */
export async function openArchitect({ scan }: EngineContext): Promise<Engine<Tools>> {
  return answering(
    architect,
    {
      decompose: async ({ prd }) => (await import('./decompose.js')).decompose(prd),
      get_service_map: async () => {
        const [{ readCode, readContracts }, { repositoryServices }, { serviceMap }] = await Promise.all([
          import('./repository-code.js'),
          import('./repository-services.js'),
          import('./service-map.js'),
        ]);
        const [code, contracts] = await Promise.all([readCode(scan), readContracts(scan)]);
        const files = [...code.codebase.routes, ...code.codebase.messages].map(({ at }) => at.file);
        return serviceMap(repositoryServices(scan, files), code, contracts);
      },
      get_contracts_for_service: ({ service_name }) => contractsFor(service_name, scan),
      get_domain_model: async () => {
        const [{ readContracts }, { domainModel }] = await Promise.all([
          import('./repository-code.js'),
          import('./domain-model.js'),
        ]);
        return domainModel(await readContracts(scan));
      },
    },
    () => undefined,
  );
}

/** A contract that names no service belongs to all. */
async function contractsFor(service: string, scan: EngineContext['scan']): Promise<OutputOf<Tools['get_contracts_for_service']>> {
  const [{ readContracts }, { readRepository }] = await Promise.all([
    import('./repository-code.js'),
    import('../contract-engine/repository-contracts.js'),
  ]);
  const [contracts, { contracts: stored }] = await Promise.all([readContracts(scan), readRepository(scan)]);
  const rows = stored.map(({ stored: { id, type, version, hash, status, service: provider } }) => {
    return { id, type, version, service_name: provider, spec_hash: hash, status };
  });
  const own = rows.filter(({ service_name }) => service_name === service || service_name === '');
  const relied = new Set(
    contracts.filter((each) => each.consumer === service && each.service !== undefined).map(({ id }) => fileOfContract(id)),
  );
  const others = rows.filter((row) => !own.includes(row) && relied.has(fileOfContract(row.id)));
  return [
    ...own.map((row) => ({ ...row, role: 'provider' as const })),
    ...others.map((row) => ({ ...row, role: 'consumer' as const })),
  ];
}
