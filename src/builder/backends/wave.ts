import type { AgentTask, ExecutionBackend, ExecutionWave, Spent, TaskResult, TeamState, WaveResult } from './backend.js';

/** A task that was not run. */
export function notRun(task: AgentTask, status: 'failed' | 'timeout', cause: string, error: string, final = false): TaskResult {
  return {
    ...{ task_id: task.id, status, output: '', error },
    ...{ files_created: [], files_modified: [], duration_seconds: 0, cause },
    ...(final ? { final } : {}),
  };
}

/** Results in the order of the tasks, with their sum. */
export function waveResult(
  wave: ExecutionWave,
  results: ReadonlyMap<string, TaskResult>,
  spent: Spent,
  seconds: number,
): WaveResult {
  const ordered = wave.tasks.flatMap(({ id }) => results.get(id) ?? []);
  return {
    wave_index: wave.index,
    task_results: ordered,
    all_succeeded: ordered.length === wave.tasks.length && ordered.every(({ status }) => status === 'completed'),
    duration_seconds: seconds,
    spent,
  };
}

/** The result of a task as its own wave; its dependencies count as completed. */
export async function executedAlone(task: AgentTask, by: Pick<ExecutionBackend, 'executeWave'>): Promise<TaskResult> {
  const { task_results } = await by.executeWave({ index: 0, tasks: [{ ...task, dependsOn: [] }] });
  return task_results[0] ?? notRun(task, 'failed', 'failed', 'It has no result.');
}

/** The sum of both. */
export function together(a: Spent, b: Spent): Spent {
  return { cost: a.cost + b.cost, turns: a.turns + b.turns };
}

/** Adds results to a team's state. */
export function recordResults(state: TeamState, results: Iterable<TaskResult>): void {
  for (const { task_id, status } of results) (status === 'completed' ? state.completed_tasks : state.failed_tasks).push(task_id);
}

/** Tasks that can never start, with the reason: an unknown or circular dependency. */
export function hopelessTasks(tasks: readonly AgentTask[]): ReadonlyMap<string, string> {
  const known = new Set(tasks.map(({ id }) => id));
  const hopeless = new Map<string, string>();
  for (const { id, dependsOn } of tasks) {
    const missing = dependsOn.find((each) => !known.has(each));
    if (missing !== undefined) hopeless.set(id, `It depends on '${missing}', which is no task of its wave.`);
  }
  const done = new Set(hopeless.keys());
  for (let found = true; found; ) {
    const ready = tasks.filter(({ id, dependsOn }) => !done.has(id) && dependsOn.every((each) => done.has(each)));
    for (const { id } of ready) done.add(id);
    found = ready.length > 0;
  }
  for (const { id } of tasks) if (!done.has(id)) hopeless.set(id, 'It depends on itself by way of others.');
  return hopeless;
}
