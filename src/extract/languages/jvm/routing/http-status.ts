import { statusNamed } from '../../../../model/http-status.js';

/** The code of a status by its name or number; undefined if it is unknown. */
export function statusOf(word: string | undefined): number | undefined {
  if (word === undefined) return undefined;
  const named = statusNamed(word);
  if (named !== undefined) return named;
  const number = Number(word);
  return Number.isInteger(number) && number >= 100 && number < 600 ? number : undefined;
}
