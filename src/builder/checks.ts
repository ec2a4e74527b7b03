import type { Config } from '../config/schema.js';

/** The checks besides tests and reviews: contracts, and endpoints of the running service if their engine is enabled. */
export function checksOf(config: Pick<Config, 'contract_scans' | 'contract_engine'>): ('scan' | 'e2e')[] {
  return [
    ...(Object.values(config.contract_scans).some(Boolean) ? (['scan'] as const) : []),
    ...(config.contract_engine.enabled ? (['e2e'] as const) : []),
  ];
}
