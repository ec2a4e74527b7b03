import type { Analysis } from '../rules/judge.js';
import type { Severity, Violation } from '../rules/rule.js';
import { findingsTable, gapsPart, matrixParts, sections, undocumentedPart, verdictPart } from './matrix.js';
import { counted } from './verdict.js';

/** GitHub drops a whole job summary over 1 MiB; the rest of the file may hold some text already. In bytes. */
const LARGEST = 1_000_000;

interface Part {
  readonly text: string;
  /** What stands for it where it does not fit; absent: it is never shed. */
  readonly instead?: string;
}

/**
 * The job summary of a GitHub run: the verdict, the findings and the matrix. Where it would be too large, parts are shed, the least
 * important first: what could not be read, undocumented routes, notes, the rows that are kept, the other rows, warnings.
 * The verdict and the errors stay, the errors as many as fit.
 */
export function jobSummary(analysis: Analysis, largest = LARGEST): string {
  const findings = (severity: Severity): readonly Violation[] =>
    analysis.violations.filter((violation) => violation.severity === severity);
  const head = '# Contract compliance';
  const top: Part = { text: sections([head, verdictPart(analysis)]).trimEnd() };
  const parts: readonly Part[] = [
    { text: findingsPart(findings('warning'), 'warning'), instead: shedText(findings('warning').length, 'warning') },
    { text: matrixText(analysis, false), instead: '_The rows that are not kept did not fit._' },
    { text: matrixText(analysis, true), instead: '_The rows that are kept did not fit._' },
    { text: findingsPart(findings('note'), 'note'), instead: shedText(findings('note').length, 'note') },
    { text: undocumentedPart(analysis), instead: '_The routes that no contract promises did not fit._' },
    { text: gapsPart(analysis), instead: '_The places that could not be read did not fit._' },
  ];
  const reserve = parts.reduce((sum, part) => sum + size(part.instead ?? '') + 2, 0);
  const errors: Part = { text: errorsPart(findings('error'), largest - size(top.text) - reserve - 100) };
  return sections(withinLimit([top, errors], parts, largest));
}

/** The parts in their order of importance, as long as there is room; every later one makes room for the notes of those before it. */
function withinLimit(always: readonly Part[], parts: readonly Part[], largest: number): readonly string[] {
  const texts = always.map((part) => part.text);
  let room = largest - texts.reduce((sum, text) => sum + size(text) + 2, 0);
  room -= parts.reduce((sum, part) => sum + size(part.instead ?? '') + 2, 0);
  for (const part of parts) {
    const bytes = size(part.text) + 2;
    const fits = part.text !== '' && bytes <= room;
    if (fits) room -= bytes;
    texts.push(part.text === '' || fits ? part.text : (part.instead ?? ''));
  }
  return texts;
}

function matrixText(analysis: Analysis, kept: boolean): string {
  return matrixParts(analysis, (row) => (row.status === 'verified') === kept).join('\n\n');
}

function findingsPart(violations: readonly Violation[], noun: string, total = violations.length): string {
  return violations.length === 0 ? '' : `## ${counted(total, noun)}\n\n${findingsTable(violations)}`;
}

function shedText(count: number, noun: string): string {
  return `_${counted(count, noun)} did not fit._`;
}

/** The errors, as many as fit into so many bytes: found by halving, since every row has its own size. */
function errorsPart(errors: readonly Violation[], room: number): string {
  const render = (count: number): string => {
    const rest = errors.length - count;
    return sections([
      findingsPart(errors.slice(0, count), 'error'),
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

function size(text: string): number {
  return Buffer.byteLength(text);
}
