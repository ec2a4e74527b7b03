import type { Choice } from '../../mcp/choose.js';
import { indexDatabase } from '../../mcp/engines/codebase-intelligence/index-place.js';
import { contractDatabase } from '../../mcp/engines/contract-engine/database-path.js';
import type { ServerEntry } from '../../mcp/servers-text.js';
import type { EnginesRequest } from './engines-request.js';

/** The server for each engine. */
export interface Choices {
  readonly 'contract-engine': Choice;
  readonly 'codebase-intelligence': Choice;
}

/**
 * The servers that agents ask, as `claude` starts them: the same that the build asks (WIRE-004 to WIRE-008). For a server that
 * this program may not start, agents get the embedded engine.
 */
export function agentServers(request: EnginesRequest, choices: Choices): Readonly<Record<string, ServerEntry>> {
  const servers = Object.entries(choices).flatMap(([id, choice]: [string, Choice]) => {
    if (choice.kind === 'off') return [];
    return [[id, choice.kind === 'server' ? foreign(choice) : embedded(id, request)] as const];
  });
  return Object.fromEntries(servers);
}

/** Serves the build's folder, settings and database, whatever variables `claude` passes on. */
function embedded(id: string, { scan, resolved, env, serveOptions }: EnginesRequest): ServerEntry {
  const { repository, dir } = scan;
  const { contract_engine: contracts, codebase_intelligence: codebase } = resolved.config;
  // `DATABASE_PATH` is for external servers: here it may be the database of the built service.
  const own = { ...env, DATABASE_PATH: undefined };
  const database =
    id === 'contract-engine'
      ? contractDatabase({ repository, configured: contracts.database_path, env: own })
      : indexDatabase({ repository, configured: codebase.database_path, env: own });
  const at = database === undefined ? [] : ['--database', database];
  return { type: 'stdio', command: 'tallystick', args: ['serve', id, '--dir', dir, ...at, ...serveOptions] };
}

function foreign({ server: { address } }: Extract<Choice, { kind: 'server' }>): ServerEntry {
  const { command, args, cwd, settings = {} } = address;
  const env = Object.keys(settings).length === 0 ? {} : { env: settings };
  // `claude` starts servers in the workspace and cannot be configured to use another folder.
  if (cwd === undefined || process.platform === 'win32') return { type: 'stdio', command, args, ...env };
  return { type: 'stdio', command: '/bin/sh', args: ['-c', 'cd -- "$0" && exec "$@"', cwd, command, ...args], ...env };
}
