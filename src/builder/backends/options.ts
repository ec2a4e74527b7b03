import type { Config } from '../../config/schema.js';
import type { Journal } from '../../journal/entry.js';
import type { Clock } from '../../mcp/clients/clock.js';
import type { AgentActivity } from './backend.js';

/** What every backend is given. */
export interface ExecutionBackendOptions {
  /** Where agents work: absolute and real. */
  readonly workspace: string;
  readonly config: Config['agent_teams'];
  /** Of this process; agents see an allow-listed part of it. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program; absent: `claude`, found on `PATH` outside the workspace. */
  readonly claude?: string | undefined;
  readonly clock: Clock;
  readonly onActivity: (activity: AgentActivity) => void;
  /** One sentence each: what does not go as asked. */
  readonly onWarning: (warning: string) => void;
  /** Aborted: what runs is ended, and nothing is started any more. */
  readonly signal?: AbortSignal | undefined;
  /** `acceptEdits`, `bypassPermissions` or another mode of the command line. */
  readonly permissionMode: string;
  /** Tools of an agent by its definition. They need no permission when permissions are not bypassed: nobody is there to ask. */
  readonly toolsOf?: ((agent: string) => readonly string[]) | undefined;
  /** A file of MCP servers: agents have these and no others; absent: none. */
  readonly mcpConfig?: string | undefined;
  /** Every call of an agent is written down here. */
  readonly journal?: Journal | undefined;
  /** Whose rights this process has; absent: asked of the system. Root may not bypass permissions. */
  readonly userId?: number | undefined;
}
