import type { Expression } from '../../../../facts/expression.js';
import type { Source } from '../source.js';

/** What is the same in all routes of a file. */
export interface RouteParts {
  readonly source: Source;
  readonly by: string;
  readonly path: Expression;
  readonly router: Expression;
}
