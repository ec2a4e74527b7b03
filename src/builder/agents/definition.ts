import { stringify } from 'yaml';
import type { AgentName, Role } from '../agent-names.js';
import { contractSection, type SpeakingAs } from './contract-section.js';
import { type Engines, engineTools } from './engines.js';
import { handoffSection } from './handoff-section.js';
import { awarenessFor, standardsFor } from './standards.js';
import { GROUND_RULES, NON_INTERACTIVE } from './work-rules.js';

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
  /** How it ends its work. Absent: without a router contract. */
  readonly speaker?: SpeakingAs;
  /** Its system prompt without the parts that are common to several. */
  readonly instructions: string;
}

export interface RenderOptions {
  /** All tools without asking; root is refused that by the command line and gets `acceptEdits` with the tools allowed by name. */
  readonly bypass: boolean;
  readonly engines: Engines;
  /** Instead of the definition's. */
  readonly model?: string | undefined;
  /** It works in a team, where a hook asks for what it hands on. */
  readonly handsOn?: boolean | undefined;
}

/** All tools that an agent is offered, by the names that the command line has for them. */
export function toolsOf({ name, tools }: AgentDefinition, engines: Engines): readonly string[] {
  return [...tools, ...engineTools(name, engines)];
}

/** The definition as the file that the command line reads: frontmatter in YAML, then the system prompt. */
export function renderAgent(definition: AgentDefinition, options: RenderOptions): string {
  const { name, description, maxTurns } = definition;
  const { bypass, engines, model } = options;
  const frontmatter = {
    name,
    description,
    tools: toolsOf(definition, engines).join(', '),
    model: model ?? definition.model,
    permissionMode: bypass ? definition.permissionMode : 'acceptEdits',
    ...(maxTurns === undefined ? {} : { maxTurns }),
  };
  return `---\n${stringify(frontmatter, { lineWidth: 0 })}---\n\n${promptOf(definition, options)}\n`;
}

function promptOf({ name, instructions, role, speaker }: AgentDefinition, { engines, handsOn = false }: RenderOptions): string {
  const standards = role === undefined ? '' : standardsFor(role);
  return [
    instructions,
    ...(role === undefined ? [] : [`## Contracts\n\n${awarenessFor(role, engines)}`]),
    ...(standards === '' ? [] : [`## Standards\n\nThe code is held to these, by rule, after you:\n\n${standards}`]),
    NON_INTERACTIVE,
    GROUND_RULES,
    ...(handsOn ? [handoffSection(name)] : []),
    ...(speaker === undefined ? [] : [contractSection(speaker)]),
  ].join('\n\n');
}
