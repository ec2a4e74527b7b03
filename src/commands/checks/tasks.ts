import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLinkOut } from '../../config/inside.js';
import type { TaskFileReading } from '../../mcp/task-files.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

const TASKS = '.taskmaster/tasks/tasks.json';
const STATE = '.taskmaster/state.json';
const RESEARCH = '.taskmaster/docs/research';
const LARGEST = 10_000_000;
const MOST_PROBLEMS = 3;
const DAY = 86_400_000;
/** Libraries change, so older research is reported. */
const FRESH_DAYS = 90;

/** Checks TaskMaster's files and research (spec 001, D3 and D4), if their folders exist. Only reads. */
export async function taskChecks({ repository, now }: Surroundings): Promise<readonly Check[]> {
  if (lstatSync(join(repository, '.taskmaster'), { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  const { readState, readTasks } = await import('../../mcp/task-files.js');
  return [
    fileCheck(repository, TASKS, readTasks, 'Create it with TaskMaster (parse_prd).'),
    fileCheck(repository, STATE, readState, 'TaskMaster creates it with its first write.'),
    researchCheck(repository, now),
  ];
}

function fileCheck(repository: string, name: string, read: (text: string) => TaskFileReading, whenAbsent: string): Check {
  const file = join(repository, name);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return { name, status: 'warning', message: 'there is no such file yet', hint: whenAbsent };
  if (!found.isFile() || isLinkOut(repository, file))
    return { name, status: 'failed', message: 'it is no file', hint: 'Remove it.' };
  if (found.size > LARGEST)
    return { name, status: 'failed', message: 'it is too large to be read', hint: 'Create it again with TaskMaster.' };
  const { problems, count } = read(readFileSync(file, 'utf8'));
  if (problems.length === 0) return { name, status: 'ok', message: `${count} ${count === 1 ? 'task' : 'tasks'}` };
  const more = problems.length > MOST_PROBLEMS ? ` and ${problems.length - MOST_PROBLEMS} more` : '';
  return {
    name,
    status: 'failed',
    message: `${problems.slice(0, MOST_PROBLEMS).join('; ')}${more}`,
    hint: 'Fix it with TaskMaster, because only TaskMaster writes it.',
  };
}

/** The date is in a file's name (`2025-08-10_topic.md`), else its modification time counts. */
function researchCheck(repository: string, now: number): Check {
  const name = 'research';
  const folder = join(repository, RESEARCH);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true || isLinkOut(repository, folder)) {
    return { name, status: 'skipped', message: `there is none in ${RESEARCH}` };
  }
  const files = readdirSync(folder).flatMap((file) => {
    const found = lstatSync(join(folder, file), { throwIfNoEntry: false });
    if (found?.isFile() !== true) return [];
    const named = Date.parse(file.slice(0, 10));
    const at = /^\d{4}-\d{2}-\d{2}/.test(file) && !Number.isNaN(named) ? named : found.mtimeMs;
    return [{ file, days: Math.floor((now - at) / DAY), isEmpty: found.size === 0 }];
  });
  if (files.length === 0) return { name, status: 'skipped', message: `there is none in ${RESEARCH}` };
  const empty = files.filter(({ isEmpty }) => isEmpty);
  if (empty.length > 0) return { name, status: 'warning', message: `empty: ${listed(empty)}`, hint: 'Repeat the research.' };
  const old = files.filter(({ days }) => days > FRESH_DAYS);
  if (old.length === 0) return { name, status: 'ok', message: `${files.length} of at most ${FRESH_DAYS} days` };
  return {
    name,
    status: 'warning',
    message: `${old.length} of ${files.length} older than ${FRESH_DAYS} days: ${listed(old)}`,
    hint: 'Repeat the research.',
  };
}

function listed(files: readonly { readonly file: string }[]): string {
  const names = files.map(({ file }) => file).sort();
  return `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''}`;
}
