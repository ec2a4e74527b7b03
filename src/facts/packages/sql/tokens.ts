import { LIKELY_PART, UNREAD } from '../../values/texts.js';

/** A word of SQL; `part`: what the scanner does not know of a statement that code puts together. */
export interface SqlToken {
  readonly kind: 'word' | 'name' | 'text' | 'number' | 'sign' | 'part';
  /** Words in lower case, names and texts without their quotes. */
  readonly text: string;
  /** A word as it is written. */
  readonly written: string;
  /** The index of its first character. */
  readonly at: number;
}

const QUOTES = new Map<string, SqlToken['kind']>([
  ["'", 'text'],
  ['"', 'name'],
  ['`', 'name'],
]);
const SPACE = /\s/;
const LETTER = /[A-Za-z_\u0080-\uffff]/;
const WORD = /\w/;
const INNER = /[\w$\u0080-\uffff]/;
const PAIRS = new Set(['::', '||']);

/** The tokens of SQL without its comments; undefined: a text or comment does not end. */
export function tokensOf(sql: string): readonly SqlToken[] | undefined {
  const tokens: SqlToken[] = [];
  const closes = new Map<string, boolean>();
  const push = (kind: SqlToken['kind'], at: number, end: number, text: string): number => {
    tokens.push({ kind, text: kind === 'word' ? text.toLowerCase() : text, written: text, at });
    return end;
  };
  /** The end of what a mark closes; a mark that is missing once is not searched for again. */
  const endOf = (mark: string, from: number): number => {
    const end = closes.get(mark) === false ? -1 : sql.indexOf(mark, from);
    if (end < 0) closes.set(mark, false);
    return end < 0 ? -1 : end + mark.length;
  };
  for (let at = 0; at < sql.length; ) {
    const char = sql[at] ?? '';
    const quoted = QUOTES.get(char);
    if (SPACE.test(char)) at += 1;
    else if (sql.startsWith('--', at)) {
      const end = endOf('\n', at);
      at = end < 0 ? sql.length : end;
    } else if (sql.startsWith('/*', at)) {
      at = endOf('*/', at + 2);
    } else if (quoted !== undefined) {
      const end = quotedEnd(sql, at, char);
      at = end < 0 ? -1 : push(quoted, at, end, sql.slice(at + 1, end - 1));
    } else if (char === UNREAD) at = push('part', at, at + 1, UNREAD);
    else if (char === '$' && sql[at + wordFrom(sql, at, WORD).length] === '$') {
      // PostgreSQL's `$$ … $$` and `$body$ … $body$`
      const mark = `${wordFrom(sql, at, WORD)}$`;
      const end = endOf(mark, at + mark.length);
      at = end < 0 ? -1 : push('text', at, end, '');
    } else if (LETTER.test(char)) {
      const word = wordFrom(sql, at, INNER);
      at = push('word', at, at + word.length, word);
    } else if (/\d/.test(char)) {
      const number = wordFrom(sql, at, /[\d.]/);
      at = push('number', at, at + number.length, number);
    } else {
      const pair = sql.slice(at, at + 2);
      const sign = PAIRS.has(pair) ? pair : char;
      at = push('sign', at, at + sign.length, sign);
    }
    if (at < 0) return undefined;
  }
  return tokens;
}

/** The tokens of a statement that code may put together of parts: an unknown part comes after its likely text. */
export const tokensOfParts = (sql: string): readonly SqlToken[] | undefined =>
  tokensOf(sql.replace(LIKELY_PARTS, ` $1 ${UNREAD}`));

const LIKELY_PARTS = new RegExp(LIKELY_PART, 'g');

function wordFrom(sql: string, at: number, inner: RegExp): string {
  let end = at + 1;
  while (end < sql.length && inner.test(sql[end] ?? '')) end += 1;
  return sql.slice(at, end);
}

/** The index after a closing quote; a doubled quote stands for itself. */
function quotedEnd(sql: string, at: number, quote: string): number {
  let end = sql.indexOf(quote, at + 1);
  while (end >= 0 && sql[end + 1] === quote) end = sql.indexOf(quote, end + 2);
  return end < 0 ? -1 : end + 1;
}

/** The parts between separators outside of parentheses. */
export function splitTokens(tokens: readonly SqlToken[], separator: string): readonly (readonly SqlToken[])[] {
  const parts: (readonly SqlToken[])[] = [];
  let depth = 0;
  let start = 0;
  for (const [index, { kind, text }] of tokens.entries()) {
    if (kind !== 'sign') continue;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    else if (text === separator && depth === 0) {
      parts.push(tokens.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, tokens.slice(start)];
}

/** The index of the first of some words outside of parentheses; -1: none. */
export function wordIndex(tokens: readonly SqlToken[], words: ReadonlySet<string>, from = 0): number {
  let depth = 0;
  for (let index = from; index < tokens.length; index++) {
    const { kind, text } = tokens[index] ?? { kind: 'sign', text: '' };
    if (kind === 'sign' && text === '(') depth += 1;
    else if (kind === 'sign' && text === ')') depth -= 1;
    else if (kind === 'word' && depth === 0 && words.has(text)) return index;
  }
  return -1;
}

/** The index after the parenthesis that closes the one at an index. */
export function closeOf(tokens: readonly SqlToken[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    const { kind, text } = tokens[index] ?? { kind: 'sign', text: '' };
    if (kind !== 'sign') continue;
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return index + 1;
  }
  return tokens.length;
}

export const isName = (token: SqlToken | undefined): token is SqlToken => token?.kind === 'word' || token?.kind === 'name';

/** Whether tokens are these words in this order, from an index on. */
export const isWords = (tokens: readonly SqlToken[], from: number, ...words: readonly string[]): boolean =>
  words.every((word, index) => tokens[from + index]?.kind === 'word' && tokens[from + index]?.text === word);

/** `schema.table` from an index on: its last name, and the index after it. */
export function nameFrom(tokens: readonly SqlToken[], from: number): { readonly name: string; readonly end: number } | undefined {
  let at = from;
  if (!isName(tokens[at])) return undefined;
  while (tokens[at + 1]?.text === '.' && isName(tokens[at + 2])) at += 2;
  return { name: tokens[at]?.text ?? '', end: at + 1 };
}
