import type { Braces, Part } from '../../never-run.js';
import { lineEnd, type Masked, masked } from '../../syntax/masked.js';

interface Scan {
  readonly text: string;
  broken?: number;
}

/** The start of a comment, string or rune. */
const OPENING = /["'`]|\/\/|\/\*/g;
/** The content of a one-line string, or of a rune. */
const STRING = /(?:[^"\\\r\n]|\\[^\r\n])*/y;
const RUNE = /(?:[^'\\\r\n]|\\[^\r\n])*/y;

/**
 * Masks a Go source: quotes stay, line breaks in raw strings do not. See https://go.dev/ref/spec#Comments, #String_literals and
 * #Rune_literals.
 */
export function mask(text: string): Masked {
  const scan: Scan = { text };
  const comments: Part[] = [];
  const strings: Part[] = [];
  OPENING.lastIndex = 0;
  for (let found = OPENING.exec(text); found !== null; found = OPENING.exec(text)) {
    const [{ index: from }, opening] = [found, found[0]];
    const to = endOf(scan, from, opening);
    if (opening.startsWith('/')) comments.push({ from, to });
    // a string that breaks off at once keeps its quote
    else strings.push({ from: from + 1, to: Math.max(to - 1, from + 1) });
    OPENING.lastIndex = to;
  }
  const { never: _, ...texts } = masked(text, { comments, strings, broken: scan.broken, joined: true }, BRACES);
  return texts;
}

const CONSTANT = /\bconst[ \t]{1,9}(\w{1,100})(?:[ \t]bool)?[ \t]{0,9}=[ \t]{0,9}(true|false)[ \t]{0,9}$/gm;
const CONSTANTS = /\bconst[ \t]{0,9}\([^()]{1,5000}\)/g;
const CONSTANT_IN_LIST = /^[ \t]{0,9}(\w{1,100})(?:[ \t]{1,40}bool)?[ \t]{0,40}=[ \t]{0,9}(true|false)[ \t]{0,200}$/gm;
const BRACES: Braces = {
  constants: (text) => [
    ...text.matchAll(CONSTANT),
    ...[...text.matchAll(CONSTANTS)].flatMap(([list]) => [...list.matchAll(CONSTANT_IN_LIST)]),
  ],
  bare: true,
  lines: true,
};

/** The end of the comment, string or rune that starts at `start`. */
function endOf(scan: Scan, start: number, opening: string): number {
  if (opening === '//') return lineEnd(scan.text, start);
  if (opening === '/*') return blockEnd(scan, start);
  return opening === '`' ? rawEnd(scan, start) : quotedEnd(scan, start, opening);
}

function blockEnd(state: Scan, start: number): number {
  const end = state.text.indexOf('*/', start + 2);
  if (end >= 0) return end + 2;
  state.broken ??= start;
  return state.text.length;
}

function rawEnd(state: Scan, start: number): number {
  const end = state.text.indexOf('`', start + 1);
  if (end >= 0) return end + 1;
  state.broken ??= start;
  return state.text.length;
}

/** An unterminated string ends at the end of its line, so that only this line is lost. */
function quotedEnd(state: Scan, start: number, quote: string): number {
  const { text } = state;
  const inside = quote === '"' ? STRING : RUNE;
  inside.lastIndex = start + 1;
  const end = start + 1 + (inside.exec(text)?.[0].length ?? 0);
  if (text.charAt(end) === quote) return end + 1;
  state.broken ??= start;
  return end;
}
