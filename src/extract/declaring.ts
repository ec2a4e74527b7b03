import { append } from '../model/multi-map.js';
import { folderOf } from '../model/repository-path.js';
import { extensionOf, isTest, nameOf } from './conventions.js';
import type { Language, Repository } from './extractor.js';
import type { Listing } from './files.js';

/** Which sources of a language declare a name: an index over all of them, built on the first query. */
export function createDeclaring(
  { known }: Listing,
  language: Language,
  declares: (path: string) => readonly string[],
): (name: string) => readonly string[] {
  const endings = [...language.extensions, ...(language.declaringDocuments ?? [])];
  let index: Map<string, string[]> | undefined;
  return (name) => {
    index ??= indexOf([...known].filter((path) => endings.includes(extensionOf(path)) && !isTest(path)).sort(), declares);
    return index.get(name) ?? [];
  };
}

/** Which files end with a folder and a name, by the same kind of index. */
export function createEndings({ known }: Pick<Listing, 'known'>): (ending: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (ending) => {
    index ??= indexOf([...known].sort(), (path) => [path.split('/').slice(-2).join('/')]);
    return index.get(ending) ?? [];
  };
}

/**
 * Which sources of a language contain a name, in one folder or in all. Only the name of a file decides whether it is a test: the
 * service itself may be below `test`. The result is lazy: a caller that needs one source does not wait for all, and a later query
 * continues from there.
 */
export function createMentioning(
  { known }: Pick<Listing, 'known'>,
  language: Language,
  mentions: (path: string, name: string) => boolean,
): (name: string, folder?: string) => Iterable<string> {
  let byFolder: Map<string, string[]> | undefined;
  let all: readonly string[] | undefined;
  const walks = new Map<string, Iterable<string>>();
  return (name, folder) => {
    byFolder ??= indexOf(
      [...known].filter((path) => language.extensions.includes(extensionOf(path)) && !isTest(nameOf(path))).sort(),
      (path) => [folderOf(path)],
    );
    all ??= [...byFolder.values()].flat();
    const key = JSON.stringify([folder, name]);
    const asked = folder === undefined ? all : (byFolder.get(folder) ?? []);
    const walk = walks.get(key) ?? resumed(asked, (path) => mentions(path, name));
    walks.set(key, walk);
    return walk;
  };
}

/** The paths that fit. Each is tested once, even over several iterations. */
function resumed(paths: readonly string[], fits: (path: string) => boolean): Iterable<string> {
  const found: string[] = [];
  let tried = 0;
  return {
    *[Symbol.iterator]() {
      for (let given = 0; ; given++) {
        while (given === found.length && tried < paths.length) {
          const path = paths[tried++];
          if (path !== undefined && fits(path)) found.push(path);
        }
        const next = found[given];
        if (next === undefined) return;
        yield next;
      }
    },
  };
}

/** The file itself where another file, in a folder or anywhere, contains a name; the rest of that other file need not be read. */
export function mentionedElsewhere({ mentioning }: Repository, name: string, from: string, folder?: string): string | undefined {
  if (mentioning === undefined) return from;
  for (const file of mentioning(name, folder)) if (file !== from) return from;
  return undefined;
}

function indexOf(paths: readonly string[], declares: (path: string) => readonly string[]): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const path of paths) {
    for (const name of new Set(declares(path))) append(index, name, path);
  }
  return index;
}
