import type { Severity, Violation } from '../rules/rule.js';
import { CAUSE_WORDS } from './cause-words.js';
import { changeSentence, contractsTable, standing } from './comment-head.js';
import { findingsByPlace } from './comment-table.js';
import { markdownText, plain, shorten, shortenToBytes } from './escape.js';
import { gapsPart, matrixParts, undocumentedPart } from './matrix.js';
import type { Result } from './result.js';
import { asManyAsFit, fitted, fixed, sheddable } from './shed.js';
import { counted, verdict } from './verdict.js';

/** What a check run says of itself, as GitHub's API takes it. https://docs.github.com/rest/checks/runs */
export interface CheckOutput {
  readonly title: string;
  /** Markdown. */
  readonly summary: string;
  /** Markdown. */
  readonly text: string;
}

/** One annotation of a check run, as GitHub's API takes it. */
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

/** GitHub takes 65,535 characters each of summary and text; measured in bytes, which are never fewer. */
const LARGEST_PART = 65_000;
/** GitHub's limits of an annotation: a title in characters, message and details in bytes. */
const LONGEST_TITLE = 255;
const LARGEST_MESSAGE = 60_000;

/** The texts of the check run. `largest`: most bytes of summary and of text. */
export function checkOutput(result: Result, largest: number = LARGEST_PART): CheckOutput {
  const { analysis } = result;
  const matrix = (wanted: (row: { readonly status: string }) => boolean): string => matrixParts(analysis, wanted).join('\n\n');
  const summary = fitted(
    {
      top: fixed(`**${markdownText(verdict(analysis).sentence)}**\n\n${standing(result)}`),
      contracts: sheddable(contractsTable(analysis), '_The table of contracts did not fit._'),
      matrix: sheddable(
        matrix(() => true),
        `${matrix((row) => row.status !== 'verified')}\n\n_The rows that are kept did not fit._`,
        '_The compliance matrix did not fit._',
      ),
    },
    ['contracts', 'matrix'],
    largest,
  );
  return { title: checkTitle(result), summary, text: checkText(result, largest) };
}

/** The verdict in a line, as lists of checks show it. */
function checkTitle(result: Result): string {
  const { sentence } = verdict(result.analysis);
  const { override, failed } = result;
  const passed = override !== undefined && failed ? 'Let pass. ' : '';
  return shorten(plain(`${passed}${sentence} ${changeSentence(result)}`.trim()), LONGEST_TITLE);
}

function checkText(result: Result, largest: number): string {
  const { analysis } = result;
  const { violations } = analysis;
  const findings = asManyAsFit(violations.length, (shown) => {
    if (violations.length === 0) return '';
    const rest = violations.length - shown;
    const more = rest === 0 ? [] : [`_${counted(rest, 'finding')} did not fit: the reports have them._`];
    return [`## Findings`, ...(shown > 0 ? [findingsByPlace(result, violations.slice(0, shown))] : []), ...more].join('\n\n');
  });
  const part = (text: string, name: string) => (text === '' ? fixed('') : sheddable(text, `_${name} did not fit._`));
  return fitted(
    {
      findings,
      undocumented: part(undocumentedPart(analysis), 'The routes that no contract promises'),
      gaps: part(gapsPart(analysis), 'The places that could not be read'),
    },
    ['findings', 'undocumented', 'gaps'],
    largest,
  );
}

/** The annotations of all findings, in their order. */
export function checkAnnotations(violations: readonly Violation[]): readonly CheckAnnotation[] {
  return violations.map((violation) => {
    const { promisedAt } = violation;
    const inContract = violation.file_path === promisedAt.file && violation.line === promisedAt.line;
    // GitHub takes columns only where an annotation begins and ends on one line, as all of these do.
    const column = inContract ? promisedAt.column : undefined;
    const message = [violation.message, ...(violation.suggestion === undefined ? [] : [violation.suggestion])];
    return {
      path: violation.file_path,
      start_line: violation.line,
      end_line: violation.line,
      ...(column === undefined ? {} : { start_column: column, end_column: column }),
      annotation_level: LEVELS[violation.severity],
      title: shorten(plain(`${violation.check} ${violation.subject}`), LONGEST_TITLE),
      message: shortenToBytes(message.map(printable).join('\n'), LARGEST_MESSAGE),
      raw_details: shortenToBytes(details(violation), LARGEST_MESSAGE),
    };
  });
}

/** Promised and actual side by side, and all places. */
function details(violation: Violation): string {
  const lines: readonly (readonly [string, string | undefined])[] = [
    ['field', violation.field],
    ['promised', violation.promised],
    ['actual', violation.actual],
    ['promised in', `${violation.promisedAt.file}:${violation.promisedAt.line}`],
    ...violation.related.map(({ file, line, message }) => ['see also', `${file}:${line} ${message}`] as const),
    ['cause', violation.cause && CAUSE_WORDS[violation.cause]],
    ['fingerprint', violation.fingerprint],
  ];
  return lines.flatMap(([name, value]) => (value === undefined ? [] : [`${name.padEnd(12)}${plain(value)}`])).join('\n');
}

function printable(text: string): string {
  return text.split('\n').map(plain).join('\n');
}
