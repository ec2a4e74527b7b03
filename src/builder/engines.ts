import type { ScanRequest } from '../scan.js';
import type { Step } from './event.js';
import type { PromptContext } from './phases/prompts.js';
import type { BuildState } from './state.js';
import type { ClaudeMd } from './workspace/claude-md.js';

/**
 * The engines as a build uses them; all of them may be off. Nothing of it throws: an engine that gives no answer leaves an empty text,
 * which people are told once (seed 000, INT-001 and INT-002).
 */
export interface BuildEngines {
  /** What is scanned, with the contracts that only the Contract Engine has. */
  readonly scan: ScanRequest;
  /** What is told to the agent of a step, besides its task (seed 000, REQ-060B, REQ-063, REQ-083). */
  readonly context: (state: BuildState, of: { readonly milestone: string; readonly step: Step }) => Promise<PromptContext>;
  /** Tells the index of new files, relative to the workspace (seed 000, WIRE-013); gives those that it took. */
  readonly register: (files: readonly string[]) => Promise<readonly string[]>;
  /** Marks contracts as implemented that the scan finds kept; gives their ids. */
  readonly mark: () => Promise<readonly string[]>;
  /** What a team is told of them in its workspace (seed 000, REQ-044). */
  readonly instructions: Pick<ClaudeMd, 'contracts' | 'mcp_servers' | 'codebase_context' | 'dependencies' | 'tech_stack'>;
  /** A file of MCP servers for agents, absolute; absent: they get none. */
  readonly mcpConfig?: string | undefined;
  readonly close: () => Promise<void>;
}
