import type { Phase } from '../agent-names.js';
import { type Engines, NO_ENGINES } from '../agents/engines.js';
import { block, inline, paragraphs, prompt } from './blocks.js';
import { workflowText } from './workflow.js';

/** Of a milestone, what agents are told. */
export interface PromptMilestone {
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly requirements: readonly { readonly id: string; readonly text: string; readonly done: boolean }[];
  /** Its section of the plan, as it stands there. */
  readonly text?: string;
}

/** What is known from outside of the milestone; an empty text leaves its block out. */
export interface PromptContext {
  readonly engines: Engines;
  /** Contracts, as the Contract Engine lists them (seed 000, REQ-060). */
  readonly contract_context: string;
  /** What Codebase Intelligence says of the code (REQ-060). */
  readonly codebase_index_context: string;
  /** Stack, engines: `techResearch`. */
  readonly tech_research_content: string;
  /** After an interruption: `resumeNote` (REQ-063). */
  readonly resume_context: string;
}
export const NO_CONTEXT: PromptContext = {
  engines: NO_ENGINES,
  contract_context: '',
  codebase_index_context: '',
  tech_research_content: '',
  resume_context: '',
};

export interface MilestonePrompt extends PromptContext {
  readonly milestone: PromptMilestone;
  /** As contracts and engines call it. */
  readonly service_name: string;
  /** Whose steps of the workflow are pointed out; absent: all are the reader's. */
  readonly phase?: Phase | undefined;
  /** Files that phases and milestones before this one left, relative to the workspace. */
  readonly artifacts: readonly string[];
  /** Where the analyst's answer is kept, relative to the workspace. */
  readonly plan_file?: string | undefined;
}

const MILESTONE_LIMIT = 40_000;
const LISTED_ARTIFACTS = 200;

/** What a phase is told of its milestone, besides its own message (seed 000, REQ-060, REQ-060A, REQ-063). */
export function milestonePrompt(input: MilestonePrompt): string {
  const { milestone, service_name, artifacts, plan_file, phase } = input;
  return paragraphs(
    `Milestone ${inline(milestone.id, 100)} of service \`${inline(service_name, 100)}\`: ${inline(milestone.title, 200)}`,
    block('MILESTONE', milestone.text || milestone.description, MILESTONE_LIMIT),
    block('REQUIREMENTS', requirementLines(milestone), MILESTONE_LIMIT),
    block('EARLIER ARTIFACTS', artifactLines(artifacts)),
    contextBlocks(input),
    workflowText({ service: inline(service_name, 100), engines: input.engines, phase, planFile: plan_file }),
  );
}

export interface OrchestratorPrompt extends PromptContext {
  readonly title: string;
  readonly milestones: readonly PromptMilestone[];
}

/** What the lead of a team is told of the whole plan (seed 000, REQ-060, TECH-032). */
export function orchestratorPrompt(input: OrchestratorPrompt): string {
  const lines = input.milestones.map(
    ({ id, title, requirements }) =>
      `- ${id}: ${title} (${requirements.filter(({ done }) => done).length} of ${requirements.length} requirements done)`,
  );
  return prompt(`Plan: ${inline(input.title, 200)}`, block('MILESTONES', lines.join('\n')), contextBlocks(input));
}

/** The delimited blocks that both kinds of prompts have. */
function contextBlocks(context: PromptContext): string {
  return paragraphs(
    block('TECH RESEARCH RESULTS', context.tech_research_content),
    block('CONTRACT ENGINE CONTEXT', context.contract_context),
    block('CODEBASE INTELLIGENCE CONTEXT', context.codebase_index_context),
    block('RESUME', context.resume_context),
  );
}

/** Where the section itself is given, its requirements are only counted up. */
function requirementLines({ requirements, text = '' }: PromptMilestone): string {
  if (text === '') return requirements.map(({ id, text: said, done }) => `- [${done ? 'x' : ' '}] ${id}: ${said}`).join('\n');
  const ids = (of: boolean) => requirements.filter(({ done }) => done === of).map(({ id }) => id);
  const lines: readonly (readonly [string, readonly string[]])[] = [
    ['To be done', ids(false)],
    ['Done already, and to be kept working', ids(true)],
  ];
  return lines.flatMap(([what, named]) => (named.length === 0 ? [] : [`${what}: ${named.join(', ')}`])).join('\n');
}

function artifactLines(artifacts: readonly string[]): string {
  const listed = artifacts.slice(0, LISTED_ARTIFACTS).map((path) => `- ${inline(path, 300)}`);
  const rest = artifacts.length - listed.length;
  return [...listed, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}
