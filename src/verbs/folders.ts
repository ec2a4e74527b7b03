import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UserError } from '../model/user-error.js';

/** The real path of a folder that must be there. UserError: it is not, or is a file. */
export function existingFolder(cwd: string, dir: string): string {
  const path = resolve(cwd, dir);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new UserError(`There is no folder ${dir}.`, { hint: 'Name the folder of the service to scan.' });
  if (!found.isDirectory()) {
    throw new UserError(`${dir} is not a folder.`, {
      hint: 'Name the folder of the service; a contract is named with --contract.',
    });
  }
  return realpathSync(path);
}
