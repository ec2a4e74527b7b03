import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { markdownCode, markdownText, shorten } from './escape.js';
import { validationPart } from './markdown-validation.js';
import { noticesOf } from './notices.js';
import type { Report, ReportOptions } from './report.js';
import { routeText } from './route-text.js';
import {
  compliance,
  counted,
  fieldCounts,
  findingCounts,
  incompleteness,
  nextSteps,
  statusCounts,
  subjectNoun,
  verdict,
} from './verdict.js';

/** Longer texts in a table cell are truncated. */
export const LONGEST_CELL = 300;

/** The mark of each status. */
const MARKS: Readonly<Record<MatrixRow['status'], string>> = {
  verified: '✅ verified',
  violated: '❌ violated',
  missing: '❌ missing',
  unverified: '❔ unverified',
};

/** The compliance matrix, a table for each contract, with the findings below it, as Markdown. */
export const markdown: Report = {
  format: 'markdown',
  title: 'The compliance matrix and the findings, as Markdown.',
  render: (analysis, options) =>
    sections([
      '# Contract compliance',
      verdictPart(analysis),
      ...matrixParts(analysis, () => true),
      validationPart(analysis),
      findingsPart(analysis, options),
      undocumentedPart(analysis),
      gapsPart(analysis),
    ]),
};

/** Joins the parts that are not empty by blank lines. */
export function sections(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

/** The verdict with its counts and what to do next. */
function verdictPart(analysis: Analysis): string {
  return [
    `**${markdownText(verdict(analysis).sentence)}**`,
    '',
    `- ${statusCounts(analysis)}: ${compliance(analysis)}`,
    `- ${findingCounts(analysis)}; ${fieldCounts(analysis)}`,
    ...incompleteness(analysis).map((reason) => `- Incomplete: ${markdownText(reason)}`),
    ...noticesOf(analysis).map((notice) => `- ${markdownText(notice)}`),
    ...nextSteps(analysis).map((step) => `- ${step}`),
  ].join('\n');
}

/** A table for each contract, with the requested rows. */
export function matrixParts(analysis: Analysis, requested: (row: MatrixRow) => boolean): readonly string[] {
  return analysis.contracts.flatMap((contract) => {
    const all = analysis.matrix.filter((row) => row.contract === contract.id);
    const rows = all.filter(requested);
    const title = markdownText(shorten(`${contract.title} ${contract.version}`.trim(), LONGEST_CELL));
    const head = `## ${title} (${markdownCode(contract.id)})`;
    if (all.length === 0) return [`${head}\n\nIt has nothing to compare.`];
    if (rows.length === 0) return [];
    return [
      `${head}\n\n${table(['Status', nounTitle(analysis), 'Compared', 'Unknown', 'Contract', 'Code', 'Note'], rows.map(matrixCells))}`,
    ];
  });
}

function nounTitle(analysis: Analysis): string {
  return subjectNoun(analysis) === 'endpoint' ? 'Endpoint' : 'Subject';
}

function matrixCells(row: MatrixRow): readonly string[] {
  return [
    `${MARKS[row.status]}${row.byRoute === true ? ' by route alone' : ''}`,
    markdownCode(shorten(row.subject, LONGEST_CELL)),
    String(row.compared),
    String(row.unknown),
    placeCell(row.promisedAt),
    row.codeAt === null ? '' : placeCell(row.codeAt),
    markdownText(shorten(row.note ?? '', LONGEST_CELL)),
  ];
}

/** The findings, as many as the options allow. */
function findingsPart(analysis: Analysis, { maxViolations }: ReportOptions): string {
  const { violations } = analysis;
  if (violations.length === 0) return '';
  const shown = violations.slice(0, maxViolations);
  const rest = violations.length - shown.length;
  return sections(['## Findings', findingsTable(shown), rest > 0 ? `… and ${counted(rest, 'more finding')}.` : '']).trimEnd();
}

/** A table of findings: the problem, the places, and both sides. */
function findingsTable(violations: readonly Violation[]): string {
  return table(
    ['Severity', 'Rule', 'Endpoint', 'Field', 'Expected', 'Actual', 'Code', 'Contract', 'Message'],
    violations.map(findingCells),
  );
}

function findingCells(violation: Violation): readonly string[] {
  const inCode = violation.file_path !== violation.promisedAt.file;
  const message = violation.suggestion === undefined ? violation.message : `${violation.message} ${violation.suggestion}`;
  return [
    violation.severity,
    violation.check,
    markdownCode(shorten(violation.subject, LONGEST_CELL)),
    markdownCode(shorten(violation.field ?? '', LONGEST_CELL)),
    markdownCode(shorten(violation.promised ?? '', LONGEST_CELL)),
    markdownCode(shorten(violation.actual ?? '', LONGEST_CELL)),
    inCode ? placeCell({ file: violation.file_path, line: violation.line }) : '',
    placeCell(violation.promisedAt),
    markdownText(shorten(message, LONGEST_CELL)),
  ];
}

/** Routes that no contract describes. */
export function undocumentedPart(analysis: Analysis): string {
  const routes = analysis.routes.filter((route) => !route.documented);
  if (routes.length === 0) return '';
  const cells = routes.map((route) => [markdownCode(shorten(routeText(route), LONGEST_CELL)), placeCell(route.at)]);
  return `## Routes that no contract describes\n\n${table(['Route', 'Code'], cells)}`;
}

/** Gaps: what was not analysed. */
export function gapsPart(analysis: Analysis): string {
  if (analysis.gaps.length === 0) return '';
  const cells = analysis.gaps.map((gap) => [placeCell(gap.at), gap.reason, markdownText(shorten(gap.detail, LONGEST_CELL))]);
  return `## Places not analysed\n\n${table(['Place', 'Reason', 'Detail'], cells)}`;
}

function placeCell(at: { readonly file: string; readonly line: number }): string {
  return markdownCode(shorten(`${at.file}:${at.line}`, LONGEST_CELL));
}

/** A Markdown table; its cells are already escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}
