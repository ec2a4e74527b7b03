import { statusNamed } from '../../../model/http-status.js';
import { wholeNumber } from './literals.js';
import type { Scope } from './source.js';
import { type Range, textAt } from './tokens.js';

/** `200`, `StatusCodes.Status200OK`, `(int)HttpStatusCode.OK`. */
export function statusOf({ source: { tokens } }: Scope, { from, to }: Range): number | undefined {
  const last = textAt(tokens, to - 1);
  if (to === from + 1) return wholeNumber(last);
  const named = /^Status([1-5][0-9]{2})/.exec(last)?.[1];
  if (named !== undefined) return Number(named);
  return textAt(tokens, to - 3) === 'HttpStatusCode' ? statusNamed(last) : undefined;
}
