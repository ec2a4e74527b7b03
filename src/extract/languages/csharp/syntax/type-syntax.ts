import { afterBracket, isWord, type Range, split, type Tokens, textAt } from './tokens.js';

/** A type as written in the source. */
export type TypeSyntax =
  | {
      readonly kind: 'named';
      /** The name with its namespace or outer types, without type arguments: `Outer.Inner`. */
      readonly name: string;
      readonly arguments: readonly TypeSyntax[];
      /** Index of the first token. */
      readonly at: number;
    }
  | { readonly kind: 'nullable'; readonly of: TypeSyntax }
  | { readonly kind: 'array'; readonly of: TypeSyntax }
  | { readonly kind: 'tuple'; readonly items: readonly TypeSyntax[]; readonly names?: readonly string[] };

export interface ReadType {
  readonly type: TypeSyntax;
  /** Position of the token after the type. */
  readonly next: number;
}

/** No real code nests types more deeply. */
const MAX_DEPTH = 30;

/** The type that begins at a token; undefined if none begins there. */
export function readType(tokens: Tokens, from: number, to: number, depth = 0): ReadType | undefined {
  if (depth > MAX_DEPTH || from >= to) return undefined;
  const text = textAt(tokens, from);
  if (text === 'ref' || text === 'readonly' || text === 'scoped' || text === 'params' || text === 'in' || text === 'out')
    return readType(tokens, from + 1, to, depth + 1);
  const core = text === '(' ? readTuple(tokens, from, to, depth) : readNamed(tokens, from, to, depth);
  return core && withSuffixes(tokens, core, to);
}

/** `(int Id, string Name)`. */
function readTuple(tokens: Tokens, from: number, to: number, depth: number): ReadType | undefined {
  const next = afterBracket(tokens, from, to);
  const items: TypeSyntax[] = [];
  const names: string[] = [];
  for (const part of split(tokens, { from: from + 1, to: next - 1 }, ',', true)) {
    const item = readType(tokens, part.from, part.to, depth + 1);
    if (item === undefined || item.next < part.to - 1) return undefined;
    items.push(item.type);
    names.push(item.next < part.to ? textAt(tokens, item.next) : '');
  }
  return items.length < 2 ? undefined : { type: { kind: 'tuple', items, names }, next };
}

function readNamed(tokens: Tokens, from: number, to: number, depth: number): ReadType | undefined {
  const names: string[] = [];
  let given: readonly TypeSyntax[] = [];
  let at = textAt(tokens, from) === 'global' && textAt(tokens, from + 1) === '::' ? from + 2 : from;
  for (;;) {
    if (!isWord(tokens, at) || at >= to) return undefined;
    names.push(textAt(tokens, at));
    at += 1;
    if (textAt(tokens, at) === '<' && at < to) {
      const list = readArguments(tokens, at, to, depth);
      if (list === undefined) return undefined;
      given = list.given;
      at = list.next;
    }
    if (at >= to || textAt(tokens, at) !== '.') break;
    at += 1;
  }
  return { type: { kind: 'named', name: names.join('.'), arguments: given, at: from }, next: at };
}

/** `<A, B<C>>`; undefined if `<` is a comparison. */
export function readArguments(
  tokens: Tokens,
  open: number,
  to: number,
  depth = 0,
): { readonly given: readonly TypeSyntax[]; readonly next: number } | undefined {
  const given: TypeSyntax[] = [];
  let at = open + 1;
  for (;;) {
    // `Outer<,>` in `typeof`
    if (textAt(tokens, at) === ',' || (textAt(tokens, at) === '>' && given.length === 0)) {
      if (textAt(tokens, at) === '>') return { given, next: at + 1 };
      at += 1;
      continue;
    }
    const one = readType(tokens, at, to, depth + 1);
    if (one === undefined) return undefined;
    given.push(one.type);
    at = one.next;
    if (at >= to) return undefined;
    if (textAt(tokens, at) === '>') return { given, next: at + 1 };
    if (textAt(tokens, at) !== ',') return undefined;
    at += 1;
  }
}

/** `?`, `[]`, `[,]`. */
function withSuffixes(tokens: Tokens, { type, next }: ReadType, to: number): ReadType {
  let found = type;
  let at = next;
  for (;;) {
    const text = at < to ? textAt(tokens, at) : '';
    if (text === '?' && found.kind !== 'nullable') found = { kind: 'nullable', of: found };
    else if (text === '[' && isRank(tokens, { from: at + 1, to: afterBracket(tokens, at, to) - 1 })) {
      found = { kind: 'array', of: found };
      at = afterBracket(tokens, at, to) - 1;
    } else return { type: found, next: at };
    at += 1;
  }
}

function isRank(tokens: Tokens, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (textAt(tokens, at) !== ',') return false;
  return true;
}

/** A generic type by its name and the number of its type parameters: `Result<T>` may stand beside a `Result`. */
export const ofArity = (name: string, arity: number): string => (arity === 0 ? name : `${name}|${arity}`);

/** The last part of a type's name, such as `Task` in `System.Threading.Tasks.Task<int>`; `''` for tuples and arrays. */
export function simpleName(type: TypeSyntax): string {
  if (type.kind === 'nullable') return simpleName(type.of);
  return type.kind === 'named' ? lastPart(type.name) : '';
}

export const lastPart = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

/** `IOrders`: by convention, only interfaces have such names. */
export const isInterfaceName = (name: string): boolean => /^I\p{Lu}/u.test(name);
export const isInterface = (type: TypeSyntax): boolean => isInterfaceName(simpleName(type));
