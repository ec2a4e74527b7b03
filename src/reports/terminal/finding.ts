import { append } from '../../model/multi-map.js';
import { SEVERITIES } from '../../rules/judge.js';
import type { Severity, Violation } from '../../rules/rule.js';
import { CAUSE_WORDS } from '../cause-words.js';
import { plain, shorten } from '../escape.js';
import { problemWords } from '../problem-words.js';
import type { Style, Terminal } from '../style.js';

/** Columns in which both sides are aligned with their places; a longer text moves its place to the right. */
const NARROWEST = 24;
const WIDEST = 56;
const LONGEST = 72;
/** Columns of a list of fields before it continues in the next line. */
const LINE = 96;

const INDENT = ' '.repeat(13);

/**
 * The findings of one subject. A finding has three lines: the problem, the contract's side and the code's side, each with its
 * line. Fields that the contract does not describe are only named, and so are findings at the same lines as an earlier one: a
 * model that several endpoints send is explained once. `shown` collects what was explained.
 */
export function findingsOf(
  violations: readonly Violation[],
  shown: Set<string>,
  terminal: Terminal,
  isWhole: boolean,
): readonly string[] {
  const [fresh, again, beside]: [Violation[], Violation[], Violation[]] = [[], [], []];
  for (const violation of violations) {
    const key = placesOf(violation);
    const list = violation.severity === 'note' && violation.problem === 'extra' ? beside : shown.has(key) ? again : fresh;
    list.push(violation);
    if (list === fresh) shown.add(key);
  }
  const repeated = SEVERITIES.flatMap((severity) =>
    named(
      severity,
      'as above',
      again.filter((violation) => violation.severity === severity),
      terminal,
      isWhole,
    ),
  );
  const alike = isWhole ? new Map<Violation, readonly Violation[]>() : alikeIn(fresh);
  return [
    ...fresh.flatMap((violation) => {
      const group = alike.get(violation);
      if (group === undefined) return findingLines(violation, terminal);
      return group[0] === violation ? alikeLines(group, terminal) : [];
    }),
    ...repeated,
    ...named('note', 'not in the contract', beside, terminal, isWhole),
  ];
}

/** If at least this number of fields in one file have the same finding, they are listed together. */
const MANY_FIELDS = 4;
/** The maximum number of lines for that list. */
const MOST_LINES = 2;

/** Findings in one file that differ only in their fields and lines. */
function alikeIn(violations: readonly Violation[]): ReadonlyMap<Violation, readonly Violation[]> {
  const groups = new Map<string, Violation[]>();
  for (const violation of violations) {
    const { severity, check, problem, status, file_path, actual, field, suggestion } = violation;
    if (field === undefined || suggestion !== undefined) continue;
    const key = JSON.stringify([severity, check, problem, status, file_path, actual]);
    append(groups, key, violation);
  }
  const many = [...groups.values()].filter((group) => group.length >= MANY_FIELDS);
  return new Map(many.flatMap((group) => group.map((violation) => [violation, group] as const)));
}

function alikeLines(group: readonly Violation[], terminal: Terminal): readonly string[] {
  const [first] = group;
  if (first === undefined) return [];
  const names = wrap(
    '',
    group.map(({ field }) => plain(field ?? '')),
  );
  const shown = cut(names).map((line) => `${INDENT}${line}`);
  const isOne = group.every(({ promised }) => promised === first.promised);
  const sides = comparison(first, terminal).slice(isOne ? 0 : 1);
  return [headOf(first, `${group.length} fields`, terminal), ...shown, ...sides];
}

/** The first few lines of a list. */
function cut(lines: readonly string[]): readonly string[] {
  if (lines.length <= MOST_LINES) return lines;
  return lines.slice(0, MOST_LINES).map((line, index) => (index === MOST_LINES - 1 ? `${line} …` : line));
}

function placesOf({ check, problem, file_path, line, promisedAt, promised: expected, actual }: Violation): string {
  return JSON.stringify([check, problem, file_path, line, promisedAt.file, promisedAt.line, expected, actual]);
}

/** Findings of which only the fields are named, in as few lines as possible. */
function named(
  severity: Severity,
  title: string,
  violations: readonly Violation[],
  { style: paint }: Terminal,
  isWhole: boolean,
): readonly string[] {
  if (violations.length === 0) return [];
  const fields = [...new Set(violations.map((violation) => plain(violation.field ?? 'the body')))];
  const all = wrap(`${title}: `, fields);
  const lines = isWhole ? all : cut(all);
  return lines.map((line, index) =>
    index === 0 ? `    ${toneOf(severity, paint)(severity.padEnd(7))}  ${line}` : `${INDENT}${line}`,
  );
}

function wrap(start: string, words: readonly string[]): readonly string[] {
  const lines = [start];
  for (const [index, word] of words.entries()) {
    const piece = index < words.length - 1 ? `${word}, ` : word;
    const line = lines.at(-1) ?? '';
    if (line !== start && line.length + piece.length > LINE) lines.push(piece);
    else lines[lines.length - 1] = `${line}${piece}`;
  }
  return lines.map((line) => line.trimEnd());
}

/** One finding that many subjects share: the problem, its first place, and the first few subjects. */
export function sharedFinding(violations: readonly Violation[], terminal: Terminal): readonly string[] {
  const [first] = violations;
  if (first === undefined) return [];
  const subjects = violations.map(({ subject }) => plain(subject));
  const named: string[] = [];
  for (const subject of subjects.slice(0, MOST_SUBJECTS))
    if (named.length === 0 || [...named, subject].join(', ').length <= LINE - INDENT.length) named.push(subject);
  const rest = subjects.length - named.length;
  return [
    ...findingLines(first, terminal),
    `${INDENT}in        ${named.join(', ')}${rest > 0 ? ` and ${rest} more: --verbose lists them` : ''}`,
  ];
}

/** The maximum number of subjects that are named for one finding. */
const MOST_SUBJECTS = 3;

function toneOf(severity: Severity, paint: Style): (text: string) => string {
  return severity === 'error' ? paint.bad : severity === 'warning' ? paint.open : paint.faint;
}

function findingLines(violation: Violation, terminal: Terminal): readonly string[] {
  const { field } = violation;
  const name = field === undefined ? undefined : terminal.style.strong(plain(field));
  return [headOf(violation, name, terminal), ...comparison(violation, terminal)].map((line) => line.trimEnd());
}

function headOf(violation: Violation, name: string | undefined, { style: paint }: Terminal): string {
  const status = violation.status === undefined ? '' : ` in response ${plain(violation.status)}`;
  const severity = toneOf(violation.severity, paint)(violation.severity.padEnd(7));
  const start = name === undefined ? '' : `${name}: `;
  return `    ${severity}  ${start}${problemWords(violation)}${status}  ${paint.faint(violation.check)}`;
}

function comparison(violation: Violation, { style: paint, place }: Terminal): readonly string[] {
  const code = violation.file_path !== violation.promisedAt.file;
  const at = place({ file: violation.file_path, line: violation.line });
  const lines: string[] = [];
  if (violation.promised !== undefined || violation.actual !== undefined) {
    const expected = shortenShape(plain(violation.promised ?? 'nothing'));
    const actual = shortenShape(plain(violation.actual ?? 'nothing'));
    const width = Math.min(WIDEST, Math.max(NARROWEST, expected.length, actual.length));
    lines.push(
      `${INDENT}expected  ${paint.good(expected.padEnd(width))}  ${paint.faint(place(violation.promisedAt))}`,
      `${INDENT}actual    ${paint.bad(actual.padEnd(width))}  ${code ? paint.faint(at) : ''}`,
    );
  } else {
    lines.push(`${INDENT}${plain(violation.message)}`, `${INDENT}${paint.faint(place(violation.promisedAt))}`);
    if (code) lines.push(`${INDENT}${paint.faint(at)}`);
  }
  const related = violation.related.map((other) => `${INDENT}see       ${plain(other.message)}  ${paint.faint(place(other))}`);
  const suggestion = violation.suggestion === undefined ? [] : [`${INDENT}fix       ${plain(violation.suggestion)}`];
  const cause = violation.cause === undefined ? [] : [`${INDENT}cause     ${CAUSE_WORDS[violation.cause]}`];
  return [...lines, ...related, ...cause, ...suggestion];
}

/** Shortens a shape but preserves its end: `{ id: integer, … }[]` differs from one without the brackets. */
function shortenShape(text: string): string {
  const end = text.length <= LONGEST ? '' : (/(?:\[\]| \| null){1,4}$/.exec(text)?.[0] ?? '');
  return `${shorten(text.slice(0, text.length - end.length), LONGEST - end.length)}${end}`;
}
