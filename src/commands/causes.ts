import type { Contract } from '../contracts/contract.js';
import { causeOf } from '../diff/cause.js';
import type { ContractDiff, Undecided } from '../diff/change.js';
import { diffAll } from '../diff/diff.js';
import type { Cause } from '../model/cause.js';
import type { Change, ContractComparison } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';

/** Causes of violations, by their fingerprints. */
export type Causes = ReadonlyMap<string, Cause>;

/** What a change did to the contracts themselves. */
export function contractComparison(
  before: readonly Contract[],
  after: readonly Contract[],
): ContractComparison & { readonly diffs: readonly ContractDiff[] } {
  const diffs = diffAll(before, after);
  const changes = diffs.flatMap((diff) => diff.changes.filter(({ severity }) => severity === 'error'));
  return {
    diffs,
    breaking: changes.map(({ contract, subject, rule, message, headAt }) => ({ contract, subject, rule, message, at: headAt })),
    uncompared: newlyUndecided(before, diffs).map(({ contract, subject = contract, detail, at }) => {
      return { contract, subject, at, why: detail };
    }),
    renamed: new Map(diffs.flatMap(({ before: id, contract }) => (id === undefined ? [] : [[id, contract] as const]))),
  };
}

/** Parts that are undecided even when the base is compared with itself were undecided before the change. */
function newlyUndecided(before: readonly Contract[], diffs: readonly ContractDiff[]): readonly Undecided[] {
  const open = diffs.filter(({ undecided }) => undecided.length > 0);
  if (open.length === 0) return [];
  const inBase = new Set(diffAll(before, before).flatMap(({ undecided }) => undecided.map(({ detail }) => detail)));
  return open.flatMap(({ undecided }) => undecided.filter(({ detail }) => !inBase.has(detail)));
}

/** Maps new violations to the contract changes that caused them. */
export function causesOf(change: Pick<Change, 'added' | 'surfaced'>, diffs: readonly ContractDiff[]): Causes {
  const violations = [...change.added, ...change.surfaced];
  const causes = violations.map((violation) => [violation.fingerprint, causeOf(violation, diffs)] as const);
  return new Map(causes.flatMap(([fingerprint, cause]) => (cause === undefined ? [] : [[fingerprint, cause] as const])));
}

/** Adds causes to findings. One object in analysis and change stays one object. */
export function withCauses<Result extends { readonly analysis: Analysis; readonly change?: Change | undefined }>(
  result: Result,
  causes: Causes,
): Result {
  const known = new Map<Violation, Violation>();
  const tell = (violation: Violation): Violation => {
    const cause = causes.get(violation.fingerprint);
    if (cause === undefined) return violation;
    const before = known.get(violation) ?? { ...violation, cause };
    known.set(violation, before);
    return before;
  };
  const { analysis, change } = result;
  const violations = analysis.violations.map(tell);
  if (change === undefined) return { ...result, analysis: { ...analysis, violations } };
  const changed = { ...change, added: change.added.map(tell), surfaced: change.surfaced.map(tell) };
  return { ...result, analysis: { ...analysis, violations }, change: changed };
}
