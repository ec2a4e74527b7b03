import type { Expression } from '../../../facts/expression.js';
import { functionScope } from './locals.js';
import { type ReadValue, type Scope, Variables } from './source.js';
import { readParameters } from './syntax/parse-parts.js';
import { returnsOf } from './syntax/returns.js';
import type { Parameter } from './syntax/syntax.js';
import { afterBracket, type Range, type Tokens, textAt } from './syntax/tokens.js';
import { typeExpression, unknown } from './types.js';

/** A function that is written where a value is expected: `x => …`, `async (Note x, i) => { … }`. */
interface Lambda {
  readonly parameters: readonly Parameter[];
  readonly body?: Range;
  readonly expression?: Range;
}

/** The lambda that makes up a range; undefined if it is something else. */
export function lambdaIn(tokens: Tokens, { from, to }: Range): Lambda | undefined {
  let at = from;
  while (/^(?:async|static)$/.test(textAt(tokens, at)) && textAt(tokens, at + 1) !== '=>') at += 1;
  const isListed = textAt(tokens, at) === '(';
  const arrow = isListed ? afterBracket(tokens, at, to) : at + 1;
  if (arrow >= to || textAt(tokens, arrow) !== '=>') return undefined;
  const parameters = readParameters(tokens, isListed ? { from: at + 1, to: arrow - 1 } : { from: at, to: arrow });
  if (textAt(tokens, arrow + 1) !== '{') return { parameters, expression: { from: arrow + 1, to } };
  return { parameters, body: { from: arrow + 2, to: afterBracket(tokens, arrow + 1, to) - 1 } };
}

/** What a lambda gives for these arguments: its expression, or the values that its statements return. */
export function lambdaResult(
  scope: Scope,
  { parameters, body, expression }: Lambda,
  given: readonly Expression[],
  read: ReadValue,
): Expression {
  const variables = new Variables(scope.variables);
  for (const [index, { name, type }] of parameters.entries()) {
    const declared = type && typeExpression(scope, type);
    const value = given[index] ?? declared ?? unknown(`nothing is known of ${name}`);
    variables.set(name, { read: () => (value.kind === 'unknown' ? (declared ?? value) : value) });
  }
  const inside: Scope = { ...scope, variables };
  if (expression !== undefined) return read(inside, expression);
  const returned = body === undefined ? [] : returnsOf(scope.source.tokens, body);
  if (body === undefined || returned.length > MOST_RETURNED) return unknown(NOTHING);
  const block = functionScope(inside, [], body, read);
  const [only = unknown(NOTHING), ...others] = returned.map((one) => read(block, one));
  return others.length === 0 ? only : { kind: 'union', options: [only, ...others] };
}
const NOTHING = 'what a function makes of it';
/** Statements that return in more places are not read. */
const MOST_RETURNED = 8;
