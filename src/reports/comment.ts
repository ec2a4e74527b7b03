import type { Severity, Violation } from '../rules/rule.js';
import { contractsTable, headline, standing } from './comment-head.js';
import { findingsByPlace } from './comment-table.js';
import { markdownText } from './escape.js';
import { validationPart } from './markdown-validation.js';
import { gapsPart, matrixParts, undocumentedPart } from './matrix.js';
import type { Result } from './result.js';
import { asManyAsFit, fitted, fixed, type Section, sheddable } from './shed.js';
import { counted } from './verdict.js';

/** GitHub refuses comments of more than 65,536 characters. In bytes, with room for a marker. */
const LARGEST_COMMENT = 60_000;

/**
 * What is kept longest when a comment grows too large, the last named shed first. The verdict, the change, an override, the notes
 * and the links always stay; errors stay as many as fit, with the number of the others.
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

/**
 * The comment on a pull request, as GitHub's Markdown: the verdict, what changed since the base, a table by contract, the new
 * errors, and folded away all else. At most `largest` bytes; what did not fit is named. `result` that is good throughout and was
 * not before says that it is resolved.
 */
export function comment(result: Result, largest: number = LARGEST_COMMENT): string {
  const { analysis } = result;
  const sections: Record<(typeof KEEP)[number] | 'head' | 'foot', Section> = {
    head: fixed(`## ${headline(result)}\n\n${standing(result)}`),
    contracts: sheddable(contractsTable(analysis), '_The table of contracts did not fit._'),
    ...errorSections(result),
    warnings: listSection(result, found(analysis.violations, 'warning'), 'warning'),
    fixed: listSection(result, result.change?.fixed ?? [], 'fixed finding'),
    validation: folded('What was validated', validationPart(analysis), 'What was validated'),
    matrix: folded('Compliance matrix', matrixParts(analysis, () => true).join('\n\n'), 'The compliance matrix'),
    notes: listSection(result, found(analysis.violations, 'note'), 'note'),
    undocumented: folded(
      counted(analysis.summary.undocumented, 'undocumented route'),
      undocumentedPart(analysis),
      'The routes that no contract promises',
    ),
    gaps: folded(
      `${counted(analysis.gaps.length, 'place')} that could not be read`,
      gapsPart(analysis),
      'The places that could not be read',
    ),
    foot: fixed(foot(result)),
  };
  return fitted(sections, KEEP, largest);
}

/** Where the base is known, new errors stand open and the others are folded away; else all stand open. */
function errorSections(result: Result): { readonly 'new errors': Section; readonly 'other errors': Section } {
  const errors = found(result.analysis.violations, 'error');
  if (result.change === undefined) return { 'new errors': open(result, errors, 'error'), 'other errors': fixed('') };
  const { added, surfaced, remaining } = result.change;
  const others = surfaced.length === 0 ? ' that the base has as well' : ' not known to be new';
  return {
    'new errors': open(result, found(added, 'error'), 'new error'),
    'other errors': listSection(result, found([...surfaced, ...remaining], 'error'), 'error', others),
  };
}

function open(result: Result, errors: readonly Violation[], noun: string): Section {
  return asManyAsFit(errors.length, (shown) =>
    errors.length === 0 ? '' : `### ${counted(errors.length, noun)}\n\n${rows(result, errors, shown)}`,
  );
}

function listSection(result: Result, violations: readonly Violation[], noun: string, ending = ''): Section {
  const title = `${counted(violations.length, noun)}${ending}`;
  return asManyAsFit(violations.length, (shown) =>
    violations.length === 0 ? '' : shown === 0 ? `_${title} did not fit._` : details(title, rows(result, violations, shown)),
  );
}

/** The first so many findings, and how many more there are. */
function rows(result: Result, violations: readonly Violation[], shown: number): string {
  const rest = violations.length - shown;
  return [
    ...(shown > 0 ? [findingsByPlace(result, violations.slice(0, shown))] : []),
    ...(rest > 0 ? [`_${shown > 0 ? `… and ${rest} more` : counted(rest, 'finding')}: see the run._`] : []),
  ].join('\n\n');
}

function folded(title: string, text: string, name: string): Section {
  return text === '' ? fixed('') : sheddable(details(title, text), `_${name} did not fit._`);
}

function details(title: string, text: string): string {
  return `<details>\n<summary>${title}</summary>\n\n${text}\n\n</details>`;
}

function foot(result: Result): string {
  const { analysis, name, repositoryUrl, sha, runUrl } = result;
  const tool = `${analysis.tool.name} ${analysis.tool.version}`;
  const commit = `[${sha.slice(0, 7)}](${repositoryUrl}/commit/${sha})`;
  return `<sub>${markdownText(name)} · ${tool} · commit ${commit} · [run](${runUrl})</sub>`;
}

function found(violations: readonly Violation[], severity: Severity): readonly Violation[] {
  return violations.filter((violation) => violation.severity === severity);
}
