import type { Severity } from '../rules/rule.js';
import { causeSection, errorSections, matrixSection } from './cause-list.js';
import type { Changed } from './change-verdict.js';
import { markdownText } from './escape.js';
import { headline, standing, standingCounts } from './github/comment-head.js';
import type { Result } from './github/result.js';
import { validationPart } from './markdown-validation.js';
import { gapsPart, undocumentedPart } from './matrix.js';
import { withSeverity } from './root-cause.js';
import { fitted, fixed, part, type Section } from './truncate.js';

/** GitHub drops a whole job summary over 1 MiB, and the file may already contain text. In bytes. */
const LARGEST = 1_000_000;
/** The maximum number of collapsed causes below the others. */
const MOST_FOLDED = 500;

/** The order in which parts are truncated: the last one first. The verdict, and the results of publishing, always stay. */
const KEEP = ['new errors', 'other errors', 'warnings', 'validation', 'matrix', 'notes', 'undocumented', 'gaps'] as const;

/** What the summary shows of a run. */
export type Summarised = Changed &
  Partial<Pick<Result, 'base' | 'override' | 'failed' | 'notes' | 'sha' | 'repositoryUrl' | 'rulesUrl' | 'untrusted'>> & {
    /** Markdown above everything else. */
    readonly above?: string;
    /** The results of publishing, a line each. */
    readonly published?: readonly string[];
  };

/**
 * The job summary of a GitHub run: the verdict and the change since the base, the findings and the matrix. If it is too large,
 * parts are replaced by a line each. The verdict always stays, and as many errors as fit.
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
      undocumented: part(undocumentedPart(analysis), 'The routes that no contract describes'),
      gaps: part(gapsPart(analysis), 'The places not analysed'),
      published: fixed(published.length === 0 ? '' : `## Published\n\n${published.map(bullet).join('\n')}`),
    },
    KEEP,
    largest,
  );
}

/** The program's own line with a server's text in it; a URL at its end becomes a link. */
function bullet(line: string): string {
  const [, text = line, address] = /^(.*?)(https:\/\/[\w./?#=&%-]+)?$/s.exec(line) ?? [];
  return `- ${markdownText(text)}${address === undefined ? '' : `<${address}>`}`;
}
