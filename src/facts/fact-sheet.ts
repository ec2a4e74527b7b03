import type { Gap } from '../model/gap.js';
import type { Expression } from './expression.js';
import type { FileFacts } from './fact.js';

/** Version of the fact format; every change of the format raises it, so that older sheets and caches are ignored. */
export const FACT_FORMAT = 1;

/** What the extractors read of a repository, or of one shard of it: all that linking needs. */
export interface FactSheet {
  readonly format: typeof FACT_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly shard?: { readonly index: number; readonly total: number };
  /** The commit that was checked out, if git reports one. */
  readonly commit?: string;
  /** Sorted by path. */
  readonly files: readonly FileFacts[];
  /** Files that only folders of examples and development tools import: they satisfy no contract operation, but may hide one. */
  readonly aside?: readonly string[];
  /** file -> specifier -> file: where imports of the files above lead inside the repository. */
  readonly resolutions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /**
   * The same for packages: file -> specifier -> the file of an installed package that declares it. Absent: the user did not ask
   * for it.
   */
  readonly installed?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Gaps of no single file's facts: unreadable and skipped files. */
  readonly gaps: readonly Gap[];
  /** Results of inference, by `askKey`, where it ran. */
  readonly answers?: Readonly<Record<string, Expression>>;
  /** Definitions of models that contracts share, as far as the scan looked for them. */
  readonly models?: DeclaredModels;
  readonly stats: { readonly files: number; readonly cacheHits: number };
}

/** The models that the scan looked for, by the names that contracts give them, and the types with those names. */
export interface DeclaredModels {
  readonly names: readonly string[];
  readonly types: readonly { readonly file: string; readonly name: string }[];
  /** Types that describe what a database stores: `path#Name`, or `.cs#Name` for any file with that ending. */
  readonly tables: readonly string[];
}
