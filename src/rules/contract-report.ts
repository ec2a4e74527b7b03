import { type ContractReport, healthOf } from '../model/validation.js';
import type { Analysis } from './judge.js';

/** The scan's verdict on each contract (requirement TECH-029): `kept` only if every subject was compared and fits. */
export function contractReport({ contracts, matrix }: Pick<Analysis, 'contracts' | 'matrix'>): ContractReport {
  const ids = contracts.map(({ id }) => id);
  const rowsOf = (id: string) => matrix.filter(({ contract }) => contract === id);
  const violated = ids.filter((id) => rowsOf(id).some(({ status }) => status === 'violated' || status === 'missing'));
  const verified = ids.filter((id) => rowsOf(id).length > 0 && rowsOf(id).every(({ status }) => status === 'verified'));
  return {
    total_contracts: ids.length,
    verified_contracts: verified.length,
    violated_contracts: violated.length,
    missing_implementations: matrix.filter(({ status }) => status === 'missing').length,
    health: healthOf(verified.length, violated.length, ids.length),
    verified_contract_ids: verified,
    violated_contract_ids: violated,
  };
}
