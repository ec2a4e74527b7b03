import type { Expression, ObjectMember } from '../../../facts/expression.js';
import { type Env, methodsNamed } from './free-names.js';
import { at, unknown } from './source.js';
import { argumentsOf } from './syntax/cursor.js';
import { closingOf, type Tokens, tokenAt } from './tokens.js';
import type { Range } from './unit.js';

/** Steps of Kotlin that give back their receiver, or its elements, after code has had it. */
export const isStep = (name: string): boolean => /^(?:also|apply|onEach)$/.test(name);

/** Functions of Kotlin that change nothing. */
const READING = /^(?:print(?:ln)?|require(?:NotNull)?|check(?:NotNull)?|assert\w*|[A-Z]\w*)$/;

/** What may have been changed by a function that is not read: then the declared type says too much of it as well. */
export const GIVEN_AWAY: Expression = unknown('what a function does with the value is not followed');

/** In a file with more types, what a function of the others does is not followed. */
const MOST_TYPES = 50;

/**
 * What a step leaves of a value: `dto.apply { text = null }`, `dto.also { clear(it) }`, `all.onEach { it.text = null }`. Which
 * value a member gets is not followed, nor what a function of another file does.
 */
export function changedBy({ source }: Env, of: Expression, name: string, { from, to }: Range): Expression {
  const { tokens } = source.unit;
  const set = new Map<string, number>();
  const subject = tokenAt(tokens, from + 2).text === '->' ? tokenAt(tokens, from + 1).text : 'it';
  const own = name === 'apply' ? 'this' : subject;
  addSet(tokens, { from, to }, own, set);
  for (let index = from; index < to; index++) {
    const place = givenAt(tokens, index, own);
    if (place === undefined) continue;
    const lists = [source.unit.functions, ...source.unit.types.slice(0, MOST_TYPES).map(({ methods }) => methods)];
    const called = lists.flatMap((all) => methodsNamed(all, tokenAt(tokens, index).text));
    const bodies = called.map(({ body, expression, parameters }) => [body ?? expression, parameters[place]?.name] as const);
    if (bodies.length === 0) return GIVEN_AWAY;
    for (const [body, parameter] of bodies) if (body && parameter !== undefined) addSet(tokens, body, parameter, set);
  }
  if (set.size === 0) return of;
  const members = [...set].map(
    ([member, index]): ObjectMember => ({
      ...{ kind: 'property', name: member, at: at(source, index) },
      value: { kind: 'returns', of: unknown('what is set is not followed') },
    }),
  );
  const filled = (one: Expression): Expression => ({
    ...{ kind: 'operator', operator: 'filled', of: one, keys: { kind: 'object', members } },
  });
  if (name !== 'onEach') return filled(of);
  return { kind: 'operator', operator: 'mapped', of, keys: filled({ kind: 'operator', operator: 'content', of }) };
}

/** The members that code sets on a name: `it.text = …`; on `this`, also `text = …`. */
function addSet(tokens: Tokens, { from, to }: Range, on: string, set: Map<string, number>): void {
  for (let index = from; index < to; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (kind !== 'word' || !/^[-+]?=$/.test(tokenAt(tokens, index + 1).text)) continue;
    const before = tokenAt(tokens, index - 1);
    const isMember = before.text === '.' && tokenAt(tokens, index - 2).text === on;
    const isBare = on === 'this' && (before.kind !== 'word' || tokenAt(tokens, index).first) && !/^[.(,]$/.test(before.text);
    if (isMember || isBare) set.set(text, index);
  }
}

/** The position of the argument where a function of the file or another one, no method, is given a name: `clear(it)`, `::clear`. */
function givenAt(tokens: Tokens, index: number, name: string): number | undefined {
  const { kind, text } = tokenAt(tokens, index);
  const before = tokenAt(tokens, index - 1).text;
  if (kind !== 'word' || READING.test(text) || before === '.' || before === '?.') return undefined;
  // `log::info` gets it as any other method of an object does: to read it
  if (before === '::') return /^(?:[({,]|this)$/.test(tokenAt(tokens, index - 2).text) ? 0 : undefined;
  if (tokenAt(tokens, index + 1).text !== '(' || closingOf(tokens, index + 1) === index + 2) return undefined;
  const place = argumentsOf(tokens, index + 1).findIndex(
    (one) => one.to === one.from + 1 && tokenAt(tokens, one.from).text === name,
  );
  return place < 0 ? undefined : place;
}
