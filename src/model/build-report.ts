import type { Health } from './validation.js';

/** One step of a milestone that took place: an agent at work, or we ourselves looking. */
export interface BuildStep {
  /** `developer`, `review (security-reviewer)`. */
  readonly name: string;
  /** From 1. */
  readonly attempt: number;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly seconds: number;
  readonly outcome: 'passed' | 'refused' | 'blocked' | 'malformed' | 'evidence' | 'failed' | 'interrupted';
  /** Sentences. */
  readonly reasons: readonly string[];
  /** How the agent's report was checked, as Markdown; absent: it gave none. */
  readonly validation?: string;
}

/** A milestone and how far it is. */
export interface BuiltMilestone {
  readonly id: string;
  readonly title: string;
  /** From 1. */
  readonly wave: number;
  /** `done before`: it was complete when the build began. */
  readonly status: 'not begun' | 'building' | 'completed' | 'doubtful' | 'failed' | 'aborted' | 'done before';
  readonly requirements: { readonly done: number; readonly total: number };
  readonly steps: readonly BuildStep[];
  /** What does not keep it from being delivered and must be known. */
  readonly warnings: readonly string[];
  /** What nobody could verify, so that nothing of it is ticked. */
  readonly doubts: readonly string[];
  /** What remediation tasks are open for. */
  readonly unresolved: readonly string[];
  readonly failure?: { readonly step: string; readonly reasons: readonly string[] };
  readonly files: readonly string[];
  /** What was built, and how to start and use it, in the words of an agent; absent: not yet delivered. */
  readonly delivered?: { readonly summary: string; readonly usage: string; readonly start?: string | undefined };
}

/** What a build came to: all that its reports see. */
export interface BuildReport {
  readonly plan: { readonly title: string; readonly file: string };
  /** `doubtful`: built, and not all of it could be verified. */
  readonly outcome: 'building' | 'interrupted' | 'completed' | 'doubtful' | 'failed' | 'aborted' | 'stopped';
  /** Empty where it completed. */
  readonly why: string;
  readonly health: Health;
  /** What runs the agents. */
  readonly mode: 'agent_teams' | 'cli' | 'none';
  readonly milestones: readonly BuiltMilestone[];
  readonly contracts?: {
    readonly total: number;
    readonly verified: number;
    readonly violated: number;
    readonly missing: number;
    readonly violations: readonly {
      readonly check: string;
      readonly file: string;
      readonly line: number;
      readonly message: string;
    }[];
  };
  readonly endpoints?: { readonly tested: number; readonly passed: number; readonly total: number };
  /** What agents touched besides their work, and what was undone of it. */
  readonly notices: readonly string[];
  readonly registered: number;
  /** US dollars, turns of models, seconds in which agents worked. */
  readonly spent: { readonly cost: number; readonly turns: number; readonly seconds: number };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
}
