import { stringify } from 'yaml';
import type { AgentName, Role } from '../agent-names.js';
import { contractSection, type ReportingAs } from './contract-section.js';
import { type Engines, engineTools } from './engines.js';
import { handoffSection } from './handoff-section.js';
import { awarenessFor, standardsFor } from './standards.js';
import { GROUND_RULES, NON_INTERACTIVE } from './work-rules.js';

/** An agent's definition, written to `.claude/agents/<name>.md` (REQ-BAP-002). */
export interface AgentDefinition {
  readonly name: AgentName;
  /** One line. */
  readonly description: string;
  /** Its only tools besides those of enabled engines (REQ-BAP-021). */
  readonly tools: readonly string[];
  /** Name or alias of a model. */
  readonly model: string;
  readonly permissionMode: 'bypassPermissions';
  /** Absent: no limit (REQ-BAP-025). */
  readonly maxTurns?: number;
  /** Selects its standards and its knowledge of contracts. */
  readonly role?: Role;
  /** The form of its report. Absent: no report. */
  readonly reporter?: ReportingAs;
  /** Its system prompt without the common parts. */
  readonly instructions: string;
}

export interface RenderOptions {
  /** Bypass permissions; as root the command line refuses that, so it gets `acceptEdits` and a list of allowed tools. */
  readonly bypass: boolean;
  readonly engines: Engines;
  /** Overrides the definition's model. */
  readonly model?: string | undefined;
  /** It works in a team, where a hook asks for its handoff. */
  readonly handsOn?: boolean | undefined;
}

/** All tools of an agent, by the command line's names. */
export function toolsOf({ name, tools }: AgentDefinition, engines: Engines): readonly string[] {
  return [...tools, ...engineTools(name, engines)];
}

/** The definition as the command line's file: frontmatter in YAML, then the system prompt. */
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

function promptOf({ name, instructions, role, reporter }: AgentDefinition, { engines, handsOn = false }: RenderOptions): string {
  const standards = role === undefined ? '' : standardsFor(role);
  return [
    instructions,
    ...(role === undefined ? [] : [`## Contracts\n\n${awarenessFor(role, engines)}`]),
    ...(standards === '' ? [] : [`## Standards\n\nThe code is held to these, by rule, after you:\n\n${standards}`]),
    NON_INTERACTIVE,
    GROUND_RULES,
    ...(handsOn ? [handoffSection(name)] : []),
    ...(reporter === undefined ? [] : [contractSection(reporter)]),
  ].join('\n\n');
}
