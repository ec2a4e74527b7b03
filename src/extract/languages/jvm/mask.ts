import { type Braces, neverRun, withBlank } from '../../never-run.js';

/** Three texts of equal length: the source, without comments, and without what stands in strings as well. What never runs is blank, too. */
export interface Masked {
  readonly original: string;
  readonly code: string;
  readonly structure: string;
  /** Ends of string and character literals by their beginnings, quotes included. */
  readonly strings: ReadonlyMap<number, number>;
  /** Offset of a string or comment that never ends. */
  readonly broken?: number;
}

export type Dialect = 'java' | 'kotlin';

/** Templates in templates deeper than this are hostile. */
const MAX_NESTED = 30;

interface Scan {
  readonly text: string;
  readonly kotlin: boolean;
  broken?: number;
}

/**
 * Blanks comments and strings. Java: text blocks, no nested comments. Kotlin: raw strings, templates with code of their own,
 * nested comments. A plain string ends at the end of its line, closed or not.
 */
export function mask(text: string, dialect: Dialect): Masked {
  const scan: Scan = { text, kotlin: dialect === 'kotlin' };
  const strings = new Map<number, number>();
  const code: string[] = [];
  const structure: string[] = [];
  let done = 0;
  const keep = (to: number): void => {
    const kept = text.slice(done, to);
    code.push(kept);
    structure.push(kept);
  };
  for (let at = 0; at < text.length; ) {
    const comment = commentEnd(scan, at);
    const string = comment === undefined ? stringEnd(scan, at, 0) : undefined;
    if (comment === undefined && string === undefined) {
      at += 1;
      continue;
    }
    keep(at);
    const end = comment ?? string ?? at;
    const part = text.slice(at, end);
    code.push(comment === undefined ? part : blank(part));
    structure.push(blank(part));
    if (string !== undefined) strings.set(at, string);
    done = end;
    at = end;
  }
  keep(text.length);
  const { broken } = scan;
  const never = neverRun(structure.join(''), BRACES[dialect]);
  for (const at of never.length > 0 ? [...strings.keys()] : [])
    if (never.some(({ from, to }) => from <= at && at < to)) strings.delete(at);
  return {
    original: text,
    code: withBlank(code.join(''), never),
    structure: withBlank(structure.join(''), never),
    strings,
    ...(broken !== undefined && { broken }),
  };
}

const JAVA_CONSTANT = /\bfinal\s{1,9}boolean\s{1,9}(\w{1,100})\s{0,9}=\s{0,9}(true|false)\s{0,9};/g;
const KOTLIN_CONSTANT =
  /\bconst\s{1,9}val\s{1,9}(\w{1,100})(?::[ \t]{0,9}Boolean)?[ \t]{0,9}=[ \t]{0,9}(true|false)[ \t]{0,9}$/gm;
const BRACES: Readonly<Record<Dialect, Braces>> = {
  java: { constants: (text) => text.matchAll(JAVA_CONSTANT) },
  kotlin: { constants: (text) => text.matchAll(KOTLIN_CONSTANT), lines: true },
};

function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

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

/** The end of the string or character that begins here; undefined: none does. */
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
      // the quotes before the last three belong to a raw string
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

/** After the brace that closes a template. */
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
