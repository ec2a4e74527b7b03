import { extensionOf, isTest } from './conventions.js';
import type { Language } from './extractor.js';
import type { Listing } from './files.js';

/** Which sources of a language declare a name: an index over all of them, made when it is first asked. */
export function createDeclaring(
  { known }: Listing,
  language: Language,
  declares: (path: string) => readonly string[],
): (name: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (name) => {
    index ??= indexOf(
      [...known].filter((path) => language.extensions.includes(extensionOf(path)) && !isTest(path)).sort(),
      declares,
    );
    return index.get(name) ?? [];
  };
}

function indexOf(paths: readonly string[], declares: (path: string) => readonly string[]): Map<string, string[]> {
  const index = new Map<string, string[]>();
  for (const path of paths) {
    for (const name of new Set(declares(path))) {
      const files = index.get(name);
      if (files === undefined) index.set(name, [path]);
      else files.push(path);
    }
  }
  return index;
}
