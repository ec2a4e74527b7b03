/**
 * All sources below a folder, each loaded as a plugin (`@fastify/autoload`), or as the list that a loop requires one by one (`glob`). Which there are the collector knows; it notes them
 * among the file's resolutions, as `specifier//path`.
 */
export interface FolderExpression {
  readonly kind: 'folder';
  /** Relative to the file that says so: `./routes`. */
  readonly specifier: string;
  /** Folders' names are no prefixes, or not as they are. */
  readonly names?: 'none' | 'unread';
  /** `_id` is a parameter. */
  readonly parameters?: boolean;
  /** Folders deeper than this are left out. */
  readonly depth?: number;
  /** Patterns (folder-filters.ts) of paths within it: those of files and folders that are left out; of all files that are loaded. */
  readonly ignored?: readonly string[];
  readonly matched?: readonly string[];
  /** Those whose path within it has this form alone, of `*`, `**` and `{a,b}`. */
  readonly glob?: string;
  /** Files called `autohooks` hook into the plugins beside them; `below`: into those further down, too. */
  readonly hooks?: 'beside' | 'below';
}
