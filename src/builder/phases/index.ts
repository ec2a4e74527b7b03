import type { AgentName, Phase, REVIEW_FOCUSES } from '../agent-names.js';
import { block, bounded, inline, prompt } from './blocks.js';
import { focusText } from './review-focus.js';

/** The data for a phase's message. */
export interface PhaseContext {
  /** The request in the words of the user or the plan. */
  readonly request: string;
  /** Discovery's answer; empty: it did not run. */
  readonly discovery: string;
  /** The analyst's answer. */
  readonly brief: string;
  /** The working folder, absolute. */
  readonly project_dir: string;
  readonly project_name: string;
  /** The folder of the skill file, relative to it. */
  readonly skills_dir: string;
  /** `milestonePrompt` for this phase; empty: no more context. */
  readonly milestone: string;
  /** `againText` for a repeated step; empty: the first attempt. */
  readonly again: string;
  /** Of the reviewer alone: its focus. */
  readonly focus?: (typeof REVIEW_FOCUSES)[number] | undefined;
}

/** A phase with its agent and message (spec 003, section 6). */
export interface PhaseRow {
  readonly phase: Phase;
  readonly agent: AgentName;
  readonly message: (context: PhaseContext) => string;
}

const REQUEST_LIMIT = 50_000;
const BRIEF_LIMIT = 50_000;

/** The seven phases in order. */
export const phases: readonly PhaseRow[] = [
  {
    phase: 'analyst',
    agent: 'build-analyst',
    message: ({ request, discovery, milestone, again }) =>
      prompt(bounded(request, REQUEST_LIMIT), block('DISCOVERY', discovery), milestone, again),
  },
  {
    phase: 'architect',
    agent: 'build-architect',
    message: ({ brief, project_dir, milestone, again }) =>
      prompt(
        'Project brief:',
        block('PROJECT BRIEF', brief, BRIEF_LIMIT),
        `Begin architecture design in ${project_dir}.`,
        milestone,
        again,
      ),
  },
  {
    phase: 'test-writer',
    agent: 'build-test-writer',
    message: ({ project_dir, milestone, again }) =>
      prompt(`Read specs/ in ${project_dir} and write failing tests. Begin.`, milestone, again),
  },
  {
    phase: 'developer',
    agent: 'build-developer',
    message: ({ project_dir, milestone, again }) =>
      prompt(`Read the tests and specs/ in ${project_dir}. Implement until all tests pass. Begin.`, milestone, again),
  },
  {
    phase: 'qa',
    agent: 'build-qa',
    message: ({ project_dir, milestone, again }) =>
      prompt(
        `Validate the project in ${project_dir}. Run build, lint, tests. Report VERIFICATION: PASS or FAIL.`,
        milestone,
        again,
      ),
  },
  {
    phase: 'reviewer',
    agent: 'build-reviewer',
    message: ({ project_dir, milestone, focus, again }) =>
      prompt(
        `Review the code in ${project_dir} for bugs, security, quality. Report REVIEW: PASS or FAIL.`,
        focus === undefined ? '' : focusText(focus),
        milestone,
        again,
      ),
  },
  {
    phase: 'delivery',
    agent: 'build-delivery',
    message: ({ project_dir, project_name, skills_dir, milestone, again }) =>
      prompt(
        `Create docs and skill file for ${inline(project_name, 100)} in ${project_dir}. Skills dir: ${skills_dir}.`,
        milestone,
        again,
      ),
  },
];

export function phaseRow(phase: Phase): PhaseRow {
  const row = phases.find((each) => each.phase === phase);
  if (row === undefined) throw new Error(`no such phase: ${phase}`);
  return row;
}
