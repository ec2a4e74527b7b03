import { causeOf } from '../diff/cause.js';
import { diffAll } from '../diff/diff.js';
import type { Cause } from '../model/cause.js';
import { UserError } from '../model/user-error.js';
import type { Change } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { contractsOf, type ScanRequest } from '../scan.js';

/** Causes of violations, by their fingerprints. */
export type Causes = ReadonlyMap<string, Cause>;

/** Why what is new since the base is broken: what became of the contracts between the two. */
export async function causesOf(change: Change, base: ScanRequest, head: ScanRequest): Promise<Causes> {
  const violations = [...change.added, ...change.surfaced];
  if (violations.length === 0) return new Map();
  try {
    const [before, after] = [await contractsOf(base), await contractsOf(head)];
    const diffs = diffAll(before.contracts, after.contracts);
    const causes = violations.map((violation) => [violation.fingerprint, causeOf(violation, diffs)] as const);
    return new Map(causes.flatMap(([fingerprint, cause]) => (cause === undefined ? [] : [[fingerprint, cause] as const])));
  } catch (error) {
    // Both were read a moment ago. Should they have gone, no cause is told; the findings stay.
    if (error instanceof UserError) return new Map();
    throw error;
  }
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
