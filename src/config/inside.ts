import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { leadsOut } from '../model/leads-out.js';

/**
 * The path of a file within a repository, with forward slashes; `undefined` if it lies elsewhere. The file need not exist. The
 * path may go through a link: a workspace that is a link also leads into the repository.
 *
 * @param repository absolute and real
 * @param path absolute
 */
export function pathInside(repository: string, path: string): string | undefined {
  const places = [path, join(realFolder(dirname(path)), basename(path)), realFolder(path)];
  const [way] = places.map((place) => relative(repository, place)).filter((inner) => !leadsOut(inner));
  return way?.replaceAll('\\', '/');
}

/** Whether a path in a repository is a link that leads out of it. */
export function isLinkOut(repository: string, path: string): boolean {
  return leadsOut(relative(realFolder(repository), realFolder(path)));
}

/** The real path of a file or folder; if it does not exist yet, its future real path. */
export function realFolder(path: string): string {
  if (existsSync(path)) return realpathSync(path);
  const parent = dirname(path);
  return parent === path ? path : join(realFolder(parent), basename(path));
}
