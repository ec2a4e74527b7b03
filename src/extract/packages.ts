import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { FileFacts } from '../facts/fact.js';
import { isInstalled } from '../facts/installed.js';
import { leadsOut } from '../model/leads-out.js';
import type { Language } from './extractor.js';
import { MAX_SOURCE_BYTES, readSource } from './read-source.js';
import { Reader } from './reader.js';

/** The packages that are installed in a repository, as far as files say what they declare. Nothing of them is run. */
export interface Packages {
  /** The file that declares what a specifier means, relative to the repository. */
  readonly resolve: (specifier: string, from: string, language: string) => string | undefined;
  /** What a file of a package declares; its routes are none of the service's. */
  readonly read: (path: string) => Promise<FileFacts | undefined>;
  readonly mentions: (path: string, name: string) => boolean;
  /** As `ProjectHost.read`. */
  readonly source: (path: string) => { readonly text: string; readonly hash: string } | undefined;
}

/** The files below a repository, wherever links within it lead. Paths are relative to it, and so are those that are given. */
export interface InstalledFiles {
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** Undefined: there is none, or it is too large. */
  readonly read: (path: string) => string | undefined;
  /** Without links; a path that leads out of the repository is none. */
  readonly realPath: (path: string) => string | undefined;
}

/** @param root the repository in which packages are installed, absolute and real */
export async function openPackages(root: string, languages: readonly Language[]): Promise<Packages> {
  const files = filesBelow(root);
  const resolvers = new Map<string, (specifier: string, from: string) => string | undefined>();
  for (const { id, packages } of languages) {
    const made = await packages?.();
    if (made !== undefined) resolvers.set(id, made(files));
  }
  const reader = new Reader({ repository: root, languages });
  return {
    resolve: (specifier, from, language) => {
      const path = resolvers.get(language)?.(specifier, from);
      return path !== undefined && isInstalled(path) ? path : undefined;
    },
    read: async (path) => {
      const facts = await reader.read(path);
      // of a file that is broken, or beyond what is read, it is not known what it lacks
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

const DECLARED: ReadonlySet<string> = new Set<FileFacts['facts'][number]['kind']>([
  ...(['declaration', 'callable', 'constant'] as const),
  ...(['import', 'export'] as const),
]);

function filesBelow(root: string): InstalledFiles {
  const real = new Map<string, string | undefined>();
  const realPath = (path: string): string | undefined => {
    if (!real.has(path)) real.set(path, insideOf(root, path));
    return real.get(path);
  };
  const statOf = (path: string) => {
    const place = realPath(path);
    return place === undefined ? undefined : statSync(resolve(root, place), { throwIfNoEntry: false });
  };
  return {
    realPath,
    isFile: (path) => statOf(path)?.isFile() === true,
    isFolder: (path) => statOf(path)?.isDirectory() === true,
    read: (path) => {
      const stat = statOf(path);
      return stat?.isFile() === true && stat.size <= MAX_SOURCE_BYTES ? readFileSync(resolve(root, path), 'utf8') : undefined;
    },
  };
}

function insideOf(root: string, path: string): string | undefined {
  try {
    const inner = relative(root, realpathSync(resolve(root, path)));
    return leadsOut(inner) ? undefined : inner.replaceAll('\\', '/');
  } catch {
    // it is not there, or a circle of links
    return undefined;
  }
}
