import { advance } from './advance.js';
import type { BuildContractReport, BuildEvent, EventOf } from './event.js';
import { type MilestoneState, newMilestone, resumed } from './milestone-state.js';

/** The state of a build, derived from its events. */
export interface BuildState {
  readonly plan: { readonly file: string; readonly hash: string };
  readonly checks: readonly ('scan' | 'e2e')[];
  /** Milestones to build, as the plan said at first; empty: the log does not tell. */
  readonly order: readonly string[];
  /** There was code before the build. */
  readonly discover: boolean;
  /** Absent: no backend was chosen yet. */
  readonly mode?: 'agent_teams' | 'cli';
  readonly milestones: Readonly<Record<string, MilestoneState>>;
  /** US dollars, turns of models, seconds of agents' work. */
  readonly spent: { readonly cost: number; readonly turns: number; readonly seconds: number };
  readonly contractReport?: BuildContractReport;
  readonly endpointReport?: EventOf<'endpoints-tested'>['report'];
  readonly registered: readonly string[];
  /** Code and contracts were compared in this session. */
  readonly looked: boolean;
  /** The scan of a session without work; absent: none. */
  readonly audit?: undefined | { readonly broken: readonly string[]; readonly doubts: readonly string[] };
  /** What agents touched besides their work. */
  readonly notices: readonly string[];
  readonly startedAt: string;
  readonly changedAt: string;
  readonly interrupted: boolean;
  /** A team was at work when the build was interrupted: its members' context is lost. */
  readonly teammatesLost: boolean;
  readonly ended?: undefined | { readonly outcome: EventOf<'build-ended'>['outcome']; readonly why: string };
}

/** The state after events; undefined: there are none. */
export function fold(events: Iterable<BuildEvent>): BuildState | undefined {
  let state: BuildState | undefined;
  for (const event of events) state = applied(state, event);
  return state;
}

/** The state after one more event. @throws Error when a log lacks its first event */
export function applied(state: BuildState | undefined, event: BuildEvent): BuildState {
  if (event.event === 'build-started') return begun(event);
  if (state === undefined) throw new Error('A log of a build begins with build-started.');
  return { ...state, ...changed(state, event), changedAt: event.at };
}

function begun({ at, plan, checks, order = [], discover = false }: EventOf<'build-started'>): BuildState {
  return {
    plan,
    checks,
    order,
    discover,
    milestones: {},
    spent: { cost: 0, turns: 0, seconds: 0 },
    registered: [],
    looked: false,
    notices: [],
    startedAt: at,
    changedAt: at,
    interrupted: false,
    teammatesLost: false,
  };
}

function changed(state: BuildState, event: Exclude<BuildEvent, { event: 'build-started' }>): Partial<BuildState> {
  switch (event.event) {
    case 'backend-chosen':
      return { mode: event.mode };
    case 'resumed':
      return {
        interrupted: false,
        looked: false,
        audit: undefined,
        teammatesLost: event.teammates_lost,
        ended: undefined,
        milestones: Object.fromEntries(Object.entries(state.milestones).map(([id, each]) => [id, resumed(each)])),
      };
    case 'spent':
      return {
        spent: {
          cost: state.spent.cost + event.cost,
          turns: state.spent.turns + event.turns,
          seconds: state.spent.seconds + event.seconds,
        },
      };
    case 'audited': {
      const { report, broken, doubts } = event;
      return { looked: true, audit: { broken, doubts }, ...(report === undefined ? {} : { contractReport: report }) };
    }
    case 'noticed':
      return { notices: [...new Set([...state.notices, ...event.notices])] };
    case 'interrupted':
      return { interrupted: true };
    case 'build-ended':
      return { ended: { outcome: event.outcome, why: event.why } };
    default:
      return ofMilestone(state, event);
  }
}

type OfMilestone = Extract<BuildEvent, { milestone: string }>;

function ofMilestone(state: BuildState, event: OfMilestone): Partial<BuildState> {
  const isFirst = Object.keys(state.milestones).length === 0;
  const before = state.milestones[event.milestone] ?? newMilestone(event.milestone, state.checks, isFirst && state.discover);
  const milestones = { ...state.milestones, [event.milestone]: advance(before, event) };
  if (event.event === 'task-ended' && event.step === 'scan') return { milestones, looked: true };
  if (event.event === 'scanned') return { milestones, contractReport: event.report };
  if (event.event === 'endpoints-tested') return { milestones, endpointReport: event.report };
  if (event.event === 'registered') return { milestones, registered: [...new Set([...state.registered, ...event.files])] };
  return { milestones };
}
