import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { leadsOut } from '../model/leads-out.js';
import { MAX_SOURCE_BYTES } from './read-source.js';

/** The files below a repository, also through links within it. All paths are relative to the repository. */
export interface InstalledFiles {
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** Undefined: there is none, or it is too large. */
  readonly read: (path: string) => string | undefined;
  /** With links resolved; undefined for a path that leads out of the repository. */
  readonly realPath: (path: string) => string | undefined;
}

/** @param root absolute and real */
export function filesBelow(root: string): InstalledFiles {
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
    // the file does not exist, or its links form a cycle
    return undefined;
  }
}
