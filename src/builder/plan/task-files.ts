import { problemsOf, readState, readTasks, type TaskMasterTask } from '../../mcp/task-files.js';
import { printable } from '../../model/printable.js';
import { UserError } from '../../model/user-error.js';
import type { Milestone, MilestoneStatus, Plan } from './milestone.js';
import { readInside } from './read-inside.js';

/** TaskMaster's own files, which are never written here. */
export const TASKS_FILE = '.taskmaster/tasks/tasks.json';
export const STATE_FILE = '.taskmaster/state.json';

const MAX_TASKS = 500;

/** A problem of a TaskMaster file. */
export interface TaskProblem {
  readonly file: string;
  /** With the place in the file if known (`tasks.3.id: ...`), without a full stop. */
  readonly message: string;
}

/** The content of TaskMaster's files. */
export interface TaskFiles {
  /** Absent: there is no such file. Empty when it has problems. */
  readonly tasks?: readonly TaskMasterTask[];
  /** Ids of completed tasks. */
  readonly completed: readonly string[];
  readonly problems: readonly TaskProblem[];
}

/**
 * Checks `tasks.json` and `state.json` against spec 001's schemas and each other.
 *
 * @param workspace absolute
 * @throws UserError when one of them is outside of the workspace, or cannot be read
 */
export function readTaskFiles(workspace: string): TaskFiles {
  const [tasksFile, stateFile] = [readInside(workspace, TASKS_FILE), readInside(workspace, STATE_FILE)];
  const read = tasksFile === undefined ? undefined : readTasks(tasksFile.text);
  const state = stateFile === undefined ? undefined : readState(stateFile.text);
  const completed = state?.completed ?? [];
  const known = new Set(read?.tasks.map(({ id }) => id));
  const strange = read === undefined || read.count === 0 ? [] : completed.filter((id) => !known.has(id));
  return {
    ...(read === undefined ? {} : { tasks: read.problems.length === 0 ? read.tasks : [] }),
    completed,
    problems: [
      ...problemsIn(TASKS_FILE, read?.problems),
      ...problemsIn(STATE_FILE, state?.problems),
      ...problemsIn(
        STATE_FILE,
        strange.map((id) => `the completed task ${id} is not there`),
      ),
    ],
  };
}

/**
 * TaskMaster's tasks as a plan, one milestone each, with their dependencies.
 *
 * @param answer of its own server (`get_tasks`); absent: not asked, or no answer, so the file counts
 * @returns undefined when there are no tasks
 * @throws UserError for problems
 */
export function readTaskPlan(workspace: string, answer?: readonly TaskMasterTask[]): Plan | undefined {
  const files = readTaskFiles(workspace);
  const wrong = answer === undefined ? files.problems : problemsIn('get_tasks', problemsOf(answer));
  const [first] = wrong;
  if (first !== undefined) {
    const more = wrong.length > 1 ? `, and ${wrong.length - 1} more` : '';
    throw new UserError(`${first.file}: ${printable(first.message)}${more}.`, {
      hint: 'Fix it with TaskMaster, because only TaskMaster writes it.',
      ...(answer === undefined ? { location: { file: first.file, line: 1 } } : {}),
    });
  }
  const tasks = answer ?? files.tasks ?? [];
  return tasks.length === 0 ? undefined : planOfTasks(tasks, files.completed);
}

/** Whether a text is TaskMaster's file with tasks, or with a problem to report. */
export function hasTasks(text: string): boolean {
  const { count, problems } = readTasks(text);
  return count > 0 || problems.length > 0;
}

/** @throws UserError when there are too many */
function planOfTasks(tasks: readonly TaskMasterTask[], completed: readonly string[]): Plan {
  if (tasks.length > MAX_TASKS) throw new UserError(`There are more than ${MAX_TASKS} tasks.`);
  const done = new Set(completed);
  const milestones = tasks.map((task, index): Milestone => {
    const { id, title, description = '', dependencies = [], status } = task;
    return {
      id: `task-${id}`,
      number: index + 1,
      title: oneLine(title),
      status: done.has(id) ? 'COMPLETE' : STATUSES[status ?? 'todo'],
      dependencies: [...new Set(dependencies)].map((needed) => `task-${needed}`),
      description,
      requirements: [],
      services: [],
      text: textOf(task),
      at: { file: TASKS_FILE, line: 1 },
    };
  });
  const text = milestones.map((milestone) => milestone.text).join('\n\n');
  return { title: 'Tasks', file: TASKS_FILE, text, milestones, unassigned: [] };
}

/** A blocked task waits for something outside of the plan: it starts like all others. */
const STATUSES: Readonly<Record<NonNullable<TaskMasterTask['status']>, MilestoneStatus>> = {
  todo: 'PENDING',
  in_progress: 'IN_PROGRESS',
  done: 'COMPLETE',
  blocked: 'PENDING',
};

function textOf(task: TaskMasterTask): string {
  const { id, description, priority, research_context: research, execution_routing: routing } = task;
  const gates = Object.entries(task.validation_gates ?? {}).flatMap(([name, isOn]) => (isOn ? [name] : []));
  // Not in the schema, but TaskMaster writes it.
  const [details, strategy] = [task.details, task.testStrategy].map((value) => (typeof value === 'string' ? value : undefined));
  const facts: readonly (readonly [string, string | undefined])[] = [
    ['Priority', priority],
    ['Technologies', research?.technologies?.join(', ')],
    ['Key findings', research?.key_findings?.join('; ')],
    ['Coverage target', routing?.tdd_requirements?.coverage_target?.toString()],
    ['Test types', routing?.tdd_requirements?.test_types?.join(', ')],
    ['Gates', gates.join(', ')],
  ];
  const lines = facts.flatMap(([name, value]) => (value === undefined || value === '' ? [] : [`- ${name}: ${value}`]));
  const parts = [`## Task ${id}: ${oneLine(task.title)}`, description, details, strategy, lines.join('\n')];
  return parts.filter((part) => part !== undefined && part !== '').join('\n\n');
}

function problemsIn(file: string, messages: readonly string[] = []): readonly TaskProblem[] {
  return messages.map((message) => ({ file, message }));
}

/** Untrusted titles may contain line breaks. */
function oneLine(title: string): string {
  return printable(
    title
      .split(/\s/)
      .filter((word) => word !== '')
      .join(' '),
  );
}
