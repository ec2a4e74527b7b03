import { countWhile } from '../../../model/sorted.js';
import { functionsBefore, type Source } from './source.js';
import type { Node, Span } from './syntax/node.js';

/** Limit of function literals that assign one name, and of literals that enclose a place. */
const MAX_LITERALS = 50;

interface Literal extends Span {
  readonly outer: number;
}

interface Settings {
  readonly literals: readonly Literal[];
  /** By function and name: the innermost literals (-1: none) that assign it; `undefined`: any code may assign it. */
  readonly sets: ReadonlyMap<string, ReadonlySet<number> | undefined>;
}

const settings = new WeakMap<Source, Settings>();

/**
 * Whether code sets a local variable other than by plain assignments in the functions that enclose a place: in a literal, by its
 * address, by `+=`.
 */
export function isSetAside(source: Source, node: Node & { kind: 'name' }): boolean {
  const known = settings.get(source) ?? readSettings(source);
  settings.set(source, known);
  const { literals, sets } = known;
  const key = keyOf(source, node.name, node.start);
  if (!sets.has(key)) return false;
  const setters = sets.get(key);
  if (setters === undefined || setters.size > MAX_LITERALS) return true;
  const around = new Set<number>([-1]);
  for (let at = literalAt(literals, node.start); at >= 0; at = literals[at]?.outer ?? -1) {
    if (around.size > MAX_LITERALS) return true;
    around.add(at);
  }
  return [...setters].some((one) => !around.has(one));
}

const WORDS = /[\p{L}_][\p{L}\p{Nd}_]*/gu;
const ADDRESSED = /&[\p{L}_][\p{L}\p{Nd}_]*/gu;
const END = /[^:=!<>]=(?!=)|\+\+|--/;
const COMPOUND = /^(?:[-+*/%&|^]=|\+\+|--)/;

/** The key of a name within one function of the file. */
const keyOf = (source: Source, name: string, offset: number): string => `${functionsBefore(source, offset)} ${name}`;

function readSettings(source: Source): Settings {
  const { text } = source;
  const literals = literalsIn(text);
  const sets = new Map<string, Set<number> | undefined>();
  let offset = 0;
  for (const part of text.bare.split(/(?<!,)[\n]|[;{}]/)) {
    const end = part.search(END);
    const isPlain = end >= 0 && !COMPOUND.test(part.slice(end));
    const within = end < 0 ? -1 : literalAt(literals, offset + end);
    for (const [word] of end < 0 ? [] : part.slice(0, end + 1).matchAll(WORDS)) {
      const name = keyOf(source, word, offset + end);
      const before = sets.has(name) ? sets.get(name) : new Set<number>();
      if (!isPlain) sets.set(name, undefined);
      else sets.set(name, before?.add(within));
    }
    for (const { 0: word, index } of part.matchAll(ADDRESSED)) sets.set(keyOf(source, word.slice(1), offset + index), undefined);
    offset += part.length + 1;
  }
  return { literals, sets };
}

const FUNC = /\bfunc[ \t]*\(/g;
/** Results of a literal longer than this are not scanned. */
const MAX_RESULTS = 300;

/** Function literals in source order. Declarations differ: they have a name, methods a receiver and a name. */
function literalsIn({ bare, partners }: Source['text']): readonly Literal[] {
  const found: Literal[] = [];
  let outer = -1;
  for (const { 0: head, index } of bare.matchAll(FUNC)) {
    const close = partners.get(index + head.length - 1);
    if (close === undefined || (index === 0 ? '\n' : bare.charAt(index - 1)) === '\n') continue;
    const results = bare
      .slice(close + 1, close + MAX_RESULTS)
      .replace(/\b(?:interface|struct)[ \t]*\{\}/g, (one) => ' '.repeat(one.length));
    const open = results.search(/[{\n;]/);
    const start = open < 0 || results.charAt(open) !== '{' ? undefined : close + 1 + open;
    const end = start === undefined ? undefined : partners.get(start);
    if (start === undefined || end === undefined) continue;
    while (outer >= 0 && (found[outer]?.end ?? 0) < start) outer = found[outer]?.outer ?? -1;
    found.push({ start, end, outer });
    outer = found.length - 1;
  }
  return found;
}

/** The innermost literal that encloses an offset. */
function literalAt(literals: readonly Literal[], offset: number): number {
  let at = countWhile(literals, ({ start }) => start <= offset) - 1;
  for (let steps = 0; at >= 0 && (literals[at]?.end ?? 0) < offset && steps < MAX_STEPS; steps++) at = literals[at]?.outer ?? -1;
  return at;
}

const MAX_STEPS = 1000;
