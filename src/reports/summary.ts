import type { Severity, Violation } from '../rules/rule.js';
import { headline, standing } from './comment-head.js';
import { markdownText } from './escape.js';
import { validationPart } from './markdown-validation.js';
import { findingsTable, gapsPart, matrixParts, undocumentedPart } from './matrix.js';
import type { Result } from './result.js';
import { asManyAsFit, fitted, fixed, type Section, sheddable } from './shed.js';
import { counted } from './verdict.js';

/** GitHub drops a whole job summary over 1 MiB; the rest of the file may hold some text already. In bytes. */
const LARGEST = 1_000_000;

/** What is kept longest, the last named shed first. The verdict, and what became of publishing, always stay. */
const KEEP = ['errors', 'warnings', 'validation', 'matrix', 'notes', 'undocumented', 'gaps'] as const;

/** What the summary tells of a run. */
export type Summarised = Pick<Result, 'analysis'> &
  Partial<Pick<Result, 'change' | 'base' | 'override' | 'failed' | 'notes' | 'sha' | 'untrusted'>> & {
    /** Markdown that stands above all else. */
    readonly above?: string;
    /** What became of publishing, a line each. */
    readonly published?: readonly string[];
  };

/**
 * The job summary of a GitHub run: the verdict and the change since the base, the findings and the matrix. Where it would be too
 * large, parts are shed, each with a line in its place. The verdict and the errors stay, the errors as many as fit.
 */
export function jobSummary(run: Summarised, largest: number = LARGEST): string {
  const { analysis, failed = false, notes = [], sha = '', published = [] } = run;
  const found = (severity: Severity): readonly Violation[] =>
    analysis.violations.filter((violation) => violation.severity === severity);
  const whole = matrixParts(analysis, () => true).join('\n\n');
  const notKept = matrixParts(analysis, (row) => row.status !== 'verified').join('\n\n');
  const instead = '_The rows that are kept did not fit._';
  return fitted(
    {
      above: fixed((run.above ?? '').trimEnd()),
      top: fixed(`# Contract compliance\n\n**${headline(run)}**\n\n${standing({ ...run, failed, notes, sha })}`),
      errors: errorsSection(found('error')),
      warnings: findings(found('warning'), 'warning'),
      matrix: sheddable(whole, `${notKept}\n\n${instead}`, '_The compliance matrix did not fit._'),
      validation: part(validationPart(analysis), 'What was validated'),
      notes: findings(found('note'), 'note'),
      undocumented: part(undocumentedPart(analysis), 'The routes that no contract promises'),
      gaps: part(gapsPart(analysis), 'The places that could not be read'),
      published: fixed(published.length === 0 ? '' : `## Published\n\n${published.map(bullet).join('\n')}`),
    },
    KEEP,
    largest,
  );
}

function bullet(line: string): string {
  return `- ${markdownText(line)}`;
}

function part(text: string, name: string): Section {
  return text === '' ? fixed('') : sheddable(text, `_${name} did not fit._`);
}

function findings(violations: readonly Violation[], noun: string): Section {
  const title = counted(violations.length, noun);
  return violations.length === 0
    ? fixed('')
    : sheddable(`## ${title}\n\n${findingsTable(violations)}`, `_${title} did not fit._`);
}

function errorsSection(errors: readonly Violation[]): Section {
  return asManyAsFit(errors.length, (shown) => {
    const rest = errors.length - shown;
    const more = rest > 0 ? `\n\n_… and ${counted(rest, 'more error')}._` : '';
    return errors.length === 0 ? '' : `## ${counted(errors.length, 'error')}\n\n${findingsTable(errors.slice(0, shown))}${more}`;
  });
}
