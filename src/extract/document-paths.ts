import { posix } from 'node:path';
import type { Repository } from './extractor.js';

/** Prefix of a document's name in a specifier. */
export const DOCUMENT = '|document:';

/** The export of an OpenAPI document that lists its operations: a name that no code can have. */
export const OPERATIONS = '|operations';

/** A document that code names relative to the folder of the file, or to a folder above it. */
export function documentOf(written: string, from: string, repository: Pick<Repository, 'has'>): string | undefined {
  const name = posix.normalize(`./${written}`);
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const found = [posix.join(folder, name), posix.join(folder, posix.basename(name))].find((path) => repository.has(path));
    if (found !== undefined || folder === '.' || folder === '/') return found;
  }
}
