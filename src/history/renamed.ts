import { createHash } from 'node:crypto';
import { fingerprint, withoutNames } from '../rules/fingerprint.js';
import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { History } from './history.js';

/** Beyond so many pairs of what is there and contracts that are gone nothing is taken for renamed: each takes a hash. */
const MOST_PAIRS = 1_000_000;

/** Names a promise as fingerprints name findings, whatever its path parameters are called: 32 hex digits. */
export function promiseId({ contract, subject }: Pick<MatrixRow, 'contract' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([contract, withoutNames(subject)]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The history as if contracts that were renamed or moved since the last result had always had their new names. Findings and
 * promises are named after their contract, so that all that is known of a moved one would seem to be new. A finding of a contract
 * that the last result had not is taken for the one that a contract which is gone had, where all else of it is the same.
 */
export function withRenamed(history: History, { violations, matrix }: Pick<Analysis, 'violations' | 'matrix'>): History {
  const before = new Set((history.results.at(-1)?.contracts ?? []).map(({ contract }) => contract));
  const now = new Set([...violations, ...matrix].map(({ contract }) => contract));
  const gone = [...before].filter((contract) => !now.has(contract));
  if (history.standing === null || gone.length === 0) return history;
  if (gone.length * (violations.length + matrix.length) > MOST_PAIRS) return history;
  const names = new Map<string, string>();
  for (const contract of gone) {
    for (const violation of violations) {
      if (!before.has(violation.contract)) names.set(fingerprint({ ...violation, contract }), violation.fingerprint);
    }
    for (const row of matrix) if (!before.has(row.contract)) names.set(promiseId({ ...row, contract }), promiseId(row));
  }
  const renamed = (id: string): string => names.get(id) ?? id;
  return {
    ...history,
    standing: { findings: history.standing.findings.map(renamed), verified: history.standing.verified.map(renamed) },
    worse: history.worse.map((worsened) => ({ ...worsened, id: renamed(worsened.id) })),
  };
}
