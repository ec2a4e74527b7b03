import { createHash } from 'node:crypto';
import { isInstalled } from '../facts/values/installed.js';
import type { Language, ProjectHost, Repository } from './extractor.js';
import type { Listing } from './files.js';
import type { Packages } from './packages.js';
import { readSource } from './read-source.js';

/** The repository as inference can read it. */
export interface Project extends ProjectHost {
  /** Digest of everything that decides where imports lead: the list of files, and the configuration. */
  readonly digest: () => string;
  /** The SHA-256 of a file of the repository, hex; undefined: there is none, or it cannot be read. */
  readonly hashOf: (path: string) => string | undefined;
}

/**
 * Reads only listed files, each with the limits that apply to every source.
 *
 * @param readHash the hash of a file that this run has already read
 * @param packages the installed packages, where the user asks for them
 */
export function createProject(
  repository: string,
  listing: Listing,
  language: Language,
  known: Repository,
  readHash: (path: string) => string | undefined,
  packages: Packages | undefined,
): Project {
  let digest: string | undefined;
  const read: ProjectHost['read'] = (given) => {
    if (packages !== undefined && isInstalled(given)) return packages.source(given);
    const path = listing.canonical(given);
    if (!listing.known.has(path)) return undefined;
    const source = readSource(repository, path, () => true);
    if (source?.kind !== 'text') return undefined;
    return { text: source.text, hash: source.hash };
  };
  return {
    read,
    hashOf: (path) => readHash(listing.canonical(path)) ?? read(path)?.hash,
    resolve: (specifier, from) => {
      const target = language.resolve(specifier, from, known);
      const path = target === undefined ? undefined : listing.canonical(target);
      if (path !== undefined && listing.known.has(path)) return path;
      return packages?.resolve(specifier, from, language.id);
    },
    digest: () => {
      if (digest !== undefined) return digest;
      const hash = createHash('sha256');
      for (const path of [...listing.known].sort()) hash.update(`${path}\n`);
      for (const [path, { hash: own }] of known.configuration) hash.update(`${path} ${own}\n`);
      digest = hash.digest('hex');
      return digest;
    },
  };
}
