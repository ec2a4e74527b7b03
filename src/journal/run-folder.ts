import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../model/user-error.js';

/** Where runs leave things in a repository: databases, journals, histories. */
export const RUN_FOLDER = '.tallystick';

/**
 * Makes the folder of runs where it is not there, and keeps it out of git: nothing in it is to be committed by accident. Where it
 * cannot be made, whoever writes there says so.
 *
 * @param repository absolute
 * @throws UserError when it is a link or a file: what stands in a repository was written by others
 */
export function makeRunFolder(repository: string): void {
  const folder = join(repository, RUN_FOLDER);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new UserError(`${RUN_FOLDER} is no folder.`, { hint: 'Remove it: what runs keep is written there.' });
  try {
    if (found === undefined) mkdirSync(folder);
  } catch {
    // Another process was quicker, or nothing may be written here.
  }
  keepOutOfGit(folder);
}

/** What has a `.gitignore` keeps it, whatever it says. @param folder the folder of runs */
export function keepOutOfGit(folder: string): void {
  try {
    // Never over anything, and never through a link.
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // It is there, or nothing may be written here.
  }
}
