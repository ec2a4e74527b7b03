import { masked, secretsOf } from '../../model/secrets.js';
import type { AgentTask, Spent, TaskResult } from './backend.js';
import { claudeArguments, isAgentName } from './claude-arguments.js';
import { type ClaudeFailure, failure, failureOf, sentenceOf } from './claude-errors.js';
import { type ClaudeEnd, type ClaudeProcess, type ClaudeStart, startClaude } from './claude-process.js';
import { claudeEnvironment } from './environment.js';
import type { ExecutionBackendOptions } from './options.js';
import { permissionsOf } from './permissions.js';
import { SessionStream } from './stream.js';

/** Time for a session to end after its result. */
const GRACE_MS = 10_000;
/** Timers with longer times fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/** The result of a call, with its cost. */
export interface CallResult {
  readonly result: TaskResult;
  readonly spent: Spent;
}

/** Why this program ended the call. */
type Stop = 'timeout' | 'interrupted' | 'over' | 'refused';

/**
 * Runs one agent as a process. Never throws: errors are in the result.
 *
 * @param deadline milliseconds since 1970 at which the wave of the task ends
 * @param signal aborts the call
 */
export async function callAgent(
  task: AgentTask,
  options: ExecutionBackendOptions,
  { deadline, signal }: { readonly deadline: number; readonly signal: AbortSignal },
): Promise<CallResult> {
  const began = options.clock.now();
  const patience = Math.min(task.timeoutSeconds * 1_000, options.config.task_timeout_seconds * 1_000, deadline - began);
  const outcome = await run(task, options, { patience, signal });
  const seconds = (options.clock.now() - began) / 1_000;
  return { result: resultOf(task, options, outcome, seconds), spent: outcome.session.spent };
}

/** Why no call is made; `undefined`: it is. */
function whyNot({ agent, maxCostUsd }: AgentTask, patience: number, signal: AbortSignal): ClaudeFailure | undefined {
  if (signal.aborted) return failure('interrupted');
  if (patience <= 0) return failure('timeout');
  if (maxCostUsd !== undefined && maxCostUsd <= 0) return failureOf({ text: 'nothing is left', words: ['budget_exhausted'] });
  if (agent === ('' as string) || isAgentName(agent)) return undefined;
  const message = `'${String(agent).slice(0, 100)}' is no name of an agent`;
  return { cause: 'unknown-agent', message, advice: 'Names have letters, digits and hyphens.', final: true };
}

/** The outcome of a call. */
interface Outcome {
  /** Absent: it succeeded. */
  readonly failed: ClaudeFailure | undefined;
  /** It timed out, for whatever reason. */
  readonly late: boolean;
  readonly session: SessionStream;
}

async function run(
  task: AgentTask,
  options: ExecutionBackendOptions,
  { patience, signal }: { readonly patience: number; readonly signal: AbortSignal },
): Promise<Outcome> {
  const refused = whyNot(task, patience, signal);
  if (refused !== undefined)
    return { failed: refused, late: refused.cause === 'timeout', session: new SessionStream(options.workspace) };
  const over = new AbortController();
  let stop: Stop | undefined;
  let child: ClaudeProcess | undefined;
  const end = (why: Stop): void => {
    stop ??= why;
    void child?.end();
  };
  const session = watched(task, options, { end, over: over.signal });
  child = startClaude({ ...startOf(task, options), onLine: (line) => session.take(line) });
  const onAbort = (): void => end('interrupted');
  signal.addEventListener('abort', onAbort, { once: true });
  void options.clock.sleep(Math.min(patience, LONGEST_TIMER_MS), over.signal).then(() => {
    if (!over.signal.aborted) end('timeout');
  });
  const ended = await child.ended;
  over.abort();
  signal.removeEventListener('abort', onAbort);
  return { failed: failureOfRun(stop, ended, session), late: stop === 'timeout', session };
}

/** Watches a session's messages, and ends it after its result. */
function watched(
  task: AgentTask,
  options: ExecutionBackendOptions,
  { end, over }: { readonly end: (why: Stop) => void; readonly over: AbortSignal },
): SessionStream {
  const secrets = secretsOf(options.env);
  const tell = (doing: string): void => options.onActivity({ task: task.id, doing: masked(doing, secrets) });
  let lines = 0;
  return new SessionStream(options.workspace, {
    onDoing: tell,
    onRetry: ({ attempt, status, error }) => {
      tell(`waits: ${error}, attempt ${attempt}`);
      // Retries would take minutes, but an invalid key stays invalid.
      if (attempt >= 2 && (status === 401 || status === 403)) end('refused');
    },
    onMessage: ({ type }) => {
      lines += 1;
      const seen = lines;
      if (type !== 'result') return;
      void options.clock.sleep(GRACE_MS, over).then(() => {
        if (!over.aborted && lines === seen) end('over');
      });
    },
  });
}

function startOf(task: AgentTask, options: ExecutionBackendOptions): Omit<ClaudeStart, 'onLine'> {
  const { config, env, workspace } = options;
  const { args, input } = claudeArguments(
    {
      agent: task.agent,
      ...permissionsOf(task.agent, options),
      model: task.model ?? config.teammate_model,
      maxTurns: task.maxTurns,
      maxCostUsd: task.maxCostUsd,
      mcpConfig: options.mcpConfig,
    },
    task.prompt,
  );
  // Disables hooks that a team left behind.
  const environment = claudeEnvironment(env, workspace, { TALLYSTICK_ALONE: '1' });
  return { command: options.claude ?? 'claude', args, input, cwd: workspace, environment };
}

function failureOfRun(stop: Stop | undefined, ended: ClaudeEnd, session: SessionStream): ClaudeFailure | undefined {
  const { result, retry } = session;
  if (ended.startError !== undefined) return failure('not-found', ended.startError);
  if (stop === 'interrupted') return failure('interrupted');
  if (result !== undefined && !result.isError && (ended.code === 0 || session.over)) return undefined;
  if (result?.isError === true) {
    return failureOf({ text: result.text || ended.complaint, words: [result.subtype, result.reason], status: result.status });
  }
  if (stop !== undefined && retry !== undefined)
    return failureOf({ text: retry.error, words: [retry.error], status: retry.status });
  if (stop === 'timeout') return failure('timeout');
  if (ended.signal !== null) return failure('killed', `it ended by ${ended.signal}`);
  if (ended.complaint.trim() === '' && ended.code === 0) return failure('no-result');
  return failureOf({ text: ended.complaint.trim() || `it ended with code ${ended.code}` });
}

function resultOf(
  task: AgentTask,
  options: ExecutionBackendOptions,
  { failed, late, session }: Outcome,
  seconds: number,
): TaskResult {
  const secrets = secretsOf(options.env);
  const { created, modified, outside } = session.changed;
  return {
    task_id: task.id,
    status: failed === undefined ? 'completed' : late ? 'timeout' : 'failed',
    output: masked(session.text, secrets),
    error: failed === undefined ? '' : masked(sentenceOf(failed), secrets),
    files_created: created,
    files_modified: modified,
    ...(outside.length === 0 ? {} : { files_outside: outside }),
    duration_seconds: seconds,
    ...(failed === undefined ? {} : { cause: failed.cause, final: failed.final }),
  };
}
