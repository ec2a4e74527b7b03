import fs from 'node:fs';

/**
 * Lets SQLite undo what a process that died had begun to write. SQLite does so by itself when it finds a journal and nobody holds
 * the database; but this port asks for "anybody" by the folder that it has just made itself, and so finds every journal in use. While
 * `work` runs, that folder counts as absent for this question. Whoever calls holds the lock, so there is no other holder.
 *
 * @param path of the database, absolute
 * @param work opens or reads the database; not asynchronous, so that nothing else runs meanwhile
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

/** Whether a transaction was begun and not ended. */
export function isLeftUndone(path: string): boolean {
  return (fs.statSync(`${path}-journal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Removes what the library has left of its own lock, which outlives the process. */
export function freeOfDead(path: string): void {
  if (fs.statSync(lockFolder(path), { throwIfNoEntry: false })?.isDirectory() === true) fs.rmdirSync(lockFolder(path));
}

/** As the library names it. */
const lockFolder = (path: string): string => `${path}.lock`;
