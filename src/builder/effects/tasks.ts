import { basename } from 'node:path';
import { UserError } from '../../model/user-error.js';
import type { Violation } from '../../rules/rule.js';
import { type AgentId, type AgentName, type Phase, REVIEW_FOCUSES } from '../agent-names.js';
import { notesFor } from '../agent-report/memory.js';
import { agentOf } from '../agents/index.js';
import type { AgentTask } from '../backends/backend.js';
import type { Accountable } from '../compliance.js';
import type { Duty } from '../decide.js';
import type { Step } from '../event.js';
import type { MilestoneState } from '../milestone-state.js';
import { block, paragraphs } from '../phases/blocks.js';
import { parseProjectBrief } from '../phases/brief.js';
import { CYCLE_STEPS, cycleRow } from '../phases/cycle.js';
import { againText, bullets } from '../phases/fix-prompts.js';
import { phaseRow } from '../phases/index.js';
import { milestonePrompt } from '../phases/prompts.js';
import type { BuildState } from '../state.js';
import { readBrief } from './briefs.js';
import { contractedEndpoints } from './endpoint-tests.js';
import { accountableOf, broken } from './scanning.js';
import { milestoneOf, planFileOf, type Site } from './site.js';

/** The agent of a step, its phase, and the form of its report. */
interface Part {
  readonly agent: AgentName;
  readonly phase: Phase;
  /** Absent: it has no report. A reviewer's form is its focus. */
  readonly reporter?: AgentId | 'lens';
}

type AgentStep = Exclude<Step, 'red' | 'green' | 'scan'>;

const PARTS: Readonly<Record<AgentStep, Part>> = {
  discovery: { agent: 'build-discovery', phase: 'analyst' },
  analyst: { agent: 'build-analyst', phase: 'analyst', reporter: 'planner' },
  architect: { agent: 'build-architect', phase: 'architect' },
  'test-writer': { agent: 'build-test-writer', phase: 'test-writer' },
  developer: { agent: 'build-developer', phase: 'developer', reporter: 'builder' },
  fix: { agent: 'build-developer', phase: 'developer', reporter: 'builder' },
  'contract-fix': { agent: 'build-developer', phase: 'developer', reporter: 'builder' },
  qa: { agent: 'build-qa', phase: 'qa', reporter: 'verifier' },
  e2e: { agent: 'build-qa', phase: 'qa' },
  review: { agent: 'build-reviewer', phase: 'reviewer', reporter: 'lens' },
  hunt: { agent: 'build-hunter', phase: 'reviewer', reporter: 'hunter' },
  investigate: { agent: 'build-investigator', phase: 'reviewer', reporter: 'investigator' },
  'live-review': { agent: 'build-live-reviewer', phase: 'reviewer', reporter: 'live-reviewer' },
  delivery: { agent: 'build-delivery', phase: 'delivery' },
};

/** Attempts of an agent without an answer (REQ-BAP-007). */
const ATTEMPTS = 3;

/** The agent id in the report of a part; undefined: no report. */
export function reporterOf({ step, part }: Pick<Duty, 'step' | 'part'>): AgentId | undefined {
  if (!isAgentStep(step)) return undefined;
  const { reporter } = PARTS[step];
  return reporter === 'lens' ? REVIEW_FOCUSES.find((focus) => focus === part) : reporter;
}

/** An agent's instructions and limits. */
export async function taskOf(site: Site, duty: Duty, state: BuildState): Promise<AgentTask> {
  if (!isAgentStep(duty.step)) throw new Error(`${duty.step} is not an agent's task`);
  const { agent } = PARTS[duty.step];
  const { title } = milestoneOf(site, duty.milestone);
  const milestone = state.milestones[duty.milestone];
  return {
    id: `${duty.milestone}/${duty.step}/${duty.part}/${milestone?.done.length ?? 0}/${duty.attempt}`,
    agent,
    subject: `${subjectPrefix(duty)}${duty.milestone} ${duty.step}: ${title}`,
    prompt: await messageOf(site, duty, state),
    dependsOn: [],
    model: site.options.model,
    maxTurns: agentOf(agent).maxTurns,
    maxCostUsd: site.costLeft(state.spent.cost),
    timeoutSeconds: site.config.agent_teams.task_timeout_seconds,
  };
}

function isAgentStep(step: Step): step is AgentStep {
  return Object.hasOwn(PARTS, step);
}

/** The strict prefix of fix tasks in task lists. */
function subjectPrefix({ step, last }: Duty): string {
  if (last === 'evidence') return 'CC100X REM-EVIDENCE: ';
  return step === 'fix' || step === 'contract-fix' ? 'CC100X REM-FIX: ' : '';
}

async function messageOf(site: Site, duty: Duty, state: BuildState): Promise<string> {
  const { workspace: project_dir, options, engines } = site;
  const common = {
    ...{ project_dir, project_name: projectName(site, duty.milestone), milestone: await milestoneText(site, duty, state) },
    request: `${site.plan.title}: ${milestoneOf(site, duty.milestone).title}`,
    again: paragraphs(again(duty, state), asksOf(duty, state)),
  };
  const step = CYCLE_STEPS.find((each) => each === duty.step);
  const milestone = state.milestones[duty.milestone];
  if (step === undefined) {
    return phaseRow(PARTS[duty.step as AgentStep].phase).message({
      ...common,
      discovery: readBrief(site, 'discovery'),
      brief: readBrief(site, duty.milestone),
      skills_dir: options.skillsDir,
      focus: REVIEW_FOCUSES.find((focus) => focus === duty.part),
    });
  }
  const accountable = accountableOf(site, duty.milestone, state);
  return cycleRow(step).message({
    ...common,
    ...{ findings: milestone?.reasons ?? [], source: sourceOf(milestone), service_name: serviceName(site), engines },
    violations: step === 'contract-fix' ? await brokenNow(site, accountable) : [],
    endpoints: step === 'e2e' ? await contractedEndpoints(site) : [],
  });
}

/** Violations of contracts; none when the scan fails, which the findings then say. */
async function brokenNow(site: Site, accountable: Accountable): Promise<readonly Violation[]> {
  try {
    return await broken(site, accountable);
  } catch (error) {
    if (error instanceof UserError) return [];
    throw error;
  }
}

/** Steps whose agents look at what others did. */
const CHECKING: ReadonlySet<Step> = new Set(['qa', 'e2e', 'review', 'hunt', 'investigate', 'live-review']);

async function milestoneText(site: Site, duty: Duty, state: BuildState): Promise<string> {
  const { id, title, description, requirements, text } = milestoneOf(site, duty.milestone);
  const earlier = Object.values(state.milestones).flatMap(({ files }) => files);
  return milestonePrompt({
    ...(await site.context(state, duty)),
    milestone: { id, title, description, requirements, text },
    service_name: serviceName(site),
    phase: PARTS[duty.step as AgentStep].phase,
    artifacts: [...new Set(earlier)],
    plan_file: planFileOf(id),
    notes: notesFor(site.workspace, CHECKING.has(duty.step)),
  });
}

/** The differences required from the last attempt, or round. */
function again(duty: Duty, state: BuildState): string {
  const { last, problems, attempt } = duty;
  const reasons = state.milestones[duty.milestone]?.reasons ?? [];
  if (last !== undefined && last !== 'passed' && last !== 'blocked')
    return againText({ last, problems, attempt: Math.min(attempt, ATTEMPTS), most: ATTEMPTS, reporter: reporterOf(duty) });
  // Steps of cycles get their reasons as findings.
  const isCycle = CYCLE_STEPS.some((each) => each === duty.step);
  return reasons.length === 0 || isCycle ? '' : againText({ last: 'refused', problems: reasons, attempt, most: ATTEMPTS });
}

/** Requests of earlier agents to this one (spec 001, D5: next_actions). They do not decide which agent is next. */
function asksOf({ milestone, step }: Duty, { milestones }: BuildState): string {
  const agent = isAgentStep(step) ? PARTS[step].agent : '';
  const asked = (milestones[milestone]?.asks ?? []).filter((each) => each.agent === agent).map(({ action }) => action);
  return block('ASKED OF YOU BY AGENTS BEFORE', bullets(asked));
}

/** The origin of a fix: the last ended step other than a fix. */
function sourceOf(milestone: MilestoneState | undefined): 'qa' | 'review' | 'remediation' {
  if (milestone === undefined || milestone.unresolved.length > 0) return 'remediation';
  return milestone.done.at(-1) === 'qa' ? 'qa' : 'review';
}

/** The analyst's name of the project; before that the folder's. */
function projectName(site: Site, milestone: string): string {
  return parseProjectBrief(readBrief(site, milestone))?.name ?? serviceName(site);
}

function serviceName({ options, workspace }: Site): string {
  return options.serviceName === '' ? basename(workspace) : options.serviceName;
}
