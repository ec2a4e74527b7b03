/**
 * All sources below a folder, each loaded as a plugin (`@fastify/autoload`), or as the list that a loop requires one by one
 * (`glob`). The collector finds the files and records them among the file's resolutions, as `specifier//path`.
 */
export interface FolderExpression {
  readonly kind: 'folder';
  /** Relative to the file with the expression: `./routes`. */
  readonly specifier: string;
  /** Folder names add no prefix, or an unknown one. */
  readonly names?: 'none' | 'unread';
  /** `_id` is a parameter. */
  readonly parameters?: boolean;
  /** Folders deeper than this are skipped. */
  readonly depth?: number;
  /**
   * Patterns (folder-filters.ts) of paths within it: those of skipped files and folders; those that every loaded file matches.
   */
  readonly ignored?: readonly string[];
  readonly matched?: readonly string[];
  /** Only files whose path within it matches this pattern of `*`, `**` and `{a,b}`. */
  readonly glob?: string;
  /** Files called `autohooks` hook into the plugins beside them; `below`: also into those further down. */
  readonly hooks?: 'beside' | 'below';
}
