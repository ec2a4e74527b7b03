import type { Expression } from '../../../../facts/expression.js';

/** Position of a function's result among its parameters. */
const RESULT = 99;

/** The name of the router that a function returns, for facts of its file. */
export const givenBy = (callable: string): string => `${callable}:${RESULT}`;

/** The router that a function of the file returns. */
export const resultOf = (callable: string): Expression => ({ kind: 'parameter', callable, index: RESULT });

/** The router that a called function returns. */
export const routerGivenBy = (of: Expression): Expression => ({ kind: 'parameter', callable: '', of, index: RESULT });
