import { type Completed, failingEntries, incompleteness, shortfall } from '../reports/verdict.js';
import { type Change, newErrors, type Question } from '../rules/change.js';
import type { Analysis } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';

/** From which severity on a finding fails the run. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
/** `worse`: findings alone fail nothing; what is worse than it was does, which the analysis does not know. */
export type FailOn = (typeof FAIL_ON)[number] | Question | 'worse';
/** What fails a change, unless its workflow says otherwise. */
export const OF_CHANGE: readonly FailOn[] = ['new', 'lost', 'breaking'];
/** As `FailOn`, of what is no change. */
export type Threshold = (typeof FAIL_ON)[number];

type Judged = Completed & Pick<Analysis, 'violations' | 'baseline' | 'minDecided'>;

/**
 * 3 for an incomplete run, else 1 where less was decided than is asked for, for what `failOn` names and for entries of a strict
 * baseline that are resolved and still listed, else 0.
 *
 * @param change since the base of a change; absent: it is not known. Nobody knows then which errors are new: each counts.
 * @param unanswered what the change did is not known, and that fails the run
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
  // A path that moved breaks whoever calls it.
  return counts[word] > 0 || (word === 'breaking' && counts.moved > 0);
}

const isAtLeast =
  (least: 'error' | 'warning') =>
  ({ severity }: Violation): boolean =>
    severity === 'error' || severity === least;

/** How many answers each question about a change has. */
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
