import { join, resolve } from 'node:path';
import { pathInside } from '../../../config/inside.js';
import { UserError } from '../../../model/user-error.js';

/** Where contracts are kept unless somebody says otherwise, from the root of the repository. */
const DATABASE = '.tallystick/contracts.db';

/** Who may say where contracts are kept. */
export interface DatabaseWishes {
  /** Absolute root of the repository, from which relative paths start. */
  readonly repository: string;
  /** The setting `contract_engine.database_path` of the repository's configuration; empty: not set. */
  readonly configured?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The absolute path of the Contract Engine's database: as configured, else by the variable `CONTRACT_ENGINE_DB`, else by
 * `DATABASE_PATH`, with which an `.mcp.json` names it to the server (seed 000, TECH-015, WIRE-004), else its own place.
 *
 * @throws UserError when the configuration names a place outside of the repository: nothing that a checkout holds says what is
 * written elsewhere
 */
export function contractDatabase({ repository, configured, env = {} }: DatabaseWishes): string {
  if (configured !== undefined && pathInside(repository, resolve(repository, configured)) === undefined)
    throw new UserError('`contract_engine.database_path` leads out of the repository.', {
      hint: 'Name a database elsewhere with --database or CONTRACT_ENGINE_DB.',
    });
  const named = [configured, env.CONTRACT_ENGINE_DB, env.DATABASE_PATH].find((path) => path !== undefined && path.trim() !== '');
  return named === undefined ? join(repository, DATABASE) : resolve(repository, named);
}
