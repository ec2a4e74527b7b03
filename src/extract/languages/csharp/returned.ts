import type { Expression } from '../../../facts/expression.js';
import { creationOf } from './creations.js';
import { functionScope } from './locals.js';
import type { Scope } from './source.js';
import type { Member } from './syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { typeMade } from './types.js';
import { conditional, readValue, switchArms } from './values.js';

const SEMICOLON = new Set([';']);
const CONTROL = new Set(['if', 'for', 'foreach', 'while', 'switch', 'using', 'lock', 'catch', 'fixed', 'when']);

/** The expressions that a body returns, without those of nested functions. */
export function returnsOf(tokens: Tokens, { from, to }: Range): readonly Range[] {
  const found: Range[] = [];
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (text === '=>' && textAt(tokens, at + 1) === '{') at = afterBracket(tokens, at + 1, to);
    else if (text === '{' && isLocalFunction(tokens, at)) at = afterBracket(tokens, at, to);
    else if (text === 'return' && isWord(tokens, at)) {
      const semicolon = find(tokens, { from: at + 1, to }, SEMICOLON);
      const end = semicolon < 0 ? to : semicolon;
      if (end > at + 1) found.push({ from: at + 1, to: end });
      at = end + 1;
    } else at += 1;
  }
  return found;
}

/** `Task<int> Count() {`: a name with a type before it. */
function isLocalFunction(tokens: Tokens, brace: number): boolean {
  if (textAt(tokens, brace - 1) !== ')') return false;
  const open = tokens.mates[brace - 1] ?? -1;
  if (open < 2 || !isWord(tokens, open - 1) || CONTROL.has(textAt(tokens, open - 1))) return false;
  const before = textAt(tokens, open - 2);
  return (
    (isWord(tokens, open - 2) && !/^(?:new|return|else|await|not|is)$/.test(before)) ||
    before === '>' ||
    before === '?' ||
    before === ']'
  );
}

/** The alternatives of an expression: `a ? b : c`, `x switch { … }`, `a ?? b`, the function arguments of `.Match`. */
export function branchesOf(scope: Scope, range: Range, depth = 0): readonly Range[] {
  const { tokens } = scope.source;
  const { from, to } = bare(tokens, range);
  if (depth > 8 || from >= to || textAt(tokens, from) === 'throw') return [];
  const inner = (parts: readonly Range[]): readonly Range[] => parts.flatMap((part) => branchesOf(scope, part, depth + 1));
  const arrow = find(tokens, { from, to }, new Set(['=>']));
  const switched = arrow < 0 ? find(tokens, { from, to }, new Set(['switch'])) : -1;
  if (switched > from) return inner(switchArms(scope, { from: switched + 2, to: to - 1 }));
  const either = conditional(scope, { from, to });
  if (either !== undefined && arrow < 0) return inner(either);
  const otherwise = find(tokens, { from, to }, new Set(['??']));
  if (otherwise > from)
    return inner([
      { from, to: otherwise },
      { from: otherwise + 1, to },
    ]);
  return matched(scope, { from, to }, inner) ?? [{ from, to }];
}

/** The range without `await`, `ConfigureAwait(false)`, parentheses and casts around it. */
function bare(tokens: Tokens, { from, to }: Range): Range {
  const open = textAt(tokens, to - 1) === ')' ? (tokens.mates[to - 1] ?? -1) : -1;
  if (open > from + 2 && textAt(tokens, open - 1) === 'ConfigureAwait') return bare(tokens, { from, to: open - 2 });
  if (textAt(tokens, from) === 'await') return bare(tokens, { from: from + 1, to });
  if (textAt(tokens, from) !== '(') return { from, to };
  const close = afterBracket(tokens, from, to);
  if (close === to) return bare(tokens, { from: from + 1, to: to - 1 });
  const isCast = isWord(tokens, close) && close - from <= 12 && find(tokens, { from: close, to }, new Set(['=>'])) < 0;
  return isCast ? bare(tokens, { from: close, to }) : { from, to };
}

/** `result.Match(value => Ok(value), error => Problem(error))`: the results of the functions. */
function matched(
  scope: Scope,
  { from, to }: Range,
  inner: (parts: readonly Range[]) => readonly Range[],
): readonly Range[] | undefined {
  const { tokens } = scope.source;
  const open = tokens.mates[to - 1] ?? -1;
  if (open <= from || !MATCHES.test(textAt(tokens, nameBefore(tokens, open)))) return undefined;
  const functions = split(tokens, { from: open + 1, to: to - 1 }, ',').map((part) => {
    const arrow = find(tokens, part, new Set(['=>']));
    return arrow < 0 ? part : { from: arrow + 1, to: part.to };
  });
  if (functions.some((one) => textAt(tokens, one.from) === '{')) return undefined;
  return inner(functions);
}

const MATCHES = /^(?:Match|MatchAsync|MatchFirst|Fold)$/;

/** The position of the name before the parentheses, also with type arguments between: `Match<IActionResult>(`. */
function nameBefore(tokens: Tokens, open: number): number {
  if (textAt(tokens, open - 1) !== '>') return open - 1;
  let at = open - 2;
  for (const last = open - MAX_TYPE; at > last && (isWord(tokens, at) || /^[.,?]$/.test(textAt(tokens, at))); ) at -= 1;
  return textAt(tokens, at) === '<' ? at - 1 : open - 1;
}

/** Maximum number of tokens in type arguments. */
const MAX_TYPE = 20;

type Made = Pick<Member, 'parameters' | 'body' | 'expression'> & Partial<Pick<Member, 'modifiers'>>;

/** The declared result, with what all of the method's own `new T { … }` give its members; of `object`, what it makes. */
export function resultMade(scope: Scope, method: Made, declared: Expression): Expression {
  const { parameters, body, expression, modifiers } = method;
  const { tokens } = scope.source;
  const returned = expression === undefined ? (body === undefined ? [] : returnsOf(tokens, body)) : [expression];
  const isOpen = declared.kind === 'unknown';
  const isOverridden = modifiers?.has('virtual') === true || (declared.kind !== 'name' && !isOpen);
  if (returned.length === 0 || returned.length > MOST_RESULTS || isOverridden) return declared;
  if (returned.some(({ from }) => textAt(tokens, from) !== 'new' || (!isOpen && textAt(tokens, from + 1) === '{')))
    return declared;
  const inside = functionScope(scope, parameters, body ?? expression, readValue);
  const made = returned.map((one) =>
    textAt(tokens, one.from + 1) === '(' ? creationOf(inside, one, readValue, declared) : readValue(inside, one),
  );
  const isOwn = isOpen || made.every((one) => JSON.stringify(typeMade(one)) === JSON.stringify(declared));
  const [only, ...others] = made;
  if (!isOwn || only === undefined) return declared;
  return others.length === 0 ? only : { kind: 'union', options: made };
}
const MOST_RESULTS = 8;
