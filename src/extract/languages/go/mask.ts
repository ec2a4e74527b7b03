import { type Braces, neverRun, withBlank } from '../../never-run.js';

/** A source in texts of equal length: what is at one place of the one is at the same place of the other. What never runs is blank. */
export interface Masked {
  readonly text: string;
  /** Comments blanked. */
  readonly code: string;
  /** Comments and the contents of strings and runes blanked; their quotes stay. Line breaks within raw strings are blanked too. */
  readonly bare: string;
  /** Where a string or comment never ends; absent: all of them do. */
  readonly broken?: number;
}

interface Masking {
  readonly text: string;
  /** Pieces of the two texts, in order. */
  readonly code: string[];
  readonly bare: string[];
  broken?: number;
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, ' ');

/** What may begin a comment, string or rune. */
const OPENING = /["'`]|\/\/|\/\*/g;
/** Up to the end of a string of one line, or of a rune. */
const STRING = /(?:[^"\\\r\n]|\\[^\r\n])*/y;
const RUNE = /(?:[^'\\\r\n]|\\[^\r\n])*/y;

/** Masks a source of Go. See https://go.dev/ref/spec#Comments, #String_literals and #Rune_literals. */
export function mask(text: string): Masked {
  const state: Masking = { text, code: [], bare: [] };
  let at = 0;
  while (at < text.length) {
    OPENING.lastIndex = at;
    const found = OPENING.exec(text);
    const start = found?.index ?? text.length;
    keep(state, at, start);
    at = found === null ? text.length : past(state, start, found[0]);
  }
  const { broken } = state;
  const bare = state.bare.join('');
  const never = neverRun(bare, BRACES);
  const code = withBlank(state.code.join(''), never);
  return { text, code, bare: withBlank(bare, never), ...(broken === undefined ? {} : { broken }) };
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

function keep({ text, code, bare }: Masking, from: number, to: number): void {
  const piece = text.slice(from, to);
  code.push(piece);
  bare.push(piece);
}

/** Masks what opens at `start`; gives where the rest begins. */
function past(state: Masking, start: number, opening: string): number {
  const { text, code, bare } = state;
  if (opening === '//' || opening === '/*') {
    const end = opening === '//' ? lineEnd(text, start) : blockEnd(state, start);
    const piece = blank(text.slice(start, end));
    code.push(piece);
    bare.push(piece);
    return end;
  }
  const end = opening === '`' ? rawEnd(state, start) : quotedEnd(state, start, opening);
  const inner = ' '.repeat(Math.max(end - start - 2, 0));
  code.push(text.slice(start, end));
  bare.push(end - start < 2 ? opening : `${opening}${inner}${opening}`);
  return end;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function blockEnd(state: Masking, start: number): number {
  const end = state.text.indexOf('*/', start + 2);
  if (end >= 0) return end + 2;
  state.broken ??= start;
  return state.text.length;
}

function rawEnd(state: Masking, start: number): number {
  const end = state.text.indexOf('`', start + 1);
  if (end >= 0) return end + 1;
  state.broken ??= start;
  return state.text.length;
}

/** A string that its line does not end is taken to end with it: no more than the line is lost. */
function quotedEnd(state: Masking, start: number, quote: string): number {
  const { text } = state;
  const inside = quote === '"' ? STRING : RUNE;
  inside.lastIndex = start + 1;
  const end = start + 1 + (inside.exec(text)?.[0].length ?? 0);
  if (text.charAt(end) === quote) return end + 1;
  state.broken ??= start;
  return end;
}
