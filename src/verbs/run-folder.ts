import { existsSync, lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { writeWhole } from './publish.js';

/** Where runs leave things in a repository: databases, journals, histories. */
export const RUN_FOLDER = '.tallystick';

/**
 * Makes the folder of runs where it is not there, and keeps it out of git: nothing in it is to be committed by accident.
 *
 * @param repository absolute
 * @throws UserError when it is a link or a file: what stands in a repository was written by others
 */
export function makeRunFolder(repository: string): void {
  const folder = join(repository, RUN_FOLDER);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new UserError(`${RUN_FOLDER} is no folder.`, { hint: 'Remove it: what runs keep is written there.' });
  mkdirSync(folder, { recursive: true });
  keepOutOfGit(folder);
}

/** @param folder the folder of runs, which is there */
export function keepOutOfGit(folder: string): void {
  const ignoring = join(folder, '.gitignore');
  if (!existsSync(ignoring)) writeWhole(ignoring, '*\n');
}
