import type { Phase } from '../agent-names.js';
import type { Engines } from '../agents/engines.js';
import { block, inline, paragraphs } from './blocks.js';
import { workflowText } from './workflow.js';

/** The parts of a milestone for prompts. */
export interface PromptMilestone {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly requirements: readonly { readonly id: string; readonly text: string; readonly done: boolean }[];
  /** Its unchanged section of the plan. */
  readonly text?: string;
}

/** Context from outside of the milestone; an empty text omits its block. */
export interface PromptContext {
  readonly engines: Engines;
  /** Contracts, as the Contract Engine lists them (REQ-060). */
  readonly contract_context: string;
  /** Codebase Intelligence's description of the code (REQ-060). */
  readonly codebase_index_context: string;
  /** Stack, engines: `techResearch`. */
  readonly tech_research_content: string;
  /** After an interruption: `resumeNote` (REQ-063). */
  readonly resume_context: string;
}
export interface MilestonePrompt extends PromptContext {
  readonly milestone: PromptMilestone;
  /** Its name in contracts and engines. */
  readonly service_name: string;
  /** The phase whose workflow steps are marked; absent: all steps. */
  readonly phase?: Phase | undefined;
  /** Files of earlier phases and milestones, relative to the workspace. */
  readonly artifacts: readonly string[];
  /** The file of the analyst's answer, relative to the workspace. */
  readonly plan_file?: string | undefined;
  /** MEMORY_NOTES of earlier agents; absent: none. */
  readonly notes?: string | undefined;
}

const MILESTONE_LIMIT = 40_000;
const LISTED_ARTIFACTS = 200;

/** The milestone part of a phase's prompt (REQ-060, REQ-060A, REQ-063). */
export function milestonePrompt(input: MilestonePrompt): string {
  const { milestone, service_name, artifacts, plan_file, phase } = input;
  return paragraphs(
    `Milestone ${inline(milestone.id, 100)} of service \`${inline(service_name, 100)}\`: ${inline(milestone.title, 200)}`,
    block('MILESTONE', milestone.text || milestone.description, MILESTONE_LIMIT),
    block('REQUIREMENTS', requirementLines(milestone), MILESTONE_LIMIT),
    block('EARLIER ARTIFACTS', artifactLines(artifacts)),
    contextBlocks(input),
    block('NOTES OF EARLIER AGENTS', input.notes ?? ''),
    workflowText({ service: inline(service_name, 100), engines: input.engines, phase, planFile: plan_file }),
  );
}

function contextBlocks(context: PromptContext): string {
  return paragraphs(
    block('TECH RESEARCH RESULTS', context.tech_research_content),
    block('CONTRACT ENGINE CONTEXT', context.contract_context),
    block('CODEBASE INTELLIGENCE CONTEXT', context.codebase_index_context),
    block('RESUME', context.resume_context),
  );
}

/** With the section in the requirements are only listed by id. */
function requirementLines({ requirements, text = '' }: PromptMilestone): string {
  if (text === '')
    return requirements.map(({ id, text: requirement, done }) => `- [${done ? 'x' : ' '}] ${id}: ${requirement}`).join('\n');
  const ids = (of: boolean) => requirements.filter(({ done }) => done === of).map(({ id }) => id);
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['To be done', ids(false)],
    ['Already done, and must keep working', ids(true)],
  ];
  return lines.flatMap(([what, named]) => (named.length === 0 ? [] : [`${what}: ${named.join(', ')}`])).join('\n');
}

function artifactLines(artifacts: readonly string[]): string {
  const listed = artifacts.slice(0, LISTED_ARTIFACTS).map((path) => `- ${inline(path, 300)}`);
  const rest = artifacts.length - listed.length;
  return [...listed, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
