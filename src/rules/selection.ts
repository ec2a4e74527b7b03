import { type Analysis, summaryOf } from './judge.js';
import type { Violation } from './rule.js';

/** What becomes of a finding: it is reported, it is known to the baseline, or it lies outside of what was changed. */
export type Choice = 'reported' | 'known' | 'outside';

/** What is reported of an analysis. */
export interface Selection {
  /** By the order of the findings. */
  readonly choices: readonly Choice[];
  readonly baseline?: Omit<NonNullable<Analysis['baseline']>, 'known'> | undefined;
  /** What the change is a change of, for readers: a revision. */
  readonly since?: string | undefined;
  readonly notices: readonly string[];
}

/**
 * The analysis with the findings that are reported. The matrix still tells all: what is known or lies elsewhere is broken as well.
 * Findings keep their identity.
 *
 * @param analysis with the same findings in the same order as the selection was made of
 */
export function select(analysis: Analysis, selection: Selection): Analysis {
  const { choices, baseline, since } = selection;
  const chosen = (choice: Choice): readonly Violation[] => analysis.violations.filter((_, index) => choices[index] === choice);
  const violations = chosen('reported');
  const notices = [...(analysis.notices ?? []), ...selection.notices];
  return {
    ...analysis,
    violations,
    summary: summaryOf(analysis.matrix, violations, analysis.summary),
    ...(notices.length === 0 ? {} : { notices }),
    ...(baseline === undefined ? {} : { baseline: { ...baseline, known: chosen('known') } }),
    ...(since === undefined ? {} : { scope: { since, outside: chosen('outside').length } }),
  };
}
