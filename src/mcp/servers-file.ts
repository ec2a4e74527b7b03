import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolved } from '../config/resolve.js';
import { UserError } from '../model/user-error.js';
import { type ServerEntry, serversIn } from './servers-text.js';

/** The file in which coding agents look for servers of a project. */
export const SERVERS_FILE = '.mcp.json';
const MAX_BYTES = 1_000_000;
const OURS = ['contract-engine', 'codebase-intelligence', 'architect'] as const;

/** The embedded servers by name: `tallystick serve` for each. */
export function embeddedServers(): Readonly<Record<string, ServerEntry>> {
  return Object.fromEntries(OURS.map((id) => [id, embedded(id)]));
}

function embedded(id: string): ServerEntry {
  return { type: 'stdio', command: 'tallystick', args: ['serve', id] };
}

/** The enabled servers, each with the user's command or as an embedded engine, with configured paths of data (WIRE-004 to WIRE-008). */
export function contractAwareServers({ config, setBy }: Resolved): Readonly<Record<string, ServerEntry>> {
  const { contract_engine: engine, codebase_intelligence: intelligence } = config;
  const entry = (section: 'contract_engine' | 'codebase_intelligence', id: string, paths: Readonly<Record<string, string>>) => {
    const { enabled, mcp_command, mcp_args } = config[section];
    if (!enabled) return [];
    // The default command is documentation; embedded engines read the settings themselves.
    if (setBy([section, 'mcp_command']) === 'default' || mcp_command.trim() === '') return [[id, embedded(id)] as const];
    const env = Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== ''));
    const server: ServerEntry = { type: 'stdio', command: mcp_command, args: mcp_args };
    return [[id, Object.keys(env).length === 0 ? server : { ...server, env }] as const];
  };
  return Object.fromEntries([
    ...entry('contract_engine', 'contract-engine', { DATABASE_PATH: engine.database_path }),
    ...entry('codebase_intelligence', 'codebase-intelligence', {
      DATABASE_PATH: intelligence.database_path,
      CHROMA_PATH: intelligence.chroma_path,
      GRAPH_PATH: intelligence.graph_path,
    }),
  ]);
}

/**
 * The text of a repository's `.mcp.json`; undefined: none.
 *
 * @throws UserError when it is not a plain file of the repository, or too large
 */
export function readServersFile(repository: string): string | undefined {
  const file = join(realpathSync(repository), SERVERS_FILE);
  const stats = lstatSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new UserError(`${SERVERS_FILE} is no plain file.`, { hint: 'Put a file there.' });
  if (stats.size > MAX_BYTES) throw new UserError(`${SERVERS_FILE} has more than ${MAX_BYTES / 1_000_000} MB.`);
  return readFileSync(file, 'utf8');
}

/** The engines in a repository's `.mcp.json`; `why`: a sentence, when it could not be read. */
export interface DetectedEngines {
  readonly engines: readonly string[];
  readonly why?: string;
}

/** The engines of a repository's agents, by name (REQ-082). Starts nothing of the file. */
export function detectEngines(repository: string): DetectedEngines {
  try {
    const text = readServersFile(repository);
    const servers = text === undefined ? {} : serversIn(text);
    return { engines: OURS.filter((id) => Object.hasOwn(servers, id)) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { engines: [], why: error.message };
  }
}
