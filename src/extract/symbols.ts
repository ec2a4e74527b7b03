/** What one source defines, takes in and mentions, as plain data: for finding things, not for judging them. */
export interface SourceSymbols {
  /** In the order of their beginnings. */
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly SymbolImport[];
  readonly calls: readonly SymbolCall[];
  /** Every word of code and of texts in it, but not of comments, with how often it stands there. */
  readonly words: readonly (readonly [string, number])[];
  /** The package or namespace that all of the file belongs to, where the language has such. */
  readonly namespace?: string;
}

export type SymbolKind =
  | 'function'
  | 'method'
  | 'class'
  | 'record'
  | 'struct'
  | 'interface'
  | 'enum'
  | 'type'
  | 'object'
  | 'constant'
  | 'variable'
  | 'property';

/** Something that has a name. */
export interface CodeSymbol {
  readonly name: string;
  /** What it is a part of: `Users` of `Users.list`; absent: the file. */
  readonly owner?: string;
  readonly kind: SymbolKind;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Its head as it is written, in one line. */
  readonly signature: string;
  /** What a comment says above it; empty: none. */
  readonly comment: string;
  /** Other files may use it. */
  readonly exported: boolean;
  /** Something may use it that names it nowhere: a framework, a caller of what it overrides, the platform. */
  readonly kept: boolean;
}

/** What a file takes in of another. */
export interface SymbolImport {
  /** As the language's `resolve` reads it; where files are joined by names: a namespace. */
  readonly specifier: string;
  /** Local names that stand for others there; `*`: all of it. */
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** What it takes in is handed on whole (`export * from`), or as a value whose members nobody names. */
  readonly whole?: boolean;
}

/** A call by the name that stands before its parenthesis. */
export interface SymbolCall {
  readonly name: string;
  readonly line: number;
  /** `users` of `users.list()`; empty: none. */
  readonly receiver: string;
  /** The innermost symbol around it, `Owner.name`; empty: none. */
  readonly caller: string;
}

/** Longer heads are cut. */
export const MAX_SIGNATURE = 240;
/** Longer comments are cut. */
export const MAX_COMMENT = 600;

/** `Owner.name`, as symbols are asked for. */
export function qualifiedName({ name, owner }: Pick<CodeSymbol, 'name' | 'owner'>): string {
  return owner === undefined ? name : `${owner}.${name}`;
}
