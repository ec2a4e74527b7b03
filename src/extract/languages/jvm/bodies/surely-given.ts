import { closingOf, type Tokens, tokenAt } from '../tokens.js';
import type { Range } from '../unit.js';
import type { Change } from './block.js';
import { endOf, runsOnce } from './reading.js';

/**
 * How a statement ends: the variable has a new value (`given`), the function ends (`left`), a `switch` or loop ends (`broken`),
 * or none of these.
 */
type End = 'given' | 'left' | 'broken' | undefined;

interface Read {
  readonly to: number;
  readonly end: End;
  /** Start of the assignment, if it is not the whole statement. */
  readonly since?: number;
}

interface Search {
  readonly tokens: Tokens;
  /** Only code before this position counts. */
  readonly place: number;
  /** Start of each assignment of the variable, with its end. */
  readonly given: ReadonlyMap<number, number>;
}

/** Maximum number of tokens between a variable and its use, and maximum depth of nested statements. */
const MAX_TOKENS = 4000;
const MAX_DEPTH = 60;

/**
 * The start of the last statement before a position that surely assigns a variable. This includes `if` with `else`, `switch` with
 * `default`, and `try` whose handlers leave the function or assign as well.
 */
export function surelyGivenAt(tokens: Tokens, all: readonly Change[], from: number, place: number): number | undefined {
  if (all.length === 0 || place - from > MAX_TOKENS) return undefined;
  const given = new Map(all.map((one) => [one.index, one.given.at(-1)?.to ?? one.index]));
  return lastBefore({ tokens, place, given }, from, undefined);
}

function lastBefore(search: Search, from: number, known: number | undefined): number | undefined {
  const { place } = search;
  let last = known;
  for (let at = from; at < place; ) {
    const read = statement(search, at, 0);
    if (read.to > place) return lastAround(search, at, last);
    if (read.end === 'given') last = read.since ?? at;
    at = read.to;
  }
  return last;
}

/** The same inside a statement around the position. At a label of a `switch`, assignments of other arms no longer count. */
function lastAround(search: Search, at: number, known: number | undefined): number | undefined {
  const { tokens, place } = search;
  const open = bracesAround(search, at);
  if (open === undefined) return known;
  const { text } = tokenAt(tokens, at);
  const isChoice = text === 'switch' || text === 'when';
  const from = isChoice ? armsOf(tokens, open).findLast((arm) => arm.from <= place)?.from : open + 1;
  return from === undefined ? known : lastBefore(search, from, known);
}

function bracesAround({ tokens, place }: Search, from: number): number | undefined {
  for (let at = from; at < place; at++) {
    const { text } = tokenAt(tokens, at);
    if (text !== '{' && text !== '(') continue;
    const close = closingOf(tokens, at);
    if (close < place) at = close;
    else if (text === '{') return at;
  }
  return undefined;
}

interface Arm extends Range {
  readonly isDefault: boolean;
  /** It continues with the next arm, because it has no `break`. */
  readonly falls: boolean;
}

/** `case x:`, `default ->`, `else ->`. */
function armsOf(tokens: Tokens, open: number): readonly Arm[] {
  const close = closingOf(tokens, open);
  const labels: (Omit<Arm, 'to'> & { readonly label: number })[] = [];
  const isJava = tokens.dialect === 'java';
  let label: number | undefined;
  for (let at = open + 1; at < close; at++) {
    const { text } = tokenAt(tokens, at);
    if (isJava && (text === 'case' || text === 'default')) label = at;
    if (text === '(' || text === '{' || text === '[') at = closingOf(tokens, at);
    else if (isJava ? label !== undefined && (text === '->' || text === ':') : text === '->') {
      const word = tokenAt(tokens, at - 1).text;
      labels.push({ label: label ?? at, from: at + 1, isDefault: word === 'default' || word === 'else', falls: text === ':' });
      label = undefined;
    }
  }
  return labels.map((one, index) => ({ ...one, to: Math.max(one.from, labels[index + 1]?.label ?? close) }));
}

/** What a statement does to the variable; for other text, one token or one bracketed part. */
function statement(search: Search, at: number, depth: number): Read {
  const { tokens, given } = search;
  const text = (index: number): string => tokenAt(tokens, index).text;
  const past = (index: number): number => (text(index) === ';' ? index + 1 : index);
  const end = given.get(at);
  if (end !== undefined) return { to: past(end), end: 'given' };
  const other: Read = { to: at + 1, end: undefined };
  if (depth > MAX_DEPTH) return other;
  const head = text(at + 1) === '(' ? closingOf(tokens, at + 1) + 1 : at + 1;
  switch (text(at)) {
    case '{':
      return runsOnce(tokens, at - 1) ? body(search, at, depth) : { ...other, to: closingOf(tokens, at) + 1 };
    case 'if': {
      const then = body(search, head, depth);
      const next = past(then.to);
      if (text(next) !== 'else') return { to: then.to, end: then.end === 'broken' ? 'broken' : undefined };
      const otherwise = body(search, next + 1, depth);
      return { to: otherwise.to, end: together([then.end, otherwise.end]) };
    }
    case 'switch':
    case 'when':
      return text(head) === '{' ? { to: closingOf(tokens, head) + 1, end: chosen(search, head, depth) } : other;
    case 'try':
      return text(head) === '{' ? tried(search, head, depth) : other;
    case 'for':
    case 'while':
      return { ...body(search, head, depth), end: undefined };
    case 'synchronized':
    case 'do':
      return body(search, head, depth);
    case 'return':
    case 'throw':
    case 'continue':
      return { to: past(Math.max(at + 1, endOf(tokens, at + 1, tokens.list.length))), end: 'left' };
    case 'break':
    case 'yield':
      return { to: at + 1, end: 'broken' };
    case '(':
    case '[':
      return { ...other, to: closingOf(tokens, at) + 1 };
    default:
      return other;
  }
}

/** A single statement, or the statements in braces. */
function body(search: Search, at: number, depth: number): Read {
  if (tokenAt(search.tokens, at).text !== '{') return statement(search, at, depth + 1);
  const close = closingOf(search.tokens, at);
  return { to: close + 1, end: block(search, { from: at + 1, to: close }, depth) };
}

function block(search: Search, { from, to }: Range, depth: number): End {
  for (let at = from; at < Math.min(to, search.place); ) {
    const read = statement(search, at, depth + 1);
    if (read.end !== undefined) return read.end;
    at = read.to;
  }
  return undefined;
}

/** The common end of several alternatives. */
function together(ends: readonly End[]): End {
  if (ends.includes('broken')) return 'broken';
  if (ends.includes(undefined)) return undefined;
  return ends.includes('given') ? 'given' : 'left';
}

function chosen(search: Search, open: number, depth: number): End {
  const arms = armsOf(search.tokens, open);
  if (!arms.some(({ isDefault }) => isDefault)) return undefined;
  const ends: End[] = [];
  let next: End;
  for (const arm of arms.toReversed()) {
    const own = arm.falls ? block(search, arm, depth) : body(search, arm.from, depth).end;
    next = own === undefined && arm.falls ? next : own;
    ends.push(next);
  }
  const all = together(ends);
  return all === 'broken' ? undefined : all;
}

/** `try { … } catch (…) { … } finally { … }`, beginning with the first brace. */
function tried(search: Search, open: number, depth: number): Read {
  const { tokens } = search;
  const text = (index: number): string => tokenAt(tokens, index).text;
  let read = body(search, open, depth);
  const ends = [read.end];
  while (text(read.to) === 'catch' && text(read.to + 1) === '(') {
    read = body(search, closingOf(tokens, read.to + 1) + 1, depth);
    ends.push(read.end);
  }
  if (text(read.to) !== 'finally') return { to: read.to, end: together(ends) };
  const since = read.to + 1;
  read = body(search, since, depth);
  return read.end === undefined ? { to: read.to, end: together(ends) } : { ...read, since };
}
