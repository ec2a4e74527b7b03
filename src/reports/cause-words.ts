import type { Cause } from '../model/cause.js';

/** Why a violation is new, for readers of a pull request. */
export const CAUSE_WORDS: Readonly<Record<Cause, string>> = {
  'code-changed': 'The code changed, the contract did not.',
  'contract-ahead': 'The contract changed compatibly; the code does not follow yet.',
  'contract-broke': 'The contract itself changed in a way that can break its consumers.',
};
