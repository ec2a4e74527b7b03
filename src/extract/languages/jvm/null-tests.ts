import { type Expression, NULL } from '../../../facts/expression.js';
import { under } from '../../../facts/values/when.js';
import { isNull } from './literals.js';
import { type Tokens, tokenAt } from './tokens.js';
import type { Range } from './unit.js';

/** Java's `c ? a : b`. A null for `x.url() == null` is sent only where the member may be null. */
export function eitherOf(
  tokens: Tokens,
  test: Range,
  [yes, no]: readonly [Range, Range],
  read: (part: Range) => Expression,
): Expression {
  const asked = testedForNull(tokens, test);
  const option = (part: Range, whenNull: boolean): Expression =>
    asked !== undefined && asked.isNull === whenNull && isNull(tokens, part)
      ? under([{ value: read(asked.of), is: 'nothing', holds: true }], NULL)
      : read(part);
  return { kind: 'union', options: [option(yes, true), option(no, false)] };
}

/** `x.url()` of `x.url() != null`, a call or member of a value; `isNull`: whether the test holds for null. */
function testedForNull(tokens: Tokens, { from, to }: Range): { readonly of: Range; readonly isNull: boolean } | undefined {
  const [sign, equals] = [tokenAt(tokens, to - 3).text, tokenAt(tokens, to - 2).text];
  const isPair = equals === '=' && /^[!=]$/.test(sign);
  const text = isPair ? `${sign}=` : equals;
  const of = { from, to: isPair ? to - 3 : to - 2 };
  const isMember = tokenAt(tokens, from + 1).text === '.' && tokenAt(tokens, from).text !== 'this';
  const isPlain = isMember && isNull(tokens, { from: to - 1, to }) && of.to > from + 2;
  return isPlain && /^[!=]=$/.test(text) ? { of, isNull: text === '==' } : undefined;
}
