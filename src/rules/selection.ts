import type { Change } from './change.js';
import { type Analysis, type MatrixRow, summaryOf } from './judge.js';
import type { Violation } from './rule.js';

/** What becomes of a finding: it is reported, it is known to the baseline, or it lies outside of what was changed. */
export type Choice = 'reported' | 'known' | 'outside';

/** What a change is about, besides findings. */
export interface ChangeCover {
  /** Whether a subject's route stands in a changed file, or its lines of the contract changed. */
  readonly row: (row: MatrixRow) => boolean;
  /** Whether a file of the analysis was changed. */
  readonly file: (path: string) => boolean;
}

/** What is reported of an analysis. */
export interface Selection {
  /** By the order of the findings. */
  readonly choices: readonly Choice[];
  readonly baseline?: Omit<NonNullable<Analysis['baseline']>, 'known'> | undefined;
  /** What the change is a change of, for readers: a revision. */
  readonly since?: string | undefined;
  readonly covers?: ChangeCover | undefined;
  readonly notices: readonly string[];
}

/** A selection that also reports what a change brought, wherever that lies. @param violations the findings that it was made of */
export function withBrought(
  selection: Selection,
  violations: readonly Violation[],
  { remaining }: Pick<Change, 'remaining'>,
): Selection {
  const old = new Set(remaining);
  const choices = violations.map((violation, index): Choice => {
    const choice = selection.choices[index] ?? 'reported';
    return choice === 'outside' && !old.has(violation) ? 'reported' : choice;
  });
  return { ...selection, choices };
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
