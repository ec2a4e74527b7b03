import type { Severity } from '../rules/rule.js';
import { causeSection, errorSections, matrixSection } from './cause-list.js';
import type { Changed } from './change-verdict.js';
import { headline, standing, standingCounts } from './comment-head.js';
import { markdownText } from './escape.js';
import { validationPart } from './markdown-validation.js';
import { gapsPart, undocumentedPart } from './matrix.js';
import type { Result } from './result.js';
import { withSeverity } from './root-cause.js';
import { fitted, fixed, part, type Section } from './truncate.js';

/** GitHub drops a whole job summary over 1 MiB; the rest of the file may hold some text already. In bytes. */
const LARGEST = 1_000_000;
/** So many causes are folded away below those that stand open. */
const MOST_FOLDED = 500;

/** What is kept longest, the last named shed first. The verdict, and what became of publishing, always stay. */
const KEEP = ['new errors', 'other errors', 'warnings', 'validation', 'matrix', 'notes', 'undocumented', 'gaps'] as const;

/** What the summary tells of a run. */
export type Summarised = Changed &
  Partial<Pick<Result, 'base' | 'override' | 'failed' | 'notes' | 'sha' | 'repositoryUrl' | 'rulesUrl' | 'untrusted'>> & {
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
  const list = (severity: Severity, folded: boolean): Section =>
    causeSection(run, withSeverity(analysis.violations, severity), { noun: severity, folded, most: MOST_FOLDED });
  return fitted(
    {
      above: fixed((run.above ?? '').trimEnd()),
      top: fixed(`# Contract compliance\n\n**${headline(run)}**\n\n${standing({ ...run, failed, notes, sha })}`.trimEnd()),
      ...errorSections(run, '##', MOST_FOLDED),
      warnings: list('warning', false),
      counts: fixed(standingCounts(run)),
      matrix: matrixSection(analysis),
      validation: part(validationPart(analysis), 'What was validated'),
      notes: list('note', true),
      undocumented: part(undocumentedPart(analysis), 'The routes that no contract promises'),
      gaps: part(gapsPart(analysis), 'The places that could not be read'),
      published: fixed(published.length === 0 ? '' : `## Published\n\n${published.map(bullet).join('\n')}`),
    },
    KEEP,
    largest,
  );
}

/** A line of our own, with what a server said in it; an address that it ends with leads there. */
function bullet(line: string): string {
  const [, text = line, address] = /^(.*?)(https:\/\/[\w./?#=&%-]+)?$/s.exec(line) ?? [];
  return `- ${markdownText(text)}${address === undefined ? '' : `<${address}>`}`;
}
