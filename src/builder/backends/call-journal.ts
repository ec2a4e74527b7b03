import type { JournalEntry } from '../../journal/entry.js';
import type { AgentTask, TaskResult } from './backend.js';
import type { ExecutionBackendOptions } from './options.js';

type Journalled = Pick<ExecutionBackendOptions, 'journal' | 'clock'>;

/** Records that an agent received a task. @returns when, in milliseconds since 1970 */
export function noteRouted(task: AgentTask, { journal, clock }: Journalled): number {
  const at = clock.now();
  journal?.write({
    ...entryOf(task, at),
    event: 'routed',
    attempt: 0,
    durationMs: 0,
    status: 'success',
    errorCode: '',
    message: task.subject,
  });
  return at;
}

/** Records an agent's call, and the end of its task. */
export function noteDone(task: AgentTask, result: TaskResult, at: number, { journal }: Journalled): void {
  const line = {
    ...entryOf(task, at),
    attempt: 1,
    durationMs: result.duration_seconds * 1_000,
    status: result.status === 'completed' ? ('success' as const) : ('error' as const),
    errorCode: result.cause ?? '',
    message: result.error,
  };
  journal?.write({ ...line, tool: 'claude', event: 'call' });
  journal?.write({ ...line, event: 'done' });
}

function entryOf(task: AgentTask, at: number): Pick<JournalEntry, 'timestamp' | 'agent' | 'tool' | 'taskId'> {
  return { timestamp: new Date(at).toISOString(), agent: task.agent, tool: '', taskId: task.id };
}
