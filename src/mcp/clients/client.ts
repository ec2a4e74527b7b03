import { type Journal, noJournal, toolName } from '../../journal/entry.js';
import { CallError, type CallFailure } from '../call-failure.js';
import type { Answer, CallOptions, Engine } from '../engine.js';
import type { InputOf, OutputOf, Tool, ToolName, ToolTable } from '../tool.js';
import { type Clock, systemClock } from './clock.js';
import { delayBefore, type Limits, retriesOf } from './limits.js';
import { Patience } from './patience.js';
import { withTimeout } from './with-timeout.js';

export interface AskOptions {
  /** Ends the call; the failure is then `cancelled`. */
  readonly signal?: AbortSignal;
  /** The task of the call. */
  readonly taskId?: string;
}

/** The tools of an engine as methods. They never throw. */
export type Client<Tools extends ToolTable> = {
  readonly [Name in ToolName<Tools>]: (
    input: InputOf<Tools[Name]>,
    options?: AskOptions,
  ) => Promise<Answer<OutputOf<Tools[Name]>>>;
};

export interface ClientOptions {
  /** The caller, for the journal: the name of a command, or of an agent. */
  readonly agent: string;
  readonly journal?: Journal;
  readonly limits?: Limits;
  readonly clock?: Clock;
  /** Called after all attempts of a call failed, with the tool's full name. */
  readonly onFailure?: (tool: string, failure: CallFailure) => void;
}

/**
 * A client of an engine. It retries transient failures (REQ-026) and records every attempt in the journal. A call without an
 * answer returns the safe default of its tool with the failure.
 */
export function clientOf<Tools extends ToolTable>(engine: Engine<Tools>, options: ClientOptions): Client<Tools> {
  const caller = new Caller(engine as unknown as Engine, options);
  const methods = Object.keys(engine.toolset.tools).map((name) => [
    name,
    (input: unknown, given?: AskOptions) => caller.ask(name, input, given ?? {}),
  ]);
  // The table of tools gives each method its own types.
  return Object.fromEntries(methods) as Client<Tools>;
}

interface Question {
  readonly name: string;
  readonly tool: Tool;
  readonly input: Record<string, unknown>;
  readonly given: AskOptions;
}

/** The only caller of an engine. */
class Caller {
  readonly #engine: Engine;
  readonly #agent: string;
  readonly #journal: Journal;
  readonly #limits: Limits;
  readonly #clock: Clock;
  readonly #onFailure: (tool: string, failure: CallFailure) => void;
  readonly #patience = new Patience();

  constructor(engine: Engine, options: ClientOptions) {
    this.#engine = engine;
    this.#agent = options.agent;
    this.#journal = options.journal ?? noJournal;
    this.#limits = options.limits ?? {};
    this.#clock = options.clock ?? systemClock;
    this.#onFailure = options.onFailure ?? (() => undefined);
  }

  async ask(name: string, input: unknown, given: AskOptions): Promise<Answer<unknown>> {
    const tool = this.#engine.toolset.tools[name];
    if (tool === undefined) throw new Error(`${name} is no tool of ${this.#engine.toolset.id}`);
    const began = this.#clock.now();
    const checked = tool.input.safeParse(input);
    const refused = this.#patience.over(began) ?? (checked.success ? undefined : badInput(checked.error.issues));
    if (refused !== undefined || !checked.success) {
      const failure = refused ?? badInput([]);
      this.#write(name, given, 0, began, failure);
      return this.#unanswered(tool, name, failure);
    }
    const answer = await this.#attempts({ name, tool, input: checked.data, given });
    return 'failure' in answer ? this.#unanswered(tool, name, answer.failure) : answer;
  }

  async #attempts(question: Question): Promise<{ readonly value: unknown } | { readonly failure: CallFailure }> {
    const { name, tool, given } = question;
    const retries = retriesOf(tool, this.#limits);
    for (let attempt = 1; ; attempt += 1) {
      const began = this.#clock.now();
      try {
        const value = await this.#attempt(question);
        this.#write(name, given, attempt, began);
        this.#patience.answered();
        return { value };
      } catch (error) {
        const caught = error instanceof CallError ? error : defect(error);
        const failure = { code: caught.code, message: caught.message, attempts: attempt };
        this.#write(name, given, attempt, began, failure);
        if (!isWorthRepeating(caught, tool) || attempt > retries) {
          if (caught.isTransient) this.#patience.unreached(failure, this.#clock.now());
          return { failure };
        }
      }
      await this.#clock.sleep(delayBefore(tool, attempt), given.signal);
      if (given.signal?.aborted === true) {
        return { failure: { code: 'cancelled', message: 'the call was cancelled', attempts: attempt } };
      }
    }
  }

  #attempt({ name, tool, input, given: { signal } }: Question): Promise<unknown> {
    const timeoutMs = this.#limits.timeoutMs ?? tool.timeoutMs;
    const bounds: CallOptions = {
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    };
    const call = (): Promise<unknown> => this.#engine.call(name, input, bounds);
    // The time of a session starts when its server is ready.
    return this.#engine.by === 'embedded' ? withTimeout(call, bounds) : call();
  }

  #unanswered(tool: Tool, name: string, failure: CallFailure): Answer<unknown> {
    this.#onFailure(toolName(this.#engine.toolset.id, name), failure);
    // A copy, because callers may change it.
    return { value: structuredClone(tool.unanswered), failure };
  }

  #write(name: string, { taskId = '' }: AskOptions, attempt: number, began: number, failure?: CallFailure): void {
    this.#journal.write({
      timestamp: new Date(began).toISOString(),
      agent: this.#agent,
      tool: toolName(this.#engine.toolset.id, name),
      taskId,
      attempt,
      durationMs: this.#clock.now() - began,
      status: failure === undefined ? 'success' : 'error',
      errorCode: failure?.code ?? '',
      message: failure?.message ?? '',
    });
  }
}

/** A lost call may have been executed: only idempotent calls are repeated. */
function isWorthRepeating(error: CallError, tool: Tool): boolean {
  if (!error.isTransient) return false;
  const started = error.code === 'tool-timeout' || error.code === 'connection-lost';
  if (started && !tool.idempotent) return false;
  return !(error.code === 'tool-timeout' && tool.slowIsFinal === true);
}

function badInput(issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[]): CallFailure {
  const reason = issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`).join('; ');
  return { code: 'bad-input', message: `what is asked does not fit the tool: ${reason.slice(0, 300)}`, attempts: 0 };
}

/** Any other error of an embedded engine is a bug, but the caller still gets the default. */
function defect(error: unknown): CallError {
  const reason = error instanceof Error ? error.message : String(error);
  return new CallError('tool-error', `the engine has a defect: ${reason.slice(0, 300)}`, { cause: error });
}
