import type { BuildReport, BuildStep, BuiltMilestone } from '../model/build-report.js';
import type { BuildEvent } from './event.js';
import type { MilestoneState } from './milestone-state.js';
import type { Plan } from './plan/plan.js';
import { wavesOf } from './plan/waves.js';
import type { BuildState } from './state.js';
import { type Convergence, stateFileOf } from './state-file.js';

/** The result of a build, for reports. */
export function reportOf(plan: Plan, events: readonly BuildEvent[], state: BuildState, convergence: Convergence): BuildReport {
  const { health } = stateFileOf(state, convergence);
  const contracts = contractsOf(state);
  const endpoints = state.endpointReport;
  return {
    plan: { title: plan.title, file: plan.file },
    outcome: state.ended?.outcome ?? (state.interrupted ? 'interrupted' : 'building'),
    why: state.ended?.why ?? '',
    health,
    mode: state.mode ?? 'none',
    milestones: milestonesOf(plan, events, state),
    ...(contracts === undefined ? {} : { contracts }),
    ...(endpoints === undefined
      ? {}
      : {
          endpoints: {
            tested: endpoints.tested_endpoints,
            passed: endpoints.passed_endpoints,
            total: endpoints.total_endpoints,
          },
        }),
    notices: state.notices,
    registered: state.registered.length,
    spent: state.spent,
    startedAt: state.startedAt,
    endedAt: state.changedAt,
  };
}

function contractsOf({ contractReport: report }: BuildState): BuildReport['contracts'] {
  if (report === undefined) return undefined;
  return {
    total: report.total_contracts,
    verified: report.verified_contracts,
    violated: report.violated_contracts,
    missing: report.missing_implementations,
    violations: report.violations.map((each) => ({
      check: String(each.check),
      file: String(each.file_path),
      line: Number(each.line),
      message: String(each.message),
    })),
  };
}

function milestonesOf(plan: Plan, events: readonly BuildEvent[], state: BuildState): readonly BuiltMilestone[] {
  const waves = new Map(wavesOf(plan).flatMap(({ index, milestones }) => milestones.map(({ id }) => [id, index] as const)));
  return plan.milestones.map(({ id, title, requirements }) => {
    const known = state.milestones[id];
    const own = events.filter((each) => 'milestone' in each && each.milestone === id);
    const delivered = own.findLast((each) => each.event === 'task-ended' && each.delivered !== undefined);
    const ticked = requirements.filter((each) => each.done || known?.requirements.includes(each.id) === true).length;
    return {
      id,
      title,
      wave: waves.get(id) ?? 0,
      status: statusOf(known, waves.has(id)),
      requirements: { done: ticked, total: requirements.length },
      steps: stepsOf(own),
      warnings: known?.warnings ?? [],
      doubts: known?.doubts ?? [],
      unresolved: known?.unresolved ?? [],
      ...(known?.failure === undefined ? {} : { failure: known.failure }),
      files: known?.files ?? [],
      ...(delivered?.event === 'task-ended' && delivered.delivered !== undefined ? { delivered: delivered.delivered } : {}),
    };
  });
}

function statusOf(known: MilestoneState | undefined, isPlanned: boolean): BuiltMilestone['status'] {
  if (known !== undefined) return known.status;
  return isPlanned ? 'not begun' : 'done before';
}

/** Steps in the order of their start. A step without an end was interrupted. */
function stepsOf(events: readonly BuildEvent[]): readonly BuildStep[] {
  const open = new Map<string, { readonly at: string; readonly attempt: number }>();
  const steps: BuildStep[] = [];
  for (const event of events) {
    if (event.event !== 'task-started' && event.event !== 'task-ended') continue;
    const name = event.part === 'own' ? event.step : `${event.step} (${event.part})`;
    const before = open.get(name);
    if (event.event === 'task-started') {
      if (before !== undefined) steps.push(interrupted(name, before));
      open.set(name, event);
      continue;
    }
    open.delete(name);
    const { attempt, seconds, verdict, validation } = event;
    const startedAt = before?.at ?? new Date(Date.parse(event.at) - seconds * 1000).toISOString();
    steps.push({
      name,
      attempt,
      startedAt,
      seconds,
      outcome: verdict.outcome,
      reasons: verdict.reasons,
      ...(validation && { validation }),
    });
  }
  for (const [name, before] of open) steps.push(interrupted(name, before));
  return steps.sort((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt));
}

function interrupted(name: string, { at, attempt }: { readonly at: string; readonly attempt: number }): BuildStep {
  return { name, attempt, startedAt: at, seconds: 0, outcome: 'interrupted', reasons: [] };
}
