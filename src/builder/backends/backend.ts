import type { AgentName } from '../agent-names.js';

/** One call of an agent, with its own context. */
export interface AgentTask {
  /** Unique in a build: `milestone-1/developer/1`. */
  readonly id: string;
  readonly agent: AgentName;
  /** One line for people and task lists. */
  readonly subject: string;
  /** All instructions besides the agent's definition. */
  readonly prompt: string;
  /** Ids of tasks of the same wave that must be completed first. */
  readonly dependsOn: readonly string[];
  /** A model by name or alias; absent: the definition's. */
  readonly model?: string | undefined;
  readonly maxTurns?: number | undefined;
  /** US dollars; absent: no limit. */
  readonly maxCostUsd?: number | undefined;
  readonly timeoutSeconds: number;
}

/** Tasks that start together, in the order of their dependencies (REQ-007). */
export interface ExecutionWave {
  /** From 1. */
  readonly index: number;
  readonly tasks: readonly AgentTask[];
}

/** The result of a task (TECH-001, which defines the names). */
export interface TaskResult {
  readonly task_id: string;
  readonly status: 'completed' | 'failed' | 'timeout';
  /** The agent's final message. */
  readonly output: string;
  /** Empty when completed. */
  readonly error: string;
  /** From the calls of its tools: relative to the workspace, with forward slashes. */
  readonly files_created: readonly string[];
  readonly files_modified: readonly string[];
  /** Absolute paths that its tools wrote outside of the workspace; absent: none. */
  readonly files_outside?: readonly string[] | undefined;
  readonly duration_seconds: number;
  /** A cause of `claude-errors.ts`; absent: it was completed. */
  readonly cause?: string | undefined;
  /** A retry cannot help: signed out, out of budget, interrupted. */
  readonly final?: boolean | undefined;
}

/** TECH-002. */
export interface WaveResult {
  readonly wave_index: number;
  readonly task_results: readonly TaskResult[];
  readonly all_succeeded: boolean;
  readonly duration_seconds: number;
  /** Of the wave's sessions; a team's task list has no cost per task. */
  readonly spent: Spent;
}

export interface Spent {
  /** US dollars. */
  readonly cost: number;
  readonly turns: number;
}

/** TECH-003. */
export interface TeamState {
  readonly mode: 'agent_teams' | 'cli';
  active: boolean;
  teammates: string[];
  completed_tasks: string[];
  failed_tasks: string[];
  total_messages: number;
}

/** An agent's current action, for people who watch. */
export interface AgentActivity {
  readonly task: string;
  /** `Write src/app.ts`, `Bash npm test`: one line, unescaped. */
  readonly doing: string;
}

/** Runs agents (REQ-001). A failing task is a result; only errors of the whole backend are thrown. */
export interface ExecutionBackend {
  /** @throws BackendError when it cannot run at all */
  readonly initialize: () => Promise<TeamState>;
  /** @throws BackendError when the whole backend is lost; it contains the completed tasks */
  readonly executeWave: (wave: ExecutionWave) => Promise<WaveResult>;
  readonly executeTask: (task: AgentTask) => Promise<TaskResult>;
  /** Sends a message to all running agents; false: unsupported. */
  readonly sendContext: (context: string) => Promise<boolean>;
  /** Ends all processes. Never throws. */
  readonly shutdown: () => Promise<void>;
  readonly supportsPeerMessaging: () => boolean;
  readonly supportsSelfClaiming: () => boolean;
}

/** The whole backend cannot run, or was lost. */
export class BackendError extends Error {
  constructor(
    message: string,
    /** The tasks completed before. */
    readonly completed: readonly TaskResult[] = [],
    readonly spent: Spent = { cost: 0, turns: 0 },
  ) {
    super(message);
    this.name = 'BackendError';
  }
}
