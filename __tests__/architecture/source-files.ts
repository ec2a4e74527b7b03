import { readdirSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The project's own folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Files below a folder of the project that end in `ending`, relative to the project, with forward slashes, sorted. */
export function sourceFiles(folder: string, ending = '.ts'): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length).split(sep).join('/'))
    .sort();
}
