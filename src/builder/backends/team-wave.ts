import { masked, secretsOf } from '../../model/secrets.js';
import { BackendError, type ExecutionWave, type TaskResult, type WaveResult } from './backend.js';
import { noteDone, noteRouted } from './call-journal.js';
import { failure, failureOf, sentenceOf } from './claude-errors.js';
import type { ExecutionBackendOptions } from './options.js';
import { type ListedTask, readTaskList } from './task-list.js';
import { judgeTeamTask, mateOf, type TeamVerdict } from './team-judge.js';
import { givenUp, reminder, type TeamTask } from './team-prompts.js';
import type { Teammate, TeamSession } from './team-session.js';
import { hopelessTasks, notRun, waveResult } from './wave.js';

/** Poll interval of the list (REQ-007). */
const POLL_MS = 30_000;
/** A lead that got a message is about to begin: it only rests after this long without output. */
const QUIET_MS = 5_000;
/** Reminders of the lead before it is given up. */
const MOST_REMINDERS = 2;

/** A wave of a team. */
export class TeamWave {
  readonly #wave: ExecutionWave;
  readonly #tasks: readonly TeamTask[];
  readonly #session: TeamSession;
  readonly #options: ExecutionBackendOptions;
  readonly #folder: string;
  readonly #results = new Map<string, TaskResult>();
  /** The observed starts of tasks. */
  readonly #since = new Map<string, number>();
  readonly #began: number;
  #reminders = 0;
  #warned = false;

  /** @param folder of the task list */
  constructor(
    wave: ExecutionWave,
    tasks: readonly TeamTask[],
    session: TeamSession,
    folder: string,
    options: ExecutionBackendOptions,
  ) {
    this.#wave = wave;
    this.#tasks = tasks;
    this.#session = session;
    this.#folder = folder;
    this.#options = options;
    this.#began = options.clock.now();
    for (const { task } of tasks) noteRouted(task, options);
    for (const [id, why] of hopelessTasks(wave.tasks))
      this.#settle(id, notRun(this.#taskOf(id).task, 'failed', 'dependency', why, true));
  }

  /** Runs until each task has a result. @throws BackendError when the session is lost */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, config } = this.#options;
    const deadline = this.#began + config.wave_timeout_seconds * 1_000;
    // Subscribe before reading the list, so that no end is missed while waiting.
    for (let changed = this.#session.changed(); this.#look(await this.#listed()); changed = this.#session.changed()) {
      if (signal.aborted) this.#endRest('failed', 'interrupted', sentenceOf(failure('interrupted')), true);
      else if (clock.now() >= deadline) this.#endRest('timeout', 'timeout', 'The wave took too long (wave_timeout_seconds).');
      else {
        this.#watchSession();
        const over = new AbortController();
        await Promise.race([
          clock.sleep(Math.min(POLL_MS, Math.max(0, deadline - clock.now())), AbortSignal.any([signal, over.signal])),
          changed,
        ]);
        over.abort();
      }
    }
  }

  /** Reads the list. An entry may be completed before its agent's last answer arrives, so this waits for the answer. */
  async #listed(): Promise<readonly ListedTask[]> {
    const listed = readTaskList(this.#folder);
    const done = new Set(listed.flatMap(({ key, status }) => (status === 'completed' ? [key] : [])));
    if (this.#tasks.some(({ task, key }) => done.has(key) && !this.#results.has(task.id))) await this.#session.caughtUp();
    return listed;
  }

  /** The result after the session has ended, because its cost comes last. */
  result(): WaveResult {
    const seconds = (this.#options.clock.now() - this.#began) / 1_000;
    return waveResult(this.#wave, this.#results, this.#session.stream.spent, seconds);
  }

  /** Settles tasks. @returns whether any are left */
  #look(listed: readonly ListedTask[]): boolean {
    const { clock, config } = this.#options;
    const given: string[] = [];
    for (const { task, key, brief } of this.#tasks) {
      if (this.#results.has(task.id)) continue;
      const row = listed.find((each) => each.key === key);
      const mate = mateOf(this.#session.mates, key, brief);
      const since = mate?.started ?? (row?.status === 'in_progress' ? clock.now() : undefined);
      if (since !== undefined && !this.#since.has(task.id)) this.#since.set(task.id, since);
      const before = task.dependsOn.flatMap((id) => this.#beforeOf(id));
      const taskMs = Math.min(task.timeoutSeconds, config.task_timeout_seconds) * 1_000;
      const limits = { now: clock.now(), taskMs, idleMs: config.teammate_idle_timeout * 1_000 };
      const verdict = judgeTeamTask({ listed: row, agent: mate, since: this.#since.get(task.id), before }, limits);
      if (verdict === undefined) continue;
      this.#settle(task.id, this.#resultOf(task.id, verdict, mate));
      this.#reminders = 0;
      if (verdict.kind !== 'completed') given.push(key);
      if (verdict.kind === 'timeout' && mate !== undefined) this.#session.stop(mate);
    }
    const left = this.#results.size < this.#tasks.length;
    if (given.length > 0 && left) this.#session.send(givenUp(given, 'they failed or took too long'));
    return left;
  }

  #beforeOf(id: string): readonly { readonly id: string; readonly completed: boolean }[] {
    const result = this.#results.get(id);
    return result === undefined ? [] : [{ id, completed: result.status === 'completed' }];
  }

  /** Ends the wave when the lead ended, failed or does nothing; reminds the lead first. */
  #watchSession(): void {
    const { stream, ended, mates, resting, heard } = this.#session;
    const { clock, config, onWarning } = this.#options;
    const working = mates.filter(({ status }) => status === 'working').length;
    if (working > config.max_teammates && !this.#warned) {
      this.#warned = true;
      onWarning(`The lead has ${working} agents at work; ${config.max_teammates} are allowed (max_teammates).`);
    }
    const { result } = stream;
    if (result?.isError === true) {
      const why = failureOf({ text: result.text, words: [result.subtype, result.reason], status: result.status });
      if (why.cause !== 'budget') throw this.#lost(sentenceOf(why));
      this.#endRest('failed', why.cause, sentenceOf(why), true);
    } else if (ended !== undefined) {
      const message = ended.startError ?? (ended.complaint.trim() || `it ended with ${ended.signal ?? `code ${ended.code}`}`);
      if (ended.signal !== null) throw this.#lost(sentenceOf(failure('killed', message)));
      throw this.#lost(
        ended.startError === undefined ? sentenceOf(failureOf({ text: message })) : sentenceOf(failure('not-found', message)),
      );
    } else if (working === 0 && resting) {
      if (clock.now() - heard >= QUIET_MS) this.#remind();
    } else if (working === 0 && clock.now() - heard >= config.teammate_idle_timeout * 1_000)
      throw this.#lost('The lead is silent.');
  }

  #remind(): void {
    if (this.#reminders >= MOST_REMINDERS) throw this.#lost('The lead ended its work before all tasks were done.');
    this.#reminders += 1;
    const open = this.#tasks.filter(({ task }) => !this.#results.has(task.id)).map(({ key }) => key);
    this.#session.send(reminder(open));
  }

  #endRest(status: 'failed' | 'timeout', cause: string, why: string, final = false): void {
    for (const { task, key, brief } of this.#tasks) {
      if (this.#results.has(task.id)) continue;
      const mate = mateOf(this.#session.mates, key, brief);
      if (mate !== undefined) this.#session.stop(mate);
      this.#settle(task.id, {
        ...this.#workOf(mate),
        ...{ task_id: task.id, status, cause, error: why },
        ...(final ? { final } : {}),
      });
    }
  }

  #resultOf(id: string, verdict: TeamVerdict, mate: Teammate | undefined): TaskResult {
    const work = { task_id: id, ...this.#workOf(mate) };
    if (verdict.kind === 'completed') return { ...work, status: 'completed', error: '' };
    if (verdict.kind === 'timeout')
      return { ...work, status: 'timeout', cause: 'timeout', error: sentenceOf(failure('timeout')) };
    return { ...work, status: 'failed', cause: verdict.cause, error: masked(verdict.why, secretsOf(this.#options.env)) };
  }

  #workOf(mate: Teammate | undefined): Omit<TaskResult, 'task_id' | 'status' | 'error'> {
    const { created, modified, outside } = mate?.changed() ?? { created: [], modified: [], outside: [] };
    return {
      output: masked(mate?.text ?? '', secretsOf(this.#options.env)),
      ...{ files_created: created, files_modified: modified },
      ...(outside.length === 0 ? {} : { files_outside: outside }),
      duration_seconds: mate === undefined ? 0 : Math.max(0, this.#options.clock.now() - mate.started) / 1_000,
    };
  }

  #settle(id: string, result: TaskResult): void {
    this.#results.set(id, result);
    noteDone(this.#taskOf(id).task, result, this.#since.get(id) ?? this.#began, this.#options);
  }

  #taskOf(id: string): TeamTask {
    const found = this.#tasks.find(({ task }) => task.id === id);
    if (found === undefined) throw new Error(`There is no task '${id}'.`);
    return found;
  }

  #lost(why: string): BackendError {
    const completed = [...this.#results.values()].filter(({ status }) => status === 'completed');
    return new BackendError(
      `The team's session is lost: ${masked(why, secretsOf(this.#options.env))}`,
      completed,
      this.#session.stream.spent,
    );
  }
}
