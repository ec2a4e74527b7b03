import type { Change } from './change.js';
import { type Analysis, type MatrixRow, summaryOf } from './judge.js';
import type { Violation } from './rule.js';

/** What happens to a finding: it is reported, the baseline covers it, or it lies outside the change. */
export type Choice = 'reported' | 'known' | 'outside';

/** What a change covers, besides findings. */
export interface ChangeCover {
  /** Whether a subject's route stands in a changed file, or its lines of the contract changed. */
  readonly row: (row: MatrixRow) => boolean;
  /** Whether a file of the analysis was changed. */
  readonly file: (path: string) => boolean;
}

/** The selection of what a report shows. */
export interface Selection {
  /** In the order of the findings. */
  readonly choices: readonly Choice[];
  readonly baseline?: Omit<NonNullable<Analysis['baseline']>, 'known'> | undefined;
  /** The revision since which the change counts, for readers. */
  readonly since?: string | undefined;
  readonly covers?: ChangeCover | undefined;
  readonly notices: readonly string[];
}

/**
 * Also reports what the change caused, wherever that lies.
 *
 * @param violations the findings that the selection is about
 */
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
 * The analysis with only the findings that are reported. The matrix stays complete: findings that the baseline covers or that lie
 * outside are violations as well. Findings are the same objects.
 *
 * @param analysis with the same findings in the same order as the selection
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
