import type { Gap } from '../model/gap.js';
import type { Expression } from './expression.js';
import type { FileFacts } from './fact.js';

/** Version of the facts' form; raised with every change to it, so that older sheets and caches are not read. */
export const FACT_FORMAT = 1;

/** What was read of a repository, or of one shard of it: all that linking needs. */
export interface FactSheet {
  readonly format: typeof FACT_FORMAT;
  readonly tool: { readonly name: string; readonly version: string };
  readonly shard?: { readonly index: number; readonly total: number };
  /** The commit that was checked out, where git tells. */
  readonly commit?: string;
  /** Sorted by path. */
  readonly files: readonly FileFacts[];
  /** Those of the files that only lead from folders of examples and of development tools: they keep nothing, but may hide it. */
  readonly aside?: readonly string[];
  /** file -> specifier -> file: where imports of the files above lead inside the repository. */
  readonly resolutions: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The same of packages: file -> specifier -> the file of an installed package that declares it. Absent: none were asked for. */
  readonly installed?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What concerns no single file's facts: unreadable and skipped files. */
  readonly gaps: readonly Gap[];
  /** What inference found, by `askKey`, where it ran. */
  readonly answers?: Readonly<Record<string, Expression>>;
  /** Definitions of models that contracts share, as far as they were looked for. */
  readonly models?: DeclaredModels;
  readonly stats: { readonly files: number; readonly cacheHits: number };
}

/** Which models were looked for, by the names that contracts give them, and the types that are named after them. */
export interface DeclaredModels {
  readonly names: readonly string[];
  readonly types: readonly { readonly file: string; readonly name: string }[];
  /** Types that describe what a database stores: `path#Name`, or `.cs#Name` for any file with that ending. */
  readonly tables: readonly string[];
}
