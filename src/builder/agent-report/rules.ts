import type { AgentId } from '../agent-names.js';
import type { RouterContract } from './contract.js';

/** An invalid or unproven statement of a report. */
export interface Problem {
  /** `malformed`: the agent repeats the report. `evidence`: it must prove its claim. */
  readonly kind: 'malformed' | 'evidence';
  /** A sentence without a full stop. */
  readonly message: string;
}

/** The rule for one agent's report. */
export interface ReporterRule {
  /** All values of STATUS, the positive one first. */
  readonly statuses: readonly [string, ...string[]];
  /** Writes nothing (FILES_MODIFIED), or only lasting files. */
  readonly readsOnly: boolean;
  /** Must name executed commands. */
  readonly showsCommands: boolean;
  /** Conditions of the positive STATUS besides the common counts. */
  readonly check: (contract: RouterContract) => readonly Problem[];
}

/** The folder of plans. */
const PLAN_FOLDER = 'docs/plans/';
const LEAST_OF_REVIEWERS = 80;
const LEAST_OF_PLANNERS = 50;

const reviewer: ReporterRule = {
  statuses: ['APPROVE', 'CHANGES_REQUESTED'],
  readsOnly: true,
  showsCommands: true,
  check: (contract) => [
    ...specIsJudged(contract),
    ...unless(contract.CRITICAL_ISSUES === 0, 'APPROVE needs CRITICAL_ISSUES: 0'),
    ...unless(contract.CONFIDENCE >= LEAST_OF_REVIEWERS, `APPROVE needs CONFIDENCE of ${LEAST_OF_REVIEWERS} or more`),
  ],
};

/** One row per agent. */
export const reporterRules: Readonly<Record<AgentId, ReporterRule>> = {
  builder: {
    statuses: ['PASS', 'FAIL'],
    readsOnly: false,
    showsCommands: true,
    check: ({ TDD_RED_EXIT, TDD_GREEN_EXIT }) => [
      ...unless(TDD_RED_EXIT === 1, 'PASS needs TDD_RED_EXIT: 1, a run of the tests that failed first', 'evidence'),
      ...unless(TDD_GREEN_EXIT === 0, 'PASS needs TDD_GREEN_EXIT: 0, a run of the tests that passed then', 'evidence'),
    ],
  },
  'security-reviewer': reviewer,
  'performance-reviewer': reviewer,
  'quality-reviewer': reviewer,
  'live-reviewer': {
    statuses: ['APPROVE', 'CHANGES_REQUESTED'],
    readsOnly: true,
    showsCommands: false,
    // An unclear question blocks.
    check: ({ BLOCKING, CRITICAL_ISSUES }) => [
      ...unless(!BLOCKING && CRITICAL_ISSUES === 0, 'APPROVE needs that nothing was found that stops the work'),
    ],
  },
  hunter: {
    statuses: ['CLEAN', 'ISSUES_FOUND'],
    readsOnly: true,
    showsCommands: true,
    check: ({ CRITICAL_ISSUES }) => unless(CRITICAL_ISSUES === 0, 'CLEAN needs CRITICAL_ISSUES: 0'),
  },
  verifier: {
    statuses: ['PASS', 'FAIL'],
    readsOnly: true,
    showsCommands: true,
    check: (contract) => [
      ...specIsJudged(contract),
      ...unless(contract.BLOCKERS === 0, 'PASS needs BLOCKERS: 0'),
      ...unless(allPassed(contract), 'PASS needs SCENARIOS_PASSED to be SCENARIOS_TOTAL, and at least one scenario'),
    ],
  },
  investigator: {
    statuses: ['EVIDENCE_FOUND', 'INVESTIGATING', 'BLOCKED'],
    readsOnly: true,
    showsCommands: true,
    check: ({ ROOT_CAUSE, EVIDENCE }) => [
      ...unless(isStated(ROOT_CAUSE), 'EVIDENCE_FOUND needs a ROOT_CAUSE'),
      ...unless(isStated(EVIDENCE), 'EVIDENCE_FOUND needs EVIDENCE: how it was reproduced, and what was seen', 'evidence'),
    ],
  },
  planner: {
    statuses: ['PLAN_CREATED', 'NEEDS_CLARIFICATION'],
    readsOnly: false,
    showsCommands: false,
    check: ({ PLAN_FILE, CONFIDENCE }) => [
      ...unless(isPlanFile(PLAN_FILE), `PLAN_CREATED needs a PLAN_FILE: a Markdown file below ${PLAN_FOLDER}`),
      ...unless(CONFIDENCE >= LEAST_OF_PLANNERS, `PLAN_CREATED needs CONFIDENCE of ${LEAST_OF_PLANNERS} or more`),
    ],
  },
};

/** Checks whether the report is this agent's, with its values. */
export function checkReporter({ STATUS, AGENT_ID }: RouterContract, reporter: AgentId): readonly Problem[] {
  const { statuses } = reporterRules[reporter];
  return [
    ...unless(isCalled(AGENT_ID, reporter), `AGENT_ID is ${AGENT_ID}, not ${reporter}`),
    ...unless(statuses.includes(STATUS), `STATUS is ${STATUS}: it is one of ${statuses.join(', ')}`),
  ];
}

/** The problems of an agent's report, from its own fields alone. */
export function checkContract(contract: RouterContract, reporter: AgentId): readonly Problem[] {
  const wrong = checkReporter(contract, reporter);
  return wrong.length > 0 || !isPositive(contract, reporter) ? wrong : reporterRules[reporter].check(contract);
}

/** Whether STATUS is the positive value: PASS, APPROVE, CLEAN, EVIDENCE_FOUND, PLAN_CREATED. */
export function isPositive(contract: RouterContract, reporter: AgentId): boolean {
  return contract.STATUS === reporterRules[reporter].statuses[0];
}

/** Whether a plan's path is below its folder. */
export function isPlanFile(path: string | null | undefined): path is string {
  if (typeof path !== 'string' || !path.startsWith(PLAN_FOLDER) || !path.endsWith('.md')) return false;
  const parts = path.split('/');
  return /^[\w./ -]{1,200}$/.test(path) && parts.every((part) => part !== '' && part !== '.' && part !== '..');
}

/** `investigator-1` is one of several. */
function isCalled(id: string, reporter: AgentId): boolean {
  return id === reporter || (id.startsWith(`${reporter}-`) && /^[0-9]{1,4}$/.test(id.slice(reporter.length + 1)));
}

function specIsJudged({ SPEC_COMPLIANCE }: RouterContract): readonly Problem[] {
  return unless(SPEC_COMPLIANCE === 'PASS', 'a good STATUS needs SPEC_COMPLIANCE: PASS');
}

function allPassed({ SCENARIOS_PASSED, SCENARIOS_TOTAL }: RouterContract): boolean {
  return SCENARIOS_TOTAL !== undefined && SCENARIOS_TOTAL > 0 && SCENARIOS_PASSED === SCENARIOS_TOTAL;
}

function isStated(text: string | null | undefined): boolean {
  return typeof text === 'string' && text.trim() !== '';
}

function unless(holds: boolean, message: string, kind: Problem['kind'] = 'malformed'): readonly Problem[] {
  return holds ? [] : [{ kind, message }];
}
