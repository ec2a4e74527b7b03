import { lstatSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeRunFolder, RUN_FOLDER } from '../../journal/run-folder.js';
import { BackendError, type ExecutionWave } from './backend.js';
import type { TeamTask } from './team-prompts.js';

/** The folder of agents' briefs, below the workspace. */
const FOLDERS = [RUN_FOLDER, 'build', 'briefs'] as const;

/**
 * Writes each agent's instructions to a file, because the lead would shorten them.
 *
 * @param workspace absolute and real
 * @throws BackendError when the folder is a link, or cannot be written
 */
export function writeBriefs(workspace: string, wave: ExecutionWave): readonly TeamTask[] {
  const keys = new Map(wave.tasks.map(({ id }, index) => [id, `task-${index + 1}`]));
  try {
    const folder = makeFolders(workspace);
    return wave.tasks.map((task) => {
      const key = keys.get(task.id) ?? '';
      const name = `wave-${wave.index}-${key}.md`;
      // Replaces no file, and follows no link.
      rmSync(join(folder, name), { force: true });
      writeFileSync(join(folder, name), task.prompt, { flag: 'wx', mode: 0o600 });
      return { task, key, brief: [...FOLDERS, name].join('/'), after: task.dependsOn.map((id) => keys.get(id) ?? '') };
    });
  } catch (error) {
    throw new BackendError(`The team's briefs cannot be written: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

/** Deletes the briefs. Never throws. */
export function removeBriefs(workspace: string, tasks: readonly TeamTask[]): void {
  for (const { brief } of tasks) {
    try {
      rmSync(join(workspace, brief), { force: true });
    } catch {
      // It is in the folder of runs, which git ignores.
    }
  }
}

function makeFolders(workspace: string): string {
  makeRunFolder(workspace);
  let folder = workspace;
  for (const name of FOLDERS) {
    folder = join(folder, name);
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder);
    else if (!found.isDirectory()) throw new Error(`'${name}' is no folder`);
  }
  return folder;
}
