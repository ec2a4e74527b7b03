import { NO_CONTEXT, type PromptContext } from './phases/prompts.js';
import type { BuildState } from './state.js';

/** The engines as a build uses them. Nothing of it throws: an engine that gives no answer leaves an empty text. */
export interface BuildEngines {
  /** What they say before an agent begins (seed 000, REQ-060B). */
  readonly context: (state: BuildState) => Promise<PromptContext>;
  /** Tells the index of new files (seed 000, WIRE-013); gives those that it took. */
  readonly register: (files: readonly string[]) => Promise<readonly string[]>;
  /** A file of MCP servers for agents, absolute; absent: they get none. */
  readonly mcpConfig?: string | undefined;
  readonly close: () => Promise<void>;
}

/** All engines are off. */
export const noEngines: BuildEngines = {
  context: async () => NO_CONTEXT,
  register: async () => [],
  close: async () => undefined,
};
