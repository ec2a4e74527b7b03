import type { Config } from '../config/schema.js';

/** What is looked at besides tests and reviews: contracts, and where their engine is asked, the running service. */
export function checksOf(config: Pick<Config, 'contract_scans' | 'contract_engine'>): ('scan' | 'e2e')[] {
  return [
    ...(Object.values(config.contract_scans).some(Boolean) ? (['scan'] as const) : []),
    ...(config.contract_engine.enabled ? (['e2e'] as const) : []),
  ];
}
