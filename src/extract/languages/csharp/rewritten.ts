import type { Expression } from '../../../facts/expression.js';

/** A value that surely differs from the input, in an unknown way; a filter that is not found means something else. */
export const rewritten = (why: string): Expression => ({
  kind: 'union',
  options: [
    { kind: 'unknown', why },
    { kind: 'unknown', why: `${why}, in one way or another` },
  ],
});
