import type { Argument, Attribute, Parameter } from './syntax.js';
import { afterBracket, isWord, type Range, split, type Tokens, textAt } from './tokens.js';
import { lastPart, readType, type TypeSyntax } from './type-syntax.js';

const MODIFIERS = new Set([
  ...['public', 'private', 'protected', 'internal', 'static', 'readonly', 'abstract', 'sealed', 'virtual', 'override', 'new'],
  ...['partial', 'async', 'extern', 'unsafe', 'const', 'volatile', 'required', 'file', 'event', 'ref', 'fixed'],
]);

/** Maximum number of attributes of one declaration; the rest is skipped. */
const MAX_ATTRIBUTES = 200;

/** The attribute lists that begin at a token, and the position after them. */
export function readAttributes(
  tokens: Tokens,
  from: number,
  to: number,
): { readonly attributes: readonly Attribute[]; readonly next: number } {
  const attributes: Attribute[] = [];
  let at = from;
  while (at < to && textAt(tokens, at) === '[') {
    const next = afterBracket(tokens, at, to);
    const hasTarget = isWord(tokens, at + 1) && textAt(tokens, at + 2) === ':';
    const target = hasTarget ? textAt(tokens, at + 1) : undefined;
    for (const part of split(tokens, { from: hasTarget ? at + 3 : at + 1, to: next - 1 }, ',', true)) {
      const attribute = readAttribute(tokens, part);
      if (attribute !== undefined && attributes.length < MAX_ATTRIBUTES)
        attributes.push(target === undefined ? attribute : { ...attribute, target });
    }
    at = next;
  }
  return { attributes, next: at };
}

function readAttribute(tokens: Tokens, { from, to }: Range): Attribute | undefined {
  const read = readType(tokens, from, to);
  if (read?.type.kind !== 'named') return undefined;
  const { name, arguments: typeArguments } = read.type;
  const isCalled = read.next < to && textAt(tokens, read.next) === '(';
  const given = isCalled ? readGiven(tokens, { from: read.next + 1, to: afterBracket(tokens, read.next, to) - 1 }) : [];
  return { name: lastPart(name).replace(/Attribute$/, ''), typeArguments, arguments: given, at: from };
}

/** The arguments of a call or an attribute. */
export function readGiven(tokens: Tokens, range: Range): readonly Argument[] {
  return split(tokens, range, ',').map(({ from, to }): Argument => {
    const mark = textAt(tokens, from + 1);
    const isNamed = isWord(tokens, from) && from + 2 < to && (mark === ':' || mark === '=');
    return isNamed ? { name: textAt(tokens, from), from: from + 2, to } : { from, to };
  });
}

/** The modifiers that begin at a token, and the position after them. */
export function readModifiers(
  tokens: Tokens,
  from: number,
  to: number,
): { readonly modifiers: ReadonlySet<string>; readonly next: number } {
  const modifiers = new Set<string>();
  let at = from;
  while (at < to && isWord(tokens, at) && MODIFIERS.has(textAt(tokens, at)) && isFollowed(tokens, at)) {
    modifiers.add(textAt(tokens, at));
    at += 1;
  }
  return { modifiers, next: at };
}

/** `required`, `file` and the like may also be names. */
function isFollowed(tokens: Tokens, at: number): boolean {
  return isWord(tokens, at + 1) || textAt(tokens, at + 1) === '(' || textAt(tokens, at + 1) === '[';
}

/** The parameters between the parentheses of a range. */
export function readParameters(tokens: Tokens, range: Range): readonly Parameter[] {
  return split(tokens, range, ',', true).flatMap((part): Parameter[] => {
    const { attributes, next } = readAttributes(tokens, part.from, part.to);
    let at = next;
    const isThis = textAt(tokens, at) === 'this';
    if (isThis) at += 1;
    const read = readType(tokens, at, part.to);
    if (read !== undefined && read.next < part.to && isWord(tokens, read.next))
      return [{ name: textAt(tokens, read.next), type: read.type, isThis, attributes, at: read.next }];
    return isWord(tokens, at) ? [{ name: textAt(tokens, at), type: undefined, isThis, attributes, at }] : [];
  });
}

/** `<T, in U>` of a declaration. */
export function readTypeParameters(
  tokens: Tokens,
  at: number,
  to: number,
): { readonly names: readonly string[]; readonly next: number } {
  if (at >= to || textAt(tokens, at) !== '<') return { names: [], next: at };
  const names: string[] = [];
  let index = at + 1;
  while (index < to && textAt(tokens, index) !== '>') {
    const text = textAt(tokens, index);
    if (text === '[') index = afterBracket(tokens, index, to) - 1;
    else if (isWord(tokens, index) && text !== 'in' && text !== 'out') names.push(text);
    index += 1;
  }
  return { names, next: index + 1 };
}

/** `: Base<T>(x), IThing`: the types, and the position after them. */
export function readBases(
  tokens: Tokens,
  from: number,
  to: number,
): { readonly bases: readonly TypeSyntax[]; readonly next: number } {
  const bases: TypeSyntax[] = [];
  let at = from;
  if (textAt(tokens, at) !== ':') return { bases, next: at };
  do {
    const read = readType(tokens, at + 1, to);
    if (read === undefined) break;
    bases.push(read.type);
    at = read.next;
    if (textAt(tokens, at) === '(') at = afterBracket(tokens, at, to);
  } while (at < to && textAt(tokens, at) === ',');
  return { bases, next: at };
}
