import type { Expression, ReturnsExpression } from '../../../../facts/expression.js';
import type { Forward } from '../../../../facts/fact.js';
import { functionNamed } from '../free-names.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, tokenAt } from '../tokens.js';
import { statusesOf } from './context-states.js';
import { type Body, envAt, readIn } from './variables.js';

/** A call with the context as argument. `next`: the token after the context. */
export function forwardOf(body: Body, index: number, next: string): Forward | undefined {
  const { tokens } = body.source.unit;
  const before = tokenAt(tokens, index - 1).text;
  if (!/^[(,]$/.test(before) || !/^[),]$/.test(next)) return undefined;
  let open = index - 1;
  while (open > index - 100 && !(tokenAt(tokens, open).text === '(' && closingOf(tokens, open) > index)) open -= 1;
  const name = tokenAt(tokens, open - 1);
  if (name.kind !== 'word' || tokenAt(tokens, open).text !== '(') return undefined;
  const isMember = /^\??\.$/.test(tokenAt(tokens, open - 2).text);
  const start = isMember ? open - 3 : open - 1;
  const first = tokenAt(tokens, start - 1);
  if (first.text === 'new' || /^[A-Z]/.test(name.text) || /^\??\.$/.test(first.text)) return undefined;
  const env = envAt(body, index);
  const isThis = isMember && tokenAt(tokens, start).text === 'this';
  const receiver = isMember && !isThis ? readIn(body, { from: start, to: start + 1 }) : undefined;
  const of: Expression =
    receiver === undefined ? functionNamed(env, name.text) : { kind: 'member', of: receiver, name: `${name.text}()` };
  const values = argumentsOf(tokens, open).map((one) => statusesOf(body, one) ?? readIn(body, one));
  const call: ReturnsExpression = { kind: 'returns', of, values };
  const isStatement =
    /^[;{}]$|^->$/.test(first.text) || first.text === 'return' || (tokens.dialect === 'kotlin' && tokenAt(tokens, start).first);
  return { call, why: `what ${name.text} sends was not followed`, ...(!isStatement && { lenient: true }) };
}
