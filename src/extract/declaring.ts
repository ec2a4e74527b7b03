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

/** Which files end with a folder and a name, likewise. */
export function createEndings({ known }: Pick<Listing, 'known'>): (ending: string) => readonly string[] {
  let index: Map<string, string[]> | undefined;
  return (ending) => {
    index ??= indexOf([...known].sort(), (path) => [path.split('/').slice(-2).join('/')]);
    return index.get(ending) ?? [];
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
