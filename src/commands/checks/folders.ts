import { accessSync, constants, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { RUN_FOLDER } from '../../journal/run-folder.js';
import type { Check } from '../../reports/preflight.js';
import type { Surroundings } from './surroundings.js';

/** Folders of TaskMaster and of research (spec 001, D4). */
const TASK_FOLDERS = ['.taskmaster/docs/research', '.taskmaster/tasks', '.taskmaster/reports'];

/** Checks whether runs can write their files, without writing any. */
export function folderChecks({ repository, env }: Surroundings): readonly Check[] {
  const own = folderCheck(repository, RUN_FOLDER, true);
  const uses = lstatSync(join(repository, '.taskmaster'), { throwIfNoEntry: false }) !== undefined;
  const tasks: readonly Check[] = uses
    ? TASK_FOLDERS.map((folder) => folderCheck(repository, folder, false))
    : [{ name: 'task folders', status: 'skipped', message: 'there is no .taskmaster' }];
  return [own, ...tasks, ...wslCheck(repository, env)];
}

function folderCheck(repository: string, name: string, isMadeByUs: boolean): Check {
  const path = join(repository, name);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined && isMadeByUs) {
    if (isWritable(repository)) return { name, status: 'ok', message: 'it can be created' };
    return {
      name,
      status: 'failed',
      message: 'the repository cannot be written',
      hint: 'Give write permission to the user that runs this.',
    };
  }
  if (found === undefined)
    return { name, status: 'warning', message: 'there is no such folder', hint: `Create it: mkdir -p ${name}` };
  // Includes links: the repository is untrusted, and a link would make this program write elsewhere.
  if (!found.isDirectory()) return { name, status: 'failed', message: 'it is no folder', hint: 'Remove it.' };
  if (isWritable(path)) return { name, status: 'ok', message: 'it can be written' };
  return { name, status: 'failed', message: 'it cannot be written', hint: `Make it writable: chmod u+w ${name}` };
}

function isWritable(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** In the Windows Subsystem for Linux, drives of Windows are slow and have no executable bit (spec 001, D4). */
function wslCheck(repository: string, env: Surroundings['env']): readonly Check[] {
  if (env.WSL_DISTRO_NAME === undefined) return [];
  const message = repository.startsWith('/mnt/') ? `the repository is on a drive of Windows (${repository})` : repository;
  if (isWritable(repository)) return [{ name: 'wsl', status: 'ok', message }];
  return [
    {
      name: 'wsl',
      status: 'failed',
      message: `${message}: it cannot be written`,
      hint: 'Clone it into the file system of Linux.',
    },
  ];
}
