import { advance } from '../advance.js';
import { type MilestoneState, newMilestone, partsOf } from '../milestone-state.js';
import type { BuildState } from '../state.js';
import { concluded, MOST_EVIDENCE } from '../transitions.js';

type Checks = readonly ('scan' | 'e2e')[];

/** The number of agent calls. */
export interface Calls {
  /** When nothing has to be fixed. */
  readonly least: number;
  /** With the most fixes until the circuit breaker ends it. Failed attempts and repeated reports are not counted. */
  readonly most: number;
}

/** Explores the calls of milestones with the state machine itself. An existing folder is examined once, before the first. */
export function callsOf(milestones: number, checks: Checks): Calls {
  if (milestones === 0) return { least: 0, most: 0 };
  const known = new Map<string, number>();
  const [first, other] = [newMilestone('', checks, true), newMilestone('', checks)];
  return {
    least: milestones * shortest(other),
    most: longest(first, known) + (milestones - 1) * longest(other, known),
  };
}

/** Steps of a build. */
interface Progress {
  /** Ended ones, also those that were done again. */
  readonly done: number;
  /** At least: when nothing has to be fixed any more. */
  readonly total: number;
}

/** How far a build is. */
export function progressOf({ order, milestones, checks, discover }: BuildState): Progress {
  const isFirst = (index: number): boolean => index === 0 && discover;
  const all = order.map((id, index) => milestones[id] ?? newMilestone(id, checks, isFirst(index)));
  const done = all.reduce((sum, milestone) => sum + milestone.done.length, 0);
  return { done, total: done + all.reduce((sum, milestone) => sum + stepsLeft(milestone), 0) };
}

function stepsLeft(milestone: MilestoneState): number {
  const [passed] = milestone.status === 'building' ? nextOf(milestone) : [];
  return passed === undefined ? 0 : 1 + stepsLeft(passed.milestone);
}

/** The path on which everything passes. */
function shortest(milestone: MilestoneState): number {
  const [passed] = nextOf(milestone);
  return passed === undefined ? 0 : passed.agents + shortest(passed.milestone);
}

/** The longest path to the end. @param known results of explored milestones, by their relevant state */
function longest(milestone: MilestoneState, known: Map<string, number>): number {
  const { step, open, reviewed, rework, writer, tripped, done } = milestone;
  const key = JSON.stringify([step, open, reviewed, rework, writer, tripped, done]);
  const before = known.get(key);
  if (before !== undefined) return before;
  const most = Math.max(0, ...nextOf(milestone).map((next) => next.agents + longest(bare(next.milestone), known)));
  known.set(key, most);
  return most;
}

/** The next states of a milestone, and the agents that each takes; the first is without complaints. */
function nextOf(milestone: MilestoneState): readonly { readonly agents: number; readonly milestone: MilestoneState }[] {
  const { step, rework, id } = milestone;
  if (step === 'end' || step === 'revert') return [];
  if (step === 'breaker')
    return [{ agents: 0, milestone: advance(milestone, { event: 'breaker-opened', at: '', milestone: id, choice: 'abort' }) }];
  // Checks by this program call no agent.
  const agents = step === 'red' || step === 'green' || step === 'scan' ? 0 : partsOf(step).length;
  const outcomes = (['passed', 'refused', 'blocked'] as const).map((outcome) => ({
    agents,
    milestone: concluded(milestone, step, [{ outcome, reasons: [] }]),
  }));
  if (agents === 0 || rework.remEvidence >= MOST_EVIDENCE) return outcomes;
  // One agent makes an unproven claim, and is asked again.
  return [...outcomes, { agents: 1, milestone: { ...milestone, rework: { ...rework, remEvidence: rework.remEvidence + 1 } } }];
}

const BEFORE_CODE: ReadonlySet<string> = new Set(['discovery', 'analyst', 'architect', 'test-writer', 'red']);

/** A milestone without state that changes no step: messages, and repetitions before there was code. */
function bare(milestone: MilestoneState): MilestoneState {
  const { step, rework } = milestone;
  const counts = BEFORE_CODE.has(step) ? rework : { ...rework, clarifications: 0, red: 0 };
  const done = milestone.done.filter((each) => each === 'delivery');
  return { ...milestone, rework: counts, done, warnings: [], reasons: [], unresolved: [] };
}
