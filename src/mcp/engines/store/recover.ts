import fs from 'node:fs';

/**
 * Lets SQLite roll back the transaction of a dead process. SQLite does so when it finds a journal and no process uses the
 * database; but this port checks that by the lock folder that it has just created, so every journal seems in use. While `work`
 * runs, that folder counts as absent. The caller has the lock, so there is no other user.
 *
 * @param path of the database, absolute
 * @param work opens or reads the database; synchronous, so that nothing else runs meanwhile
 */
export function withUndoing<Result>(path: string, work: () => Result): Result {
  const asked = fs.accessSync;
  fs.accessSync = (file, mode) => {
    if (file === lockFolder(path)) throw Object.assign(new Error('not held by others'), { code: 'ENOENT' });
    asked(file, mode);
  };
  try {
    return work();
  } finally {
    fs.accessSync = asked;
  }
}

/** Whether a transaction began and did not end. */
export function isLeftUndone(path: string): boolean {
  return (fs.statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Deletes the library's lock, which outlives its process. */
export function freeOfDead(path: string): void {
  if (fs.statSync(lockFolder(path), { throwIfNoEntry: false })?.isDirectory() === true) fs.rmdirSync(lockFolder(path));
}

/** The library's name of it. */
const lockFolder = (path: string): string => `${path}.lock`;
