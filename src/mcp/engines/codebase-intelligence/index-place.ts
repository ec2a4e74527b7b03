import { hash } from 'node:crypto';
import { join, resolve } from 'node:path';

/** Who may say where the index of a repository is kept. */
export interface IndexWishes {
  /** Absolute root of the repository, from which relative paths start. */
  readonly repository: string;
  /** The setting `codebase_intelligence.database_path`; empty: not set. */
  readonly configured?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The absolute path of the index as configured, else by the variable `CODEBASE_INTELLIGENCE_DB`; undefined: its own place.
 * `DATABASE_PATH` names the Contract Engine's, which may be served by the same process.
 */
export function indexDatabase({ repository, configured, env = {} }: IndexWishes): string | undefined {
  const named = [configured, env.CODEBASE_INTELLIGENCE_DB].find((path) => path !== undefined && path.trim() !== '');
  return named === undefined ? undefined : resolve(repository, named);
}

/**
 * Its own place: among the caches of the person, and not in the repository, where a checkout could bring an index that says something else
 * than its code; in it only where there is no other place.
 *
 * @param cacheDirectory absolute
 */
export function ownPlace(repository: string, cacheDirectory: string | undefined): string {
  if (cacheDirectory === undefined) return join(repository, '.tallystick', 'index.db');
  return join(cacheDirectory, `index-${hash('sha256', resolve(repository), 'hex').slice(0, 24)}.db`);
}
