import { REVIEW_FOCUSES } from './agent-names.js';
import type { Step, StepVerdict } from './event.js';

/** What has to hold of the code as it is now; whoever writes code opens all of them again. */
export type Check = 'qa' | 'e2e' | 'scan' | 'review' | 'hunt';

/** One agent of a step, or we ourselves (`own`). */
export interface PartState {
  /** Attempts that gave no answer (seed 003, REQ-BAP-007: three). */
  readonly failed: number;
  /** How often a router contract was asked for again (seed 002: twice). */
  readonly asked: number;
  /** What is wrong with the last answer: the next attempt is told. */
  readonly told: readonly string[];
  /** How the last answer failed; absent: there was none. */
  readonly last?: StepVerdict['outcome'];
  /** Attempts that were started. */
  readonly started: number;
  /** Absent: it is not done. */
  readonly verdict?: StepVerdict;
}

/** How often something of a milestone was done over, by its reason. */
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
  readonly status: 'building' | 'completed' | 'failed' | 'aborted';
  /** What comes next. `breaker`: a choice; `revert`: what was written is taken back; `end`: nothing. */
  readonly step: Step | 'breaker' | 'revert' | 'end';
  readonly parts: Readonly<Record<string, PartState>>;
  /** Checks that are on. */
  readonly checks: readonly Check[];
  /** Those that are not passed since code last changed. */
  readonly open: readonly Check[];
  /** Reviewers have seen a version of it. */
  readonly reviewed: boolean;
  readonly rework: Rework;
  /** Who wrote code last: whom missing evidence is asked of. */
  readonly writer: 'developer' | 'fix' | 'contract-fix';
  /** What the step is told to mend. */
  readonly reasons: readonly string[];
  /** What remediation tasks are open for (seed 002: REM-FIX). */
  readonly unresolved: readonly string[];
  /** How the tests were run that were seen to fail. */
  readonly tests: readonly { readonly command: string; readonly folder: string; readonly script?: string | undefined }[];
  /** What was found, not mended, and left: the milestone goes on, and none of its requirements counts as done. */
  readonly doubts: readonly string[];
  readonly warnings: readonly string[];
  /** Steps that ended, in order. */
  readonly done: readonly Step[];
  readonly files: readonly string[];
  readonly scenarios: { readonly passed: number; readonly total: number };
  readonly seconds: Readonly<Partial<Record<Step, number>>>;
  readonly attempts: Readonly<Partial<Record<Step, number>>>;
  readonly requirements: readonly string[];
  /** What agents ask of those after them, by whom it is asked of. */
  readonly asks: readonly { readonly agent: string; readonly action: string }[];
  readonly startedAt?: string;
  readonly endedAt?: string;
  /** Absent: nothing failed. */
  readonly failure?: { readonly step: Step; readonly reasons: readonly string[] };
  /** What opened the circuit breaker. */
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

const NEW_PART: PartState = { failed: 0, asked: 0, told: [], started: 0 };

/** @param discover the folder is looked at first: of the first milestone alone, where there is something to see */
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

/** The agents of a step, or `own` for what we do ourselves. */
export function partsOf(step: Step): readonly string[] {
  return step === 'review' ? REVIEW_FOCUSES : ['own'];
}

export function partOf(milestone: MilestoneState, part: string): PartState {
  return milestone.parts[part] ?? NEW_PART;
}

/** A milestone when its build goes on: what failed is tried anew, what was taken back begins again. */
export function resumed(milestone: MilestoneState): MilestoneState {
  const on = milestone.checks.filter((check) => check === 'scan' || check === 'e2e');
  if (milestone.status === 'aborted') return newMilestone(milestone.id, on);
  if (milestone.status !== 'failed' || milestone.failure === undefined) return milestone;
  const { failure, endedAt: _, ...rest } = milestone;
  return { ...rest, status: 'building', step: failure.step, parts: {}, rework: NO_REWORK, reasons: failure.reasons };
}
