import { statusNamed } from '../../../model/http-status.js';
import { wholeNumber } from './literals.js';
import type { Scope } from './source.js';
import type { Argument } from './syntax/syntax.js';
import { find, isWord, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { conditional, switchArms } from './values.js';

/** `200`, `StatusCodes.Status200OK`, `(int)HttpStatusCode.OK`. */
export function statusOf({ source: { tokens } }: Scope, { from, to }: Range): number | undefined {
  const last = textAt(tokens, to - 1);
  if (to === from + 1) return wholeNumber(last);
  const named = /^Status([1-5][0-9]{2})/.exec(last)?.[1];
  if (named !== undefined) return Number(named);
  return textAt(tokens, to - 3) === 'HttpStatusCode' ? statusNamed(last) : undefined;
}

/**
 * Position of the status argument in methods that create results, if it has no name.
 * https://learn.microsoft.com/dotnet/api/microsoft.aspnetcore.http.results
 */
const PLACES: ReadonlyMap<string, number> = new Map([
  ['Json', 3],
  ['Text', 3],
  ['Content', 3],
  ['Problem', 2],
]);

/** `Json(x, statusCode: 404)`: the status argument of a method that creates a result. */
export function statusArgument(method: string, given: readonly Argument[]): Argument | undefined {
  const place = PLACES.get(method);
  const inPlace = place === undefined ? undefined : given[place];
  return given.find(({ name }) => name === 'statusCode') ?? (inPlace?.name === undefined ? inPlace : undefined);
}

/** Maximum depth of nested conditions and of variables that refer to other variables. */
const MAX_DEPTH = 6;

/**
 * The possible statuses of an expression: those of its branches, or all values assigned to its variable; undefined if unresolved.
 */
export function statusesOf(scope: Scope, range: Range, depth = 0): readonly number[] | undefined {
  const { tokens } = scope.source;
  const status = statusOf(scope, range);
  if (status !== undefined) return [status];
  if (depth > MAX_DEPTH) return undefined;
  const switched = find(tokens, range, SWITCH);
  const branches =
    switched > range.from ? switchArms(scope, { from: switched + 2, to: range.to - 1 }) : conditional(scope, range);
  const values = branches ?? (range.to === range.from + 1 ? valuesSet(tokens, range.from) : []);
  const all = values.filter((one) => textAt(tokens, one.from) !== 'throw').map((one) => statusesOf(scope, one, depth + 1));
  const known = all.flatMap((one) => one ?? []);
  return all.length === 0 || all.includes(undefined) ? undefined : known;
}
const SWITCH = new Set(['switch']);
const SEMICOLON = new Set([';']);
const MAX_TOKENS = 2000;

/** The values assigned to a variable before this position, back to its declaration; empty if the declaration is not found. */
function valuesSet(tokens: Tokens, place: number): readonly Range[] {
  const name = textAt(tokens, place);
  const values: Range[] = [];
  if (!isWord(tokens, place)) return [];
  for (let at = place - 1; at > 0 && at > place - MAX_TOKENS; at--) {
    if (textAt(tokens, at) !== name || textAt(tokens, at - 1) === '.') continue;
    const isDeclared = /^(?:var|int)$/.test(textAt(tokens, at - 1));
    if (textAt(tokens, at + 1) === '=') values.push({ from: at + 2, to: find(tokens, { from: at, to: place }, SEMICOLON) });
    // a parameter, or a variable that is set in another way
    else if (!isDeclared || textAt(tokens, at + 1) !== ';') return [];
    if (isDeclared) return values.every(({ from, to }) => to > from) ? values : [];
  }
  return [];
}
