import { lstatSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ignoreInGit, RUN_FOLDER } from './run-folder.js';

const FOLDERS = [RUN_FOLDER, 'logs'] as const;

/** The journal of a repository and its rotated predecessor. */
export function journalFiles(repository: string): { readonly older: string; readonly current: string } {
  const folder = join(repository, ...FOLDERS);
  return { older: join(folder, 'execution.log.1.ndjson'), current: join(folder, 'execution.log.ndjson') };
}

/**
 * Whether no part of the path to the journal, and neither of its files, is a link. The repository is untrusted: through a link
 * this program would write, or show, any file of the machine.
 */
export function isOurs(repository: string): boolean {
  const folders = FOLDERS.map((_, index) => join(repository, ...FOLDERS.slice(0, index + 1)));
  const { older, current } = journalFiles(repository);
  return folders.every((path) => isAbsentOr(path, 'folder')) && [older, current].every((path) => isAbsentOr(path, 'file'));
}

/** Creates missing folders of the journal and keeps them out of git. */
export function makeFolders(repository: string): void {
  for (const [index] of FOLDERS.entries()) {
    const path = join(repository, ...FOLDERS.slice(0, index + 1));
    if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolder(path);
  }
  ignoreInGit(join(repository, RUN_FOLDER));
}

function makeFolder(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    // Another process created it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function isAbsentOr(path: string, kind: 'folder' | 'file'): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found === undefined || (kind === 'folder' ? found.isDirectory() : found.isFile());
}
