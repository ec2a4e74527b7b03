import type { Config } from '../../config/schema.js';
import type { Journal } from '../../journal/entry.js';
import type { Clock } from '../../mcp/clients/clock.js';
import type { AgentActivity } from './backend.js';

/** The options of every backend. */
export interface ExecutionBackendOptions {
  /** The agents' folder: absolute and real. */
  readonly workspace: string;
  readonly config: Config['agent_teams'];
  /** Of this process; agents get an allow-listed part. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The program; absent: `claude`, found on `PATH` outside the workspace. */
  readonly claude?: string | undefined;
  readonly clock: Clock;
  readonly onActivity: (activity: AgentActivity) => void;
  /** Receives one sentence per deviation from the request. */
  readonly onWarning: (warning: string) => void;
  /** Aborts running agents, and starts no others. */
  readonly signal?: AbortSignal | undefined;
  /** `acceptEdits`, `bypassPermissions` or another mode of the command line. */
  readonly permissionMode: string;
  /** Tools of an agent's definition, allowed without asking in all permission modes, because the build is unattended. */
  readonly toolsOf?: ((agent: string) => readonly string[]) | undefined;
  /** A file with the agents' only MCP servers; absent: none. */
  readonly mcpConfig?: string | undefined;
  /** Records every call of an agent. */
  readonly journal?: Journal | undefined;
  /** The user id of this process; absent: asked of the system. Root may not bypass permissions. */
  readonly userId?: number | undefined;
}
