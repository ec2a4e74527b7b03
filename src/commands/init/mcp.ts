import { join } from 'node:path';
import { findRepository } from '../../config/repository.js';
import { embeddedServers, readServersFile, SERVERS_FILE } from '../../mcp/servers-file.js';
import { mergeServers } from '../../mcp/servers-text.js';
import { type Arguments, type Io, switchOption } from '../command.js';
import { existingFolder } from '../folders.js';
import { writeWhole } from '../publish.js';

/**
 * `tallystick init --mcp`: adds the embedded engines to the `.mcp.json` of a repository, where coding agents look for servers.
 *
 * @throws UserError when the existing file is invalid
 */
export async function writeServers(given: Arguments, io: Io): Promise<number> {
  const repository = findRepository(existingFolder(io.cwd, given.operands[0] ?? '.'));
  const before = readServersFile(repository);
  const { text, added, replaced, unchanged } = mergeServers(before, embeddedServers(), switchOption(given, 'yes', false));
  if (text !== before) writeWhole(join(repository, SERVERS_FILE), text);
  const lines = [
    text === before ? `${SERVERS_FILE} is left as it is.` : `Wrote ${SERVERS_FILE}: ${[...added, ...replaced].join(', ')}`,
    ...unchanged.map((name) => `${name} exists already with other settings. --yes replaces it.`),
    ...(text === before
      ? []
      : ['Agents start `tallystick`, so it has to be a program of PATH: `npm install --global` this package.']),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}
