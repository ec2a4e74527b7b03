import { type AgentFile, putAgentFiles } from '../../../src/builder/workspace/agent-files.js';
import { type Guard, type GuardOptions, openGuard } from '../../../src/builder/workspace/guarded-files.js';

/** A guard with these agents, as a build opens it. */
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

/** What the next build does first: it puts back what a killed one left. */
export function restoreAbandoned(workspace: string, options: GuardOptions = {}): void {
  openGuard(workspace, options).restore();
}
