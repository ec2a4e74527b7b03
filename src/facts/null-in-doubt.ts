import type { UnknownExpression } from './expression.js';

/** A null that may stand in a value's place, and nothing tells whether it ever does: it is neither a finding nor a pass. */
export const nullInDoubt = (why: string): UnknownExpression => ({ kind: 'unknown', why, nothing: true, asNull: true });
