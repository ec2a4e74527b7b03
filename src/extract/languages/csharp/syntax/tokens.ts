import type { At } from '../../../../facts/expression.js';
import { placesIn } from '../../../../model/line-table.js';
import { OPENING, pairBrackets } from '../../../syntax/brackets.js';
import type { MaskedText } from './mask.js';
import { match, type StringSpan } from './strings.js';

/** A word, number, string or mark of a source, with offsets in its text. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'mark';
  /** The word (without `@`), number or mark; `''` for a string. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly span?: StringSpan;
}

/** A source as tokens. Token ranges include `from` and exclude `to`. */
export interface Tokens {
  readonly masked: MaskedText;
  readonly list: readonly Token[];
  /** For each bracket the index of its partner; -1 if it has none. */
  readonly mates: Int32Array;
  /** Offsets of unbalanced brackets. */
  readonly unbalanced: readonly number[];
  readonly at: (index: number) => At;
}

export interface Range {
  readonly from: number;
  readonly to: number;
}

const WORD = /@?[\p{L}_][\p{L}\p{N}_]*/uy;
const NUMBER = /[0-9](?:[0-9A-Za-z_]|\.[0-9])*/y;
const MARK = /=>|\?\?=|\?\?|\?\.|::|==|!=|<=|>=|&&|\|\||\+\+|--|\+=|-=|\.\.|[^\s]/uy;
const SPACE = /\s+/y;

/** Splits a masked source into tokens and pairs its brackets. */
export function tokenize(masked: MaskedText): Tokens {
  const list = read(masked);
  const { partners, stray, open } = pairBrackets(list.length, (index) => list[index]?.text ?? '');
  const placeAt = placesIn(masked.text);
  return {
    masked,
    list,
    mates: partners,
    unbalanced: [...stray, ...open].map((index) => list[index]?.start ?? 0),
    at: (index) => placeAt(list[Math.min(index, list.length - 1)]?.start ?? 0),
  };
}

function read({ bare: blank, strings }: MaskedText): Token[] {
  const list: Token[] = [];
  let next = 0;
  for (let at = 0; at < blank.length; ) {
    const space = match(SPACE, blank, at);
    if (space !== '') {
      at += space.length;
      continue;
    }
    while ((strings[next]?.start ?? Number.POSITIVE_INFINITY) < at) next += 1;
    const span = strings[next];
    if (span?.start === at) {
      list.push({ kind: 'string', text: '', start: at, end: span.end, span });
      at = span.end;
      next += 1;
      continue;
    }
    const token = tokenAt(blank, at);
    list.push(token);
    at = token.end;
  }
  return list;
}

function tokenAt(blank: string, at: number): Token {
  const word = match(WORD, blank, at);
  if (word !== '') return { kind: 'word', text: word.startsWith('@') ? word.slice(1) : word, start: at, end: at + word.length };
  const number = match(NUMBER, blank, at);
  if (number !== '') return { kind: 'number', text: number, start: at, end: at + number.length };
  const mark = match(MARK, blank, at) || (blank[at] ?? ' ');
  return { kind: 'mark', text: mark, start: at, end: at + mark.length };
}

/** The text of a token; `''` beyond the end and for strings. */
export function textAt({ list }: Tokens, index: number): string {
  return list[index]?.text ?? '';
}

export function isWord({ list }: Tokens, index: number): boolean {
  return list[index]?.kind === 'word';
}

/** The position after the partner of a bracket; `to` if it is never closed. */
export function afterBracket(tokens: Tokens, index: number, to: number): number {
  const mate = tokens.mates[index] ?? -1;
  return mate < 0 ? to : Math.min(mate + 1, to);
}

/** Splits a range at each mark of this kind outside nested brackets. `isType`: `<…>` count as brackets, too. */
export function split(tokens: Tokens, { from, to }: Range, mark: string, isType = false): readonly Range[] {
  const parts: Range[] = [];
  let start = from;
  let angles = 0;
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (text === mark && angles === 0) {
      parts.push({ from: start, to: at });
      start = at + 1;
      at += 1;
    } else if (OPENING.has(text) && tokens.list[at]?.kind === 'mark') at = afterBracket(tokens, at, to);
    else if (!isType && text === '<' && at > from) at = afterTypeArguments(tokens, at, to);
    else {
      if (isType && text === '<') angles += 1;
      if (isType && text === '>' && angles > 0) angles -= 1;
      at += 1;
    }
  }
  if (start < to) parts.push({ from: start, to });
  return parts;
}

/** No real code has longer lists of type arguments. */
const MOST_TYPES = 100;
/** https://learn.microsoft.com/dotnet/csharp/language-reference/language-specification/lexical-structure: grammar ambiguities. */
const AFTER_TYPES = /^(?:[()\]{}:;,.?]|==|!=)?$/;

/** The position after the type arguments that `<` opens; after `<` itself where it compares. */
function afterTypeArguments(tokens: Tokens, open: number, to: number): number {
  let depth = 0;
  for (let at = open; at < Math.min(to, open + MOST_TYPES); at++) {
    const text = textAt(tokens, at);
    if (text === '<') depth += 1;
    else if (text === '>') depth -= 1;
    else if (!isWord(tokens, at) && !/^[,.?[\]]$/.test(text)) break;
    if (depth > 0) continue;
    const isList = isWord(tokens, open - 1) && (at + 1 >= to || AFTER_TYPES.test(textAt(tokens, at + 1)));
    return isList ? at + 1 : open + 1;
  }
  return open + 1;
}

/** The position of the first of these marks outside nested brackets; -1 if there is none. */
export function find(tokens: Tokens, { from, to }: Range, marks: ReadonlySet<string>): number {
  for (let at = from; at < to; ) {
    const text = textAt(tokens, at);
    if (marks.has(text) && tokens.list[at]?.kind !== 'string') return at;
    at = OPENING.has(text) && tokens.list[at]?.kind === 'mark' ? afterBracket(tokens, at, to) : at + 1;
  }
  return -1;
}
