import type { Scope } from './scope.js';
import { isData, mentions } from './syntax/blocks.js';
import type { MaskedText } from './syntax/mask.js';
import { endOf, type Statement } from './syntax/statements.js';
import type { Node } from './syntax/syntax.js';

/**
 * The outcome of statements: the name gets a new value, they leave the block, or the old value may still be used; undefined: none
 * of these.
 */
type End = 'given' | 'left' | 'kept' | undefined;

interface Search {
  readonly bare: string;
  readonly name: string;
  /** Offset where the search ends. */
  readonly limit: number;
  readonly leaves: (statement: Statement) => boolean;
  /** A context manager that is not known may swallow an error before the new value is given. */
  perhaps?: boolean;
}

/** Limits for characters after a first value, and for nested blocks. */
const MAX_DISTANCE = 6_000;
const MAX_DEPTH = 20;

/**
 * Drops first values that are always replaced before use: `book = None` above a `try` that assigns it and whose handlers leave
 * the block, above both branches of an `if`, above a `with`. `leaves`: statements that end their block.
 */
export function dropReplaced(
  { bare }: MaskedText,
  scope: Scope,
  block: readonly Statement[],
  leaves: (statement: Statement) => boolean,
): void {
  let places: ReadonlyMap<number, Listed> | undefined;
  for (const [name, binding] of scope.bindings) {
    if (binding.kind !== 'variable' || binding.added.length > 0) continue;
    while (binding.values.length > 1 && isPlain(binding.values[0])) {
      places ??= listed(block);
      const limit = binding.values[0].end + MAX_DISTANCE;
      const search: Search = { bare, name, limit, leaves };
      if (!isReplaced(search, places, binding.values[0])) break;
      if (search.perhaps === true) {
        binding.values[0] = undefined;
        break;
      }
      binding.values.shift();
      binding.replaced = true;
    }
  }
}

/** A value that is certainly no router, query or schema. */
const isPlain = (node: Node | undefined): node is Node =>
  node !== undefined && (isData(node) || node.kind === 'constant' || node.kind === 'number' || node.kind === 'text');

interface Listed {
  readonly list: readonly Statement[];
  readonly index: number;
}

/** All statements by start offset. */
function listed(block: readonly Statement[]): ReadonlyMap<number, Listed> {
  const found = new Map<number, Listed>();
  const open = [block];
  for (let list = open.pop(); list !== undefined; list = open.pop()) {
    for (const [index, one] of list.entries()) {
      found.set(one.start, { list, index });
      if (one.body.length > 0) open.push(one.body);
    }
  }
  return found;
}

function isReplaced(search: Search, places: ReadonlyMap<number, Listed>, first: Node): boolean {
  const { bare, name, limit } = search;
  // most variables get their next value far away
  if (!bare.slice(first.end, limit).includes(name)) return false;
  const before = bare.slice(Math.max(0, first.start - MAX_DISTANCE), first.start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const place = places.get(first.start - line.trimStart().length);
  if (place === undefined || given(search, place.list[place.index]) !== 'given') return false;
  return ended(search, place.list, 0, place.index + 1) === 'given';
}

function ended(search: Search, list: readonly Statement[], depth: number, from = 0): End {
  if (depth > MAX_DEPTH) return 'kept';
  for (let index = from; index < list.length; ) {
    const chain = chainAt(search.bare, list, index);
    if (chain.some(({ end }) => end > search.limit)) return 'kept';
    const end = chain.length > 1 || (chain[0]?.body.length ?? 0) > 0 ? compound(search, chain, depth) : given(search, chain[0]);
    if (end !== undefined) return end;
    index += chain.length;
  }
  return undefined;
}

const wordOf = (bare: string, { start }: Statement): string =>
  /^(?:async\s{1,9})?(\w+)/.exec(bare.slice(start, start + 40))?.[1] ?? '';

/** A statement with its `elif`, `else`, `except` and `finally` parts. */
function chainAt(bare: string, list: readonly Statement[], from: number): readonly Statement[] {
  let to = from + 1;
  for (let next = list[to]; next !== undefined && /^(?:elif|else|except|finally)$/.test(wordOf(bare, next)); next = list[to])
    to += 1;
  return list.slice(from, to);
}

function compound(search: Search, chain: readonly Statement[], depth: number): End {
  const { bare } = search;
  const [first] = chain;
  const word = first === undefined ? '' : wordOf(bare, first);
  const isUsed = (one: Statement | undefined, end: number): boolean =>
    one !== undefined && mentions(bare, search.name, one.start, end);
  if (first === undefined || !/^(?:if|try|with|match)$/.test(word))
    return chain.some((one) => endOf(one) > search.limit || isUsed(one, endOf(one))) ? 'kept' : undefined;
  if (chain.some((one) => isUsed(one, one.end)) || (word === 'match' && first.body.some((one) => isUsed(one, one.end))))
    return 'kept';
  const ends = new Map((word === 'match' ? first.body : chain).map((one) => [one, ended(search, one.body, depth + 1)] as const));
  const all = [...ends.values()];
  if (all.includes('kept')) return 'kept';
  const is = (one: Statement, name: string): boolean => wordOf(bare, one) === name;
  if (word === 'with') {
    const head = bare.slice(first.start, first.end);
    if (/\b(?:suppress|raises)\b/.test(head)) return undefined;
    if (all[0] !== undefined && !passesErrors(head)) search.perhaps = true;
    return all[0];
  }
  if (word === 'try') return tried(chain, ends, is);
  const isWhole = word === 'if' ? chain.some((one) => is(one, 'else')) : first.body.some((one) => isAny(bare, one));
  return isWhole ? together(all) : undefined;
}

/** `case _:`, `case other:` */
const isAny = (bare: string, { start, end }: Statement): boolean =>
  /^case\s{1,9}(?!True\b|False\b|None\b)[^\W\d]\w{0,60}\s{0,9}:$/.test(bare.slice(start, Math.min(end, start + 90)));

/** Context managers that are known to raise the errors of their blocks, which one of the service may swallow. */
const PASSING =
  /(?:^with|[\s.])(?:open|closing|nullcontext|atomic|begin|begin_nested|transaction|acquire|cursor|app_context|(?:Temporary|NamedTemporary)\w{0,20}|\w{0,40}(?:lock|mutex|semaphore|session|connect|connection|conn|client|executor|pool|span))(?:\s{1,9}as\s{1,9}\w{1,60})?\s{0,9}:?$/i;

/** Whether each manager of a `with` is known: `with open(path) as file, self.lock:`. */
function passesErrors(head: string): boolean {
  let outside = '';
  let depth = 0;
  for (const sign of head.slice(0, MAX_HEAD)) {
    if (sign === ')' || sign === ']') depth -= 1;
    if (depth === 0 && sign !== ')' && sign !== ']') outside += sign === '(' || sign === '[' ? '' : sign;
    if (sign === '(' || sign === '[') depth += 1;
  }
  // `SessionLocal`, `sessionmaker`
  return (
    head.length <= MAX_HEAD &&
    outside.split(',').every((one) => PASSING.test(one.trim().replaceAll(/Local\b|Maker\b|maker\b/g, '')))
  );
}

const MAX_HEAD = 500;

function tried(
  chain: readonly Statement[],
  ends: ReadonlyMap<Statement, End>,
  is: (one: Statement, word: string) => boolean,
): End {
  const last = chain.find((one) => is(one, 'finally'));
  const otherwise = chain.find((one) => is(one, 'else'));
  const body = chain.find((one) => is(one, 'try'));
  const own = (body && ends.get(body)) ?? (otherwise && ends.get(otherwise));
  const handlers = chain.filter((one) => is(one, 'except')).map((one) => ends.get(one));
  return (last && ends.get(last)) ?? together([own, ...handlers]);
}

function together(ends: readonly End[]): End {
  if (ends.includes(undefined)) return undefined;
  return ends.includes('given') ? 'given' : 'left';
}

/** The outcome of a simple statement. */
function given({ bare, name, leaves }: Search, statement: Statement | undefined): End {
  if (statement === undefined) return undefined;
  const { start, end } = statement;
  const text = bare.slice(start, Math.min(end, start + 300));
  const sign = text.startsWith(name) ? /^\s*(?::[^=]{0,200})?=(?!=)/.exec(text.slice(name.length)) : null;
  if (sign !== null) return mentions(bare, name, start + name.length + sign[0].length, end) ? 'kept' : 'given';
  if (mentions(bare, name, start, end) || /^(?:break|continue|del|global|nonlocal)\b/.test(text)) return 'kept';
  return leaves(statement) ? 'left' : undefined;
}
