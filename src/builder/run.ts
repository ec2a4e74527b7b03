import { type AgentTask, BackendError, type ExecutionWave, type TaskResult, type WaveResult } from './backends/backend.js';
import { type Decision, type Duty, decide, type Limits, type Order } from './decide.js';
import type { BuildEvent, EventOf, StepVerdict } from './event.js';
import type { BuildLog } from './log.js';
import { applied, type BuildState, fold } from './state.js';

/** Between attempts of an agent without an answer (REQ-BAP-007). */
const RETRY_MS = 2_000;

/** The logged parts of an answer besides its verdict. */
export type LoggedAnswer = Pick<EventOf<'task-ended'>, 'validation' | 'findings' | 'next_actions' | 'tests' | 'delivered'>;

/** A checked answer of an agent. */
export interface Judged {
  readonly verdict: StepVerdict;
  /** The agent's own status. */
  readonly status?: string | undefined;
  readonly scenarios?: { readonly passed: number; readonly total: number } | undefined;
  /** The observed changes of files; absent: those of its tool calls. */
  readonly files?: { readonly created: readonly string[]; readonly modified: readonly string[] } | undefined;
  readonly logged?: LoggedAnswer | undefined;
  /** Other events. */
  readonly events?: readonly Unstamped[];
}

/** An event without its time. */
export type Unstamped = BuildEvent extends infer Each ? (Each extends BuildEvent ? Omit<Each, 'at'> : never) : never;

/** The side effects of a build. Each may be repeated after a kill, with the same result. */
export interface Effects {
  readonly now: () => Date;
  readonly wait: (millis: number) => Promise<void>;
  /** Takes snapshots before agents begin, unless an interrupted run did. */
  readonly prepare: (duties: readonly Duty[], state: BuildState) => Promise<void>;
  readonly taskOf: (duty: Duty, state: BuildState) => Promise<AgentTask>;
  readonly execute: (wave: ExecutionWave) => Promise<WaveResult>;
  readonly judge: (duty: Duty, result: TaskResult, state: BuildState) => Promise<Judged>;
  readonly look: (milestone: string, step: 'red' | 'green' | 'scan', state: BuildState) => Promise<Judged>;
  /** Compares all code with all contracts. */
  readonly audit: () => Promise<Omit<EventOf<'audited'>, 'at' | 'event'>>;
  /** What agents touched besides their work, since the last call; sentences. */
  readonly notices: () => readonly string[];
  /** Decides after three unsuccessful fixes. */
  readonly choose: (milestone: string, state: BuildState) => Promise<EventOf<'breaker-opened'>['choice']>;
  /** Reverts a milestone's files; returns failures as sentences. */
  readonly revert: (milestone: string, state: BuildState) => Promise<readonly string[]>;
  /** Completes a built milestone: returns ids of completed requirements, and other events. */
  readonly conclude: (
    milestone: string,
    state: BuildState,
  ) => Promise<{ readonly requirements: readonly string[]; readonly events: readonly Unstamped[] }>;
}

export interface Run {
  readonly order: Order;
  readonly limits: Limits;
  readonly log: BuildLog;
  readonly effects: Effects;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
  /** After an event is on disk. */
  readonly onEvent: (event: BuildEvent, state: BuildState) => void;
}

/** Runs a build until it ends or is interrupted. Every step is on disk before the next decision. */
export async function runBuild(run: Run): Promise<BuildState> {
  const course = new Course(run);
  for (;;) {
    if (run.signal.aborted) {
      // What an interrupted step left is told, too.
      course.notice();
      course.say({ event: 'interrupted' });
      return course.state;
    }
    const decision = decide(run.order, course.state, run.limits);
    try {
      await course.perform(decision);
      course.notice();
    } catch (error) {
      // A step that Ctrl-C interrupted throws, and is not recorded.
      if (!run.signal.aborted) throw error;
    }
    if (decision.do === 'end') return course.state;
  }
}

class Course {
  readonly #run: Run;
  #state: BuildState;
  #waves = 0;

  constructor(run: Run) {
    this.#run = run;
    const state = fold(run.log.events);
    if (state === undefined) throw new Error('A build begins with an event.');
    this.#state = state;
  }

  get state(): BuildState {
    return this.#state;
  }

  say(unstamped: Unstamped): void {
    const event = { at: this.#run.effects.now().toISOString(), ...unstamped } as BuildEvent;
    this.#run.log.append(event);
    this.#state = applied(this.#state, event);
    this.#run.onEvent(event, this.#state);
  }

  /** Reports what agents touched besides their work. */
  notice(): void {
    const notices = [...this.#run.effects.notices()];
    if (notices.length > 0) this.say({ event: 'noticed', notices });
  }

  async perform(decision: Decision): Promise<void> {
    const { effects } = this.#run;
    switch (decision.do) {
      case 'start':
        return this.say({ event: 'milestone-started', milestone: decision.milestone });
      case 'run':
        return this.#agents(decision.duties);
      case 'look':
        return this.#look(decision.milestone, decision.step);
      case 'choose': {
        const choice = await effects.choose(decision.milestone, this.#state);
        const isConflict = this.#state.milestones[decision.milestone]?.conflict === true;
        const how = isConflict ? { conflict: true } : {};
        return this.say({ event: 'breaker-opened', milestone: decision.milestone, choice, ...how });
      }
      case 'revert': {
        const reasons = [...(await effects.revert(decision.milestone, this.#state))];
        return this.#ended(decision.milestone, 'aborted', reasons, []);
      }
      case 'end-milestone':
        return this.#end(decision.milestone, decision.outcome);
      case 'audit': {
        const audit = await effects.audit();
        if (!this.#run.signal.aborted) this.say({ event: 'audited', ...audit });
        return;
      }
      case 'end':
        return this.say({ event: 'build-ended', outcome: decision.outcome, why: decision.why });
    }
  }

  async #agents(duties: readonly Duty[]): Promise<void> {
    const { effects, signal } = this.#run;
    if (duties.some(({ last }) => last === 'failed')) await effects.wait(RETRY_MS);
    if (signal.aborted) return;
    await effects.prepare(duties, this.#state);
    const planned = await Promise.all(duties.map(async (duty) => ({ duty, task: await effects.taskOf(duty, this.#state) })));
    for (const { duty, task } of planned) {
      const { milestone, step, part, attempt } = duty;
      this.say({ event: 'task-started', milestone, step, part, attempt, agent: task.agent });
    }
    this.#waves += 1;
    const { wave, why } = await this.#executed(planned.map(({ task }) => task));
    this.say({ event: 'spent', ...wave.spent, seconds: wave.duration_seconds });
    for (const { duty, task } of planned) {
      const result = wave.task_results.find(({ task_id }) => task_id === task.id);
      // Interrupted by Ctrl-C or the budget: not a failure, and repeated when the build resumes.
      if (result?.status !== 'completed' && (signal.aborted || this.#isSpent(result))) continue;
      await this.#answered(duty, result ?? lost(task, why));
    }
  }

  /** Agents get the remaining budget. The build stops when one has used it up. */
  #isSpent(result: TaskResult | undefined): boolean {
    const { cost } = this.#run.limits;
    return result?.cause === 'budget' && cost !== undefined && this.#state.spent.cost >= cost;
  }

  /** A lost team has cost money, and may have completed tasks: those count, the others failed. */
  async #executed(tasks: readonly AgentTask[]): Promise<{ readonly wave: WaveResult; readonly why: string }> {
    const { effects } = this.#run;
    const began = effects.now().getTime();
    try {
      return { wave: await effects.execute({ index: this.#waves, tasks }), why: 'its result was lost' };
    } catch (error) {
      if (!(error instanceof BackendError)) throw error;
      const { completed: task_results, spent, message } = error;
      const duration_seconds = (effects.now().getTime() - began) / 1000;
      return { wave: { wave_index: this.#waves, task_results, all_succeeded: false, duration_seconds, spent }, why: message };
    }
  }

  async #answered(duty: Duty, result: TaskResult): Promise<void> {
    const { signal } = this.#run;
    const isCut = signal.aborted;
    const judged: Judged =
      result.status === 'completed' ? await this.#run.effects.judge(duty, result, this.#state) : unanswered(result);
    // Ctrl-C prevented the check of evidence: the resumed build asks the agent again.
    if (signal.aborted && !isCut) return;
    this.#tell(duty, judged, result);
  }

  async #look(milestone: string, step: 'red' | 'green' | 'scan'): Promise<void> {
    const began = this.#run.effects.now();
    const judged = await this.#run.effects.look(milestone, step, this.#state);
    // Programs that Ctrl-C ended prove nothing.
    if (this.#run.signal.aborted) return;
    const duration_seconds = (this.#run.effects.now().getTime() - began.getTime()) / 1000;
    this.#tell({ milestone, step, part: 'own', attempt: 1 }, judged, { duration_seconds, files_created: [], files_modified: [] });
  }

  #tell(
    { milestone, step, part, attempt }: Pick<Duty, 'milestone' | 'step' | 'part' | 'attempt'>,
    { verdict, status, scenarios, files, logged, events = [] }: Judged,
    result: Pick<TaskResult, 'duration_seconds' | 'files_created' | 'files_modified'>,
  ): void {
    for (const event of events) this.say(event);
    this.say({
      event: 'task-ended',
      ...{ milestone, step, part, attempt, verdict },
      ...(status === undefined ? {} : { status }),
      ...(scenarios === undefined ? {} : { scenarios: { ...scenarios } }),
      ...logged,
      seconds: result.duration_seconds,
      files_created: [...(files?.created ?? result.files_created)],
      files_modified: [...(files?.modified ?? result.files_modified)],
    });
  }

  async #end(milestone: string, outcome: 'completed' | 'doubtful' | 'failed'): Promise<void> {
    if (outcome === 'failed') {
      const reasons = this.#state.milestones[milestone]?.failure?.reasons ?? [];
      return this.#ended(milestone, outcome, reasons, []);
    }
    const { requirements, events } = await this.#run.effects.conclude(milestone, this.#state);
    for (const event of events) this.say(event);
    this.#ended(
      milestone,
      outcome,
      outcome === 'completed' ? [] : (this.#state.milestones[milestone]?.doubts ?? []),
      requirements,
    );
  }

  #ended(
    milestone: string,
    outcome: EventOf<'milestone-ended'>['outcome'],
    reasons: readonly string[],
    requirements: readonly string[],
  ): void {
    this.say({ event: 'milestone-ended', milestone, outcome, reasons: [...reasons], requirements: [...requirements] });
  }
}

function unanswered({ status, error, final }: TaskResult): Judged {
  const why = error === '' ? 'no reason is known' : error;
  const reasons = [status === 'timeout' ? `it ran out of time: ${why}` : why];
  return { verdict: { outcome: 'failed', reasons, ...(final === undefined ? {} : { final }) } };
}

function lost({ id }: AgentTask, error: string): TaskResult {
  return {
    ...{ task_id: id, status: 'failed', output: '', error },
    ...{ files_created: [], files_modified: [], duration_seconds: 0 },
  };
}
