import type { Analysis, MatrixRow } from '../rules/judge.js';
import type { Violation } from '../rules/rule.js';
import { plain } from './escape.js';
import { noticesOf } from './notices.js';
import type { Report, ReportOptions } from './report.js';
import { routeText } from './route-text.js';
import { style, type Terminal } from './style.js';
import { findingsOf } from './terminal-finding.js';
import { validationSection } from './terminal-validation.js';
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

/** Most lines of what is no finding: kept promises, gaps, undocumented routes. */
const LISTED = 20;

/** For people: kept promises first and in brief, then what is open, then what is broken, and the verdict last, where the eye is. */
export const text: Report = {
  format: 'text',
  title: 'For people, in a terminal.',
  render: (analysis, options) => {
    const file = options.place ?? ((path: string): string => path);
    const terminal: Terminal = {
      style: style(options.color === true),
      file: (path) => plain(file(path)),
      place: (at) => plain(`${file(at.file)}:${at.line}`),
    };
    const sections = [
      ...analysis.contracts.map((contract) => contractSection(contract, analysis, terminal)),
      undocumentedSection(analysis, terminal),
      gapSection(analysis, terminal),
      validationSection(analysis, terminal),
      brokenSection(analysis, options, terminal),
      verdictSection(analysis, terminal),
    ];
    return sections
      .filter((lines) => lines.length > 0)
      .map((lines) => `${lines.map((line) => line.trimEnd()).join('\n')}\n`)
      .join('\n');
  },
};

/** The contract and, a line each, what is kept and what is open. */
function contractSection(contract: Analysis['contracts'][number], analysis: Analysis, terminal: Terminal): readonly string[] {
  const rows = analysis.matrix.filter((row) => row.contract === contract.id);
  const title = plain(`${contract.title} ${contract.version}`.trim());
  const base =
    contract.basePath === null || contract.basePath === '/' || contract.basePath === ''
      ? ''
      : `, served below ${plain(contract.basePath)}`;
  const service = contract.service === undefined ? '' : `, service ${plain(contract.service)}`;
  const { style: paint } = terminal;
  const width = Math.max(0, ...rows.map((row) => plain(row.subject).length));
  const kept = rows.filter((row) => row.status === 'verified');
  const open = rows.filter((row) => row.status === 'unverified');
  return [
    `${paint.strong(title === '' ? terminal.file(contract.id) : title)} ${paint.faint(`(${terminal.file(contract.id)}, ${counted(rows.length, subjectNoun(analysis))}${service}${base})`)}`,
    ...listed(kept, 'verified', (row) => [keptLine(row, width, terminal)]),
    ...listed(open, 'unverified', (row) => openLines(row, width, terminal)),
  ];
}

function keptLine(row: MatrixRow, width: number, { style: paint, place }: Terminal): string {
  const at = row.codeAt === null ? '' : place(row.codeAt);
  const said = [...(row.byRoute === true ? ['by route alone'] : []), ...(row.note === undefined ? [] : [plain(row.note)])];
  const note = said.length === 0 ? '' : paint.faint(`  ${said.join('; ')}`);
  return `  ${paint.good('✓')} ${plain(row.subject).padEnd(width)}  ${paint.faint(at)}${note}`;
}

function openLines(row: MatrixRow, width: number, { style: paint, place }: Terminal): readonly string[] {
  const at = place(row.codeAt ?? row.promisedAt);
  const head = `  ${paint.open('?')} ${plain(row.subject).padEnd(width)}  ${paint.faint(at)}`;
  return row.note === undefined ? [head] : [head, `      ${paint.open(`unverified: ${plain(row.note)}`)}`];
}

function undocumentedSection(analysis: Analysis, { style: paint, place }: Terminal): readonly string[] {
  const routes = analysis.routes.filter((route) => !route.documented);
  if (routes.length === 0) return [];
  const width = Math.max(...routes.map((route) => plain(routeText(route)).length));
  return [
    paint.strong(`${counted(routes.length, 'route')} that no contract promises`),
    ...listed(routes, 'more', (route) => [`  + ${plain(routeText(route)).padEnd(width)}  ${paint.faint(place(route.at))}`]),
  ];
}

function gapSection(analysis: Analysis, { style: paint, place }: Terminal): readonly string[] {
  const { gaps } = analysis;
  if (gaps.length === 0) return [];
  return [
    paint.strong(`${counted(gaps.length, 'place')} that could not be read`),
    ...listed(gaps, 'more', (gap) => [`  ${paint.open('?')} ${paint.faint(place(gap.at))}  ${plain(gap.detail)}`]),
  ];
}

/** What is broken, by subject: the rows that are violated or missing, and what was found beside them. */
function brokenSection(analysis: Analysis, options: ReportOptions, terminal: Terminal): readonly string[] {
  const shown = analysis.violations.slice(0, options.maxViolations);
  const bySubject = groupBySubject(shown);
  const rows = new Map(analysis.matrix.map((row) => [subjectKey(row), row]));
  // What concerns a whole contract, then what is noted of kept subjects, then the broken ones, in the order of the contracts.
  const broken = [...rows.keys()].filter((key) => isBroken(rows.get(key)));
  const kept = [...rows.keys()].filter((key) => !isBroken(rows.get(key)));
  const keys = [...[...bySubject.keys()].filter((key) => !rows.has(key)), ...kept, ...broken];
  const explained = new Set<string>();
  const groups = keys.flatMap((key) => groupLines(bySubject.get(key) ?? [], rows.get(key), explained, terminal));
  const hidden = analysis.violations.length - shown.length;
  const more = hidden > 0 ? ['', `and ${counted(hidden, 'more finding')}: --max-violations shows more, --format json all.`] : [];
  return groups.length === 0 ? more : [...groups.slice(1), ...more];
}

function groupBySubject(violations: readonly Violation[]): ReadonlyMap<string, readonly Violation[]> {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations) {
    const group = groups.get(subjectKey(violation));
    if (group === undefined) groups.set(subjectKey(violation), [violation]);
    else group.push(violation);
  }
  return groups;
}

function isBroken(row: MatrixRow | undefined): boolean {
  return row?.status === 'violated' || row?.status === 'missing';
}

function subjectKey(of: { readonly contract: string; readonly subject: string }): string {
  return `${of.contract}\n${of.subject}`;
}

function groupLines(
  violations: readonly Violation[],
  row: MatrixRow | undefined,
  explained: Set<string>,
  terminal: Terminal,
): readonly string[] {
  const { style: paint, place } = terminal;
  const first = violations[0];
  if (first === undefined) return [];
  const broken = row === undefined ? first.severity === 'error' : isBroken(row);
  const mark = broken ? paint.bad('✗') : paint.open('!');
  const status = row === undefined ? '' : row.status;
  const at = row?.codeAt == null ? '' : paint.faint(place(row.codeAt));
  return [
    '',
    `${mark} ${paint.strong(plain(first.subject))}  ${broken ? paint.bad(status) : status}  ${at}`,
    ...findingsOf(violations, explained, terminal),
    ...(broken && row?.note !== undefined ? [paint.faint(`    also     ${plain(row.note)}`)] : []),
  ];
}

function verdictSection(analysis: Analysis, { style: paint }: Terminal): readonly string[] {
  const { mood, sentence } = verdict(analysis);
  const tone = mood === 'good' ? paint.good : mood === 'bad' ? paint.bad : paint.open;
  return [
    paint.strong(tone(sentence)),
    `  ${statusCounts(analysis)}: ${compliance(analysis)}`,
    `  ${findingCounts(analysis)}; ${fieldCounts(analysis)}; ${counted(analysis.routes.length, 'route')} in ${counted(analysis.stats.files, 'file')}`,
    ...incompleteness(analysis).map((reason) => `  ${paint.bad('incomplete')}  ${plain(reason)}`),
    ...noticesOf(analysis).map((notice) => `  ${paint.open('note')}  ${plain(notice)}`),
    ...nextSteps(analysis).map((step) => `  → ${step}`),
  ];
}

function listed<Item>(items: readonly Item[], noun: string, lines: (item: Item) => readonly string[]): readonly string[] {
  const rest = items.length - LISTED;
  const more = rest > 0 ? [`    and ${rest} ${noun === 'more' ? noun : `more ${noun}`}`] : [];
  return [...items.slice(0, LISTED).flatMap(lines), ...more];
}
