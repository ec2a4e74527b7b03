import { REVIEW_FOCUSES } from './agent-names.js';
import type { Step, StepVerdict } from './event.js';

/** Checks of the present code; every change of code reopens all of them. */
export type Check = 'qa' | 'e2e' | 'scan' | 'review' | 'hunt';

/** One agent of a step, or this program (`own`). */
export interface PartState {
  /** Attempts without an answer (REQ-BAP-007: three). */
  readonly failed: number;
  /** Repeated requests for an agent report (twice). */
  readonly asked: number;
  /** Problems of the last answer, for the next attempt. */
  readonly problems: readonly string[];
  /** The outcome of the last failed answer; absent: none. */
  readonly last?: StepVerdict['outcome'];
  /** Started attempts. */
  readonly started: number;
  /** Absent: it is not completed. */
  readonly verdict?: StepVerdict;
}

/** Repetitions in a milestone, by reason. */
export interface Rework {
  readonly clarifications: number;
  readonly red: number;
  readonly qa: number;
  readonly review: number;
  readonly contract: number;
  readonly remFix: number;
  readonly remEvidence: number;
  readonly breakers: number;
}

export interface MilestoneState {
  readonly id: string;
  /** `doubtful`: built, and something about it could not be verified. */
  readonly status: 'building' | 'completed' | 'doubtful' | 'failed' | 'aborted';
  /** The next step. `breaker`: a choice; `revert`: files are reverted; `end`: none. */
  readonly step: Step | 'breaker' | 'revert' | 'end';
  readonly parts: Readonly<Record<string, PartState>>;
  /** Enabled checks. */
  readonly checks: readonly Check[];
  /** Checks that did not pass since code last changed. */
  readonly open: readonly Check[];
  /** Whether reviewers have seen any version. */
  readonly reviewed: boolean;
  readonly rework: Rework;
  /** The last author of code, who must supply missing evidence. */
  readonly writer: 'developer' | 'fix' | 'contract-fix';
  /** The problems that the step must fix. */
  readonly reasons: readonly string[];
  /** The reasons of open REM-FIX tasks. */
  readonly unresolved: readonly string[];
  /** The failed test commands. */
  readonly tests: readonly { readonly command: string; readonly folder: string; readonly script?: string | undefined }[];
  /** Unfixed findings: the milestone goes on, and none of its requirements counts as completed. */
  readonly doubts: readonly string[];
  readonly warnings: readonly string[];
  /** Ended steps, in order. */
  readonly done: readonly Step[];
  readonly files: readonly string[];
  readonly scenarios: { readonly passed: number; readonly total: number };
  readonly seconds: Readonly<Partial<Record<Step, number>>>;
  readonly attempts: Readonly<Partial<Record<Step, number>>>;
  readonly requirements: readonly string[];
  /** Requests to later agents. */
  readonly asks: readonly { readonly agent: string; readonly action: string }[];
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Absent: nothing failed. */
  readonly failure?: { readonly step: Step; readonly reasons: readonly string[] };
  /** Reviewers contradict each other: a person decides, if there is one. */
  readonly conflict?: boolean;
  /** The step that opened the circuit breaker. */
  readonly tripped?: Step;
}

const NO_REWORK: Rework = {
  clarifications: 0,
  red: 0,
  qa: 0,
  review: 0,
  contract: 0,
  remFix: 0,
  remEvidence: 0,
  breakers: 0,
};

const NEW_PART: PartState = { failed: 0, asked: 0, problems: [], started: 0 };

/** @param discover examine the folder first: for the first milestone, if there is code */
export function newMilestone(id: string, on: readonly ('scan' | 'e2e')[], discover = false): MilestoneState {
  const checks: readonly Check[] = ['qa', ...on, 'review', 'hunt'];
  return {
    id,
    status: 'building',
    step: discover ? 'discovery' : 'analyst',
    parts: {},
    checks,
    open: checks,
    reviewed: false,
    rework: NO_REWORK,
    writer: 'developer',
    reasons: [],
    unresolved: [],
    tests: [],
    doubts: [],
    warnings: [],
    done: [],
    files: [],
    scenarios: { passed: 0, total: 0 },
    seconds: {},
    attempts: {},
    requirements: [],
    asks: [],
  };
}

/** The agents of a step, or `own` for this program. */
export function partsOf(step: Step): readonly string[] {
  return step === 'review' ? REVIEW_FOCUSES : ['own'];
}

export function partOf(milestone: MilestoneState, part: string): PartState {
  return milestone.parts[part] ?? NEW_PART;
}

/** Whether nothing more is done for a milestone in this session, and others may build on it. */
export function isBuilt(milestone: Pick<MilestoneState, 'status'> | undefined): boolean {
  return milestone?.status === 'completed' || milestone?.status === 'doubtful';
}

/** A milestone of a resumed build: failed steps are retried, doubtful milestones checked anew, reverted ones start again. */
export function resumed(milestone: MilestoneState): MilestoneState {
  if (milestone.status === 'doubtful') {
    const { endedAt: _, checks: open } = milestone;
    return { ...milestone, status: 'building', step: 'green', parts: {}, open, doubts: [], unresolved: [], rework: NO_REWORK };
  }
  const on = milestone.checks.filter((check) => check === 'scan' || check === 'e2e');
  if (milestone.status === 'aborted') return newMilestone(milestone.id, on);
  if (milestone.status !== 'failed' || milestone.failure === undefined) return milestone;
  const { failure, endedAt: _, ...rest } = milestone;
  return { ...rest, status: 'building', step: failure.step, parts: {}, rework: NO_REWORK, reasons: failure.reasons };
}
