import type { EventOf, Step } from './event.js';
import { isBuilt, type MilestoneState, newMilestone, type PartState, partOf, partsOf } from './milestone-state.js';
import type { BuildState } from './state.js';

/** Limits of a build; absent: none. */
export interface Limits {
  /** US dollars. */
  readonly cost?: number | undefined;
  readonly turns?: number | undefined;
  /** Of the whole build with all sessions. */
  readonly seconds?: number | undefined;
}

/** The parts of a plan that decisions need. */
export interface Order {
  /** Milestones by wave; those of one wave are independent. Without completed ones. */
  readonly waves: readonly { readonly index: number; readonly milestones: readonly { readonly id: string }[] }[];
}

/** One agent to run. */
export interface Duty {
  readonly milestone: string;
  readonly step: Step;
  readonly part: string;
  /** From 1. */
  readonly attempt: number;
  /** Why the last attempt failed; absent: there was none. */
  readonly last?: PartState['last'];
  readonly problems: readonly string[];
}

/** The next step. */
export type Decision =
  | { readonly do: 'start'; readonly milestone: string }
  /** Agents that may work in parallel. */
  | { readonly do: 'run'; readonly duties: readonly Duty[] }
  /** A check by this program: `red`, `green`, `scan`. */
  | { readonly do: 'look'; readonly milestone: string; readonly step: 'red' | 'green' | 'scan' }
  | { readonly do: 'choose'; readonly milestone: string }
  | { readonly do: 'revert'; readonly milestone: string }
  | { readonly do: 'end-milestone'; readonly milestone: string; readonly outcome: 'completed' | 'doubtful' | 'failed' }
  /** A scan, since no milestone of this session was scanned. */
  | { readonly do: 'audit' }
  | { readonly do: 'end'; readonly outcome: EventOf<'build-ended'>['outcome']; readonly why: string };

/** The next step of a running build. Pure: the same state gives the same decision. */
export function decide({ waves }: Order, state: BuildState, limits: Limits): Decision {
  const known = (id: string) => state.milestones[id];
  const lost = Object.values(state.milestones).find(({ status }) => status === 'failed' || status === 'aborted');
  if (lost !== undefined) return ending(lost);
  const wave = waves.find(({ milestones }) => milestones.some(({ id }) => !isBuilt(known(id))));
  if (wave === undefined) return over(state);
  const open = wave.milestones.map(({ id }) => known(id) ?? newMilestone(id, state.checks));
  const ready = open.filter(({ status }) => status === 'building');
  const unstarted = ready.find(({ startedAt }) => startedAt === undefined);
  if (unstarted !== undefined) return { do: 'start', milestone: unstarted.id };
  const now = ready.find(({ step }) => step === 'discovery') ?? ready.find(({ step }) => step === 'analyst') ?? ready[0];
  if (now === undefined) return over(state);
  const why = exceeded(state, limits);
  const next = ofMilestone(now, ready);
  return why !== undefined && next.do === 'run' ? { do: 'end', outcome: 'stopped', why } : next;
}

/** Nothing is left to do: only what was compared, and is free of doubts, is completed. */
function over(state: BuildState): Decision {
  if (state.checks.includes('scan') && !state.looked) return { do: 'audit' };
  const { broken = [], doubts = [] } = state.audit ?? {};
  const [wrong] = broken;
  if (wrong !== undefined) return { do: 'end', outcome: 'failed', why: `the code does not keep its contracts: ${wrong}` };
  const ofMilestones = Object.values(state.milestones).flatMap((each) =>
    each.status === 'doubtful' ? [`${each.id}: ${[...each.doubts, ...each.unresolved][0] ?? 'its work was not verified'}`] : [],
  );
  const [doubt] = [...ofMilestones, ...doubts];
  return doubt === undefined ? { do: 'end', outcome: 'completed', why: '' } : { do: 'end', outcome: 'doubtful', why: doubt };
}

function ofMilestone(now: MilestoneState, ready: readonly MilestoneState[]): Decision {
  const milestone = now.id;
  switch (now.step) {
    case 'end':
      return { do: 'end-milestone', milestone, outcome: outcomeOf(now) };
    case 'breaker':
      return { do: 'choose', milestone };
    case 'revert':
      return { do: 'revert', milestone };
    case 'red':
    case 'green':
    case 'scan':
      return { do: 'look', milestone, step: now.step };
    // Read-only agents do not disturb each other: all plans of a wave are made in parallel.
    case 'analyst':
      return { do: 'run', duties: ready.filter(({ step }) => step === 'analyst').flatMap(duties) };
    default:
      return { do: 'run', duties: duties(now) };
  }
}

function outcomeOf({ failure, doubts, unresolved }: MilestoneState): 'completed' | 'doubtful' | 'failed' {
  if (failure !== undefined) return 'failed';
  return doubts.length + unresolved.length > 0 ? 'doubtful' : 'completed';
}

function duties(milestone: MilestoneState): readonly Duty[] {
  const { step } = milestone;
  if (step === 'breaker' || step === 'revert' || step === 'end') return [];
  return partsOf(step).flatMap((part) => {
    const { verdict, started, problems, last } = partOf(milestone, part);
    if (verdict !== undefined) return [];
    // Started and not ended: it was interrupted, and is repeated.
    const answered = last === undefined ? 0 : started;
    return [{ milestone: milestone.id, step, part, attempt: answered + 1, problems, ...(last === undefined ? {} : { last }) }];
  });
}

function ending({ id, status, failure }: MilestoneState): Decision {
  const why = failure === undefined ? id : `${id}, ${failure.step}: ${failure.reasons[0] ?? 'no reason was given'}`;
  return { do: 'end', outcome: status === 'aborted' ? 'aborted' : 'failed', why };
}

function exceeded({ spent }: BuildState, limits: Limits): string | undefined {
  const over = (used: number, limit: number | undefined) => limit !== undefined && used >= limit;
  if (over(spent.cost, limits.cost)) return `the budget of ${limits.cost} US dollars is used up`;
  if (over(spent.turns, limits.turns)) return `the budget of ${limits.turns} turns is used up`;
  if (over(spent.seconds, limits.seconds)) return `the time of ${limits.seconds} seconds is used up`;
  return undefined;
}
