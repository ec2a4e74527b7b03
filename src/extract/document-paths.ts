import { posix } from 'node:path';
import type { Repository } from './extractor.js';

/** Before the name of a document in a specifier. */
export const DOCUMENT = '|document:';

/** The export of an OpenAPI document that lists its operations: a word of no code. */
export const OPERATIONS = '|operations';

/** A document that is named from the folder of the file, or of one above it. */
export function documentOf(written: string, from: string, repository: Pick<Repository, 'has'>): string | undefined {
  const name = posix.normalize(`./${written}`);
  for (let folder = posix.dirname(from); ; folder = posix.dirname(folder)) {
    const found = [posix.join(folder, name), posix.join(folder, posix.basename(name))].find((path) => repository.has(path));
    if (found !== undefined || folder === '.' || folder === '/') return found;
  }
}
