/**
 * Files that git tracks although a `.gitignore` names them. Git continues to track them, so they are read like all others:
 * otherwise a change could hide its own file by a line in `.gitignore`. Paths are relative to the repository, with forward
 * slashes.
 */
export interface Tracked {
  readonly file: (path: string) => boolean;
  /** Whether such a file is in the folder, at any depth. */
  readonly folder: (path: string) => boolean;
  /** A sentence for the reader. */
  readonly notice?: string;
}

/** For a folder in which everything is tracked: no `.gitignore` counts there. */
export const ALL_TRACKED: Tracked = { file: () => true, folder: () => true };

/** Only these files; for most repositories there are none. */
export function trackedOnly(paths: readonly string[]): Tracked {
  const files = new Set(paths);
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return { file: (path) => files.has(path), folder: (path) => folders.has(path) };
}
