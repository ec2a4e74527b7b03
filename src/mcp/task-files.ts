import { z } from 'zod';
import { listed } from '../model/alike.js';
import { componentsOf, type Edges } from '../model/components.js';
import { readJson } from './json-text.js';
import { task } from './toolsets/task-master.js';

/** The user runs the check again after a fix. */
const MOST_NAMED = 10;

const version = z.string().regex(/^v[0-9]+\.[0-9]+$/);
const moment = z.iso.datetime({ offset: true });
const names = z.array(z.string());

/** `tasks.json` of TaskMaster (spec 001, D3), which alone writes it. */
const tasksFile = z.strictObject({ version, generatedAt: moment.optional(), tasks: z.array(task) });

/** `state.json` of TaskMaster (spec 001, D3). */
const stateFile = z.strictObject({
  version,
  current_phase: z.string(),
  active_agents: names.optional(),
  completed_tasks: names,
  pending_tasks: names,
  agent_context: z.record(z.string(), z.looseObject({})).optional(),
  interrupted: z.boolean().optional(),
  last_checkpoint: z.string().optional(),
  updatedAt: moment.optional(),
});

/** The published JSON Schemas, by file name in `schema`. */
export function taskFileSchemas(): Readonly<Record<string, unknown>> {
  const written = (schema: z.ZodType, title: string) => ({ ...z.toJSONSchema(schema, { io: 'input' }), title });
  return {
    'taskmaster-tasks.schema.json': written(tasksFile, 'TaskMaster Tasks'),
    'taskmaster-state.schema.json': written(stateFile, 'TaskMaster State'),
  };
}

export type TaskMasterTask = z.output<typeof task>;

/** The problems of a file: a sentence each, without a full stop. */
export interface TaskFileReading {
  readonly problems: readonly string[];
  /** Number of tasks. */
  readonly count: number;
}

/**
 * Reads `tasks.json`: required fields, unique ids, and dependencies that exist and are not circular.
 *
 * @param text untrusted
 */
export function readTasks(text: string): TaskFileReading & { readonly tasks: readonly TaskMasterTask[] } {
  const read = readJson(tasksFile, text);
  if (!read.ok) return { problems: read.problems, count: 0, tasks: [] };
  const { tasks } = read.value;
  return { problems: problemsOf(tasks), count: tasks.length, tasks };
}

/** Duplicate ids and wrong dependencies. */
export function problemsOf(tasks: readonly TaskMasterTask[]): readonly string[] {
  const ids = new Set(tasks.map(({ id }) => id));
  const seen = new Set<string>();
  const twice = tasks.map(({ id }) => id).filter((id) => seen.has(id) || !seen.add(id));
  const absent = tasks.flatMap(({ id, dependencies = [] }) =>
    dependencies.filter((needed) => !ids.has(needed)).map((needed) => `task ${id} depends on ${needed}, which is not there`),
  );
  const stuck = inCircles(new Map(tasks.map(({ id, dependencies = [] }) => [id, dependencies])));
  const circle = stuck.length === 0 ? [] : [`tasks wait for one another: ${listed(stuck, MOST_NAMED)}`];
  return [...[...new Set(twice)].map((id) => `there are several tasks ${id}`), ...absent, ...circle];
}

/** Reads `state.json`. @param text untrusted */
export function readState(text: string): TaskFileReading & { readonly completed: readonly string[] } {
  const read = readJson(stateFile, text);
  if (!read.ok) return { problems: read.problems, count: 0, completed: [] };
  const { completed_tasks: completed, pending_tasks: pending } = read.value;
  const waiting = new Set(pending);
  const both = completed.filter((id) => waiting.has(id));
  return {
    problems: both.length === 0 ? [] : [`both completed and pending: ${listed(both, MOST_NAMED)}`],
    count: completed.length + pending.length,
    completed,
  };
}

/** Tasks in circular dependencies, in order; not those that only depend on them. */
function inCircles(needs: Edges): readonly string[] {
  const stuck = new Set<string>();
  for (const [first = '', ...others] of componentsOf(needs.keys(), needs)) {
    if (others.length === 0 && !needs.get(first)?.includes(first)) continue;
    for (const id of [first, ...others]) stuck.add(id);
  }
  return [...needs.keys()].filter((id) => stuck.has(id));
}
