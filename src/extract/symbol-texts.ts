import { placesIn } from '../model/line-table.js';
import { countWhile } from '../model/sorted.js';
import {
  type CodeSymbol,
  MAX_COMMENT,
  MAX_SIGNATURE,
  qualifiedName,
  type SourceSymbols,
  type SymbolCall,
  type SymbolImport,
} from './symbols.js';

/** A definition by its offsets in the text, in UTF-16 units. */
export interface Definition extends Pick<CodeSymbol, 'name' | 'owner' | 'kind' | 'exported' | 'retained'> {
  /** Of its name. */
  readonly at: number;
  /** Where its head begins; absent: at the line of its name. */
  readonly start?: number;
  /** Just behind its head; absent: the end of the line of its name. */
  readonly headEnd?: number;
  /** Just behind the whole definition; absent: the end of its head. */
  readonly end?: number;
}

/** A call by its offset. */
export interface PlacedCall extends Pick<SymbolCall, 'name' | 'receiver'> {
  readonly at: number;
}

/** What a language reads from a source. */
export interface SourceReading {
  /** The original text. */
  readonly text: string;
  readonly definitions: readonly Definition[];
  readonly imports: readonly SymbolImport[];
  readonly calls: readonly PlacedCall[];
  readonly words: ReadonlyMap<string, number>;
  readonly namespace?: string;
}

/** Combines what a language has read: lines, heads, comments, and the symbol that contains each call. */
export function symbolsFrom({ text, definitions, imports, calls, words, namespace }: SourceReading): SourceSymbols {
  const place = placesIn(text);
  const placed = definitions.map((each) => ({ ...each, ...boundsOf(text, each) })).sort((a, b) => a.start - b.start);
  const symbols = placed.map(
    ({ name, owner, kind, exported, retained, at, start, headEnd, end }): CodeSymbol => ({
      name,
      ...(owner === undefined ? {} : { owner }),
      kind,
      line: place(at).line,
      endLine: place(Math.max(at, end - 1)).line,
      signature: headOf(text.slice(start, headEnd)),
      comment: commentAbove(text, start) || textBelow(text, headEnd),
      exported,
      retained,
    }),
  );
  const callers = innermost(placed);
  return {
    symbols,
    imports,
    calls: calls.map(({ name, receiver, at }) => ({ name, receiver, line: place(at).line, caller: callers(at) })),
    words: [...words],
    ...(namespace === undefined ? {} : { namespace }),
  };
}

type Placed = Definition & { readonly start: number; readonly headEnd: number; readonly end: number };

function boundsOf(text: string, { at, start, headEnd, end }: Definition): Pick<Placed, 'start' | 'headEnd' | 'end'> {
  const begin = start ?? firstOfLine(text, at);
  const line = text.indexOf('\n', at);
  const head = Math.max(headEnd ?? (line < 0 ? text.length : line), at);
  return { start: begin, headEnd: head, end: Math.max(end ?? head, head) };
}

function firstOfLine(text: string, at: number): number {
  let from = text.lastIndexOf('\n', Math.max(0, at - 1)) + 1;
  while (from < at && (text[from] === ' ' || text[from] === '\t')) from += 1;
  return from;
}

/** On one line, without the characters that open the body. */
function headOf(written: string): string {
  const head = written
    .slice(0, MAX_SIGNATURE * 4)
    .replace(/\s{1,1000}/g, ' ')
    .trim();
  const bare = head.endsWith('=>') ? head.slice(0, -2) : /[{=:]$/.test(head) ? head.slice(0, -1) : head;
  const retained = bare.trim();
  return retained.length > MAX_SIGNATURE ? `${retained.slice(0, MAX_SIGNATURE - 1)}…` : retained;
}

/** The innermost definition around an offset. Definitions are sorted by their beginnings; offsets may come in any order. */
function innermost(placed: readonly Placed[]): (at: number) => string {
  const above: number[] = [];
  const open: number[] = [];
  for (const [index, { start }] of placed.entries()) {
    while (open.length > 0 && (placed[open.at(-1) ?? 0]?.end ?? 0) <= start) open.pop();
    above.push(open.at(-1) ?? -1);
    open.push(index);
  }
  return (at) => {
    for (let index = countWhile(placed, ({ start }) => start <= at) - 1; index >= 0; index = above[index] ?? -1) {
      const one = placed[index];
      if (one !== undefined && one.end > at) return qualifiedName(one);
    }
    return '';
  };
}

const COMMENT_LINE = /^(?:\/\/|#|\/?\*)/;
/** What may be between a comment and the definition that it describes. */
const ABOVE_NAME = /^[@[)]/;
const MOST_LINES = 40;

/** The words of a comment that ends right above a place. */
function commentAbove(text: string, start: number): string {
  const lines: string[] = [];
  let end = text.lastIndexOf('\n', start - 1);
  for (let count = 0; end > 0 && count < MOST_LINES; count++) {
    const from = text.lastIndexOf('\n', end - 1) + 1;
    const line = text.slice(from, Math.min(end, from + 500)).trim();
    end = from - 1;
    if (COMMENT_LINE.test(line))
      lines.unshift(
        line
          .replace(/^[/*#!\s]{1,20}/, '')
          .replace(/\*\/$/, '')
          .trim(),
      );
    else if (lines.length > 0 || !ABOVE_NAME.test(line)) break;
  }
  return lines.join(' ').trim().slice(0, MAX_COMMENT);
}

const TEXT_BELOW = /\s{0,200}[rRuU]?("""|''')/y;

/** The words of a docstring that begins a body (Python). */
function textBelow(text: string, headEnd: number): string {
  TEXT_BELOW.lastIndex = headEnd;
  const [all = '', quotes] = TEXT_BELOW.exec(text) ?? [];
  if (quotes === undefined) return '';
  const from = headEnd + all.length;
  const end = text.indexOf(quotes, from);
  return text
    .slice(from, Math.min(end < 0 ? text.length : end, from + MAX_COMMENT))
    .replace(/\s{1,1000}/g, ' ')
    .trim();
}
