import type { Analysis } from '../rules/judge.js';
import type { Severity, Violation } from '../rules/rule.js';
import { findingsTable, gapsPart, matrixParts, sections, undocumentedPart, verdictPart } from './matrix.js';
import { counted } from './verdict.js';

/** GitHub drops a whole job summary over 1 MiB; the rest of the file may hold some text already. In bytes. */
const LARGEST = 1_000_000;

/** A part of the summary in several forms, the fullest first; the last one says in a line that it did not fit. */
type Part = readonly [string, ...string[]];

/**
 * The job summary of a GitHub run: the verdict, the findings and the matrix. Where it would be too large, parts are shed, the least
 * important first: what could not be read, undocumented routes, notes, the rows that are kept, the other rows, warnings.
 * The verdict and the errors stay, the errors as many as fit.
 */
export function jobSummary(analysis: Analysis, largest = LARGEST): string {
  const found = (severity: Severity): readonly Violation[] =>
    analysis.violations.filter((violation) => violation.severity === severity);
  const parts: readonly Part[] = [
    sheddable(findingsPart(found('warning'), 'warning'), `_${counted(found('warning').length, 'warning')} did not fit._`),
    matrixPart(analysis),
    sheddable(findingsPart(found('note'), 'note'), `_${counted(found('note').length, 'note')} did not fit._`),
    sheddable(undocumentedPart(analysis), '_The routes that no contract promises did not fit._'),
    sheddable(gapsPart(analysis), '_The places that could not be read did not fit._'),
  ];
  const top = sections(['# Contract compliance', verdictPart(analysis)]).trimEnd();
  const reserved = parts.reduce((sum, part) => sum + size(part.at(-1) ?? ''), size(top));
  const errors = errorsPart(found('error'), largest - reserved);
  return sections([top, errors, ...withinLimit(parts, largest - reserved - size(errors))]);
}

/** Whole, or a line in its place; nothing where there is nothing. */
function sheddable(text: string, instead: string): Part {
  return text === '' ? [''] : [text, instead];
}

function matrixPart(analysis: Analysis): Part {
  const whole = matrixParts(analysis, () => true).join('\n\n');
  const instead = '_The rows that are kept did not fit._';
  const notKept = matrixParts(analysis, (row) => row.status !== 'verified').join('\n\n');
  return [whole, `${notKept}\n\n${instead}`, '_The compliance matrix did not fit._'];
}

/** The fullest form of each part that fits into `room` beside the last forms of all parts, the first parts first. */
function withinLimit(parts: readonly Part[], room: number): readonly string[] {
  let left = room;
  return parts.map((part) => {
    const least = part.at(-1) ?? '';
    const chosen = part.find((form) => size(form) - size(least) <= left) ?? least;
    left -= size(chosen) - size(least);
    return chosen;
  });
}

function findingsPart(violations: readonly Violation[], noun: string, total = violations.length): string {
  return total === 0 ? '' : `## ${counted(total, noun)}\n\n${findingsTable(violations)}`;
}

/** The errors, as many as fit into so many bytes: found by halving, since every row has its own size. */
function errorsPart(errors: readonly Violation[], room: number): string {
  const render = (count: number): string => {
    const rest = errors.length - count;
    return sections([
      findingsPart(errors.slice(0, count), 'error', errors.length),
      rest > 0 ? `_… and ${counted(rest, 'more error')}._` : '',
    ]).trimEnd();
  };
  if (errors.length === 0 || size(render(errors.length)) <= room) return render(errors.length);
  let fits = 0;
  let tooMany = errors.length;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (size(render(middle)) <= room) fits = middle;
    else tooMany = middle;
  }
  return render(fits);
}

/** Bytes of a part with the blank line after it. */
function size(text: string): number {
  return Buffer.byteLength(text) + 2;
}
