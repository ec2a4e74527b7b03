/** A string or character literal: offsets in the text. */
export interface StringSpan {
  readonly start: number;
  /** After the closing quote. */
  readonly end: number;
  readonly form: 'char' | 'plain' | 'verbatim' | 'raw';
  /** Start and end of its content. */
  readonly from: number;
  readonly to: number;
  /** Number of `$` before it, and of the braces that open a hole. */
  readonly dollars: number;
  /** Ranges of the expressions in `{…}` of an interpolated string. */
  readonly holes: readonly { readonly from: number; readonly to: number }[];
}

/** No real code nests strings in holes more deeply. */
const MAX_NESTED = 8;
const NO_HOLES: StringSpan['holes'] = [];
const PREFIX = /[$@]*/y;
const QUOTES = /"+/y;

/** What a sticky pattern matches at an offset; empty: nothing. */
export function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

/** Does a string begin here (`"`, `$"`, `@"`, `$@"`, `$$"""`)? */
export function startsString(text: string, at: number): boolean {
  const first = text[at];
  if (first === '"') return true;
  if (first !== '$' && first !== '@') return false;
  const prefix = match(PREFIX, text, at);
  return text[at + prefix.length] === '"';
}

/**
 * The string literal at `at` (C# language specification, 6.4.5.6; raw strings of C# 11). Returns undefined for a literal without
 * an end; the caller then decides where to continue.
 */
export function readString(text: string, at: number, depth = 0): StringSpan | undefined {
  const prefix = text[at] === '"' ? '' : match(PREFIX, text, at);
  const dollars = prefix === '' ? 0 : prefix.split('$').length - 1;
  const quotes = match(QUOTES, text, at + prefix.length);
  const from = at + prefix.length + quotes.length;
  if (quotes.length >= 3) return readRaw(text, { start: at, dollars, from, quotes });
  const open = at + prefix.length + 1;
  if (quotes.length === 2 && text[open] === '"' && !(prefix.includes('@') && text[open + 1] === '"'))
    return { start: at, end: open + 1, form: 'plain', from: open, to: open, dollars, holes: NO_HOLES };
  return readQuoted(text, { start: at, dollars, from: open, isVerbatim: prefix.includes('@') }, depth);
}

function readRaw(
  text: string,
  { start, dollars, from, quotes }: { start: number; dollars: number; from: number; quotes: string },
): StringSpan | undefined {
  const to = text.indexOf(quotes, from);
  if (to < 0) return undefined;
  let end = to + quotes.length;
  while (text[end] === '"') end += 1;
  const holes: { from: number; to: number }[] = [];
  const braces = '{'.repeat(Math.max(dollars, 1));
  for (let at = dollars === 0 ? -1 : text.indexOf(braces, from); at >= 0 && at < to; at = text.indexOf(braces, at + 1)) {
    const close = text.indexOf('}', at);
    if (close < 0 || close > to) break;
    holes.push({ from: at + braces.length, to: close });
    at = close;
  }
  return { start, end, form: 'raw', from, to: end - quotes.length, dollars, holes };
}

function readQuoted(
  text: string,
  { start, dollars, from, isVerbatim }: { start: number; dollars: number; from: number; isVerbatim: boolean },
  depth: number,
): StringSpan | undefined {
  const holes: { from: number; to: number }[] = [];
  for (let at = from; at < text.length; at++) {
    const char = text[at];
    if (char === '"') {
      if (isVerbatim && text[at + 1] === '"') at += 1;
      else return { start, end: at + 1, form: isVerbatim ? 'verbatim' : 'plain', from, to: at, dollars, holes };
    } else if (char === '\\' && !isVerbatim) at += 1;
    else if (char === '\n' && !isVerbatim) return undefined;
    else if (char === '{' && dollars > 0) {
      if (text[at + 1] === '{') at += 1;
      else {
        const to = endOfHole(text, at + 1, depth);
        if (to === undefined) return undefined;
        holes.push({ from: at + 1, to });
        at = to;
      }
    }
  }
  return undefined;
}

/** The `}` that closes a hole. */
function endOfHole(text: string, from: number, depth: number): number | undefined {
  if (depth > MAX_NESTED) return undefined;
  let open = 0;
  for (let at = from; at < text.length; at++) {
    const char = text[at] ?? '';
    if ('([{'.includes(char)) open += 1;
    else if (char === '}' && open === 0) return at;
    else if (')]}'.includes(char)) open -= 1;
    else if (char === "'") at = (endOfChar(text, at) ?? at + 1) - 1;
    else if (startsString(text, at)) {
      const inner = readString(text, at, depth + 1);
      if (inner === undefined) return undefined;
      at = inner.end - 1;
    }
  }
  return undefined;
}

const CHAR = /'(?:\\[^\n]{1,9}?|[^\\'\n]{1,2})'/y;

/** The offset after the closing quote of a character literal; undefined if no literal is here. */
export function endOfChar(text: string, at: number): number | undefined {
  const found = match(CHAR, text, at);
  return found === '' ? undefined : at + found.length;
}
