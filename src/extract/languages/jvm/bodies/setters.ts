import type { Expression, ObjectMember, PropertyMember } from '../../../../facts/expression.js';
import { at, unknown } from '../source.js';
import { argumentsOf } from '../syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import { type Body, readIn } from './variables.js';

/** Maximum number of tokens of a function that is searched for setters, and of the sent expression. */
const MOST_TOKENS = 3000;
const MOST_SENT = 12;
const SETTER = /^set([A-Z]\w{0,80})$/;

/**
 * The sent value, with the members that the function sets on it or on each of its elements (`all.forEach(one ->
 * one.setTotal(…))`). What it surely sets once is known; otherwise it is unknown whether a nullable member is null.
 */
export function withSet(body: Body, of: Expression, sent: Range): Expression {
  const { tokens } = body.source.unit;
  const whole = body.method.body;
  const words = wordsIn(tokens, sent);
  if (whole === undefined || words.length > MOST_SENT || whole.to - whole.from > MOST_TOKENS) return of;
  const own: PropertyMember[] = [];
  const each: PropertyMember[] = [];
  const opened: number[] = [];
  for (let index = whole.from; index < sent.from; index++) {
    const { text } = tokenAt(tokens, index);
    if (text === '{') opened.push(index);
    else if (text === '}') opened.pop();
    const name = SETTER.exec(text)?.[1];
    const on = tokenAt(tokens, index - 2).text;
    if (name === undefined || tokenAt(tokens, index - 1).text !== '.' || tokenAt(tokens, index - 3).text === '.') continue;
    if (tokenAt(tokens, index + 1).text !== '(' || tokenAt(tokens, index + 2).text === 'null') continue;
    const list = words.length === 1 && on === words[0] ? own : isElement(body, on, words) ? each : undefined;
    if (list === undefined) continue;
    const member = name.charAt(0).toLowerCase() + name.slice(1);
    const again = list.findIndex((one) => one.name === member);
    const isSure = list === own && again < 0 && isSurely(tokens, index, opened.at(-1) ?? 0, sent.from);
    const [given, ...more] = isSure ? argumentsOf(tokens, index + 1) : [];
    const value = given === undefined || more.length > 0 ? NOT_FOLLOWED : readIn(body, given);
    if (again >= 0) list.splice(again, 1);
    list.push({ kind: 'property', name: member, value, at: at(body.source, index) });
  }
  if (own.length > 0) return filled(of, own);
  if (each.length === 0) return of;
  if (of.kind === 'array') return { ...of, items: filled(of.items, each) };
  return { kind: 'operator', operator: 'mapped', of, keys: filled({ kind: 'operator', operator: 'content', of }, each) };
}

const NOT_FOLLOWED: Expression = { kind: 'returns', of: unknown('what is set is not followed') };

/** Does the statement of a setter always run before the value is sent: is no condition, loop or lambda around it alone? */
const isSurely = (tokens: Tokens, setter: number, open: number, sent: number): boolean =>
  /^[;{}]$/.test(tokenAt(tokens, setter - 3).text) && closingOf(tokens, open) >= sent;

const filled = (of: Expression, members: readonly ObjectMember[]): Expression => ({
  kind: 'operator',
  operator: 'filled',
  of,
  keys: { kind: 'object', members },
});

const wordsIn = (tokens: Tokens, { from, to }: Range): readonly string[] =>
  Array.from({ length: Math.min(to - from, MOST_SENT + 1) }, (_, ahead) => tokenAt(tokens, from + ahead).text);

/** Is the name an element of a list that is written with these words: `for (T on : all)`, `all.forEach(on -> …)`? */
function isElement({ source, method, block }: Body, on: string, words: readonly string[]): boolean {
  const { tokens } = source.unit;
  const isSame = (from: number, to: number): boolean =>
    to - from === words.length && words.every((word, ahead) => tokenAt(tokens, from + ahead).text === word);
  if (block.variables.some(({ name, over }) => name === on && over !== undefined && isSame(over.from, over.to))) return true;
  const { from, to } = method.body ?? { from: 0, to: 0 };
  for (let index = from; index < to; index++) {
    if (tokenAt(tokens, index).text !== 'forEach' || tokenAt(tokens, index + 1).text !== '(') continue;
    const isBracketed = tokenAt(tokens, index + 2).text === '(';
    const arrow = isBracketed ? closingOf(tokens, index + 2) + 1 : index + 3;
    const named = tokenAt(tokens, isBracketed ? arrow - 2 : index + 2).text;
    if (named === on && tokenAt(tokens, arrow).text === '->' && isSame(index - 1 - words.length, index - 1)) return true;
  }
  return false;
}
