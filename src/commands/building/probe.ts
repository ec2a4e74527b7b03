import type { ServiceProbe } from '../../builder/probe.js';
import { freePort, isListening } from '../../live/port.js';
import { BOUNDS } from '../../live/send.js';
import type { ScanRequest } from '../../scan.js';
import { ContractClient } from '../validation/contract-client.js';
import { contractsOf } from '../validation/validate.js';

/** For one answer of a service that was just built. */
const TIMEOUT_MS = 5_000;

/** Requests to a service that a build started, compared by the embedded Contract Engine: no server of others decides. */
export function serviceProbe(
  scan: () => ScanRequest,
  env: Readonly<Record<string, string | undefined>>,
  databasePath: string,
): ServiceProbe {
  return {
    freePort,
    isListening,
    test: async (port, analysis) => {
      const request = scan();
      const client = new ContractClient({
        ...{ choice: { kind: 'embedded' } as const, scan: request, env, databasePath, secrets: [], agent: 'build' },
      });
      try {
        const { own } = await contractsOf(analysis, request, { contracts: new Map(), isWhole: true });
        const { checkLive } = await import('../validation/live.js');
        const contracts = own.map(({ contract }) => contract);
        const { endpoints } = await checkLive(contracts, analysis, client, {
          base: { origin: `http://127.0.0.1:${port}`, path: '/' },
          // A service must not know that it is its build that asks.
          given: { headers: { 'user-agent': 'node' }, secrets: [] },
          seed: 0,
          allowWrites: true,
          bounds: { ...BOUNDS, timeoutMs: TIMEOUT_MS },
          repository: request.repository,
          basePath: request.basePath,
        });
        return endpoints;
      } finally {
        await client.close();
      }
    },
  };
}
