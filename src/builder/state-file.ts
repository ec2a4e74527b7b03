import { z } from 'zod';
import { healthOf } from '../model/validation.js';
import type { BuildState } from './state.js';

/** The format of `STATE.json`. */
const STATE_FORMAT = 1;

const health = z.enum(['passed', 'partial', 'failed', 'unknown']);

/**
 * `.tallystick/STATE.json`: a snapshot of the log for other programs (TECH-031). The specification defines the names, and
 * exactly the keys of `summary`; additional data is beside them. Builds resume from the log, not from this file.
 */
export const stateFile = z.strictObject({
  format_version: z.literal(STATE_FORMAT),
  plan: z.strictObject({ file: z.string(), hash: z.string() }),
  status: z.enum(['building', 'interrupted', 'completed', 'doubtful', 'failed', 'aborted', 'stopped']),
  why: z.string(),
  started_at: z.string(),
  updated_at: z.string(),
  summary: z.strictObject({
    success: z.boolean(),
    test_passed: z.int(),
    test_total: z.int(),
    convergence_ratio: z.number(),
  }),
  health,
  contract_report: z.record(z.string(), z.unknown()).nullable(),
  endpoint_test_report: z.record(z.string(), z.unknown()).nullable(),
  registered_artifacts: z.array(z.string()),
  agent_teams_active: z.boolean(),
  /** US dollars (TECH-001: counted by build, not by task). */
  total_cost: z.number(),
  total_turns: z.int(),
  total_seconds: z.number(),
  milestones: z.array(
    z.strictObject({
      id: z.string(),
      status: z.string(),
      step: z.string(),
      steps_done: z.array(z.string()),
      attempts: z.record(z.string(), z.number()),
      requirements_done: z.array(z.string()),
      unresolved: z.array(z.string()),
      warnings: z.array(z.string()),
      /** What could not be verified. No box of the milestone is ticked. */
      doubts: z.array(z.string()),
      failure: z.strictObject({ step: z.string(), reasons: z.array(z.string()) }).nullable(),
    }),
  ),
});
export type StateFile = z.output<typeof stateFile>;

/** Completed requirements of a plan's milestones. */
export interface Convergence {
  readonly done: number;
  readonly total: number;
}

/** @param convergence from the plan's checklists */
export function stateFileOf(state: BuildState, convergence: Convergence): StateFile {
  const milestones = Object.values(state.milestones);
  const ratio = healthRatio(state, convergence);
  const tests = testsOf(state);
  const overall = healthOfBuild(state, ratio);
  return {
    format_version: STATE_FORMAT,
    plan: state.plan,
    status: state.ended?.outcome ?? (state.interrupted ? 'interrupted' : 'building'),
    why: state.ended?.why ?? '',
    started_at: state.startedAt,
    updated_at: state.changedAt,
    summary: {
      success: overall === 'passed' || overall === 'partial',
      test_passed: tests.passed,
      test_total: tests.total,
      convergence_ratio: ratioOf(convergence),
    },
    health: overall,
    contract_report: state.contractReport ?? null,
    endpoint_test_report: state.endpointReport ?? null,
    registered_artifacts: [...state.registered],
    agent_teams_active: state.mode === 'agent_teams' && state.ended === undefined && !state.interrupted,
    total_cost: state.spent.cost,
    total_turns: state.spent.turns,
    total_seconds: state.spent.seconds,
    milestones: milestones.map((each) => ({
      id: each.id,
      status: each.status,
      step: each.step,
      steps_done: [...each.done],
      attempts: Object.fromEntries(Object.entries(each.attempts)),
      requirements_done: [...each.requirements],
      unresolved: [...each.unresolved],
      warnings: [...each.warnings],
      doubts: [...each.doubts],
      failure: each.failure === undefined ? null : { step: each.failure.step, reasons: [...each.failure.reasons] },
    })),
  };
}

/** The smaller ratio of checklists and contracts (REQ-061 and REQ-078). */
export function healthRatio(state: Pick<BuildState, 'contractReport'>, convergence: Convergence): number {
  const checked = ratioOf(convergence);
  const report = state.contractReport;
  if (report === undefined || report.total_contracts === 0) return checked;
  return Math.min(checked, report.verified_contracts / report.total_contracts);
}

function ratioOf({ done, total }: Convergence): number {
  return total === 0 ? 0 : done / total;
}

function healthOfBuild(state: BuildState, ratio: number): StateFile['health'] {
  const ended = state.ended?.outcome;
  if (ended === 'failed' || ended === 'aborted') return 'failed';
  if (ended === undefined && Object.values(state.milestones).every(({ status }) => status === 'building')) return 'unknown';
  // The plan alone says that it is built.
  if (Object.keys(state.milestones).length === 0 && state.contractReport === undefined) return 'unknown';
  if (ratio >= 1) return ended === 'completed' ? 'passed' : ended === 'doubtful' ? 'unknown' : 'partial';
  return healthOf(ratio, 1 - ratio) === 'failed' ? 'failed' : 'partial';
}

/** Called endpoints, if any; else the tests that verifiers counted and this program ran. */
function testsOf(state: BuildState): { readonly passed: number; readonly total: number } {
  const { endpointReport: report } = state;
  if (report !== undefined) return { passed: report.passed_endpoints, total: report.tested_endpoints };
  return Object.values(state.milestones).reduce(
    ({ passed, total }, { scenarios }) => ({ passed: passed + scenarios.passed, total: total + scenarios.total }),
    { passed: 0, total: 0 },
  );
}
