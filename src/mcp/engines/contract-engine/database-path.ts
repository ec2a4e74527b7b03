import { join, resolve } from 'node:path';
import { pathInside } from '../../../config/inside.js';
import { UserError } from '../../../model/user-error.js';
import type { PathSources } from '../embedded.js';

/** The default path of contracts, from the root of the repository. */
const DATABASE = '.tallystick/contracts.db';

/**
 * The absolute path of the Contract Engine's database: as configured, else from the variable `CONTRACT_ENGINE_DB`, else from
 * `DATABASE_PATH`, with which an `.mcp.json` names it (TECH-015, WIRE-004), else the default.
 *
 * @throws UserError when the configuration names a path outside of the repository: a checkout must not decide what is written
 * elsewhere
 */
export function contractDatabase({ repository, configured, env = {} }: PathSources): string {
  if (configured !== undefined && pathInside(repository, resolve(repository, configured)) === undefined)
    throw new UserError('`contract_engine.database_path` leads out of the repository.', {
      hint: 'Name a database elsewhere with --database or CONTRACT_ENGINE_DB.',
    });
  const named = [configured, env.CONTRACT_ENGINE_DB, env.DATABASE_PATH].find((path) => path !== undefined && path.trim() !== '');
  return named === undefined ? join(repository, DATABASE) : resolve(repository, named);
}
