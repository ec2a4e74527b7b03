import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Field } from '../unit.js';
import { argumentsOf, type Cursor, isAt, peek, readAnnotations, take, typeRef } from './cursor.js';

const BEFORE = new Set('val var vararg private public protected internal override open final noinline crossinline'.split(' '));

/** Parameters of a function or a primary constructor; `val` and `var` declare properties. */
export function kotlinParameters(tokens: Tokens, open: number): readonly Field[] {
  return argumentsOf(tokens, open).flatMap(({ from, to }): Field[] => {
    const cursor: Cursor = { tokens, at: from };
    const annotations = [...readAnnotations(cursor)];
    const modifiers = new Set<string>();
    while (BEFORE.has(peek(cursor).text) && !isAt(cursor, ':', 1)) {
      modifiers.add(peek(cursor).text);
      cursor.at += 1;
      annotations.push(...readAnnotations(cursor));
    }
    const index = cursor.at;
    const name = peek(cursor).text;
    cursor.at += 1;
    if (!take(cursor, ':')) return [];
    const type = typeRef(cursor);
    const value = take(cursor, '=') ? { from: cursor.at, to } : undefined;
    const property = modifiers.has('val') || modifiers.has('var');
    return [{ name, annotations, modifiers, index, property, ...(type && { type }), ...(value && { value }) }];
  });
}

/** Tokens that continue an expression after the end of a line. */
const GOES_ON = new Set(['.', '?.', '?:', '&&', '||', '::', '->', 'as']);
const OPEN_ENDED = new Set([
  '.',
  '?.',
  '?:',
  '&&',
  '||',
  '::',
  '=',
  '+',
  '-',
  '*',
  '/',
  ',',
  '->',
  '==',
  '!=',
  '<=',
  'as',
  'in',
  'is',
  'else',
  'to',
  'return',
]);

/** The position after the expression at `from`: it ends with its line, unless a token continues it. */
export function expressionEnd(tokens: Tokens, from: number, to: number): number {
  let at = from;
  let ifs = 0;
  while (at < to) {
    const token = tokenAt(tokens, at);
    if (token.text === 'if' && token.kind === 'word') ifs += 1;
    // in `if (c) x = a else x = b` it belongs to the outer statement
    if (token.text === 'else' && token.kind === 'word' && --ifs < 0) return at;
    if (at > from && token.first && !GOES_ON.has(token.text) && token.text !== 'else') {
      const before = tokenAt(tokens, at - 1);
      if (before.kind === 'string' || !OPEN_ENDED.has(before.text)) return at;
    }
    if (token.kind === 'symbol' && (token.text === ';' || token.text === '}' || token.text === ')')) return at;
    const isOpening = token.kind === 'symbol' && ['(', '[', '{'].includes(token.text);
    at = isOpening ? closingOf(tokens, at) + 1 : at + 1;
  }
  return to;
}
