import { incompleteness } from '../reports/verdict.js';
import type { Analysis } from '../rules/judge.js';

/** From which severity on a finding fails the run. */
export const FAIL_ON = ['error', 'warning', 'never'] as const;
export type FailOn = (typeof FAIL_ON)[number];

/** The exit codes of the tool, for its help and README. */
export const EXIT_CODES: readonly { readonly code: number; readonly means: string }[] = [
  { code: 0, means: 'No finding at or above `--fail-on`.' },
  { code: 1, means: 'Findings at or above `--fail-on`.' },
  {
    code: 2,
    means:
      'A mistake in what was asked: an unknown option, a broken contract or configuration, no contract, every scan switched off.',
  },
  {
    code: 3,
    means:
      'Incomplete: an extractor or rule crashed, a shard is missing, contracts of which not one subject could be compared, or a bug.',
  },
  { code: 130, means: 'Interrupted with Ctrl-C.' },
];

/** 3 for an incomplete run, else 1 for findings at or above `failOn`, else 0. */
export function exitCode(analysis: Pick<Analysis, 'crashes' | 'matrix' | 'violations'>, failOn: FailOn): number {
  if (incompleteness(analysis).length > 0) return 3;
  if (failOn === 'never') return 0;
  const failing = failOn === 'error' ? ['error'] : ['error', 'warning'];
  return analysis.violations.some((violation) => failing.includes(violation.severity)) ? 1 : 0;
}
