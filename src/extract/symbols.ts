/** What one source defines, imports and mentions, as plain data: for search, not for findings. */
export interface SourceSymbols {
  /** In the order of their start offsets. */
  readonly symbols: readonly CodeSymbol[];
  readonly imports: readonly SymbolImport[];
  readonly calls: readonly SymbolCall[];
  /** Every word of code and of strings, but not of comments, with its number of occurrences. */
  readonly words: readonly (readonly [string, number])[];
  /** The package or namespace of the whole file, where the language has one. */
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

/** A named definition. */
export interface CodeSymbol {
  readonly name: string;
  /** The symbol that contains it: `Users` of `Users.list`; absent: the file. */
  readonly owner?: string;
  readonly kind: SymbolKind;
  /** From 1. */
  readonly line: number;
  readonly endLine: number;
  /** Its head as in the source, on one line. */
  readonly signature: string;
  /** The comment above it; empty: none. */
  readonly comment: string;
  /** Other files may use it. */
  readonly exported: boolean;
  /** Code may use it without naming it: a framework, a caller of the method that it overrides, the platform. */
  readonly retained: boolean;
}

/** What a file imports from another. */
export interface SymbolImport {
  /** As the language's `resolve` expects it; a namespace where names link files. */
  readonly specifier: string;
  /** Local names and the exports they refer to; `*`: all exports. */
  readonly names: readonly { readonly imported: string; readonly local: string }[];
  /** The import is re-exported whole (`export * from`), or is a value whose members no code names. */
  readonly whole?: boolean;
}

/** A call by the name before its parenthesis. */
export interface SymbolCall {
  readonly name: string;
  readonly line: number;
  /** `users` of `users.list()`; empty: none. */
  readonly receiver: string;
  /** The innermost symbol that contains it, `Owner.name`; empty: none. */
  readonly caller: string;
}

/** Longer heads are truncated. */
export const MAX_SIGNATURE = 240;
/** Longer comments are truncated. */
export const MAX_COMMENT = 600;

/** `Owner.name`, the form in which callers ask for symbols. */
export function qualifiedName({ name, owner }: Pick<CodeSymbol, 'name' | 'owner'>): string {
  return owner === undefined ? name : `${owner}.${name}`;
}
