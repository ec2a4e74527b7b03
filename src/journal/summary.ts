import { append } from '../model/multi-map.js';
import type { JournalEntry } from './entry.js';

/** The figures of a group of lines. Rates are from 0 to 1; null when there is nothing to divide by. */
export interface Figures {
  /** Attempts at calling a tool. */
  readonly calls: number;
  /** Attempts after the first. */
  readonly retries: number;
  readonly successes: number;
  readonly errors: number;
  readonly successRate: number | null;
  readonly errorRate: number | null;
  /** Of attempts that were made, in milliseconds; null: none was. */
  readonly medianMs: number | null;
  readonly p95Ms: number | null;
  /** Tasks with a call or an end. */
  readonly tasks: number;
  /** Tasks among them that had been passed to an agent. */
  readonly routedTasks: number;
  /** Routed tasks that only the agent they were last passed to worked on. */
  readonly rightTasks: number;
  /** `rightTasks` of `routedTasks`. */
  readonly routingAccuracy: number | null;
}

/** The figures of all lines with one value in common. */
export interface NamedFigures extends Figures {
  readonly name: string;
}

export interface JournalSummary {
  /** Times of the first and last line; absent: no lines. */
  readonly from?: string;
  readonly until?: string;
  readonly unreadable: number;
  readonly total: Figures;
  /** By tool, most calls first; likewise below. */
  readonly tools: readonly NamedFigures[];
  readonly agents: readonly NamedFigures[];
  /** `success` and `error`. */
  readonly statuses: readonly NamedFigures[];
  /** Why calls and tasks failed. */
  readonly errorCodes: readonly NamedFigures[];
}

/** A call, or the end of a task, with the agent that last received the task. */
interface Work extends JournalEntry {
  readonly routedTo: string | undefined;
}

/** Summarises lines in the order of their times; lines of the same time in the given order. */
export function summarise(entries: readonly JournalEntry[], unreadable = 0): JournalSummary {
  const ordered = [...entries].sort((a, b) => (a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : 0));
  const work = workOf(ordered);
  const [first, last] = [ordered[0], ordered.at(-1)];
  return {
    ...(first === undefined || last === undefined ? {} : { from: first.timestamp, until: last.timestamp }),
    unreadable,
    total: figuresOf(work),
    tools: grouped(work, ({ tool }) => tool),
    agents: grouped(work, ({ agent }) => agent),
    statuses: grouped(work, ({ status }) => status),
    errorCodes: grouped(work, ({ errorCode }) => errorCode),
  };
}

function workOf(ordered: readonly JournalEntry[]): readonly Work[] {
  const routes = new Map<string, string>();
  return ordered.flatMap((entry) => {
    if (entry.event !== 'routed') return [{ ...entry, routedTo: routes.get(entry.taskId) }];
    routes.set(entry.taskId, entry.agent);
    return [];
  });
}

/** Groups lines by a value and skips lines without one. */
function grouped(work: readonly Work[], keyOf: (entry: Work) => string): readonly NamedFigures[] {
  const groups = new Map<string, Work[]>();
  for (const entry of work) {
    const key = keyOf(entry);
    if (key === '') continue;
    append(groups, key, entry);
  }
  return [...groups]
    .map(([name, group]) => ({ name, ...figuresOf(group) }))
    .sort((a, b) => b.calls - a.calls || b.tasks - a.tasks || (a.name < b.name ? -1 : 1));
}

function figuresOf(work: readonly Work[]): Figures {
  const calls = work.filter(({ event }) => event !== 'done');
  const successes = calls.filter(({ status }) => status === 'success').length;
  const errors = calls.length - successes;
  const durations = calls.flatMap(({ attempt, durationMs }) => (attempt > 0 ? [durationMs] : [])).sort((a, b) => a - b);
  return {
    calls: calls.length,
    retries: calls.filter(({ attempt }) => attempt > 1).length,
    successes,
    errors,
    successRate: ratio(successes, calls.length),
    errorRate: ratio(errors, calls.length),
    medianMs: median(durations),
    p95Ms: durations[Math.ceil(durations.length * 0.95) - 1] ?? null,
    ...routing(work),
  };
}

function routing(work: readonly Work[]): Pick<Figures, 'tasks' | 'routedTasks' | 'rightTasks' | 'routingAccuracy'> {
  const tasks = new Set(work.flatMap(({ taskId }) => (taskId === '' ? [] : [taskId])));
  const routed = new Set<string>();
  const wrong = new Set<string>();
  for (const { taskId, agent, routedTo } of work) {
    if (taskId === '' || routedTo === undefined) continue;
    routed.add(taskId);
    if (routedTo !== agent) wrong.add(taskId);
  }
  const rightTasks = routed.size - wrong.size;
  return { tasks: tasks.size, routedTasks: routed.size, rightTasks, routingAccuracy: ratio(rightTasks, routed.size) };
}

function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** @param sorted ascending */
function median(sorted: readonly number[]): number | null {
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}
