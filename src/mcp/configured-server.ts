import { resolve } from 'node:path';
import type { Config } from '../config/schema.js';
import type { SessionOptions, StdioServer } from './sessions/server-address.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A configured server, with the limits of its sessions. */
export interface ConfiguredServer {
  readonly address: StdioServer;
  readonly options: SessionOptions;
}

/**
 * The configured server of the Contract Engine, started in `server_root`. Its database comes from the settings, else from
 * `CONTRACT_ENGINE_DB` (TECH-015, TECH-020). Does not check whether it may be started.
 *
 * @param repository absolute; a relative `server_root` is inside
 */
export function contractEngineServer(
  settings: Config['contract_engine'],
  env: Environment,
  repository: string,
): ConfiguredServer {
  const { database_path } = settings;
  return configured(settings, env, repository, { DATABASE_PATH: setOr(database_path, env.CONTRACT_ENGINE_DB) });
}

/**
 * The server of Codebase Intelligence: as {@link contractEngineServer}, with three paths of data, each from the settings, else
 * from the variable of the same name (REQ-038, TECH-025).
 */
export function codebaseIntelligenceServer(
  settings: Config['codebase_intelligence'],
  env: Environment,
  repository: string,
): ConfiguredServer {
  const { database_path, chroma_path, graph_path } = settings;
  return configured(settings, env, repository, {
    DATABASE_PATH: setOr(database_path, env.DATABASE_PATH),
    CHROMA_PATH: setOr(chroma_path, env.CHROMA_PATH),
    GRAPH_PATH: setOr(graph_path, env.GRAPH_PATH),
  });
}

type Common = Pick<
  Config['contract_engine'],
  'mcp_command' | 'mcp_args' | 'server_root' | 'startup_timeout_ms' | 'tool_timeout_ms'
>;

function configured(given: Common, env: Environment, repository: string, paths: Record<string, string>): ConfiguredServer {
  const { mcp_command, mcp_args, server_root, startup_timeout_ms, tool_timeout_ms } = given;
  return {
    address: {
      kind: 'stdio',
      command: mcp_command,
      args: mcp_args,
      ...(server_root === '' ? {} : { cwd: resolve(repository, server_root) }),
      settings: Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== '')),
    },
    options: { startupTimeoutMs: startup_timeout_ms, toolTimeoutMs: tool_timeout_ms, env },
  };
}

function setOr(set: string, otherwise: string | undefined): string {
  return set === '' ? (otherwise ?? '') : set;
}
