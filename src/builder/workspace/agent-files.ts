import { UserError } from '../../model/user-error.js';
import { type Guard, type GuardOptions, openGuard } from './guarded-files.js';

/** Where the `claude` command line looks for the agents of a project. */
const AGENTS_FOLDER = '.claude/agents';
const NAME = /^[a-z][a-z0-9-]{0,63}$/;

/** An agent's definition as the file that it becomes. */
export interface AgentFile {
  /** `build-qa`: the file's name without its ending. */
  readonly name: string;
  readonly content: string;
}

/** The file of an agent's definition, relative to the workspace. @throws UserError when the name could lead elsewhere */
function agentPath(name: string): string {
  if (!NAME.test(name)) throw new UserError(`${JSON.stringify(name.slice(0, 100))} is no name of an agent.`);
  return `${AGENTS_FOLDER}/${name}.md`;
}

/** Writes definitions of agents into a guarded workspace (seed 003, REQ-BAP-001). */
export function putAgentFiles(guard: Guard, agents: readonly AgentFile[]): void {
  guard.put(agents.map(({ name, content }) => ({ path: agentPath(name), content })));
}

/**
 * A guard with these agents in it: `restore` makes `.claude/agents` what it was. Other files are put under the same guard, since a
 * workspace has one.
 *
 * @throws UserError when another build guards the workspace, or links are in the way
 */
export function guardAgentFiles(workspace: string, agents: readonly AgentFile[], options: GuardOptions = {}): Guard {
  const guard = openGuard(workspace, options);
  try {
    putAgentFiles(guard, agents);
    return guard;
  } catch (error) {
    guard.restore();
    throw error;
  }
}
