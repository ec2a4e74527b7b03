/**
 * What git tracks although a `.gitignore` names it. Git goes on tracking such files, so they are read like all others: otherwise a
 * change could hide a file of its own by a line in `.gitignore`. Paths are relative to the repository, with forward slashes.
 */
export interface Tracked {
  readonly file: (path: string) => boolean;
  /** Whether such a file is in the folder, at any depth. */
  readonly folder: (path: string) => boolean;
  /** What a reader must know: a sentence. */
  readonly notice?: string;
}

/** For a folder of which all was tracked: no `.gitignore` counts there. */
export const ALL_TRACKED: Tracked = { file: () => true, folder: () => true };

/** These files alone; for most repositories there are none. */
export function trackedOnly(paths: readonly string[]): Tracked {
  const files = new Set(paths);
  const folders = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  }
  return { file: (path) => files.has(path), folder: (path) => folders.has(path) };
}
