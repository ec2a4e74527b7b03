import { type Braces, neverRun, type Part, withBlank } from '../never-run.js';

/** A source in texts of equal length, so that what is matched in one is read in another at the same offset. */
export interface Masked {
  /** As it is written. */
  readonly text: string;
  /** Comments are blank, and what never runs. */
  readonly code: string;
  /** So is what stands in strings: structure is looked for here. */
  readonly bare: string;
  /** Offset of a string or comment that never ends; absent: all of them do. */
  readonly broken?: number;
}

/** What a lexer tells from code, in the order of the text. */
export interface Pieces {
  readonly comments: readonly Part[];
  readonly strings: readonly Part[];
  readonly broken: number | undefined;
  /** A line that ends within a string ends no statement, and is blank as well. */
  readonly joined?: true;
}

/** Masks a source; `never`: what never runs, where the language has conditions with braces. */
export function masked(text: string, pieces: Pieces, braces?: Braces): Masked & { readonly never: readonly Part[] } {
  const { comments, strings, broken, joined } = pieces;
  const code = withBlank(text, comments);
  const bare = withBlank(code, strings, joined === true ? /[\s\S]/g : undefined);
  const never = braces === undefined ? [] : neverRun(bare, braces);
  return { text, code: withBlank(code, never), bare: withBlank(bare, never), never, ...(broken !== undefined && { broken }) };
}
