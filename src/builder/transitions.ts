import { REVIEW_FOCUSES } from './agent-names.js';
import type { Step, StepVerdict } from './event.js';
import type { Check, MilestoneState, Rework } from './milestone-state.js';

/** The circuit breaker opens at the next REM-FIX after this many. */
const MOST_REM_FIXES = 3;
/** Repeated requests for evidence in a milestone. */
export const MOST_EVIDENCE = 2;
/** After this many openings of the breaker the milestone is reverted, whatever the choice. */
const MOST_BREAKERS = 3;
const MOST_CLARIFICATIONS = 2;
const MOST_RED = 2;
/** One cycle each (REQ-BAP-008 and REQ-BAP-023). */
const MOST_QA_FIXES = 1;
const MOST_REVIEW_FIXES = 1;
const MOST_CONTRACT_FIXES = 2;

const CODE_WRITERS: ReadonlySet<Step> = new Set(['test-writer', 'developer', 'fix', 'contract-fix']);
const WORKERS: ReadonlySet<Step> = new Set([...CODE_WRITERS, 'architect', 'delivery']);
const CHECKS: ReadonlySet<Step> = new Set(['qa', 'e2e', 'scan', 'review', 'hunt']);
/** The next step when nothing has to be fixed. */
const AFTER: Readonly<Partial<Record<Step, Step>>> = {
  discovery: 'analyst',
  analyst: 'architect',
  architect: 'test-writer',
  'test-writer': 'red',
  red: 'developer',
  developer: 'green',
  investigate: 'fix',
  'contract-fix': 'green',
  'live-review': 'green',
};
/** The order of checks before the first review (spec 003), and after it (spec 002: review and hunt come before the verifier). */
const FIRST: readonly Check[] = ['qa', 'e2e', 'scan', 'review', 'hunt'];
const AGAIN: readonly Check[] = ['review', 'hunt', 'qa', 'e2e', 'scan'];

/** Concludes a step after all its parts. The most severe verdict counts: security is not outvoted. */
export function concluded(milestone: MilestoneState, step: Step, verdicts: readonly StepVerdict[]): MilestoneState {
  // No check has seen code that was written after all of them.
  if (step === 'delivery' && verdicts.some(({ outcome }) => outcome === 'blocked')) return unseen(milestone, verdicts);
  const of = (outcome: StepVerdict['outcome']) =>
    verdicts.filter((verdict) => verdict.outcome === outcome).flatMap(({ reasons }) => reasons);
  const over: MilestoneState = {
    ...milestone,
    parts: {},
    done: [...milestone.done, step],
    reviewed: milestone.reviewed || step === 'review',
    ...written(milestone, step),
  };
  if (verdicts.some(({ outcome }) => outcome === 'blocked')) {
    const next = remediation(over, step, [...of('blocked'), ...of('refused')]);
    const isAsked = isConflict(milestone, step) && (next.step === 'fix' || next.step === 'investigate');
    return isAsked ? { ...over, unresolved: next.unresolved, step: 'breaker', tripped: step, conflict: true } : next;
  }
  if (verdicts.some(({ outcome }) => outcome === 'refused')) return refused(over, step, of('refused'));
  return passed(
    left(
      over,
      verdicts.flatMap(({ doubts = [] }) => doubts),
    ),
    step,
    of('passed'),
  );
}

/**
 * A genuine conflict (002, rule 2): a reviewer other than that for security demands a fix, and another one approves the same
 * code. Security is never outvoted, so its demand is none.
 */
function isConflict({ parts }: MilestoneState, step: Step): boolean {
  if (step !== 'review') return false;
  const outcomeOf = (part: string) => parts[part]?.verdict?.outcome;
  const others = REVIEW_FOCUSES.map(outcomeOf);
  return outcomeOf('security-reviewer') !== 'blocked' && others.includes('passed');
}

/** A milestone that cannot go on. */
export function failing(milestone: MilestoneState, step: Step, reasons: readonly string[]): MilestoneState {
  // A failed summary of delivery does not make the work fail, but nobody has looked whether the service answers.
  if (step === 'delivery') return { ...left(milestone, reasons), parts: {}, step: 'end' };
  // Nor does a failed discovery.
  if (step === 'discovery') return { ...milestone, parts: {}, step: 'analyst', warnings: [...milestone.warnings, ...reasons] };
  return { ...milestone, parts: {}, step: 'end', failure: { step, reasons } };
}

/** Delivery wrote code: all checks repeat once, then delivery. */
function unseen(milestone: MilestoneState, verdicts: readonly StepVerdict[]): MilestoneState {
  const reasons = verdicts.flatMap((verdict) => verdict.reasons);
  const done: readonly Step[] = [...milestone.done, 'delivery'];
  if (milestone.done.includes('delivery'))
    return { ...milestone, parts: {}, done, step: 'end', failure: { step: 'delivery', reasons } };
  const warnings = [...milestone.warnings, ...reasons];
  return { ...milestone, parts: {}, done, step: 'green', writer: 'fix', open: milestone.checks, doubts: [], warnings };
}

/** Sends the developer, or first the investigator, to fix the open REM-FIX tasks. */
export function remediated(milestone: MilestoneState, step: 'investigate' | 'fix', reasons: readonly string[]): MilestoneState {
  const { rework } = milestone;
  return { ...milestone, step, reasons, rework: { ...rework, remFix: rework.remFix + 1 } };
}

/** A user chose to go on with open problems, which become warnings. */
export function skipped(milestone: MilestoneState, tripped: Step): MilestoneState {
  return passed({ ...left(milestone, milestone.unresolved), unresolved: [] }, tripped, []);
}

/** Problems that become warnings and doubts until the code changes and is checked again. */
function left(milestone: MilestoneState, reasons: readonly string[]): MilestoneState {
  return { ...milestone, warnings: [...milestone.warnings, ...reasons], doubts: [...milestone.doubts, ...reasons] };
}

function written(milestone: MilestoneState, step: Step): Partial<MilestoneState> {
  if (!CODE_WRITERS.has(step)) return {};
  const writer = step === 'test-writer' ? milestone.writer : (step as MilestoneState['writer']);
  return { open: milestone.checks, writer, doubts: [] };
}

function passed(milestone: MilestoneState, step: Step, reasons: readonly string[]): MilestoneState {
  if (step === 'delivery') return { ...milestone, step: 'end', reasons: [] };
  if (step === 'investigate') return { ...milestone, step: 'fix', reasons: [...milestone.reasons, ...reasons] };
  const done: MilestoneState = { ...milestone, reasons: [], ...closed(milestone, step) };
  // A second fix is reviewed at once, before all other checks.
  if (step === 'fix') return { ...done, step: milestone.rework.remFix > 1 ? 'live-review' : 'green' };
  return { ...done, step: AFTER[step] ?? following(done) };
}

function closed(milestone: MilestoneState, step: Step): Partial<MilestoneState> {
  if (!CHECKS.has(step)) return {};
  const open = milestone.open.filter((check) => check !== step);
  const seen = !open.includes('review') && !open.includes('hunt');
  return { open, unresolved: seen ? [] : milestone.unresolved };
}

function following(milestone: MilestoneState): Step {
  return (milestone.reviewed ? AGAIN : FIRST).find((check) => milestone.open.includes(check)) ?? 'delivery';
}

/** Step 2 of spec 002: BLOCKING or REQUIRES_REMEDIATION makes a REM-FIX task, unless there were three. */
function remediation(milestone: MilestoneState, step: Step, reasons: readonly string[]): MilestoneState {
  if (step === 'analyst' || step === 'architect') return clarified(milestone, step, reasons);
  const unresolved = [...new Set([...milestone.unresolved, ...reasons])];
  const opened: MilestoneState = { ...milestone, unresolved };
  if (milestone.rework.remFix < MOST_REM_FIXES)
    return remediated(opened, milestone.rework.remFix > 0 ? 'investigate' : 'fix', unresolved);
  if (milestone.rework.breakers < MOST_BREAKERS) return { ...opened, step: 'breaker', tripped: step };
  return { ...opened, step: 'revert', failure: { step, reasons: unresolved } };
}

function refused(milestone: MilestoneState, step: Step, reasons: readonly string[]): MilestoneState {
  const { rework } = milestone;
  // A summary that does not hold keeps the milestone from being ticked.
  if (step === 'delivery' && rework.remEvidence >= MOST_EVIDENCE) return { ...left(milestone, reasons), step: 'end' };
  const again = (to: Step, count: keyof Rework, most: number): MilestoneState =>
    rework[count] >= most
      ? failing(milestone, step, reasons)
      : { ...milestone, step: to, reasons, rework: { ...rework, [count]: rework[count] + 1 } };
  if (step === 'analyst') return clarified(milestone, step, reasons);
  if (step === 'red') return again('test-writer', 'red', MOST_RED);
  if (step === 'green') return again(milestone.writer, 'remEvidence', MOST_EVIDENCE);
  if (step === 'qa') return again('fix', 'qa', MOST_QA_FIXES);
  if (step === 'scan' || step === 'e2e') return again('contract-fix', 'contract', MOST_CONTRACT_FIXES);
  if (step === 'investigate') return { ...milestone, step: 'fix', reasons: [...milestone.reasons, ...reasons] };
  if (step === 'live-review') return passed({ ...milestone, warnings: [...milestone.warnings, ...reasons] }, step, []);
  if (WORKERS.has(step)) return again(step, 'remEvidence', MOST_EVIDENCE);
  // Reviewers and hunter: one fix, then delivery with warnings (REQ-BAP-023).
  if (rework.review < MOST_REVIEW_FIXES) return again('fix', 'review', MOST_REVIEW_FIXES);
  return passed(left(milestone, reasons), step, []);
}

/** A planning agent cannot ask people: it is told to decide by itself. */
function clarified(milestone: MilestoneState, step: Step, reasons: readonly string[]): MilestoneState {
  const { rework } = milestone;
  if (rework.clarifications >= MOST_CLARIFICATIONS) return failing(milestone, step, reasons);
  return { ...milestone, step, reasons, rework: { ...rework, clarifications: rework.clarifications + 1 } };
}
