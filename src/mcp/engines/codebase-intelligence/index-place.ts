import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { PathSources } from '../embedded.js';

/**
 * The absolute path of the index as configured, else from the variable `CODEBASE_INTELLIGENCE_DB`; undefined: the default
 * path.
 * `DATABASE_PATH` is the Contract Engine's, which the same process may serve.
 */
export function indexDatabase({ repository, configured, env = {} }: PathSources): string | undefined {
  const named = [configured, env.CODEBASE_INTELLIGENCE_DB].find((path) => path !== undefined && path.trim() !== '');
  return named === undefined ? undefined : resolve(repository, named);
}

/**
 * The default path: in the user's cache folder, because a repository could contain a forged index. Inside of the repository
 * only without a cache folder.
 *
 * @param cacheDirectory absolute
 */
export function ownPlace(repository: string, cacheDirectory: string | undefined): string {
  if (cacheDirectory === undefined) return join(repository, '.tallystick', 'index.db');
  return join(cacheDirectory, `index-${hash('sha256', resolve(repository), 'hex').slice(0, 24)}.db`);
}
