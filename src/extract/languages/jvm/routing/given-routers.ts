import type { Expression } from '../../../../facts/expression.js';

/** The place of what a function gives among what it is given. */
const RESULT = 99;

/** The name of the router that a function gives, where facts of its file tell of one. */
export const givenBy = (callable: string): string => `${callable}:${RESULT}`;

/** The router that a function of the file gives. */
export const resultOf = (callable: string): Expression => ({ kind: 'parameter', callable, index: RESULT });

/** The router that a called function gives. */
export const routerGivenBy = (of: Expression): Expression => ({ kind: 'parameter', callable: '', of, index: RESULT });
