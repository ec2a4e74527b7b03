import type { ScanRequest } from '../scan.js';
import type { Step } from './event.js';
import type { PromptContext } from './phases/prompts.js';
import type { BuildState } from './state.js';
import type { ClaudeMd } from './workspace/claude-md.js';

/** The engines of a build; all may be off. They never throw: without an answer a text is empty, with one warning (INT-001 and INT-002). */
export interface BuildEngines {
  /** The scan request, with contracts that only the Contract Engine has. */
  readonly scan: ScanRequest;
  /** Additional text for the agent of a step (REQ-060B, REQ-063, REQ-083). */
  readonly context: (state: BuildState, of: { readonly milestone: string; readonly step: Step }) => Promise<PromptContext>;
  /** Adds new files to the index, relative to the workspace (WIRE-013); returns the accepted ones. */
  readonly register: (files: readonly string[]) => Promise<readonly string[]>;
  /** Marks verified contracts as implemented; returns their ids. */
  readonly mark: () => Promise<readonly string[]>;
  /** A team's instructions about engines in its workspace (REQ-044). */
  readonly instructions: Pick<ClaudeMd, 'contracts' | 'mcp_servers' | 'codebase_context' | 'dependencies' | 'tech_stack'>;
  /** A file of MCP servers for agents, absolute; absent: none. */
  readonly mcpConfig?: string | undefined;
  readonly close: () => Promise<void>;
}
