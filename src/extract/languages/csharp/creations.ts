import type { Expression, ObjectMember } from '../../../facts/expression.js';
import type { ReadValue } from './locals.js';
import type { Scope } from './source.js';
import { afterBracket, isWord, type Range, split, textAt } from './tokens.js';
import { readType } from './type-syntax.js';
import { typeExpression, unknown, widened } from './types.js';
import { camelCase } from './wire-names.js';

/** `new T(…) { … }`, `new { … }`, `new[] { … }`. */
export function creationOf(scope: Scope, { from, to }: Range, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const second = textAt(tokens, from + 1);
  if (second === '{') return anonymous(scope, { from: from + 2, to: afterBracket(tokens, from + 1, to) - 1 }, read);
  if (second === '[') return listed(scope, from + 1, to, read);
  if (second === '(') return unknown('what `new()` makes depends on where it is given to');
  const type = readType(tokens, from + 1, to);
  if (type === undefined) return unknown('what is made here is not understood');
  // `new int[3]` is an array whose length the type's own syntax does not have
  const made = typeExpression(scope, type.type);
  if (textAt(tokens, type.next) === '[') return { kind: 'array', items: made };
  const after = afterArguments(scope, type.next, to);
  return after < to ? unknown('a member of what is made') : made;
}

function afterArguments({ source: { tokens } }: Scope, from: number, to: number): number {
  let at = from;
  if (at < to && textAt(tokens, at) === '(') at = afterBracket(tokens, at, to);
  if (at < to && textAt(tokens, at) === '{') at = afterBracket(tokens, at, to);
  return at;
}

/** An anonymous object: its members are named like what they are taken from, unless they say otherwise. */
function anonymous(scope: Scope, range: Range, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const members = split(tokens, range, ',').flatMap((part): ObjectMember[] => {
    const isNamed = isWord(tokens, part.from) && textAt(tokens, part.from + 1) === '=';
    const name = textAt(tokens, isNamed ? part.from : part.to - 1);
    const value = read(scope, isNamed ? { from: part.from + 2, to: part.to } : part);
    const at = tokens.at(part.from);
    return [{ kind: 'property', name: camelCase(name), member: name, naming: 'policy', value, at }];
  });
  return { kind: 'object', members };
}

function listed(scope: Scope, open: number, to: number, read: ReadValue): Expression {
  const { tokens } = scope.source;
  const brace = afterBracket(tokens, open, to);
  if (textAt(tokens, brace) !== '{') return unknown('a list whose items are not seen');
  const [first] = split(tokens, { from: brace + 1, to: afterBracket(tokens, brace, to) - 1 }, ',');
  return { kind: 'array', items: first === undefined ? unknown('an empty list') : widened(read(scope, first)) };
}
