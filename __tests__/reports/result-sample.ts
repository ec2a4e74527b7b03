import type { Result } from '../../src/reports/github/result.js';
import type { Change } from '../../src/rules/change.js';
import { mixedAnalysis } from './sample.js';

const SHA = 'a1b2c3d4e5f60718293a4b5c6d7e8f9001122334';

/** A result as a pull request gets it; by default red, with something of every kind, and without a base. */
export function resultOf(over: Partial<Result> = {}): Result {
  return {
    name: 'Contracts',
    analysis: mixedAnalysis(),
    failed: true,
    notes: [],
    sha: SHA,
    repositoryUrl: 'https://github.test/owner/books',
    runUrl: 'https://github.test/owner/books/actions/runs/77',
    ...over,
  };
}

/** A change of which only what is given happened. */
export function changeOf(over: Partial<Change>): Change {
  return {
    ...{ added: [], surfaced: [], remaining: [], fixed: [], unseen: [] },
    ...{ lost: [], dropped: [], moved: [], unproven: [], breaking: [], uncompared: [] },
    ...over,
  };
}
