import type { Part } from '../../../never-run.js';
import { type Masked, masked } from '../../../syntax/masked.js';

/** A string literal of a source. Offsets are UTF-16 code units into the text. */
export interface StringLiteral {
  /** Offset of the prefix, or of the first quote. */
  readonly start: number;
  readonly end: number;
  /** The range between the quotes. */
  readonly inner: readonly [number, number];
  /** In lower case: `''`, `r`, `f`, `rb` ... */
  readonly prefix: string;
}

/** A source without its comments and strings; quotes stay. */
export interface MaskedText extends Masked {
  /** By start offset. */
  readonly strings: ReadonlyMap<number, StringLiteral>;
}

/** Separates comments and strings from code (https://docs.python.org/3/reference/lexical_analysis.html). */
export function mask(text: string): MaskedText {
  const comments: Part[] = [];
  const strings = new Map<number, StringLiteral>();
  const interesting = /[#'"]/g;
  let broken: number | undefined;
  for (let found = interesting.exec(text); found !== null; found = interesting.exec(text)) {
    const at = found.index;
    if (found[0] === '#') {
      const end = endOfLine(text, at);
      comments.push({ from: at, to: end });
      interesting.lastIndex = end;
      continue;
    }
    const literal = readString(text, at);
    if (literal.closed === false) broken ??= at;
    strings.set(literal.start, literal);
    interesting.lastIndex = literal.end;
  }
  const inner = [...strings.values()].map(({ inner: [from, to] }) => ({ from, to }));
  const { never: _, ...texts } = masked(text, { comments, strings: inner, broken, joined: true });
  return { ...texts, strings };
}

/** The string with its first quote at `quote`; an unclosed one-line string ends with its line. */
function readString(text: string, quote: number): StringLiteral & { readonly closed: boolean } {
  const mark = text[quote] ?? '';
  const prefix = prefixBefore(text, quote);
  const start = quote - prefix.length;
  const isTriple = text.startsWith(mark.repeat(3), quote);
  const from = quote + (isTriple ? 3 : 1);
  const closing = isTriple ? mark.repeat(3) : mark;
  const formatted = /[ft]/.test(prefix) ? formattedEnd(text, from, closing, 0) : undefined;
  if (formatted !== undefined) return { start, end: formatted + closing.length, inner: [from, formatted], prefix, closed: true };
  let at = from;
  for (;;) {
    const end = text.indexOf(closing, at);
    const line = isTriple ? -1 : lineEnd(text, at);
    if (end < 0 || (line >= 0 && line < end)) {
      const stop = isTriple ? text.length : line < 0 ? text.length : line;
      // a backslash continues a one-line string on the next line
      if (!isTriple && line >= 0 && isEscaped(text, line, from)) {
        at = line + 1;
        continue;
      }
      return { start, end: stop, inner: [from, stop], prefix, closed: false };
    }
    if (!isEscaped(text, end, from)) return { start, end: end + closing.length, inner: [from, end], prefix, closed: true };
    at = end + 1;
  }
}

/** Longer f-strings are treated as plain strings. */
const MAX_FORMATTED = 2000;
const MAX_NESTED = 4;

/**
 * The end of an f-string, whose fields may contain strings with its own quotes (https://peps.python.org/pep-0701/). Undefined:
 * its fields are not recognised, and it ends like other strings.
 */
function formattedEnd(text: string, from: number, closing: string, depth: number): number | undefined {
  let inside = 0;
  const stop = Math.min(text.length, from + MAX_FORMATTED);
  for (let at = from; at < stop; at++) {
    const one = text[at] ?? '';
    if (inside === 0) {
      if (one === '\\' || text.startsWith('{{', at)) at += 1;
      else if (one === '{') inside = 1;
      else if (text.startsWith(closing, at)) return at;
      else if (one === '\n' && closing.length === 1) return undefined;
    } else if (one === '"' || one === "'") {
      const end = stringEnd(text, at, depth + 1);
      if (end === undefined) return undefined;
      at = end - 1;
    } else if (one === '{') inside += 1;
    else if (one === '}') inside -= 1;
  }
  return undefined;
}

/** The offset after a string in a field. */
function stringEnd(text: string, quote: number, depth: number): number | undefined {
  const mark = text[quote] ?? '';
  const closing = text.startsWith(mark.repeat(3), quote) ? mark.repeat(3) : mark;
  const from = quote + closing.length;
  if (depth > MAX_NESTED) return undefined;
  if (/[ftFT]/.test(prefixBefore(text, quote))) {
    const end = formattedEnd(text, from, closing, depth);
    return end === undefined ? undefined : end + closing.length;
  }
  for (let at = from; at < Math.min(text.length, from + MAX_FORMATTED); at++) {
    if (text[at] === '\\') at += 1;
    else if (text.startsWith(closing, at)) return at + closing.length;
    else if (text[at] === '\n' && closing.length === 1) return undefined;
  }
  return undefined;
}

/** Whether an odd number of backslashes is before an offset. */
function isEscaped(text: string, at: number, from: number): boolean {
  let count = 0;
  while (at - count - 1 >= from && text[at - count - 1] === '\\') count += 1;
  return count % 2 === 1;
}

function lineEnd(text: string, from: number): number {
  return text.indexOf('\n', from);
}

function endOfLine(text: string, from: number): number {
  const end = lineEnd(text, from);
  return end < 0 ? text.length : end;
}

const PREFIXES = 'rbfutRBFUT';
const PREFIX = /^(?:[rbfut]|[bft]r|r[bft])$/i;

function prefixBefore(text: string, quote: number): string {
  if (!PREFIXES.includes(text[quote - 1] ?? ' ')) return '';
  for (const length of [2, 1]) {
    const prefix = text.slice(Math.max(0, quote - length), quote);
    const before = text[quote - length - 1] ?? ' ';
    if (prefix.length === length && PREFIX.test(prefix) && !/[\w.]/.test(before)) return prefix.toLowerCase();
  }
  return '';
}
