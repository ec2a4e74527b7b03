import { createHash } from 'node:crypto';
import { fingerprint, withoutNames } from '../rules/fingerprint.js';
import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { History } from './history.js';

/** Each comparison takes a hash, so beyond this many pairs of findings and deleted contracts no rename is detected. */
const MOST_PAIRS = 1_000_000;

/** An identity for an operation without the names of its path parameters, like the fingerprint of a finding: 32 hex digits. */
export function operationId({ contract, subject }: Pick<MatrixRow, 'contract' | 'subject'>): string {
  return createHash('sha256')
    .update(JSON.stringify([contract, withoutNames(subject)]))
    .digest('hex')
    .slice(0, 32);
}

/**
 * The history with the new names of contracts that were renamed or moved since the last result. Identities of findings and
 * operations include their contract's name, so all of a moved contract would look new. A finding of a new contract takes over
 * the identity from a deleted contract when all else is the same.
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
    for (const row of matrix) if (!before.has(row.contract)) names.set(operationId({ ...row, contract }), operationId(row));
  }
  const renamed = (id: string): string => names.get(id) ?? id;
  return {
    ...history,
    standing: { findings: history.standing.findings.map(renamed), verified: history.standing.verified.map(renamed) },
    worse: history.worse.map((worsened) => ({ ...worsened, id: renamed(worsened.id) })),
  };
}
