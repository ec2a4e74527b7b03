import { lstatSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../model/user-error.js';

/** Where runs store databases, journals and histories in a repository. */
export const RUN_FOLDER = '.tallystick';

/**
 * Creates the folder of runs and keeps it out of git, so that no user commits its files by accident. If that fails, the later
 * writer reports it.
 *
 * @param repository absolute
 * @throws UserError when it is a link or a file: the repository is untrusted
 */
export function makeRunFolder(repository: string): void {
  const folder = join(repository, RUN_FOLDER);
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found !== undefined && !found.isDirectory())
    throw new UserError(`${RUN_FOLDER} is no folder.`, { hint: 'Remove it: runs write files there.' });
  try {
    if (found === undefined) mkdirSync(folder);
  } catch {
    // Another process created it first, or the folder is read-only.
  }
  ignoreInGit(folder);
}

/** Keeps an existing `.gitignore`, whatever its content. @param folder the folder of runs */
export function ignoreInGit(folder: string): void {
  try {
    // `wx` overwrites nothing and follows no link.
    writeFileSync(join(folder, '.gitignore'), '*\n', { flag: 'wx' });
  } catch {
    // It exists, or the folder is read-only.
  }
}
