import { AgentTeamsBackend } from './agent-teams.js';
import {
  type AgentTask,
  BackendError,
  type ExecutionBackend,
  type ExecutionWave,
  type TaskResult,
  type TeamState,
  type WaveResult,
} from './backend.js';
import { CliBackend } from './cli.js';
import type { ExecutionBackendOptions } from './options.js';
import { asksForTeams, verifyClaude } from './verify.js';
import { executedAlone, together, waveResult } from './wave.js';

/** Creates backends; tests create their own. */
export interface BackendMakers {
  readonly team: (options: ExecutionBackendOptions) => ExecutionBackend;
  readonly cli: (options: ExecutionBackendOptions) => ExecutionBackend;
}

const MAKERS: BackendMakers = {
  team: (options) => new AgentTeamsBackend(options),
  cli: (options) => new CliBackend(options),
};

/**
 * The backend for these settings and this environment (REQ-004, REQ-009). A team's backend is already initialised; repeating
 * that has no effect.
 *
 * @throws BackendError when a team is required but unavailable, without a fallback
 */
export async function createExecutionBackend(
  options: ExecutionBackendOptions,
  makers: BackendMakers = MAKERS,
): Promise<ExecutionBackend> {
  const { config, env, onWarning } = options;
  if (!config.enabled) return makers.cli(options);
  if (!asksForTeams(env)) {
    onWarning('Agent teams enabled in config but env var not set');
    return makers.cli(options);
  }
  if (!(await verifyClaude(options))) {
    if (!config.fallback_to_cli) throw new BackendError('Claude CLI required for agent teams but not found');
    onWarning('Claude CLI not available, falling back to CLI');
    return makers.cli(options);
  }
  const team = makers.team({ ...options, permissionMode: config.teammate_permission_mode });
  try {
    await team.initialize();
  } catch (error) {
    if (!config.fallback_to_cli) throw error;
    onWarning(`Agent teams could not be started, falling back to CLI: ${wordsOf(error)}`);
    return makers.cli(options);
  }
  return config.fallback_to_cli ? withFallback(team, () => makers.cli(options), options) : team;
}

/** A backend with a fallback that repeats a failed wave and stays active (REQ-009b). Completed tasks are not repeated. */
export function withFallback(
  first: ExecutionBackend,
  second: () => ExecutionBackend,
  options: FallbackOptions,
): ExecutionBackend {
  return new FallbackBackend(first, second, options);
}

type FallbackOptions = Pick<ExecutionBackendOptions, 'onWarning' | 'signal' | 'clock'>;

class FallbackBackend implements ExecutionBackend {
  readonly #options: FallbackOptions;
  readonly #second: () => ExecutionBackend;
  #current: ExecutionBackend;
  #fell = false;

  constructor(first: ExecutionBackend, second: () => ExecutionBackend, options: FallbackOptions) {
    this.#current = first;
    this.#second = second;
    this.#options = options;
  }

  initialize(): Promise<TeamState> {
    return this.#current.initialize();
  }

  async executeWave(wave: ExecutionWave): Promise<WaveResult> {
    const began = this.#options.clock.now();
    try {
      return await this.#current.executeWave(wave);
    } catch (error) {
      if (this.#fell || this.#options.signal?.aborted === true) throw error;
      await this.#fall(wave, error);
      return await this.#again(wave, error, began);
    }
  }

  executeTask(task: AgentTask): Promise<TaskResult> {
    return executedAlone(task, this);
  }

  sendContext(context: string): Promise<boolean> {
    return this.#current.sendContext(context);
  }

  shutdown(): Promise<void> {
    return this.#current.shutdown();
  }

  supportsPeerMessaging(): boolean {
    return this.#current.supportsPeerMessaging();
  }

  supportsSelfClaiming(): boolean {
    return this.#current.supportsSelfClaiming();
  }

  async #fall({ index }: ExecutionWave, error: unknown): Promise<void> {
    this.#options.onWarning(`Agent teams failed in wave ${index}, falling back to CLI: ${wordsOf(error)}`);
    await this.#current.shutdown();
    this.#fell = true;
    this.#current = this.#second();
    await this.#current.initialize();
  }

  /** Repeats the incomplete tasks of a wave. */
  async #again(wave: ExecutionWave, error: unknown, began: number): Promise<WaveResult> {
    const lost = error instanceof BackendError ? error : new BackendError('');
    const results = new Map(lost.completed.map((result) => [result.task_id, result]));
    const rest = wave.tasks
      .filter(({ id }) => !results.has(id))
      .map((task) => ({ ...task, dependsOn: task.dependsOn.filter((id) => !results.has(id)) }));
    const { task_results, spent } = await this.#current.executeWave({ index: wave.index, tasks: rest });
    for (const result of task_results) results.set(result.task_id, result);
    return waveResult(wave, results, together(lost.spent, spent), (this.#options.clock.now() - began) / 1_000);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
