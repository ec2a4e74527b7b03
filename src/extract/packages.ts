import type { FileFacts } from '../facts/fact.js';
import { isInstalled } from '../facts/values/installed.js';
import type { Language } from './extractor.js';
import { filesBelow } from './installed-files.js';
import { readSource } from './read-source.js';
import { Reader } from './reader.js';

/** The packages that are installed in a repository, as far as files declare their exports. None of their code runs. */
export interface Packages {
  /** The file that declares the target of a specifier, relative to the repository. */
  readonly resolve: (specifier: string, from: string, language: string) => string | undefined;
  /** The declarations in a file of a package; its routes are not routes of the service. */
  readonly read: (path: string) => Promise<FileFacts | undefined>;
  readonly mentions: (path: string, name: string) => boolean;
  /** As `ProjectHost.read`. */
  readonly source: (path: string) => { readonly text: string; readonly hash: string } | undefined;
}

/**
 * @param root the repository with the installed packages, absolute and real
 * @param augmented the modules whose declarations the service extends: what packages declare of them is only a part
 */
export async function openPackages(
  root: string,
  languages: readonly Language[],
  augmented: ReadonlySet<string>,
): Promise<Packages> {
  const files = filesBelow(root);
  const resolvers = new Map<string, (specifier: string, from: string) => string | undefined>();
  for (const { id, packages } of languages) {
    const made = await packages?.();
    if (made !== undefined) resolvers.set(id, made(files));
  }
  const reader = new Reader({ repository: root, languages });
  return {
    resolve: (specifier, from, language) => {
      const path = augmented.has(specifier) ? undefined : resolvers.get(language)?.(specifier, from);
      return path !== undefined && isInstalled(path) ? path : undefined;
    },
    read: async (path) => {
      const facts = await reader.read(path);
      // a file that is broken, or too large to read, may lack any declaration
      if (facts === undefined || facts.gaps.length > 0) return undefined;
      return { ...facts, facts: facts.facts.filter(({ kind }) => DECLARED.has(kind)) };
    },
    mentions: (path, name) => reader.mentions(path, name),
    source: (path) => {
      const source = readSource(root, path, () => true);
      return source?.kind === 'text' ? source : undefined;
    },
  };
}

/** The modules that sources extend: `declare module 'next-auth' { interface Session { role: string } }`. */
export function augmentedModules(repository: string, sources: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of sources)
    readSource(repository, path, (text) => {
      for (const [, name = ''] of text.matchAll(AUGMENTATION)) found.add(name);
      return false;
    });
  return found;
}

const AUGMENTATION = /\bdeclare module ["']([^"'\n]{1,214})["']/g;

const DECLARED: ReadonlySet<string> = new Set<FileFacts['facts'][number]['kind']>([
  ...(['declaration', 'callable', 'constant'] as const),
  ...(['import', 'export'] as const),
]);
