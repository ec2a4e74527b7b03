import { type NamedServer, namedServer } from './named-server.js';

/** The names in agents' instructions and in its documentation. */
const NAME = /^task-?master(?:-ai)?$/i;

/** The server of TaskMaster in a repository's `.mcp.json` (spec 001, D3), as {@link namedServer} finds it. */
export function taskServer(repository: string): NamedServer {
  return namedServer(repository, NAME);
}
