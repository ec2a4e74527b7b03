import type { Expression } from '../../../facts/expression.js';

/** Surely something else than what was given, and nobody knows what: not the same as a filter that is not found. */
export const rewritten = (why: string): Expression => ({
  kind: 'union',
  options: [
    { kind: 'unknown', why },
    { kind: 'unknown', why: `${why}, in one way or another` },
  ],
});
