import { causeOf } from '../diff/cause.js';
import type { ContractDiff } from '../diff/change.js';
import { diffAll } from '../diff/diff.js';
import type { Cause } from '../model/cause.js';
import { UserError } from '../model/user-error.js';
import type { BreakingDifference, Change } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { contractsOf, type ScanRequest } from '../scan.js';

/** Causes of violations, by their fingerprints. */
export type Causes = ReadonlyMap<string, Cause>;

/**
 * What became of the contracts between two scans. `undefined`: both were read a moment ago, and one of them cannot be read any more.
 */
export async function contractDiffs(base: ScanRequest, head: ScanRequest): Promise<readonly ContractDiff[] | undefined> {
  try {
    const [before, after] = [await contractsOf(base), await contractsOf(head)];
    return diffAll(before.contracts, after.contracts);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** What breaks those who rely on the base's contracts, the gravest first. */
export function breakingIn(diffs: readonly ContractDiff[]): readonly BreakingDifference[] {
  const changes = diffs.flatMap((diff) => diff.changes.filter(({ severity }) => severity === 'error'));
  return changes.map(({ contract, subject, rule, message, headAt }) => ({ contract, subject, rule, message, at: headAt }));
}

/** Why what is new since the base is broken: what became of the contracts between the two. */
export function causesOf(change: Pick<Change, 'added' | 'surfaced'>, diffs: readonly ContractDiff[]): Causes {
  const violations = [...change.added, ...change.surfaced];
  const causes = violations.map((violation) => [violation.fingerprint, causeOf(violation, diffs)] as const);
  return new Map(causes.flatMap(([fingerprint, cause]) => (cause === undefined ? [] : [[fingerprint, cause] as const])));
}

/** The same findings with their causes. What is one violation in both stays one. */
export function withCauses<Told extends { readonly analysis: Analysis; readonly change?: Change | undefined }>(
  told: Told,
  causes: Causes,
): Told {
  const known = new Map<Violation, Violation>();
  const tell = (violation: Violation): Violation => {
    const cause = causes.get(violation.fingerprint);
    if (cause === undefined) return violation;
    const before = known.get(violation) ?? { ...violation, cause };
    known.set(violation, before);
    return before;
  };
  const { analysis, change } = told;
  const violations = analysis.violations.map(tell);
  if (change === undefined) return { ...told, analysis: { ...analysis, violations } };
  const changed = { ...change, added: change.added.map(tell), surfaced: change.surfaced.map(tell) };
  return { ...told, analysis: { ...analysis, violations }, change: changed };
}
