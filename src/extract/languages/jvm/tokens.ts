import type { At } from '../../../facts/expression.js';
import { placesIn } from '../../../model/line-table.js';
import { pairBrackets } from '../../syntax/brackets.js';
import { type Dialect, mask } from './mask.js';

/** A word, number, string (or character) or symbol. */
export interface Token {
  readonly kind: 'word' | 'number' | 'string' | 'symbol' | 'end';
  readonly text: string;
  readonly start: number;
  /** The first token of its line; it ends the statement before it in Kotlin. */
  readonly first: boolean;
}

/** A source as tokens, with the partner of each bracket. */
export interface Tokens {
  readonly path: string;
  readonly dialect: Dialect;
  readonly original: string;
  readonly list: readonly Token[];
  /** For each bracket the index of its partner; -1 if it has none. */
  readonly partners: Int32Array;
  /** Why part of the source cannot be read. */
  readonly broken?: { readonly why: string; readonly at: At };
  readonly at: (offset: number) => At;
}

const END: Token = { kind: 'end', text: '', start: Number.MAX_SAFE_INTEGER, first: true };
const SYMBOLS = new Set(['->', '::', '?.', '?:', '!!', '==', '!=', '<=', '&&', '||', '+=', '-=']);

export function tokenAt(tokens: Tokens, index: number): Token {
  return tokens.list[index] ?? END;
}

export function closingOf(tokens: Tokens, index: number): number {
  const partner = tokens.partners[index] ?? -1;
  return partner > index ? partner : tokens.list.length;
}

/** The opening bracket of a closing one; the closing bracket itself if it has none. */
export function openingOf(tokens: Tokens, close: number): number {
  const partner = tokens.partners[close] ?? -1;
  return partner >= 0 && partner < close ? partner : close;
}

/** The place of a token. */
export function placeOf(tokens: Tokens, index: number): At {
  const token = tokens.list[index] ?? tokens.list.at(-1);
  return tokens.at(token?.start ?? 0);
}

/** Splits a source into tokens. */
export function tokenize(path: string, text: string, dialect: Dialect): Tokens {
  const { bare, strings, broken } = mask(text, dialect);
  const list = scanTokens(text, bare, strings);
  const brackets = pairBrackets(list.length, (index) => (list[index]?.kind === 'symbol' ? list[index].text : ''));
  const open = brackets.stray[0] ?? brackets.open.at(-1);
  const at = placesIn(text);
  const why = broken !== undefined ? 'a string or comment never ends' : 'its brackets are not balanced';
  const where = broken ?? (open === undefined ? undefined : list[open]?.start);
  return {
    path,
    dialect,
    original: text,
    list,
    partners: brackets.partners,
    at,
    ...(where !== undefined && { broken: { why, at: at(where) } }),
  };
}

function scanTokens(text: string, bare: string, strings: ReadonlyMap<number, number>): Token[] {
  const list: Token[] = [];
  let first = true;
  for (let at = 0; at < bare.length; ) {
    const code = bare.charCodeAt(at);
    // strings are blank in `bare`
    const string = isSpace(code) ? strings.get(at) : undefined;
    if (string === undefined && isSpace(code)) {
      if (code === 10) first = true;
      at += 1;
      continue;
    }
    const end = string ?? tokenEnd(bare, at, code);
    const kind = string !== undefined ? 'string' : isDigit(code) ? 'number' : isWord(code) || code === 96 ? 'word' : 'symbol';
    const word = text.slice(at, end);
    list.push({ kind, text: code === 96 ? word.replaceAll('`', '') : word, start: at, first });
    first = false;
    at = end;
  }
  return list;
}

const isSpace = (code: number): boolean => code <= 32 || code === 0xa0 || code === 0xfeff;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
const isWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95 || code === 36 || code > 127;

function tokenEnd(text: string, at: number, code: number): number {
  if (code === 96) {
    const end = text.indexOf('`', at + 1);
    return end < 0 || text.slice(at, end).includes('\n') ? at + 1 : end + 1;
  }
  if (!isDigit(code) && !isWord(code)) {
    if (text.startsWith('...', at)) return at + 3;
    return SYMBOLS.has(text.slice(at, at + 2)) ? at + 2 : at + 1;
  }
  let end = at + 1;
  for (; end < text.length; end++) {
    const next = text.charCodeAt(end);
    const isPoint = next === 46 && isDigit(code) && isDigit(text.charCodeAt(end + 1));
    if (!isWord(next) && !isDigit(next) && !isPoint) break;
    if (isSpace(next)) break;
  }
  return end;
}
