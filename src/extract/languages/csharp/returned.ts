import type { Expression } from '../../../facts/expression.js';
import { creationOf } from './creations.js';
import { lambdaIn } from './lambdas.js';
import { functionScope, MATCHES } from './locals.js';
import type { Scope } from './source.js';
import { returnsOf } from './syntax/returns.js';
import type { Member } from './syntax/syntax.js';
import { afterBracket, find, isWord, type Range, split, type Tokens, textAt } from './syntax/tokens.js';
import { typeMade } from './types.js';
import { conditional, readValue, switchArms } from './values.js';

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
  const functions = split(tokens, { from: open + 1, to: to - 1 }, ',').flatMap((part): readonly Range[] => {
    const lambda = lambdaIn(tokens, textAt(tokens, part.from + 1) === ':' ? { ...part, from: part.from + 2 } : part);
    if (lambda === undefined) return [part];
    return lambda.expression === undefined ? returnsOf(tokens, lambda.body ?? part) : [lambda.expression];
  });
  return inner(functions);
}

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
  const isOverridden = modifiers?.has('virtual') === true || !MADE.has(declared.kind);
  if (returned.length === 0 || returned.length > MOST_RESULTS || isOverridden) return declared;
  const inside = functionScope(scope, parameters, body ?? expression, readValue);
  if (returned.some(({ from }) => textAt(tokens, from) !== 'new' || (!isOpen && textAt(tokens, from + 1) === '{')))
    return surelyMade(inside, returned, declared);
  if (declared.kind !== 'name' && !isOpen) return declared;
  const made = returned.map((one) =>
    textAt(tokens, one.from + 1) === '(' ? creationOf(inside, one, readValue, declared) : readValue(inside, one),
  );
  const isOwn = isOpen || made.every((one) => JSON.stringify(typeMade(one)) === JSON.stringify(declared));
  const [only, ...others] = made;
  if (!isOwn || only === undefined) return declared;
  return others.length === 0 ? only : { kind: 'union', options: made };
}
const MOST_RESULTS = 8;
const MADE: ReadonlySet<Expression['kind']> = new Set(['name', 'array', 'union', 'unknown']);

/** The declared result, whose members are not null where those of all values that are returned surely are. */
function surelyMade(scope: Scope, returned: readonly Range[], declared: Expression): Expression {
  const { tokens } = scope.source;
  const some = returned.filter(({ from }) => textAt(tokens, from) !== 'null');
  const isMade = ({ from, to }: Range): boolean => {
    const stored = to === from + 1 ? scope.variables.get(textAt(tokens, from)) : undefined;
    if (stored?.isRead?.() === false) return false;
    const { from: first, to: last } = stored?.range ?? { from, to };
    return tokens.list.slice(first, last).some(({ text }) => /^(?:new|Select|Send)$/.test(text));
  };
  if (declared.kind === 'unknown' || some.length === 0 || !some.every(isMade)) return declared;
  return surelyAs(
    declared,
    some.map((one) => readValue(scope, one)),
  );
}

/** A type whose members are not null where those of all these values surely are. */
export function surelyAs(declared: Expression, values: readonly Expression[]): Expression {
  const [only, ...others] = values;
  if (only === undefined) return declared;
  const keys: Expression = others.length === 0 ? only : { kind: 'union', options: values };
  const surely = (of: Expression): Expression =>
    of.kind === 'literal' ? of : { kind: 'operator', operator: 'surely', of, keys };
  return declared.kind === 'union' ? { ...declared, options: declared.options.map(surely) } : surely(declared);
}
