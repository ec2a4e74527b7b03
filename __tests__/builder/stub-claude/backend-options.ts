import type { AgentActivity, AgentTask } from '../../../src/builder/backends/backend.js';
import type { ExecutionBackendOptions } from '../../../src/builder/backends/options.js';
import { configSchema } from '../../../src/config/schema.js';
import type { JournalEntry } from '../../../src/journal/entry.js';
import { systemClock } from '../../../src/mcp/clients/clock.js';
import { folderOf } from '../../temporary-folder.js';
import type { StubHome } from './stub-home.js';

/** Options of a backend, and what it told. */
export interface TestedOptions extends ExecutionBackendOptions {
  readonly activities: AgentActivity[];
  readonly warnings: string[];
  readonly entries: JournalEntry[];
}

/** Options for a stub in an empty workspace; `teams` are settings of `agent_teams`. */
export function backendOptions(
  stub: StubHome,
  given: Partial<ExecutionBackendOptions> & { readonly teams?: object } = {},
): TestedOptions {
  const [activities, warnings, entries]: [AgentActivity[], string[], JournalEntry[]] = [[], [], []];
  const { teams = {}, ...more } = given;
  return {
    workspace: more.workspace ?? folderOf({}),
    config: configSchema.parse({ agent_teams: teams }).agent_teams,
    env: stub.env,
    clock: systemClock,
    permissionMode: 'acceptEdits',
    onActivity: (activity) => activities.push(activity),
    onWarning: (warning) => warnings.push(warning),
    journal: { write: (entry) => entries.push(entry) },
    ...more,
    ...{ activities, warnings, entries },
  };
}

/** A task of an agent. */
export function task(given: Partial<AgentTask> = {}): AgentTask {
  const agent = given.agent ?? 'build-developer';
  return {
    id: `milestone-1/${agent.replace('build-', '')}/1`,
    agent,
    subject: 'Write the service',
    prompt: 'Write it.',
    dependsOn: [],
    timeoutSeconds: 60,
    ...given,
  };
}
