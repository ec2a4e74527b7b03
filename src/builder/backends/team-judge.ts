import type { ListedTask } from './task-list.js';
import type { Teammate } from './team-session.js';

/** The observed state of a team's task. */
export interface TeamView {
  readonly listed: ListedTask | undefined;
  readonly agent: Teammate | undefined;
  /** Its observed start, in milliseconds since 1970; `undefined`: no agent works on it. */
  readonly since: number | undefined;
  /** Results of its dependencies, as far as they exist. */
  readonly before: readonly { readonly id: string; readonly completed: boolean }[];
}

/** Times in milliseconds. */
export interface TeamLimits {
  readonly now: number;
  readonly taskMs: number;
  readonly idleMs: number;
}

/** The result of a task; `undefined`: none yet. */
export type TeamVerdict =
  | { readonly kind: 'completed' }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'failed'; readonly cause: 'dependency' | 'failed' | 'idle'; readonly why: string };

/**
 * Judges a task by its agent and by the list (REQ-007). It is completed when its agent has answered and the list says so: the
 * list alone may be the lead's assumption, and a hook may have refused the answer.
 */
export function judgeTeamTask(
  { listed, agent, since, before }: TeamView,
  { now, taskMs, idleMs }: TeamLimits,
): TeamVerdict | undefined {
  const failed = before.find(({ completed }) => !completed);
  if (failed !== undefined && agent === undefined) {
    return { kind: 'failed', cause: 'dependency', why: `'${failed.id}', on which it depends, failed.` };
  }
  if (agent?.status === 'failed') return { kind: 'failed', cause: 'failed', why: reasonOf(agent) };
  if (agent?.status === 'stopped') return { kind: 'failed', cause: 'failed', why: 'Its agent was stopped.' };
  if (agent?.status === 'resting') {
    if (listed?.status === 'completed') return { kind: 'completed' };
    if (now - agent.heard >= idleMs) {
      return { kind: 'failed', cause: 'idle', why: 'Its agent has answered, but the task was never marked as completed.' };
    }
  }
  if (since !== undefined && now - since >= taskMs) return { kind: 'timeout' };
  return undefined;
}

function reasonOf({ text }: Teammate): string {
  const line = text.replace(/\s+/g, ' ').trim().slice(0, 500);
  return line === '' ? 'Its agent failed.' : `Its agent failed: ${line}`;
}

/** The agent of a task: the last with its name, or its brief. */
export function mateOf(mates: readonly Teammate[], key: string, brief: string): Teammate | undefined {
  return mates.findLast(({ name, prompt }) => name === key || prompt.includes(brief));
}
