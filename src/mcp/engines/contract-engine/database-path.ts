import { join, resolve } from 'node:path';

/** Where contracts are kept unless somebody says otherwise, from the root of the repository. */
const DATABASE = '.tallystick/contracts.db';

/** Who may say where contracts are kept. */
export interface DatabaseWishes {
  /** Absolute root of the repository, from which relative paths start. */
  readonly repository: string;
  /** The setting `contract_engine.database_path`; empty: not set. */
  readonly configured?: string | undefined;
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
}

/**
 * The absolute path of the Contract Engine's database: as configured, else by the variable `CONTRACT_ENGINE_DB`, else by
 * `DATABASE_PATH`, with which an `.mcp.json` names it to the server (seed 000, TECH-015, WIRE-004), else its own place.
 */
export function contractDatabase({ repository, configured, env = {} }: DatabaseWishes): string {
  const named = [configured, env.CONTRACT_ENGINE_DB, env.DATABASE_PATH].find((path) => path !== undefined && path.trim() !== '');
  return named === undefined ? join(repository, DATABASE) : resolve(repository, named);
}
