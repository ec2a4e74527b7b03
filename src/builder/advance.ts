import type { BuildEvent, EventOf } from './event.js';
import { type MilestoneState, type PartState, partOf, partsOf } from './milestone-state.js';
import { concluded, failing, MOST_EVIDENCE, remediated, skipped } from './transitions.js';

/** Attempts of a part before the milestone fails (REQ-BAP-007). */
const MOST_ATTEMPTS = 3;
/** Repeated requests for an agent report before it counts as missing. */
const MOST_REPEATS = 2;

/** The state of a milestone after one more event. */
export function advance(milestone: MilestoneState, event: Extract<BuildEvent, { milestone: string }>): MilestoneState {
  switch (event.event) {
    case 'milestone-started':
      return { ...milestone, startedAt: milestone.startedAt ?? event.at };
    case 'task-started': {
      const part = partOf(milestone, event.part);
      const attempts = { ...milestone.attempts, [event.step]: (milestone.attempts[event.step] ?? 0) + 1 };
      return { ...withPart(milestone, event.part, { ...part, started: Math.max(part.started, event.attempt) }), attempts };
    }
    case 'task-ended':
      return ended(milestone, event);
    case 'breaker-opened':
      return chosen(milestone, event.choice);
    case 'milestone-ended':
      return {
        ...milestone,
        status: event.outcome,
        step: 'end',
        endedAt: event.at,
        requirements: event.requirements,
        warnings:
          event.outcome === 'completed' || event.outcome === 'doubtful'
            ? milestone.warnings
            : [...milestone.warnings, ...event.reasons],
      };
    default:
      return milestone;
  }
}

function withPart(milestone: MilestoneState, name: string, part: PartState): MilestoneState {
  return { ...milestone, parts: { ...milestone.parts, [name]: part } };
}

function ended(before: MilestoneState, event: EventOf<'task-ended'>): MilestoneState {
  // A line of a completed step: the log was written twice, or by another program.
  if (before.step !== event.step) return before;
  const { step, verdict } = event;
  const milestone: MilestoneState = {
    ...before,
    asks: [...before.asks, ...(event.next_actions ?? [])],
    files: [...new Set([...before.files, ...event.files_created, ...event.files_modified])],
    scenarios: event.scenarios ?? before.scenarios,
    tests: event.tests ?? before.tests,
    seconds: { ...before.seconds, [step]: (before.seconds[step] ?? 0) + event.seconds },
    warnings: [...new Set([...before.warnings, ...(verdict.warnings ?? [])])],
  };
  const part = partOf(milestone, event.part);
  if (verdict.outcome === 'failed') return failed(milestone, event, part);
  if (verdict.outcome === 'malformed' && part.asked < MOST_REPEATS)
    return withPart(milestone, event.part, { ...part, asked: part.asked + 1, problems: verdict.reasons, last: 'malformed' });
  if (verdict.outcome === 'malformed' || verdict.outcome === 'evidence') return unproven(milestone, event, part);
  const after = withPart(milestone, event.part, { ...part, verdict });
  const verdicts = partsOf(step).map((name) => partOf(after, name).verdict);
  const all = verdicts.filter((each) => each !== undefined);
  return all.length < verdicts.length ? after : concluded(after, step, all);
}

function failed(
  milestone: MilestoneState,
  { step, part: name, verdict }: EventOf<'task-ended'>,
  part: PartState,
): MilestoneState {
  const times = part.failed + 1;
  if (verdict.final === true || times >= MOST_ATTEMPTS) return failing(milestone, step, verdict.reasons);
  return withPart(milestone, name, { ...part, failed: times, problems: verdict.reasons, last: 'failed' });
}

/** Unproven claims become a REM-EVIDENCE task that blocks the rest of the milestone. */
function unproven(
  milestone: MilestoneState,
  { step, part: name, verdict }: EventOf<'task-ended'>,
  part: PartState,
): MilestoneState {
  const { rework } = milestone;
  if (rework.remEvidence >= MOST_EVIDENCE) return failing(milestone, step, verdict.reasons);
  const counted = { ...milestone, rework: { ...rework, remEvidence: rework.remEvidence + 1 } };
  // A report that was asked for twice is not asked for again: each round would repeat the whole work.
  return withPart(counted, name, { ...part, problems: verdict.reasons, last: 'evidence' });
}

function chosen(milestone: MilestoneState, choice: EventOf<'breaker-opened'>['choice']): MilestoneState {
  const { rework, tripped = 'review' } = milestone;
  const breakers = milestone.conflict === true ? rework.breakers : rework.breakers + 1;
  const counted: MilestoneState = { ...milestone, parts: {}, conflict: false, rework: { ...rework, breakers } };
  if (choice === 'abort') return { ...counted, step: 'revert', failure: { step: tripped, reasons: milestone.unresolved } };
  if (choice === 'skip') return skipped(counted, tripped);
  return remediated(counted, choice === 'research' ? 'investigate' : 'fix', counted.unresolved);
}
