import { UserError } from '../../model/user-error.js';
import type { Guard } from './guarded-files.js';

/** The folder in which the `claude` command line finds a project's agents. */
const AGENTS_FOLDER = '.claude/agents';
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** An agent's definition as a file. */
export interface AgentFile {
  /** `build-qa`: the file's name without its ending. */
  readonly name: string;
  readonly content: string;
}

/** The path of an agent's definition, relative to the workspace. @throws UserError when the name could lead elsewhere */
function agentPath(name: string): string {
  if (!NAME.test(name)) throw new UserError(`${JSON.stringify(name.slice(0, 100))} is no name of an agent.`);
  return `${AGENTS_FOLDER}/${name}.md`;
}

/** Writes definitions of agents into a guarded workspace (REQ-BAP-001). */
export function putAgentFiles(guard: Guard, agents: readonly AgentFile[]): void {
  guard.put(agents.map(({ name, content }) => ({ path: agentPath(name), content })));
}
