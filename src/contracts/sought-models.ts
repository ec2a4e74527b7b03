import { MODEL_SUFFIXES } from '../model/model-names.js';
import { UserError } from '../model/user-error.js';
import type { Contract } from './contract.js';
import { type ContractRequest, loadContracts } from './load.js';

/** Which models' definitions are looked for: names as contracts write them, and what a type's name may add. */
export interface SoughtModels {
  readonly names: readonly string[];
  readonly suffixes: readonly string[];
}

/** The models of some contracts. */
export function soughtModels(contracts: readonly Contract[], suffixes: readonly string[] = MODEL_SUFFIXES): SoughtModels {
  return { names: contracts.flatMap(({ models }) => models.map(({ name }) => name)), suffixes };
}

/** Those of the contracts that are found; none where there are none, or one is broken: who compares with them will be told. */
export async function soughtByLooking(request: Pick<ContractRequest, 'repository' | 'dir' | 'tracked'>): Promise<SoughtModels> {
  try {
    return soughtModels((await loadContracts(request)).contracts);
  } catch (error) {
    if (error instanceof UserError) return soughtModels([]);
    throw error;
  }
}
