import type { AgentName, Role, Speaker } from '../cast.js';
import type { Engines } from './engines.js';

/** An agent as it is written to `.claude/agents/<name>.md` (seed 003, REQ-BAP-002). */
export interface AgentDefinition {
  readonly name: AgentName;
  /** One line. */
  readonly description: string;
  /** The only tools it is offered, besides those of the engines that are on (REQ-BAP-021). */
  readonly tools: readonly string[];
  /** Name or alias of a model. */
  readonly model: string;
  readonly permissionMode: 'bypassPermissions';
  /** Absent: no limit (REQ-BAP-025). */
  readonly maxTurns?: number;
  /** By which it gets standards and what it has to know of contracts (seed 000). */
  readonly role?: Role;
  /** How it ends its work; a reviewer's lens is told by its message. Absent: without a router contract. */
  readonly speaker?: Speaker | 'reviewer';
  /** Its system prompt without the parts that are common to several. */
  readonly instructions: string;
}

export interface RenderOptions {
  /** All tools without asking; root is refused that by the command line and gets `acceptEdits` with the tools allowed by name. */
  readonly bypass: boolean;
  readonly engines: Engines;
  /** Instead of the definition's. */
  readonly model?: string | undefined;
}
