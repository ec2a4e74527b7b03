import type { Violation } from '../rules/rule.js';
import { plain, shorten } from './escape.js';
import type { Terminal } from './style.js';

/** Columns in which promised and actual are aligned with the places beside them; longer texts push theirs out. */
const NARROWEST = 24;
const WIDEST = 56;
const LONGEST = 160;

/** The problems in words. */
const WORDS: Readonly<Record<Violation['problem'], string>> = {
  missing: 'missing field',
  extra: 'extra field',
  type: 'wrong type',
  optionality: 'may be left out',
  nullability: 'may be null',
  enum: 'value outside the promise',
  format: 'wrong format',
  case: 'spelled differently',
  'endpoint-missing': 'no route',
  'wrong-method': 'other method',
  'base-path': 'base path',
  unpublished: 'never published',
  unhandled: 'never handled',
  undocumented: 'not promised',
};

/** One finding: what is wrong, then the promise beside the code, each with the line where it is written. */
export function findingLines(violation: Violation, { style: paint, place }: Terminal): readonly string[] {
  const tone = violation.severity === 'error' ? paint.bad : violation.severity === 'warning' ? paint.open : paint.faint;
  const status = violation.status === undefined ? '' : ` in response ${plain(violation.status)}`;
  const field = violation.field === undefined ? '' : `${paint.strong(plain(violation.field))}: `;
  const head = `    ${tone(violation.severity.padEnd(7))}  ${field}${WORDS[violation.problem]}${status}  ${paint.faint(violation.check)}`;
  return [head, ...comparison(violation, { style: paint, place })].map((line) => line.trimEnd());
}

function comparison(violation: Violation, { style: paint, place }: Pick<Terminal, 'style' | 'place'>): readonly string[] {
  const indent = ' '.repeat(13);
  const code = violation.file_path !== violation.promisedAt.file;
  const at = place({ file: violation.file_path, line: violation.line });
  const lines: string[] = [];
  if (violation.promised !== undefined || violation.actual !== undefined) {
    const promised = shorten(plain(violation.promised ?? 'nothing'), LONGEST);
    const actual = shorten(plain(violation.actual ?? 'nothing'), LONGEST);
    const width = Math.min(WIDEST, Math.max(NARROWEST, promised.length, actual.length));
    lines.push(
      `${indent}promised  ${paint.good(promised.padEnd(width))}  ${paint.faint(place(violation.promisedAt))}`,
      `${indent}actual    ${paint.bad(actual.padEnd(width))}  ${code ? paint.faint(at) : ''}`,
    );
  } else {
    lines.push(`${indent}${plain(violation.message)}`, `${indent}${paint.faint(place(violation.promisedAt))}`);
    if (code) lines.push(`${indent}${paint.faint(at)}`);
  }
  const related = violation.related.map((other) => `${indent}see       ${plain(other.message)}  ${paint.faint(place(other))}`);
  const suggestion = violation.suggestion === undefined ? [] : [`${indent}mend      ${plain(violation.suggestion)}`];
  return [...lines, ...related, ...suggestion];
}
