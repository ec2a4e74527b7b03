import { readAttributes, readModifiers, readParameters, readTypeParameters } from './parse-parts.js';
import type { Attribute, Member } from './syntax.js';
import { afterBracket, find, isWord, type Range, type Tokens, textAt } from './tokens.js';
import { readType } from './type-syntax.js';

/** A member, and the position after it. */
export interface ReadMember {
  readonly member: Member | undefined;
  readonly next: number;
}

interface Head {
  readonly attributes: readonly Attribute[];
  readonly modifiers: ReadonlySet<string>;
}

const NOTHING = { typeParameters: [], parameters: [] };
const SEMICOLON = new Set([';']);

/** The values of an enum. */
export function readEnumValues(tokens: Tokens, { from, to }: Range): readonly Member[] {
  const values: Member[] = [];
  for (let at = from; at < to; ) {
    const { attributes, next } = readAttributes(tokens, at, to);
    const comma = find(tokens, { from: next, to }, new Set([',']));
    const end = comma < 0 ? to : comma;
    if (isWord(tokens, next)) {
      const initial = textAt(tokens, next + 1) === '=' ? { initial: { from: next + 2, to: end } } : {};
      const name = textAt(tokens, next);
      values.push({ kind: 'value', name, modifiers: new Set(), attributes, type: undefined, ...NOTHING, ...initial, at: next });
    }
    at = end + 1;
  }
  return values;
}

/** A property, field, method or constructor of the type `owner`; skips other members, such as operators and indexers. */
export function readMember(tokens: Tokens, from: number, to: number, owner: string): ReadMember {
  const { attributes, next: afterAttributes } = readAttributes(tokens, from, to);
  const { modifiers, next } = readModifiers(tokens, afterAttributes, to);
  const head: Head = { attributes, modifiers };
  if (textAt(tokens, next) === owner && textAt(tokens, next + 1) === '(')
    return readFunction(tokens, head, next, to, 'constructor');
  const type = readType(tokens, next, to);
  if (type === undefined || !isWord(tokens, type.next))
    return { member: undefined, next: endOf(tokens, Math.max(next, from), to) };
  let name = type.next;
  // `int IThing.Count`: an explicit interface implementation is no member of the class itself
  while (textAt(tokens, name + 1) === '.' && isWord(tokens, name + 2)) name += 2;
  const isExplicit = name !== type.next;
  const generics = readTypeParameters(tokens, name + 1, to);
  const mark = textAt(tokens, generics.next);
  const read =
    mark === '('
      ? readFunction(tokens, head, name, to, 'method')
      : mark === '{' || mark === '=>'
        ? readProperty(tokens, head, name, to)
        : readField(tokens, head, name, to);
  if (read.member === undefined || isExplicit || textAt(tokens, name) === 'this' || textAt(tokens, name) === 'operator')
    return { member: undefined, next: Math.max(read.next, from + 1) };
  return { member: { ...read.member, type: type.type }, next: read.next };
}

function readFunction(tokens: Tokens, head: Head, name: number, to: number, kind: 'method' | 'constructor'): ReadMember {
  const generics = readTypeParameters(tokens, name + 1, to);
  const close = afterBracket(tokens, generics.next, to);
  const parameters = readParameters(tokens, { from: generics.next + 1, to: close - 1 });
  let at = close;
  // `: base(x)`, `where T : class`
  while (at < to && !['{', '=>', ';'].includes(textAt(tokens, at)))
    at = textAt(tokens, at) === '(' ? afterBracket(tokens, at, to) : at + 1;
  const { next, ...body } = readBody(tokens, at, to);
  const member: Member = {
    kind,
    name: textAt(tokens, name),
    ...head,
    type: undefined,
    typeParameters: generics.names,
    parameters,
    ...body,
    at: name,
  };
  return { member, next };
}

/** `{ … }`, `=> x;` or `;`. */
function readBody(
  tokens: Tokens,
  at: number,
  to: number,
): { readonly body?: Range; readonly expression?: Range; readonly next: number } {
  if (textAt(tokens, at) === '{') {
    const next = afterBracket(tokens, at, to);
    return { body: { from: at + 1, to: next - 1 }, next };
  }
  const end = find(tokens, { from: at, to }, SEMICOLON);
  const next = end < 0 ? to : end + 1;
  return textAt(tokens, at) === '=>' ? { expression: { from: at + 1, to: next - 1 }, next } : { next };
}

function readProperty(tokens: Tokens, head: Head, name: number, to: number): ReadMember {
  const { next: after, ...body } = readBody(tokens, name + 1, to);
  const hasInitial = body.body !== undefined && textAt(tokens, after) === '=';
  const end = hasInitial ? find(tokens, { from: after, to }, SEMICOLON) : after - 1;
  const last = end < 0 ? to : end;
  const initial = hasInitial ? { initial: { from: after + 1, to: last } } : {};
  const common = { name: textAt(tokens, name), ...head, type: undefined, ...NOTHING, at: name };
  return { member: { kind: 'property', ...common, ...body, ...initial }, next: Math.min(last + 1, to) };
}

function readField(tokens: Tokens, head: Head, name: number, to: number): ReadMember {
  const end = find(tokens, { from: name, to }, SEMICOLON);
  const next = end < 0 ? to : end + 1;
  const mark = textAt(tokens, name + 1);
  if (mark !== '=' && mark !== ';' && mark !== ',') return { member: undefined, next: endOf(tokens, name, to) };
  const initial = mark === '=' ? { initial: { from: name + 2, to: next - 1 } } : {};
  const common = { name: textAt(tokens, name), ...head, type: undefined, ...NOTHING, at: name };
  return { member: { kind: 'field', ...common, ...initial }, next };
}

/** The position after unrecognised code: after its semicolon or block. */
export function endOf(tokens: Tokens, from: number, to: number): number {
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (text === ';') return at + 1;
    if (text === '{') return afterBracket(tokens, at, to);
    at = text === '(' || text === '[' ? afterBracket(tokens, at, to) : at + 1;
  }
  return Math.max(to, from + 1);
}
