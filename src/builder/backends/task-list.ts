import { lstatSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fieldsOf, parsedLine, textOf } from './message.js';

/** A team's list has as many tasks as its wave; a longer one is foreign. */
const MOST_TASKS = 1_000;
const MOST_BYTES = 1_000_000;

/** A task in a team's list. */
export interface ListedTask {
  /** The list's own: `1`, `2` ... */
  readonly id: string;
  readonly subject: string;
  readonly status: 'pending' | 'in_progress' | 'completed';
  /** The agent; empty: none. */
  readonly owner: string;
  /** Ids of the list. */
  readonly blockedBy: readonly string[];
  /** The key that the lead was asked to use; empty: it did not. */
  readonly key: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The folder of a task list, with one file per task. */
export function taskListFolder(env: Environment, listId: string): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  return join(env.CLAUDE_CONFIG_DIR || join(home, '.claude'), 'tasks', listId);
}

/** The tasks of a list, by id. Unreadable or half written files are skipped until the next poll. */
export function readTaskList(folder: string): readonly ListedTask[] {
  let names: string[];
  try {
    names = readdirSync(folder).filter((name) => /^\d{1,6}\.json$/.test(name));
  } catch {
    // There is no task yet.
    return [];
  }
  const ordered = names.sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).slice(0, MOST_TASKS);
  return ordered.flatMap((name) => taskIn(join(folder, name)) ?? []);
}

/** Deletes a list. Never throws. */
export function removeTaskList(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // A remaining file does no harm.
  }
}

function taskIn(file: string): ListedTask | undefined {
  try {
    const { size, isFile } = { size: lstatSync(file).size, isFile: lstatSync(file).isFile() };
    if (!isFile || size > MOST_BYTES) return undefined;
    const task = parsedLine(readFileSync(file, 'utf8')) ?? {};
    const [id, status] = [textOf(task.id), task.status];
    if (id === '' || (status !== 'pending' && status !== 'in_progress' && status !== 'completed')) return undefined;
    const subject = textOf(task.subject);
    return {
      ...{ id, subject, status, owner: textOf(task.owner) },
      blockedBy: Array.isArray(task.blockedBy) ? task.blockedBy.filter((each) => typeof each === 'string') : [],
      key: textOf(fieldsOf(task.metadata).task_id) || (/^\[([^\]]{1,50})\]/.exec(subject)?.[1] ?? ''),
    };
  } catch {
    return undefined;
  }
}
