import type { Violation } from '../../rules/rule.js';
import type { AgentName } from '../agent-names.js';
import type { Engines } from '../agents/engines.js';
import { block, inline, prompt } from './blocks.js';
import { contractE2ePrompt, type E2eEndpoint } from './contract-e2e.js';
import { contractFixPrompts } from './contract-fix.js';
import { bullets, type FixSource, fixPrompt } from './fix-prompts.js';

/** Steps of agents besides the seven phases: examining and fixing (REQ-080, WIRE-015). */
export const CYCLE_STEPS = ['discovery', 'hunt', 'e2e', 'investigate', 'fix', 'contract-fix', 'live-review'] as const;
export type CycleStep = (typeof CYCLE_STEPS)[number];

/** The data for such a step's message. */
export interface CycleContext {
  readonly project_dir: string;
  readonly project_name: string;
  /** Of `discovery`: the user's request. */
  readonly request: string;
  /** `milestonePrompt`; empty: no more context. */
  readonly milestone: string;
  /** `againText`; empty: the first attempt. */
  readonly again: string;
  /** Of `investigate`, `fix`, `contract-fix` and `live-review`. */
  readonly findings: readonly string[];
  /** Of `fix`: the origin of the findings. */
  readonly source: FixSource;
  /** Of `contract-fix`: the scan's violations. */
  readonly violations: readonly Violation[];
  /** Of `e2e`: contracted endpoints. */
  readonly endpoints: readonly E2eEndpoint[];
  readonly service_name: string;
  readonly engines: Engines;
}

export interface CycleRow {
  readonly step: CycleStep;
  readonly agent: AgentName;
  readonly message: (context: CycleContext) => string;
}

/** The agents and messages of these steps. */
export const cycle: readonly CycleRow[] = [
  {
    step: 'discovery',
    agent: 'build-discovery',
    message: ({ request, project_dir, again }) =>
      prompt(`Look at ${project_dir} before it is decided what is built.`, block('REQUEST', request), again),
  },
  {
    step: 'hunt',
    agent: 'build-hunter',
    message: ({ project_dir, milestone, again }) =>
      prompt(`Hunt for silent failures in what was written in ${project_dir}. Begin.`, milestone, again),
  },
  {
    step: 'e2e',
    agent: 'build-qa',
    message: ({ service_name, endpoints, engines, milestone, again }) =>
      prompt(contractE2ePrompt({ service_name, endpoints, engines }), milestone, again),
  },
  {
    step: 'investigate',
    agent: 'build-investigator',
    message: ({ project_dir, findings, milestone, again }) =>
      prompt(
        `Earlier fixes in ${project_dir} did not remove the findings below. Find the cause, with evidence. Begin.`,
        block('FINDINGS', bullets(findings)),
        milestone,
        again,
      ),
  },
  {
    step: 'fix',
    agent: 'build-developer',
    message: ({ source, project_dir, findings, milestone, again }) =>
      prompt(fixPrompt(source, project_dir, findings), milestone, again),
  },
  {
    step: 'contract-fix',
    agent: 'build-developer',
    message: ({ project_dir, project_name, violations, findings, milestone, again }) =>
      prompt(
        `The code of ${inline(project_name, 100)} in ${project_dir} breaks its contracts. Fix it.`,
        block('FINDINGS', bullets(findings)),
        contractFixPrompts(violations),
        milestone,
        again,
      ),
  },
  {
    step: 'live-review',
    agent: 'build-live-reviewer',
    message: ({ project_dir, findings, milestone, again }) =>
      prompt(
        `A repair was just made in ${project_dir} of what is below. Look at the repair alone. Begin.`,
        block('FINDINGS', bullets(findings)),
        milestone,
        again,
      ),
  },
];

export function cycleRow(step: CycleStep): CycleRow {
  const row = cycle.find((each) => each.step === step);
  if (row === undefined) throw new Error(`no such step: ${step}`);
  return row;
}
