import type { Health } from './validation.js';

/** One completed step of a milestone: an agent's work, or the program's own check. */
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
  /** The result of checking the agent's report, as Markdown; absent: it gave none. */
  readonly validation?: string;
}

/** A milestone and its progress. */
export interface BuiltMilestone {
  readonly id: string;
  readonly title: string;
  /** From 1. */
  readonly wave: number;
  /** `done before`: it was complete before the build began. */
  readonly status: 'not begun' | 'building' | 'completed' | 'doubtful' | 'failed' | 'aborted' | 'done before';
  readonly requirements: { readonly done: number; readonly total: number };
  readonly steps: readonly BuildStep[];
  /** Problems that do not prevent delivery but must be reported. */
  readonly warnings: readonly string[];
  /** What could not be verified, so that none of it is ticked. */
  readonly doubts: readonly string[];
  /** Problems with open remediation tasks. */
  readonly unresolved: readonly string[];
  readonly failure?: { readonly step: string; readonly reasons: readonly string[] };
  readonly files: readonly string[];
  /** What was built, and how to start and use it, in an agent's words; absent: not yet delivered. */
  readonly delivered?: { readonly summary: string; readonly usage: string; readonly start?: string | undefined };
}

/** The result of a build: everything that its reports use. */
export interface BuildReport {
  readonly plan: { readonly title: string; readonly file: string };
  /** `doubtful`: built, but not all of it could be verified. */
  readonly outcome: 'building' | 'interrupted' | 'completed' | 'doubtful' | 'failed' | 'aborted' | 'stopped';
  /** Empty if it completed. */
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
  /** Files that agents touched outside their tasks, and which of these changes were reverted. */
  readonly notices: readonly string[];
  readonly registered: number;
  /** US dollars, turns of models, seconds of agents' work. */
  readonly spent: { readonly cost: number; readonly turns: number; readonly seconds: number };
  /** ISO 8601. */
  readonly startedAt: string;
  readonly endedAt: string;
}
