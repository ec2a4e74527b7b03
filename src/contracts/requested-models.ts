import { MODEL_SUFFIXES } from '../model/model-names.js';
import type { Contract } from './contract.js';

/** The models whose definitions are looked for: names as contracts write them, and suffixes that a type may add. */
export interface RequestedModels {
  readonly names: readonly string[];
  readonly suffixes: readonly string[];
}

/** The models of some contracts. */
export function requestedModels(contracts: readonly Contract[], suffixes: readonly string[] = MODEL_SUFFIXES): RequestedModels {
  return { names: contracts.flatMap(({ models }) => models.map(({ name }) => name)), suffixes };
}
