import { type Completed, failingEntries, incompleteness, shortfall } from '../reports/verdict.js';
import { type Change, newErrors, type Question } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';

export const FAIL_ON = ['error', 'warning', 'never'] as const;
/** `worse`: findings alone never fail; being worse than before does, which the analysis does not know. */
export type FailOn = (typeof FAIL_ON)[number] | Question | 'worse';
/** Fails a change by default. */
export const OF_CHANGE: readonly FailOn[] = ['new', 'lost', 'breaking'];
/** `FailOn` without the questions about a change. */
export type Threshold = (typeof FAIL_ON)[number];

type Judged = Completed & Pick<Analysis, 'violations' | 'baseline' | 'minDecided'>;

/**
 * 3 for an incomplete run, else 1 when too few operations are decided, for findings of `failOn`, and for resolved entries that
 * a strict baseline still lists, else 0.
 *
 * @param change since the base; absent: unknown, so every error counts as new
 * @param unanswered the effect of the change is unknown, which fails the run
 */
export function exitCode(analysis: Judged, failOn: readonly FailOn[], change?: Change, unanswered = false): number {
  if (incompleteness(analysis).length > 0) return 3;
  if (shortfall(analysis) !== undefined) return 1;
  if (failOn.every((word) => word === 'never' || word === 'worse')) return 0;
  if (unanswered) return 1;
  if (failingEntries(analysis) > 0) return 1;
  return failOn.some((word) => isFailed(word, analysis, change)) ? 1 : 0;
}

function isFailed(word: FailOn, { violations }: Judged, change: Change | undefined): boolean {
  if (word === 'never' || word === 'worse') return false;
  if (word === 'error' || word === 'warning') return violations.some(isAtLeast(word));
  if (change === undefined) return word === 'new' && violations.some(isAtLeast('error'));
  const counts = changeCounts({ violations }, change);
  // A moved path breaks its callers.
  return counts[word] > 0 || (word === 'breaking' && counts.moved > 0);
}

const isAtLeast =
  (least: 'error' | 'warning') =>
  ({ severity }: Violation): boolean =>
    severity === 'error' || severity === least;

/** Counts the answers to each question about a change. */
export function changeCounts({ violations }: Pick<Judged, 'violations'>, change: Change): Readonly<Record<Question, number>> {
  const { lost, breaking, dropped, moved } = change;
  return {
    new: newErrors(violations, change).length,
    lost: lost.length,
    breaking: breaking.length,
    dropped: dropped.length,
    moved: moved.length,
  };
}
