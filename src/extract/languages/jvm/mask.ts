import type { Braces, Part } from '../../never-run.js';
import { type Masked, masked } from '../../syntax/masked.js';

/** A Java or Kotlin source without comments and strings. */
export interface MaskedText extends Masked {
  /** End offsets of string and character literals by their start offsets, quotes included. */
  readonly strings: ReadonlyMap<number, number>;
}

export type Dialect = 'java' | 'kotlin';

/** No real code nests templates more deeply. */
const MAX_NESTED = 30;

interface Scan {
  readonly text: string;
  readonly kotlin: boolean;
  broken?: number;
}

/**
 * Blanks comments and strings. Java has text blocks and no nested comments. Kotlin has raw strings, templates with code, and
 * nested comments. A plain string ends with its line, closed or not.
 */
export function mask(text: string, dialect: Dialect): MaskedText {
  const scan: Scan = { text, kotlin: dialect === 'kotlin' };
  const comments: Part[] = [];
  const found: Part[] = [];
  for (let at = 0; at < text.length; ) {
    const comment = commentEnd(scan, at);
    const to = comment ?? stringEnd(scan, at, 0);
    if (to !== undefined) (comment === undefined ? found : comments).push({ from: at, to });
    at = to ?? at + 1;
  }
  const { never, ...texts } = masked(text, { comments, strings: found, broken: scan.broken }, BRACES[dialect]);
  const running = found.filter(({ from: at }) => !never.some(({ from, to }) => from <= at && at < to));
  return { ...texts, strings: new Map(running.map(({ from, to }) => [from, to])) };
}

const JAVA_CONSTANT = /\bfinal\s{1,9}boolean\s{1,9}(\w{1,100})\s{0,9}=\s{0,9}(true|false)\s{0,9};/g;
const KOTLIN_CONSTANT =
  /\bconst\s{1,9}val\s{1,9}(\w{1,100})(?::[ \t]{0,9}Boolean)?[ \t]{0,9}=[ \t]{0,9}(true|false)[ \t]{0,9}$/gm;
const BRACES: Readonly<Record<Dialect, Braces>> = {
  java: { constants: (text) => text.matchAll(JAVA_CONSTANT) },
  kotlin: { constants: (text) => text.matchAll(KOTLIN_CONSTANT), lines: true },
};

function commentEnd(scan: Scan, at: number): number | undefined {
  const { text } = scan;
  if (text[at] !== '/') return undefined;
  if (text[at + 1] === '/') return orEnd(text, text.indexOf('\n', at));
  if (text[at + 1] !== '*') return undefined;
  let depth = 1;
  for (let index = at + 2; index < text.length; index++) {
    const pair = text[index] === '*' || text[index] === '/' ? text.slice(index, index + 2) : '';
    if (pair === '/*' && scan.kotlin) depth += 1;
    else if (pair === '*/') depth -= 1;
    else continue;
    index += 1;
    if (depth === 0) return index + 1;
  }
  scan.broken ??= at;
  return text.length;
}

const orEnd = (text: string, index: number): number => (index < 0 ? text.length : index);

/** The end of the string or character that begins here; undefined if there is none. */
function stringEnd(scan: Scan, at: number, depth: number): number | undefined {
  const { text } = scan;
  const quote = text[at];
  if (quote === "'") return lineStringEnd(scan, at, "'", depth);
  if (quote !== '"') return undefined;
  return text.startsWith('"""', at) ? blockEnd(scan, at, depth) : lineStringEnd(scan, at, '"', depth);
}

function lineStringEnd(scan: Scan, at: number, quote: string, depth: number): number {
  const { text } = scan;
  for (let index = at + 1; index < text.length; index++) {
    const char = text[index];
    if (char === '\n') return index;
    if (char === quote) return index + 1;
    if (char === '\\') index += 1;
    else if (quote === '"' && isTemplate(scan, index)) index = templateEnd(scan, index + 2, depth) - 1;
  }
  return text.length;
}

function blockEnd(scan: Scan, at: number, depth: number): number {
  const { text } = scan;
  for (let index = at + 3; index < text.length; index++) {
    const char = text[index];
    if (char === '"' && text.startsWith('"""', index)) {
      let end = index + 3;
      // additional quotes before the last three belong to the raw string
      while (scan.kotlin && text[end] === '"') end += 1;
      return end;
    }
    if (char === '\\' && !scan.kotlin) index += 1;
    else if (isTemplate(scan, index)) index = templateEnd(scan, index + 2, depth) - 1;
  }
  scan.broken ??= at;
  return text.length;
}

const isTemplate = ({ kotlin, text }: Scan, at: number): boolean => kotlin && text[at] === '$' && text[at + 1] === '{';

/** The offset after the brace that closes a template. */
function templateEnd(scan: Scan, from: number, depth: number): number {
  const { text } = scan;
  if (depth > MAX_NESTED) {
    scan.broken ??= from;
    return text.length;
  }
  let open = 1;
  for (let index = from; index < text.length; index++) {
    const end = commentEnd(scan, index) ?? stringEnd(scan, index, depth + 1);
    if (end !== undefined) index = end - 1;
    else if (text[index] === '{') open += 1;
    else if (text[index] === '}' && --open === 0) return index + 1;
  }
  scan.broken ??= from;
  return text.length;
}
