import { type Completed, failingEntries, incompleteness, shortfall } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';

/** From which severity on a finding fails the run. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
/** `worse`: findings alone fail nothing; what is worse than it was does, which the analysis does not know. */
export type FailOn = (typeof FAIL_ON)[number] | 'worse';

/**
 * 3 for an incomplete run, else 1 where less was decided than is asked for, for findings at or above `failOn` and for entries of a
 * strict baseline that are resolved and still listed, else 0.
 */
export function exitCode(analysis: Completed & Pick<Analysis, 'violations' | 'baseline' | 'minDecided'>, failOn: FailOn): number {
  if (incompleteness(analysis).length > 0) return 3;
  if (shortfall(analysis) !== undefined) return 1;
  if (failOn === 'never' || failOn === 'worse') return 0;
  if (failingEntries(analysis) > 0) return 1;
  const failing = failOn === 'error' ? ['error'] : ['error', 'warning'];
  return analysis.violations.some((violation) => failing.includes(violation.severity)) ? 1 : 0;
}
