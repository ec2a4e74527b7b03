import { posix } from 'node:path';
import { UserError } from '../../model/user-error.js';
import { withCompanions } from './companions.js';
import type { Plan } from './milestone.js';
import { parsePlan, parseWritten, planOfOne } from './plan.js';
import { type InnerFile, readInside } from './read-inside.js';
import { hasTasks, readTaskPlan, TASKS_FILE } from './task-files.js';

/** Default files of plans: the first with milestones, else the first that exists. */
const PLAN_FILES = [
  'MASTER_PLAN.md',
  'docs/MASTER_PLAN.md',
  'PRD.md',
  'prd.md',
  'docs/PRD.md',
  'docs/prd.md',
  TASKS_FILE,
  '.taskmaster/docs/prd.txt',
  'REQUIREMENTS.md',
  'docs/REQUIREMENTS.md',
] as const;

/**
 * The document that says what to build.
 *
 * @param workspace absolute
 * @param file absolute, or relative to the workspace; absent: one of `PLAN_FILES`
 * @throws UserError when there is none, or it cannot be read
 */
export function findPlan(workspace: string, file?: string): InnerFile {
  if (file !== undefined) {
    const named = readInside(workspace, file);
    if (named !== undefined) return named;
    throw new UserError(`There is no plan ${file}.`, { hint: 'Name a file of the workspace with --plan.' });
  }
  const there = PLAN_FILES.flatMap((name) => readInside(workspace, name) ?? []);
  const found = there.find(({ file: name, text }) => hasMilestones(text, name)) ?? there[0];
  if (found !== undefined) return found;
  throw new UserError('There is no plan to build.', {
    hint: `Write ${PLAN_FILES[0]} with a heading such as "## Milestone 1: Title" for each milestone, or name a file with --plan.`,
  });
}

/**
 * Reads what to build: a plan with milestones, with files of requirements beside it; TaskMaster's tasks; any other document as
 * one milestone.
 *
 * @param workspace absolute
 * @param file as `findPlan` takes it
 * @throws UserError with file and line
 */
export function readPlan(workspace: string, file?: string): Plan {
  return planFrom(workspace, findPlan(workspace, file));
}

/** Like `readPlan`, for a document that was found. */
export function planFrom(workspace: string, { file, text }: InnerFile): Plan {
  if (file === TASKS_FILE) return ofTasks(workspace);
  const plan = hasMilestones(text, file) ? parsePlan(text, file) : planOfOne(text, file);
  const beside = posix.dirname(file);
  return withCompanions(plan, (name) => readInside(workspace, posix.join(beside, name)));
}

function ofTasks(workspace: string): Plan {
  const plan = readTaskPlan(workspace);
  if (plan !== undefined) return plan;
  throw new UserError('There are no tasks to build.', { hint: 'Let TaskMaster make them, or name another file with --plan.' });
}

/** Whether a document is divided into milestones, or tasks. */
export function hasMilestones(text: string, file: string): boolean {
  return file === TASKS_FILE ? hasTasks(text) : parseWritten(text, file).milestones.length > 0;
}
