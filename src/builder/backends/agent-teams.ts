import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRunFolder, RUN_FOLDER } from '../../journal/run-folder.js';
import { masked, secretsOf } from '../../model/secrets.js';
import {
  type AgentTask,
  BackendError,
  type ExecutionBackend,
  type ExecutionWave,
  type TaskResult,
  type TeamState,
  type WaveResult,
} from './backend.js';
import { claudeArguments } from './claude-arguments.js';
import { failure, sentenceOf } from './claude-errors.js';
import { claudeEnvironment } from './environment.js';
import type { ExecutionBackendOptions } from './options.js';
import { permissionsOf } from './permissions.js';
import { removeTaskList, taskListFolder } from './task-list.js';
import {
  contextMessage,
  LEAD,
  LEAD_TOOLS,
  leadInstructions,
  shutdownRequest,
  type TeamTask,
  waveMessage,
} from './team-prompts.js';
import { TeamSession } from './team-session.js';
import { TeamWave } from './team-wave.js';
import { lacksSplitPanes, verifyClaude } from './verify.js';
import { executedAlone, recordResults } from './wave.js';

/** Time for a session to end without remaining work. */
const GRACE_MS = 10_000;
/** The same with remaining work, which is abandoned. */
const SHORT_GRACE_MS = 3_000;
/** The name for activities of the lead itself. */
const LEAD_ACTIVITY = 'lead';

/**
 * A lead with a team of agents and a shared task list (REQ-002). Each wave is a session of its own: teams cannot be resumed,
 * and a session has one (INT-009). Permissions are fixed when the session starts.
 */
export class AgentTeamsBackend implements ExecutionBackend {
  readonly #options: ExecutionBackendOptions;
  readonly #ending = new AbortController();
  readonly #listId = `tallystick-${randomUUID()}`;
  readonly #state: TeamState = {
    ...{ mode: 'agent_teams', active: false, total_messages: 0 },
    ...{ teammates: [], completed_tasks: [], failed_tasks: [] },
  };
  #session: TeamSession | undefined;
  #running: Promise<unknown> = Promise.resolve();

  constructor(options: ExecutionBackendOptions) {
    this.#options = options;
  }

  /** @throws BackendError when no team can work here (REQ-006) */
  async initialize(): Promise<TeamState> {
    if (this.#state.active) return this.#state;
    if (lacksSplitPanes(this.#options)) {
      throw new BackendError("Windows Terminal has no split panes: set teammate_display_mode to 'in-process'.");
    }
    if (!(await verifyClaude(this.#options))) throw new BackendError(sentenceOf(failure('not-found')));
    this.#state.active = true;
    return this.#state;
  }

  async executeWave(wave: ExecutionWave): Promise<WaveResult> {
    const run = this.#execute(wave);
    this.#running = run.catch(() => undefined);
    return await run;
  }

  executeTask(task: AgentTask): Promise<TaskResult> {
    return executedAlone(task, this);
  }

  /** Sends the context to the lead, who forwards it. */
  async sendContext(context: string): Promise<boolean> {
    const sent = this.#session?.send(contextMessage(context)) ?? false;
    if (sent) this.#state.total_messages += 1;
    return sent;
  }

  /** @see REQ-008 */
  async shutdown(): Promise<void> {
    this.#ending.abort();
    await this.#running;
    this.#state.active = false;
  }

  supportsPeerMessaging(): boolean {
    return true;
  }

  supportsSelfClaiming(): boolean {
    return true;
  }

  async #execute(wave: ExecutionWave): Promise<WaveResult> {
    const { workspace, env, config } = this.#options;
    const signals = [this.#ending.signal, this.#options.signal].filter((each) => each !== undefined);
    const folder = taskListFolder(env, this.#listOf(wave));
    removeTaskList(folder);
    const tasks = writeBriefs(workspace, wave);
    const session = this.#start(wave, tasks);
    try {
      const running = new TeamWave(wave, tasks, session, folder, this.#options);
      session.send(waveMessage(wave.index, tasks, config.max_teammates));
      this.#session = session;
      this.#state.total_messages += 1;
      await running.run(AbortSignal.any(signals));
      await this.#end(session);
      const result = running.result();
      recordResults(this.#state, result.task_results);
      return result;
    } catch (error) {
      if (error instanceof BackendError) recordResults(this.#state, error.completed);
      throw error;
    } finally {
      await this.#end(session);
      this.#state.teammates = [];
      removeBriefs(workspace, tasks);
      removeTaskList(folder);
    }
  }

  /** Asks working agents to end, then forces them. */
  async #end(session: TeamSession): Promise<void> {
    this.#session = undefined;
    if (session.ended !== undefined) return;
    const working = session.mates.filter(({ status }) => status === 'working');
    if (working.length > 0 && session.send(shutdownRequest(working.map(({ name }) => name)))) this.#state.total_messages += 1;
    for (const mate of working) session.stop(mate);
    const over = new AbortController();
    const patience = working.length > 0 || this.#options.signal?.aborted === true ? SHORT_GRACE_MS : GRACE_MS;
    await session.end(this.#options.clock.sleep(patience, over.signal));
    over.abort();
  }

  #listOf({ index }: ExecutionWave): string {
    return `${this.#listId}-${index}`;
  }

  #start(wave: ExecutionWave, tasks: readonly TeamTask[]): TeamSession {
    const { workspace, env, config, clock } = this.#options;
    const environment = claudeEnvironment(env, workspace, {
      CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS: '1',
      // In print mode the task list must be enabled.
      CLAUDE_CODE_ENABLE_TASKS: '1',
      CLAUDE_CODE_ENABLE_TODO_TOOLS: '1',
      CLAUDE_CODE_TASK_LIST_ID: this.#listOf(wave),
      ...(config.teammate_model === '' ? {} : { CLAUDE_CODE_SUBAGENT_MODEL: config.teammate_model }),
    });
    const secrets = secretsOf(env);
    return new TeamSession({
      start: { command: this.#options.claude ?? 'claude', args: this.#argumentsOf(wave), cwd: workspace, environment },
      now: () => clock.now(),
      onDoing: (doing, by) => {
        const found = tasks.find(({ key, brief }) => by?.name === key || by?.prompt.includes(brief) === true);
        if (by !== undefined && !this.#state.teammates.includes(by.name)) this.#state.teammates.push(by.name);
        this.#options.onActivity({ task: found?.task.id ?? LEAD_ACTIVITY, doing: masked(doing, secrets) });
      },
    });
  }

  /** Permissions apply to the whole session: those of all agents of the wave, and of the lead. */
  #argumentsOf({ tasks }: ExecutionWave): readonly string[] {
    const { delegate_mode: delegates } = this.#options.config;
    const permissions = tasks.map(({ agent }) => permissionsOf(agent, this.#options));
    const allowed = new Set([...LEAD_TOOLS, ...permissions.flatMap(({ allowedTools }) => allowedTools ?? [])]);
    const lead = {
      description: 'Leads a team',
      prompt: leadInstructions(delegates),
      ...(delegates ? { tools: LEAD_TOOLS } : {}),
    };
    const costs = tasks.map(({ maxCostUsd }) => maxCostUsd);
    const bounded = costs.every((cost) => cost !== undefined);
    const { args } = claudeArguments(
      {
        agent: LEAD,
        permissionMode: permissions[0]?.permissionMode ?? 'acceptEdits',
        allowedTools: [...allowed],
        maxCostUsd: bounded ? costs.reduce((sum, cost) => sum + cost, 0) : undefined,
        mcpConfig: this.#options.mcpConfig,
        conversation: true,
        more: ['--agents', JSON.stringify({ [LEAD]: lead }), '--forward-subagent-text'],
      },
      '',
    );
    return args;
  }
}

/** The folder of agents' briefs, below the workspace. */
const FOLDERS = [RUN_FOLDER, 'build', 'briefs'] as const;

/**
 * Writes each agent's instructions to a file, because the lead would shorten them.
 *
 * @param workspace absolute and real
 * @throws BackendError when the folder is a link, or cannot be written
 */
function writeBriefs(workspace: string, wave: ExecutionWave): readonly TeamTask[] {
  const keys = new Map(wave.tasks.map(({ id }, index) => [id, `task-${index + 1}`]));
  try {
    const folder = makeFolders(workspace);
    return wave.tasks.map((task) => {
      const key = keys.get(task.id) ?? '';
      const name = `wave-${wave.index}-${key}.md`;
      // Replaces no file, and follows no link.
      rmSync(join(folder, name), { force: true });
      writeFileSync(join(folder, name), task.prompt, { flag: 'wx', mode: 0o600 });
      return { task, key, brief: [...FOLDERS, name].join('/'), after: task.dependsOn.map((id) => keys.get(id) ?? '') };
    });
  } catch (error) {
    throw new BackendError(`The team's briefs cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Deletes the briefs. Never throws. */
function removeBriefs(workspace: string, tasks: readonly TeamTask[]): void {
  for (const { brief } of tasks) {
    try {
      rmSync(join(workspace, brief), { force: true });
    } catch {
      // It is in the folder of runs, which git ignores.
    }
  }
}

function makeFolders(workspace: string): string {
  makeRunFolder(workspace);
  let folder = workspace;
  for (const name of FOLDERS) {
    folder = join(folder, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory()) throw new Error(`'${name}' is no folder`);
  }
  return folder;
}
