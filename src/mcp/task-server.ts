import { type NamedServer, namedServer } from './named-server.js';

/** As agents are told to call it, and as its own documentation does. */
const NAME = /^task-?master(?:-ai)?$/i;

/** The server of TaskMaster that a repository's `.mcp.json` names (seed 001, D3), as {@link namedServer} finds it. */
export function taskServer(repository: string): NamedServer {
  return namedServer(repository, NAME);
}
