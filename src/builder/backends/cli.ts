import { callAgent } from './agent-call.js';
import {
  type AgentTask,
  BackendError,
  type ExecutionBackend,
  type ExecutionWave,
  type Spent,
  type TaskResult,
  type TeamState,
  type WaveResult,
} from './backend.js';
import { noteDone, noteRouted } from './call-journal.js';
import { failure, sentenceOf } from './claude-errors.js';
import type { ExecutionBackendOptions } from './options.js';
import { verifyClaude } from './verify.js';
import { executedAlone, hopelessTasks, notRun, recordResults, together, waveResult } from './wave.js';

/** A running wave. */
interface Running {
  readonly deadline: number;
  readonly results: Map<string, TaskResult>;
  spent: Spent;
}

/**
 * One `claude` per task, each in its own process (REQ-003). Agents do not know each other; tasks start in the order of their
 * dependencies, at most `max_teammates` at once.
 */
export class CliBackend implements ExecutionBackend {
  readonly #options: ExecutionBackendOptions;
  readonly #ending = new AbortController();
  readonly #state: TeamState = {
    ...{ mode: 'cli', active: false, total_messages: 0 },
    ...{ teammates: [], completed_tasks: [], failed_tasks: [] },
  };
  readonly #calls = new Set<Promise<void>>();

  constructor(options: ExecutionBackendOptions) {
    this.#options = options;
  }

  /** @throws BackendError when `claude` cannot be run */
  async initialize(): Promise<TeamState> {
    if (!this.#state.active && !(await verifyClaude(this.#options))) throw new BackendError(sentenceOf(failure('not-found')));
    this.#state.active = true;
    return this.#state;
  }

  async executeWave(wave: ExecutionWave): Promise<WaveResult> {
    const { clock, config } = this.#options;
    const began = clock.now();
    const deadline = began + config.wave_timeout_seconds * 1_000;
    const running: Running = { deadline, results: new Map(), spent: { cost: 0, turns: 0 } };
    for (const [id, why] of hopelessTasks(wave.tasks)) {
      const task = wave.tasks.find((each) => each.id === id);
      if (task !== undefined) running.results.set(id, notRun(task, 'failed', 'dependency', why, true));
    }
    await this.#runAll(wave.tasks, running);
    recordResults(this.#state, running.results.values());
    return waveResult(wave, running.results, running.spent, (clock.now() - began) / 1_000);
  }

  executeTask(task: AgentTask): Promise<TaskResult> {
    return executedAlone(task, this);
  }

  /** Unsupported: each agent only has its initial context. */
  async sendContext(): Promise<boolean> {
    return false;
  }

  async shutdown(): Promise<void> {
    this.#ending.abort();
    await Promise.allSettled(this.#calls);
    this.#state.active = false;
  }

  supportsPeerMessaging(): boolean {
    return false;
  }

  supportsSelfClaiming(): boolean {
    return false;
  }

  /** Starts every ready task whenever one ends. */
  async #runAll(tasks: readonly AgentTask[], running: Running): Promise<void> {
    const { results } = running;
    const waiting = new Set(tasks.filter(({ id }) => !results.has(id)));
    const calls = new Set<Promise<void>>();
    while (waiting.size > 0 || calls.size > 0) {
      for (const task of waiting) {
        const before = task.dependsOn.map((id) => results.get(id));
        const failed = before.find((each) => each !== undefined && each.status !== 'completed');
        if (failed !== undefined) {
          waiting.delete(task);
          results.set(task.id, notRun(task, 'failed', 'dependency', `'${failed.task_id}', on which it depends, failed.`));
        } else if (before.every((each) => each !== undefined) && calls.size < Math.max(1, this.#options.config.max_teammates)) {
          waiting.delete(task);
          const call = this.#run(task, running).finally(() => calls.delete(call));
          calls.add(call);
        }
      }
      // Earlier tasks may depend on those that failed because of others.
      if (calls.size > 0) await Promise.race(calls);
    }
  }

  async #run(task: AgentTask, running: Running): Promise<void> {
    const began = noteRouted(task, this.#options);
    this.#state.teammates.push(task.agent);
    const signals = [this.#ending.signal, this.#options.signal].filter((each) => each !== undefined);
    const call = callAgent(task, this.#options, { deadline: running.deadline, signal: AbortSignal.any(signals) });
    const settled = call.then(() => undefined);
    this.#calls.add(settled);
    const { result, spent } = await call;
    this.#calls.delete(settled);
    this.#state.teammates.splice(this.#state.teammates.indexOf(task.agent), 1);
    noteDone(task, result, began, this.#options);
    running.results.set(task.id, result);
    running.spent = together(running.spent, spent);
  }
}
