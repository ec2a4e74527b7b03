import type { Violation } from '../../rules/rule.js';
import { causeSection, errorSections, fold, matrixSection } from '../cause-list.js';
import { markdownText } from '../escape.js';
import { validationPart } from '../markdown-validation.js';
import { gapsPart, undocumentedPart } from '../matrix.js';
import { withSeverity } from '../root-cause.js';
import { fitted, fixed, part, type Section } from '../truncate.js';
import { counted } from '../verdict.js';
import { contractsTable, headline, standing, standingCounts } from './comment-head.js';
import type { Result } from './result.js';

/** GitHub rejects comments of more than 65,536 characters. This limit is in bytes and leaves room for a marker. */
const LARGEST_COMMENT = 60_000;

/**
 * The order in which parts of a comment that is too large are truncated: the last one first. The verdict, the change, an
 * override, the notes and the links always stay; as many errors stay as fit, with the number of the others.
 */
const KEEP = [
  'new errors',
  'other errors',
  'contracts',
  'warnings',
  'fixed',
  'validation',
  'matrix',
  'notes',
  'undocumented',
  'gaps',
] as const;

/** The maximum number of collapsed causes below the others: the run shows all of them. */
const MOST_FOLDED = 50;

/**
 * The comment on a pull request, as GitHub's Markdown: the verdict, what changed since the base, the causes of new errors, and
 * the rest collapsed. At most `largest` bytes; it names the parts that did not fit. It says so if the base had violations and all
 * are resolved.
 */
export function comment(result: Result, largest: number = LARGEST_COMMENT): string {
  const { analysis } = result;
  const sections: Record<(typeof KEEP)[number] | 'head' | 'counts' | 'foot', Section> = {
    head: fixed(`## ${headline(result)}\n\n${standing(result)}`.trimEnd()),
    ...errorSections(result, '###', MOST_FOLDED),
    counts: fixed(standingCounts(result)),
    contracts: part(contractsTable(analysis), 'The table of contracts'),
    warnings: listSection(result, withSeverity(analysis.violations, 'warning'), 'warning'),
    fixed: causeSection(result, result.change?.fixed ?? [], {
      noun: 'fixed finding',
      folded: true,
      brief: true,
      most: MOST_FOLDED,
    }),
    validation: folded('What was validated', validationPart(analysis), 'What was validated'),
    matrix: matrixSection(analysis),
    notes: listSection(result, withSeverity(analysis.violations, 'note'), 'note'),
    undocumented: folded(
      counted(analysis.summary.undocumented, 'undocumented route'),
      undocumentedPart(analysis),
      'The routes that no contract describes',
    ),
    gaps: folded(`${counted(analysis.gaps.length, 'place')} not analysed`, gapsPart(analysis), 'The places not analysed'),
    foot: fixed(foot(result)),
  };
  return fitted(sections, KEEP, largest);
}

function listSection(result: Result, violations: readonly Violation[], noun: string): Section {
  return causeSection(result, violations, { noun, folded: true, most: MOST_FOLDED });
}

function folded(title: string, text: string, name: string): Section {
  return part(text === '' ? '' : fold(title, text), name);
}

function foot(result: Result): string {
  const { analysis, name, repositoryUrl, sha, runUrl } = result;
  const { tool } = analysis;
  const named = name.toLowerCase() === tool.name ? name : `${name} · ${tool.name}`;
  const commit = `[${sha.slice(0, 7)}](${repositoryUrl}/commit/${sha})`;
  return `<sub>${markdownText(named)} ${tool.version} · commit ${commit} · [run](${runUrl})</sub>`;
}
