import { NO_CONTEXT, type PromptContext } from './phases/prompts.js';
import type { BuildState } from './state.js';
import type { ClaudeMd } from './workspace/claude-md.js';

/** The engines as a build uses them. Nothing of it throws: an engine that gives no answer leaves an empty text. */
export interface BuildEngines {
  /** What they say before an agent begins (seed 000, REQ-060B). */
  readonly context: (state: BuildState) => Promise<PromptContext>;
  /** Tells the index of new files (seed 000, WIRE-013); gives those that it took. */
  readonly register: (files: readonly string[]) => Promise<readonly string[]>;
  /** What a team is told of them in its workspace (seed 000, REQ-044). */
  readonly instructions: Pick<ClaudeMd, 'contracts' | 'mcp_servers' | 'codebase_context' | 'dependencies' | 'tech_stack'>;
  /** A file of MCP servers for agents, absolute; absent: they get none. */
  readonly mcpConfig?: string | undefined;
  readonly close: () => Promise<void>;
}

/** All engines are off. */
export const noEngines: BuildEngines = {
  context: async () => NO_CONTEXT,
  register: async () => [],
  instructions: { contracts: [], mcp_servers: {}, codebase_context: '', dependencies: [], tech_stack: '' },
  close: async () => undefined,
};
