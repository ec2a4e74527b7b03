import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { isAddress, notFetched } from '../contracts/lists.js';
import { UserError } from '../model/user-error.js';

/** The real path of an existing folder. UserError: it does not exist, or is a file. */
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

/** The absolute path of a named file. UserError: a URL, because nothing is fetched. */
export function fileNamed(cwd: string, name: string): string {
  if (!isAddress(name)) return resolve(cwd, name);
  throw notFetched(name);
}
