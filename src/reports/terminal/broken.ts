import { append, groupBy } from '../../model/multi-map.js';
import { subjectKey } from '../../model/subject-key.js';
import type { Analysis, MatrixRow } from '../../rules/judge.js';
import type { Violation } from '../../rules/rule.js';
import { plain, shorten } from '../escape.js';
import type { ReportOptions } from '../report.js';
import type { Terminal } from '../style.js';
import { counted } from '../verdict.js';
import { findingsOf, sharedFinding } from './finding.js';

/** If at least this number of subjects have the same single finding, it is shown once. */
const MANY = 4;
/** The longest additional note on a subject. */
const LONGEST_NOTE = 84;

/** The violations by subject: the violated and missing rows, and other findings about them. */
export function brokenSection(analysis: Analysis, options: ReportOptions, terminal: Terminal): readonly string[] {
  const shown = analysis.violations.slice(0, options.maxViolations);
  const bySubject = groupBy(shown, subjectKey);
  const rows = new Map(analysis.matrix.map((row) => [subjectKey(row), row]));
  // First findings about whole contracts, then the violated subjects, then notes on others, in the order of the contracts.
  const broken = [...rows.keys()].filter((key) => isBroken(rows.get(key)));
  const retained = [...rows.keys()].filter((key) => !isBroken(rows.get(key)));
  const keys = [...[...bySubject.keys()].filter((key) => !rows.has(key)), ...broken, ...retained];
  const explained = new Set<string>();
  const isWhole = options.show?.verbose === true || options.show?.only !== undefined;
  const shared = isWhole ? new Map<string, readonly Violation[]>() : sharedBy(keys.map((key) => bySubject.get(key) ?? []));
  const groups = keys.flatMap((key) => {
    const own = bySubject.get(key) ?? [];
    const alike = shared.get(key);
    if (alike === undefined) return groupLines(own, rows.get(key), { explained, isWhole }, terminal);
    return alike[0] === own[0] ? sharedLines(alike, rows.get(key), terminal) : [];
  });
  const hidden = analysis.violations.length - shown.length;
  const more = hidden > 0 ? ['', `and ${counted(hidden, 'more finding')}: --max-violations shows more, --format json all.`] : [];
  return groups.length === 0 ? more : [...groups.slice(1), ...more];
}

export function isBroken(row: MatrixRow | undefined): boolean {
  return row?.status === 'violated' || row?.status === 'missing';
}

interface Listing {
  /** What was explained above. */
  readonly explained: Set<string>;
  /** Nothing is shortened. */
  readonly isWhole: boolean;
}

function groupLines(
  violations: readonly Violation[],
  row: MatrixRow | undefined,
  { explained, isWhole }: Listing,
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
    ...findingsOf(violations, explained, terminal, isWhole),
    ...(broken ? alsoLine(row, { explained, isWhole }) : []).map((line) => paint.faint(line)),
  ];
}

/** The additional note on a row. That the start of all paths is unknown appears only once. */
function alsoLine(row: MatrixRow | undefined, { explained, isWhole }: Listing): readonly string[] {
  if (row?.note === undefined) return [];
  const isStated = row.start === 'unknown' && explained.has('start');
  if (row.start === 'unknown') explained.add('start');
  return isStated ? [] : [`    also     ${isWhole ? plain(row.note) : shorten(plain(row.note), LONGEST_NOTE)}`];
}

/** Key of a subject with a single finding that many subjects have -> all findings of that kind. */
function sharedBy(subjects: readonly (readonly Violation[])[]): ReadonlyMap<string, readonly Violation[]> {
  const alike = new Map<string, Violation[]>();
  for (const [first, ...others] of subjects) {
    if (first === undefined || others.length > 0 || first.severity === 'note') continue;
    append(alike, findingKey(first), first);
  }
  const many = [...alike.values()].filter((group) => group.length >= MANY);
  return new Map(many.flatMap((group) => group.map((violation) => [subjectKey(violation), group] as const)));
}

/** The content of a finding without its place. For an absent route, the subject alone is the content. */
function findingKey({
  contract,
  severity,
  check,
  problem,
  status,
  field,
  promised: expected,
  actual,
  related,
}: Violation): string {
  const sides = problem === 'endpoint-missing' && related.length === 0 ? [] : [expected, actual];
  return JSON.stringify([contract, severity, check, problem, status, field, ...sides]);
}

function sharedLines(alike: readonly Violation[], row: MatrixRow | undefined, terminal: Terminal): readonly string[] {
  const { style: paint } = terminal;
  const broken = isBroken(row);
  const status = row === undefined ? '' : row.status;
  return [
    '',
    `${broken ? paint.bad('✗') : paint.open('!')} ${paint.strong(`${alike.length} with the same finding`)}  ${broken ? paint.bad(status) : ''}`,
    ...sharedFinding(alike, terminal),
  ];
}
