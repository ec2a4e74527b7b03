import { subjectKey } from '../model/subject-key.js';
import { fitsWildcard } from '../model/wildcard.js';
import { newFindings } from '../rules/change.js';
import type { Analysis, MatrixRow } from '../rules/judge.js';
import { isOfRule } from '../rules/rule.js';
import { causesOf, cureOf } from './causes.js';
import { type Changed, changeVerdict } from './change-verdict.js';
import { plain, shorten } from './escape.js';
import { noticesOf } from './notices.js';
import type { Report, Shown } from './report.js';
import { routeText } from './route-text.js';
import { style, type Terminal } from './style.js';
import { brokenSection, isBroken } from './terminal/broken.js';
import { changeSection } from './terminal/change.js';
import { validationSection } from './terminal/validation.js';
import {
  compliance,
  counted,
  fieldCounts,
  findingCounts,
  incompleteness,
  nextSteps,
  statusCounts,
  subjectNoun,
} from './verdict.js';

/** The maximum number of causes, and of subjects and places per cause, unless the user asks for all. */
const MOST_CAUSES = 8;
const MOST_NAMED = 3;
/** The maximum number of contracts, and of reasons for an incomplete run, above the findings. */
const MOST_CONTRACTS = 8;
const MOST_INCOMPLETE = 4;
/** The longest text of a cause. */
const LONGEST_CAUSE = 160;
/** The longest line of subjects; it has at least one. */
const LINE = 96;
/** A longer report repeats its verdict at the end, where a terminal shows it. */
const SCREEN = 24;

/** What is listed besides causes: violated subjects, also verified ones, or each unverified row, too. */
type Listed = 'broken' | 'decided' | 'all';

/** The number of lines of the sections with an empty line between two. */
const linesOf = (sections: readonly (readonly string[])[]): number => sections.flat().length + sections.length;

/**
 * For people: the verdict, the violations, then the causes of unverified subjects. Verified subjects are only counted if they do
 * not fit on a screen.
 */
export const text: Report = {
  format: 'text',
  title: 'For people, in a terminal.',
  render: (analysis, options) => {
    const file = options.place ?? ((path: string): string => path);
    const link = options.hyperlink ?? ((_: unknown, shown: string): string => shown);
    const terminal: Terminal = {
      style: style(options.color === true),
      file: (path) => plain(file(path)),
      place: (at) => link(at, plain(`${file(at.file)}:${at.line}`)),
    };
    const { show = {} } = options;
    const { change, unanswered, base, byChange, failed } = options;
    const result = { analysis, change, unanswered, base, byChange, failed };
    const isWhole = change === undefined || show.verbose === true;
    const reported = isWhole ? analysis : { ...analysis, violations: newFindings(analysis.violations, change) };
    const old = analysis.violations.length - reported.violations.length;
    const shown = shownOf(reported, show);
    const isNarrow = show.errorsOnly === true || show.rules !== undefined;
    const isAll = show.verbose === true || show.statuses !== undefined;
    const rendered = (listed: Listed): readonly (readonly string[])[] => {
      const rows = shown.matrix.filter(({ status }) =>
        status === 'verified' ? listed !== 'broken' : status === 'unverified' && listed === 'all',
      );
      const head = verdictSection(result, terminal);
      const sections = [
        contractsSection({ analysis, rows, terminal }, listed),
        head,
        changeSection(result, terminal),
        validationSection(analysis, terminal),
        unmatchedSection(analysis, show),
        brokenSection(shown, options, terminal),
        ...(isNarrow || show.statuses !== undefined ? [] : [causeSection(shown, terminal)]),
        ...(listed === 'broken' || isNarrow ? [] : [undocumentedSection(shown, terminal), gapSection(shown, terminal)]),
      ].filter((lines) => lines.length > 0);
      const long = linesOf(sections) > SCREEN;
      const folded = [
        ...(old > 0 ? [`${counted(old, 'finding')} of the base`] : []),
        ...(listed === 'broken' && !isNarrow ? foldedOf(shown) : []),
      ];
      const whole = sections.map((lines) => (long && lines === head ? [...lines, ...openHead(shown, terminal)] : lines));
      const end = endSection({ ...result, analysis: reported }, { long, folded }, terminal);
      return [...whole, ...(end.length === 0 ? [] : [end])];
    };
    // Violations come first, so no verified subject is listed before them.
    const mayList = !isNarrow && !shown.matrix.some(isBroken) && fewestLines(shown) <= SCREEN;
    const short = isAll ? rendered('all') : rendered(mayList ? 'decided' : 'broken');
    const sections = !isAll && mayList && linesOf(short) > SCREEN ? rendered('broken') : short;
    return sections.map((lines) => `${lines.map((line) => line.trimEnd()).join('\n')}\n`).join('\n');
  },
};

/** The rows and findings that are listed. Filters change neither the verdict nor the exit code. */
function shownOf(analysis: Analysis, { errorsOnly, rules, only, statuses }: Shown): Analysis {
  const isAsked = (subject: string): boolean => only === undefined || only.some((form) => fitsWildcard(form, subject));
  const ofStatus = ({ status }: MatrixRow): boolean => statuses === undefined || statuses.includes(status);
  const matrix = analysis.matrix.filter((row) => isAsked(row.subject) && ofStatus(row));
  const rows = new Set(matrix.map(subjectKey));
  const violations = analysis.violations.filter(
    (violation) =>
      isAsked(violation.subject) &&
      (statuses === undefined || rows.has(subjectKey(violation))) &&
      (errorsOnly !== true || violation.severity === 'error') &&
      (rules === undefined || rules.some((rule) => isOfRule(violation, rule))),
  );
  const routes = analysis.routes.filter((route) => statuses === undefined && isAsked(routeText(route)));
  return { ...analysis, matrix, violations, routes, gaps: only === undefined && statuses === undefined ? analysis.gaps : [] };
}

/** Forms of `--only` that no subject has. */
function unmatchedSection({ matrix, routes }: Analysis, { only = [] }: Shown): readonly string[] {
  const subjects = [...matrix.map(({ subject }) => subject), ...routes.map(routeText)];
  const unmatched = only.filter((form) => !subjects.some((subject) => fitsWildcard(form, subject)));
  return unmatched.map(
    (form) => `No subject is ${plain(form)}: \`--only\` takes the names that reports list, with * for any text.`,
  );
}

interface Listing {
  readonly analysis: Analysis;
  /** The rows that are listed. */
  readonly rows: readonly MatrixRow[];
  readonly terminal: Terminal;
}

/** The contracts: only the first few if nothing is listed below them. */
function contractsSection(listing: Listing, listed: Listed): readonly string[] {
  const { contracts } = listing.analysis;
  const shown = listed === 'broken' ? contracts.slice(0, MOST_CONTRACTS) : contracts;
  const rest = contracts.length - shown.length;
  return [
    ...shown.flatMap((contract) => contractSection(contract, listing)),
    ...(rest === 0 ? [] : [listing.terminal.style.faint(`and ${counted(rest, 'more contract')}: --verbose lists them`)]),
  ];
}

/** The contract and, if requested, its verified and unverified subjects, a line each. */
function contractSection(contract: Analysis['contracts'][number], { analysis, rows, terminal }: Listing): readonly string[] {
  const all = analysis.matrix.filter((row) => row.contract === contract.id);
  const own = rows.filter((row) => row.contract === contract.id);
  const title =
    contract.title === '' || contract.title === contract.id ? '' : plain(`${contract.title} ${contract.version}`.trim());
  const base =
    contract.basePath === null || contract.basePath === '/' || contract.basePath === ''
      ? ''
      : `, served below ${plain(contract.basePath)}`;
  const service = contract.service === undefined ? '' : `, service ${plain(contract.service)}`;
  const { style: paint } = terminal;
  const width = Math.max(0, ...own.map((row) => plain(row.subject).length));
  return [
    `${paint.strong(title === '' ? terminal.file(contract.id) : title)} ${paint.faint(`(${terminal.file(contract.id)}, ${counted(all.length, subjectNoun(analysis))}${service}${base})`)}`,
    ...own.filter((row) => row.status === 'verified').map((row) => retainedLine(row, width, terminal)),
    ...own.filter((row) => row.status === 'unverified').flatMap((row) => openLines(row, width, terminal)),
  ];
}

/** The unverified subjects by cause: the most frequent first. */
function causeSection(analysis: Analysis, { style: paint, place }: Terminal): readonly string[] {
  const open = analysis.matrix.filter((row) => row.status === 'unverified');
  if (open.length === 0) return [];
  const causes = causesOf(open);
  const shown = causes.slice(0, MOST_CAUSES);
  const width = String(shown[0]?.rows.length ?? 0).length;
  const rest = causes.slice(MOST_CAUSES).reduce((sum, { rows }) => sum + rows.length, 0);
  return [
    paint.strong(`${counted(open.length, subjectNoun(analysis))} unverified, by cause`),
    ...shown.flatMap(({ cause, rows }) => {
      const named = namedOf(rows);
      const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : '';
      const [first] = rows;
      const at = first === undefined ? '' : `  ${paint.faint(place(first.codeAt ?? first.promisedAt))}`;
      return [
        `  ${paint.open(`? ${String(rows.length).padStart(width)}`)}  ${shorten(plain(cause), LONGEST_CAUSE)}`,
        `    ${' '.repeat(width)}  ${named.join(', ')}${more}${at}`,
      ];
    }),
    ...(rest > 0 ? [`  and ${rest} for ${counted(causes.length - MOST_CAUSES, 'other cause')}`] : []),
  ];
}

/** If most subjects are unverified: the largest cause and what to do. Findings and other causes fill the screen below. */
function openHead({ matrix }: Analysis, { style: paint, place }: Terminal): readonly string[] {
  const open = matrix.filter((row) => row.status === 'unverified');
  const [largest] = causesOf(open);
  const [first] = largest?.rows ?? [];
  if (largest === undefined || first === undefined || open.length * 2 <= matrix.length) return [];
  const at = paint.faint(place(first.codeAt ?? first.promisedAt));
  return [
    `  ${paint.open(`${largest.rows.length} of ${open.length} unverified:`)} ${shorten(plain(largest.cause), LONGEST_CAUSE)}  ${at}`,
    `  → ${cureOf(matrix)}`,
  ];
}

/** The first few subjects, as many as fit on a line. */
function namedOf(rows: readonly MatrixRow[]): readonly string[] {
  const all = rows.slice(0, MOST_NAMED).map((row) => plain(row.subject));
  let length = 0;
  return all.filter((subject, index) => {
    length += subject.length + 2;
    return index === 0 || length <= LINE;
  });
}

/** A lower bound of lines if nothing is collapsed: a long report need not be rendered to know that it does not fit. */
const fewestLines = ({ matrix, routes, gaps }: Analysis): number =>
  matrix.filter(({ status }) => status === 'verified').length +
  routes.filter(({ documented }) => !documented).length +
  gaps.length;

/** What was left out, in words, for the reader to look at next. */
function foldedOf({ matrix, routes, gaps }: Analysis): readonly string[] {
  const retained = matrix.filter((row) => row.status === 'verified').length;
  const undocumented = routes.filter((route) => !route.documented).length;
  return [
    ...(retained > 0 ? [`${retained} verified`] : []),
    ...(undocumented > 0 ? [`${counted(undocumented, 'route')} that no contract describes`] : []),
    ...(gaps.length > 0 ? [`${counted(gaps.length, 'place')} not analysed`] : []),
  ];
}

function retainedLine(row: MatrixRow, width: number, { style: paint, place }: Terminal): string {
  const at = row.codeAt === null ? '' : place(row.codeAt);
  const stated = [...(row.byRoute === true ? ['by route alone'] : []), ...(row.note === undefined ? [] : [plain(row.note)])];
  const note = stated.length === 0 ? '' : paint.faint(`  ${stated.join('; ')}`);
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
    paint.strong(`${counted(routes.length, 'route')} that no contract describes`),
    ...routes.map((route) => `  + ${plain(routeText(route)).padEnd(width)}  ${paint.faint(place(route.at))}`),
  ];
}

function gapSection(analysis: Analysis, { style: paint, place }: Terminal): readonly string[] {
  const { gaps } = analysis;
  if (gaps.length === 0) return [];
  return [
    paint.strong(`${counted(gaps.length, 'place')} not analysed`),
    ...gaps.map((gap) => `  ${paint.open('?')} ${paint.faint(place(gap.at))}  ${plain(gap.detail)}`),
  ];
}

type Judged = Changed & { readonly failed?: boolean | undefined };

function verdictSection(result: Judged, { style: paint }: Terminal): readonly string[] {
  const { analysis } = result;
  const { mood, sentence } = changeVerdict(result);
  const [statuses, share] = [statusCounts(analysis), compliance(analysis)];
  const incomplete = incompleteness(analysis);
  const tone = mood === 'good' ? paint.good : mood === 'bad' ? paint.bad : paint.open;
  return [
    paint.strong(tone(plain(sentence))),
    ...(`${statuses}: ${share}`.length > LINE ? [`  ${statuses}`, `  ${share}`] : [`  ${statuses}: ${share}`]),
    `  ${findingCounts(analysis)}; ${fieldCounts(analysis)}; ${counted(analysis.routes.length, 'route')} in ${counted(analysis.stats.files, 'file')}`,
    ...(incomplete.length > MOST_INCOMPLETE
      ? [...incomplete.slice(0, MOST_INCOMPLETE - 1), `${incomplete.length - MOST_INCOMPLETE + 1} more like these`]
      : incomplete
    ).map((reason) => `  ${paint.bad('incomplete')}  ${plain(reason)}`),
  ];
}

/** Notes and next steps; below a long report also the verdict. */
function endSection(
  result: Judged,
  { long, folded }: { readonly long: boolean; readonly folded: readonly string[] },
  { style: paint }: Terminal,
): readonly string[] {
  const { analysis } = result;
  return [
    ...(long ? [paint.strong(plain(changeVerdict(result).sentence))] : []),
    ...noticesOf(analysis).map((notice) => `  ${paint.open('note')}  ${plain(notice)}`),
    ...nextSteps(analysis).map((step) => `  → ${step}`),
    ...(folded.length === 0 ? [] : [paint.faint(`  --verbose lists ${folded.join(', ')}.`)]),
  ];
}
