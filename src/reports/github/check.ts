import type { Severity, Violation } from '../../rules/rule.js';
import { causeSection, errorSections, matrixSection } from '../cause-list.js';
import { CAUSE_WORDS } from '../cause-words.js';
import { changeVerdict } from '../change-verdict.js';
import { plain, shorten, shortenToBytes } from '../escape.js';
import { gapsPart, undocumentedPart } from '../matrix.js';
import { codePlace, withSeverity } from '../root-cause.js';
import { fitted, fixed, part } from '../truncate.js';
import { statusCounts } from '../verdict.js';
import { annotatedPlaces, messageOf, titleOf } from './annotated-places.js';
import { contractsTable, standing, standingCounts } from './comment-head.js';
import type { Result } from './result.js';

/** The texts of a check run in the form of GitHub's API. https://docs.github.com/rest/checks/runs */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown. */
  readonly text: string;
}

/** One annotation of a check run in the form of GitHub's API. */
export interface CheckAnnotation {
  readonly path: string;
  readonly start_line: number;
  readonly end_line: number;
  readonly start_column?: number;
  readonly end_column?: number;
  readonly annotation_level: 'failure' | 'warning' | 'notice';
  readonly title: string;
  readonly message: string;
  readonly raw_details: string;
}

const LEVELS = { error: 'failure', warning: 'warning', note: 'notice' } as const satisfies Record<Severity, string>;

/** GitHub accepts 65,535 characters for each of summary and text; this limit is in bytes, which are never fewer. */
const LARGEST_PART = 65_000;
/** GitHub's limits of an annotation: a title in characters, message and details in bytes. */
const LONGEST_TITLE = 255;
const LARGEST_MESSAGE = 60_000;
/** The maximum number of findings whose details an annotation contains. */
const MOST_DETAILS = 50;
/** The maximum number of collapsed causes below the others. */
const MOST_FOLDED = 200;

/**
 * The texts of the check run: the verdict, then the findings, then the rest. `largest`: the maximum bytes of summary and of text.
 */
export function checkOutput(result: Result, largest: number = LARGEST_PART): CheckOutput {
  const { analysis } = result;
  // GitHub shows the title above it, which is the verdict.
  const top = standing(result) || `${statusCounts(analysis)}.`;
  const contracts = part(contractsTable(analysis), 'The table of contracts');
  const summary = fitted({ top: fixed(top), contracts }, ['contracts'], largest);
  return { title: checkTitle(result), summary, text: checkText(result, largest) };
}

/** The verdict in a line, as lists of checks show it. */
function checkTitle(result: Result): string {
  const { sentence } = changeVerdict(result);
  const { override, failed } = result;
  const passed = override !== undefined && failed ? 'Let pass. ' : '';
  return shorten(plain(`${passed}${sentence}`), LONGEST_TITLE);
}

function checkText(result: Result, largest: number): string {
  const { analysis } = result;
  const list = (severity: Severity) =>
    causeSection(result, withSeverity(analysis.violations, severity), { noun: severity, most: MOST_FOLDED });
  const sections = {
    ...errorSections(result, '##', MOST_FOLDED),
    warnings: list('warning'),
    notes: list('note'),
    counts: fixed(standingCounts(result)),
    matrix: matrixSection(analysis),
    undocumented: part(undocumentedPart(analysis), 'The routes that no contract describes'),
    gaps: part(gapsPart(analysis), 'The places not analysed'),
  };
  return fitted(sections, ['new errors', 'other errors', 'warnings', 'matrix', 'notes', 'undocumented', 'gaps'], largest);
}

/** One annotation for each place of findings, with all findings there; the most severe first. */
export function checkAnnotations(violations: readonly Violation[]): readonly CheckAnnotation[] {
  return annotatedPlaces(violations).map(({ first, causes, violations: own }) => {
    // GitHub accepts columns only if an annotation begins and ends on one line, as all of these do.
    const column = codePlace(first) === undefined ? first.promisedAt.column : undefined;
    return {
      path: first.file_path,
      start_line: first.line,
      end_line: first.line,
      ...(column === undefined ? {} : { start_column: column, end_column: column }),
      annotation_level: LEVELS[first.severity],
      title: shorten(plain(titleOf(causes)), LONGEST_TITLE),
      message: shortenToBytes(causes.map(messageOf).map(printable).join('\n\n'), LARGEST_MESSAGE),
      raw_details: shortenToBytes(own.slice(0, MOST_DETAILS).map(details).join('\n\n'), LARGEST_MESSAGE),
    };
  });
}

/** The contract's side next to the code's, and all places. */
function details(violation: Violation): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['field', violation.field],
    ['expected', violation.promised],
    ['actual', violation.actual],
    ['contract', `${violation.promisedAt.file}:${violation.promisedAt.line}`],
    ...violation.related.map(({ file, line, message }) => ['see also', `${file}:${line} ${message}`] as const),
    ['cause', violation.cause && CAUSE_WORDS[violation.cause]],
    ['fingerprint', violation.fingerprint],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(12)}${plain(value)}`])).join('\n');
}

function printable(text: string): string {
  return text.split('\n').map(plain).join('\n');
}
