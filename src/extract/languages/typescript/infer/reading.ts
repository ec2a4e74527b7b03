import type { Expression } from '../../../../facts/expression.js';
import type { Program } from './program.js';

/** The state of one answer. */
export interface Reading {
  readonly program: Program;
  /** Whether the project distinguishes null and undefined: only then is a type that includes them meant so. */
  readonly isStrict: boolean;
  /** How many more forms may be written: hostile types are endless. */
  readonly budget: { left: number };
}

/** Anonymous types nested deeper than this are recursive or hostile. */
export const MOST_DEPTH = 16;
const MOST_FORMS = 4000;

export function createReading(program: Program, isStrict: boolean): Reading {
  return { program, isStrict, budget: { left: MOST_FORMS } };
}

export const unknown = (why: string): Expression => ({ kind: 'unknown', why });
export const ABSENT: Expression = { kind: 'absent' };
export const NULL: Expression = { kind: 'literal', value: null };

/** A union of distinct options in a fixed order, independent of the order of reading. */
export function unionOf(options: readonly Expression[]): Expression {
  const distinct = new Map(options.map((option) => [JSON.stringify(option), option]));
  const sorted = [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, option]) => option);
  const [only] = sorted;
  return sorted.length === 1 && only !== undefined ? only : { kind: 'union', options: sorted };
}
