import { type Braces, neverRun, type Part, withBlank } from '../never-run.js';

/** A source as several texts of equal length, so that an offset found in one is valid in the others. */
export interface Masked {
  /** The original text. */
  readonly text: string;
  /** With comments and dead code blank. */
  readonly code: string;
  /** With the contents of strings blank as well: for searching structure. */
  readonly bare: string;
  /** Offset of a string or comment that is not terminated; absent: all are. */
  readonly broken?: number;
}

/** What a lexer separates from code, in the order of the text. */
export interface Pieces {
  readonly comments: readonly Part[];
  readonly strings: readonly Part[];
  readonly broken: number | undefined;
  /** Line breaks within strings end no statement, so they are blank as well. */
  readonly joined?: true;
}

/** Masks a source; `never` in the result lists dead code, where the language has conditions with braces. */
export function masked(text: string, pieces: Pieces, braces?: Braces): Masked & { readonly never: readonly Part[] } {
  const { comments, strings, broken, joined } = pieces;
  const code = withBlank(text, comments);
  const bare = withBlank(code, strings, joined === true ? /[\s\S]/g : undefined);
  const never = braces === undefined ? [] : neverRun(bare, braces);
  return { text, code: withBlank(code, never), bare: withBlank(bare, never), never, ...(broken !== undefined && { broken }) };
}

/** The end of the line that an offset is in, where a line comment ends. */
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end;
}
