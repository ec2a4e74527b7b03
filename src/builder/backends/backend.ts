import type { AgentName } from '../agent-names.js';

/** One call of an agent, in a context of its own. */
export interface AgentTask {
  /** Unique in a build: `milestone-1/developer/1`. */
  readonly id: string;
  readonly agent: AgentName;
  /** One line for people and task lists. */
  readonly subject: string;
  /** All that the agent is told besides its definition. */
  readonly prompt: string;
  /** Ids of tasks of the same wave that must be completed first. */
  readonly dependsOn: readonly string[];
  /** A model by its name or alias; absent: what the definition says. */
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars; absent: no bound. */
  readonly maxCostUsd?: number | undefined;
  readonly timeoutSeconds: number;
}

/** Tasks that are started together, as far as their dependencies allow (seed 000, REQ-007). */
export interface ExecutionWave {
  /** From 1. */
  readonly index: number;
  readonly tasks: readonly AgentTask[];
}

/** What became of a task (seed 000, TECH-001; names are the seed's). */
export interface TaskResult {
  readonly task_id: string;
  readonly status: 'completed' | 'failed' | 'timeout';
  /** The agent's last words. */
  readonly output: string;
  /** Empty where it was completed. */
  readonly error: string;
  /** As the calls of its tools tell: relative to the workspace, with forward slashes. */
  readonly files_created: readonly string[];
  readonly files_modified: readonly string[];
  readonly duration_seconds: number;
  /** Why it failed, as a word of the table in `claude-errors.ts`; absent: it was completed. */
  readonly cause?: string | undefined;
  /** A repetition cannot help: signed out, out of budget, interrupted. */
  readonly final?: boolean | undefined;
}

/** Seed 000, TECH-002. */
export interface WaveResult {
  readonly wave_index: number;
  readonly task_results: readonly TaskResult[];
  readonly all_succeeded: boolean;
  readonly duration_seconds: number;
  /** Of the sessions of this wave; the task list of a team tells no cost of a single task. */
  readonly spent: Spent;
}

export interface Spent {
  /** US dollars. */
  readonly cost: number;
  readonly turns: number;
}

/** Seed 000, TECH-003. */
export interface TeamState {
  readonly mode: 'agent_teams' | 'cli';
  active: boolean;
  teammates: string[];
  completed_tasks: string[];
  failed_tasks: string[];
  total_messages: number;
}

/** What an agent does while it is at it, for people who watch. */
export interface AgentActivity {
  readonly task: string;
  /** `Write src/app.ts`, `Bash npm test`: one line, unescaped. */
  readonly doing: string;
}

/** Runs agents (seed 000, REQ-001). A failing task is a result; only what ends the backend as a whole is thrown. */
export interface ExecutionBackend {
  /** @throws BackendError when it cannot run at all */
  readonly initialize: () => Promise<TeamState>;
  /** @throws BackendError when the backend as a whole is lost: what of the wave was completed is in it */
  readonly executeWave: (wave: ExecutionWave) => Promise<WaveResult>;
  readonly executeTask: (task: AgentTask) => Promise<TaskResult>;
  /** Tells all agents that run something; false: it cannot. */
  readonly sendContext: (context: string) => Promise<boolean>;
  /** Ends everything it started. Never throws. */
  readonly shutdown: () => Promise<void>;
  readonly supportsPeerMessaging: () => boolean;
  readonly supportsSelfClaiming: () => boolean;
}

/** A backend cannot run, or was lost: not a task of it. */
export class BackendError extends Error {
  constructor(
    message: string,
    /** Tasks that were completed before. */
    readonly completed: readonly TaskResult[] = [],
    readonly spent: Spent = { cost: 0, turns: 0 },
  ) {
    super(message);
    this.name = 'BackendError';
  }
}
