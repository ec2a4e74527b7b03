import { closingOf, type Token, type Tokens, tokenAt } from '../tokens.js';
import {
  type Annotation,
  type Argument,
  type Constructor,
  type Field,
  type Method,
  type Range,
  simpleName,
  type TypeDecl,
  type TypeRef,
} from '../unit.js';

/** A reading position in tokens. */
export interface Cursor {
  readonly tokens: Tokens;
  at: number;
}

/** The annotations and modifiers before a declaration. */
export interface Before {
  readonly annotations: readonly Annotation[];
  readonly modifiers: ReadonlySet<string>;
}

/** What the body of a class holds. */
export interface Body {
  readonly fields: Field[];
  readonly methods: Method[];
  /** In Kotlin, the secondary ones. */
  readonly constructors: Constructor[];
  readonly initializers: Range[];
  readonly nested: TypeDecl[];
}

export const peek = (cursor: Cursor, ahead = 0): Token => tokenAt(cursor.tokens, cursor.at + ahead);
export const isAt = (cursor: Cursor, text: string, ahead = 0): boolean => {
  const token = peek(cursor, ahead);
  return token.text === text && token.kind !== 'string';
};

/** Moves past a token with this text; false if it is another one. */
export function take(cursor: Cursor, text: string): boolean {
  if (!isAt(cursor, text)) return false;
  cursor.at += 1;
  return true;
}

/** Moves past a bracket and its content. */
export function skipBracket(cursor: Cursor): void {
  cursor.at = closingOf(cursor.tokens, cursor.at) + 1;
}

/** `a.b.C` */
export function dotted(cursor: Cursor): string {
  const parts: string[] = [];
  while (peek(cursor).kind === 'word') {
    parts.push(peek(cursor).text);
    cursor.at += 1;
    if (!isAt(cursor, '.') || peek(cursor, 1).kind !== 'word') break;
    cursor.at += 1;
  }
  return parts.join('.');
}

/** No real code nests types more deeply. */
const MAX_TYPE_DEPTH = 40;
const WILD: TypeRef = { name: '?', arguments: [], nullable: true };

/** A type; undefined if there is none. */
export function typeRef(cursor: Cursor, depth = 0): TypeRef | undefined {
  if (depth > MAX_TYPE_DEPTH) return undefined;
  readAnnotations(cursor);
  while (
    ['in', 'out', 'suspend', 'final', 'vararg'].includes(peek(cursor).text) &&
    /^(?:word|symbol)$/.test(peek(cursor, 1).kind)
  )
    cursor.at += 1;
  if (take(cursor, '*')) return WILD;
  if (take(cursor, '?')) return take(cursor, 'extends') || take(cursor, 'super') ? typeRef(cursor, depth + 1) : WILD;
  if (isAt(cursor, '(')) return functionType(cursor, depth);
  if (peek(cursor).kind !== 'word') return undefined;
  let name = dotted(cursor);
  let given: readonly TypeRef[] = [];
  if (isAt(cursor, '<')) given = typeArguments(cursor, depth);
  while (isAt(cursor, '.') && peek(cursor, 1).kind === 'word') {
    cursor.at += 1;
    name = `${name}.${dotted(cursor)}`;
    if (isAt(cursor, '<')) given = typeArguments(cursor, depth);
  }
  return suffixed(cursor, { name, arguments: given, nullable: false }, depth);
}

/** `[]`, `?`, `...`, `&` */
function suffixed(cursor: Cursor, of: TypeRef, depth: number): TypeRef | undefined {
  let type = of;
  for (;;) {
    if (isAt(cursor, '[') && isAt(cursor, ']', 1)) cursor.at += 2;
    else if (isAt(cursor, '...')) cursor.at += 1;
    else if (cursor.tokens.dialect === 'kotlin' && isAt(cursor, '?')) {
      cursor.at += 1;
      type = { ...type, nullable: true };
      continue;
    } else if (cursor.tokens.dialect === 'java' && isAt(cursor, '&')) {
      cursor.at += 1;
      typeRef(cursor, depth + 1);
      continue;
    } else if (isAt(cursor, '.') && isAt(cursor, '(', 1)) {
      cursor.at += 1;
      const extending = functionType(cursor, depth);
      return extending && { ...extending, receiver: type.name };
    } else return type;
    type = { name: '[]', arguments: [type], nullable: false };
  }
}

/** A function type `(A) -> B`, with the name `->` and the result as its argument, or a type `(A)` in parentheses. */
function functionType(cursor: Cursor, depth: number): TypeRef | undefined {
  const inner: Cursor = { tokens: cursor.tokens, at: cursor.at + 1 };
  skipBracket(cursor);
  if (take(cursor, '->')) {
    const given = typeRef(cursor, depth + 1);
    return { name: '->', arguments: given === undefined ? [] : [given], nullable: false };
  }
  const of = typeRef(inner, depth + 1);
  return of && suffixed(cursor, of, depth);
}

/** `<A, B<C>>`; the cursor is at the opening bracket. */
export function typeArguments(cursor: Cursor, depth = 0): readonly TypeRef[] {
  const given: TypeRef[] = [];
  cursor.at += 1;
  while (peek(cursor).kind !== 'end') {
    if (take(cursor, '>')) break;
    if (take(cursor, ',')) continue;
    const before = cursor.at;
    const one = typeRef(cursor, depth + 1);
    if (one !== undefined) given.push(one);
    if (cursor.at === before) break;
  }
  return given;
}

/** The names in `<T, R : Any>`, if the cursor is there. */
export function typeParameters(cursor: Cursor): readonly string[] {
  const names: string[] = [];
  if (!take(cursor, '<')) return names;
  while (peek(cursor).kind !== 'end' && !take(cursor, '>')) {
    readAnnotations(cursor);
    while (['in', 'out', 'reified'].includes(peek(cursor).text) && peek(cursor, 1).kind === 'word') cursor.at += 1;
    if (peek(cursor).kind !== 'word') {
      cursor.at += 1;
      continue;
    }
    names.push(peek(cursor).text);
    cursor.at += 1;
    if (take(cursor, 'extends') || take(cursor, ':')) typeRef(cursor);
    take(cursor, ',');
  }
  return names;
}

/** No real declaration has more annotations. */
const MAX_ANNOTATIONS = 100;
/** Maximum number of arguments of one annotation. */
const MOST_ARGUMENTS = 500;

/** The annotations at the cursor: `@A(…) @b.C @get:D`, `@field:[E F]`. */
export function readAnnotations(cursor: Cursor): readonly Annotation[] {
  const all: Annotation[] = [];
  while (isAt(cursor, '@') && !isAt(cursor, 'interface', 1)) {
    const index = cursor.at;
    cursor.at += 1;
    let target: string | undefined;
    if (isAt(cursor, ':', 1)) {
      target = peek(cursor).text;
      cursor.at += 2;
    }
    if (isAt(cursor, '[')) {
      skipBracket(cursor);
      continue;
    }
    const name = dotted(cursor);
    if (name === '') break;
    if (isAt(cursor, '<')) typeArguments(cursor);
    const open = cursor.at;
    const hasArguments = isAt(cursor, '(') && !(cursor.tokens.dialect === 'kotlin' && peek(cursor).first);
    if (hasArguments) skipBracket(cursor);
    if (all.length < MAX_ANNOTATIONS)
      all.push({
        name: simpleName(name),
        ...(target !== undefined && { target }),
        arguments: hasArguments ? argumentsOf(cursor.tokens, open).slice(0, MOST_ARGUMENTS) : [],
        index,
      });
  }
  return all;
}

/** The arguments in the bracket at `open`, with their names if they have any. */
export function argumentsOf(tokens: Tokens, open: number): readonly Argument[] {
  const close = closingOf(tokens, open);
  const all: Argument[] = [];
  let from = open + 1;
  const flush = (to: number): void => {
    if (to > from) all.push(argumentAt(tokens, from, to));
    from = to + 1;
  };
  for (let at = open + 1; at < close; at++) {
    const { kind, text } = tokenAt(tokens, at);
    if (kind !== 'symbol') continue;
    if (text === '(' || text === '[' || text === '{') at = closingOf(tokens, at);
    else if (text === '<') at = pastTypeArguments(tokens, at) - 1;
    else if (text === ',') flush(at);
  }
  flush(close);
  return all;
}

function argumentAt(tokens: Tokens, from: number, to: number): Argument {
  const named = tokenAt(tokens, from).kind === 'word' && tokenAt(tokens, from + 1).text === '=';
  return named ? { name: tokenAt(tokens, from).text, from: from + 2, to } : { from, to };
}

/** Maximum number of tokens of type arguments in an expression; a comparison has fewer or others. */
const MAX_TYPE_TOKENS = 80;
const AFTER_TYPES = new Set(['(', '{', '::', ')', ',', '.', '...', '?', '=', '&', '[']);
const IN_TYPES = new Set([',', '.', '?', '[', ']', '&', '*', '@']);

/** The position after `<A, B>` if it can only be type arguments, or else after the bracket. */
export function pastTypeArguments(tokens: Tokens, at: number): number {
  let depth = 0;
  for (let index = at; index < at + MAX_TYPE_TOKENS; index++) {
    const { kind, text } = tokenAt(tokens, index);
    if (text === '<') depth += 1;
    else if (text === '>') {
      depth -= 1;
      if (depth > 0) continue;
      const next = tokenAt(tokens, index + 1);
      return AFTER_TYPES.has(next.text) || next.kind === 'word' || next.kind === 'end' ? index + 1 : at + 1;
    } else if (kind !== 'word' && !IN_TYPES.has(text)) break;
  }
  return at + 1;
}

/** Splits a range at a symbol or word outside brackets. */
export function splitAt(tokens: Tokens, { from, to }: Range, text: string): readonly Range[] {
  const parts: { from: number; to: number }[] = [];
  let start = from;
  const cursor: Cursor = { tokens, at: from };
  while (cursor.at < to) {
    const token = peek(cursor);
    if (token.kind === 'symbol' && ['(', '[', '{'].includes(token.text)) skipBracket(cursor);
    else if (token.kind === 'symbol' && token.text === '<' && text !== '<') cursor.at = pastTypeArguments(tokens, cursor.at);
    else {
      if (token.kind !== 'string' && token.text === text) {
        parts.push({ from: start, to: cursor.at });
        start = cursor.at + 1;
      }
      cursor.at += 1;
    }
  }
  return [...parts, { from: start, to }];
}

/** Kotlin's `books["a"]`, which is `books.get("a")`. */
export const isIndex = (cursor: Cursor): boolean =>
  cursor.tokens.dialect === 'kotlin' && isAt(cursor, '[') && !peek(cursor).first;

/** The name after a dot. */
export function memberAfter(cursor: Cursor): string | undefined {
  if (!(take(cursor, '.') || take(cursor, '?.')) || peek(cursor).kind !== 'word') return undefined;
  cursor.at += 1;
  return peek(cursor, -1).text;
}

/** Reads annotations and modifiers at the cursor; `isModifier`: of the word there. */
export function before(cursor: Cursor, isModifier: (text: string) => boolean): Before {
  const annotations: Annotation[] = [];
  const modifiers = new Set<string>();
  for (;;) {
    const start = cursor.at;
    for (const one of readAnnotations(cursor)) if (annotations.length < MAX_ANNOTATIONS) annotations.push(one);
    while (peek(cursor).kind === 'word' && isModifier(peek(cursor).text)) {
      modifiers.add(peek(cursor).text);
      cursor.at += 1;
    }
    if (cursor.at === start) return { annotations, modifiers };
  }
}

/** Reads the constants of an enum, up to the semicolon, or to a word that begins another member. */
export function enumConstants(cursor: Cursor, to: number, others?: ReadonlySet<string>): readonly Field[] {
  const constants: Field[] = [];
  while (cursor.at < to && !isAt(cursor, ';')) {
    const start = cursor.at;
    const annotations = readAnnotations(cursor);
    const { kind, text: name } = peek(cursor);
    if (others?.has(name)) break;
    if (kind === 'word') {
      const index = cursor.at;
      cursor.at += 1;
      const value = isAt(cursor, '(') ? { from: cursor.at, to: closingOf(cursor.tokens, cursor.at) + 1 } : undefined;
      if (value !== undefined) skipBracket(cursor);
      if (isAt(cursor, '{')) skipBracket(cursor);
      constants.push({ name, annotations, modifiers: new Set(), index, ...(value !== undefined && { value }) });
    }
    take(cursor, ',');
    if (cursor.at === start) cursor.at += 1;
  }
  return constants;
}
