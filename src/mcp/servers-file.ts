import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { type ServerEntry, serversIn } from './servers-text.js';
import { contractScan } from './toolsets/contract-scan.js';

/** The file in which coding agents look for servers of a project. */
export const SERVERS_FILE = '.mcp.json';
const MAX_BYTES = 1_000_000;
const OURS = ['contract-engine', 'codebase-intelligence', 'architect'] as const;

/** The embedded servers by name: `tallystick serve` for each; first the one that compares code with contracts. */
export function embeddedServers(): Readonly<Record<string, ServerEntry>> {
  return Object.fromEntries(
    [contractScan.id, ...OURS].map((id) => [id, { type: 'stdio', command: 'tallystick', args: ['serve', id] }]),
  );
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
