import { readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type History, LARGEST_HISTORY, newHistory, parseHistory, printHistory } from '../history/history.js';
import { keepOutOfGit, RUN_FOLDER } from '../journal/run-folder.js';
import { UserError } from '../model/user-error.js';
import { writeWhole } from './publish.js';

/**
 * Reads the history of a scope from a file; where there is none, nothing was recorded yet.
 *
 * @param file absolute
 * @throws UserError when it cannot be read, is no history, or one of another scope
 */
export function readHistory(file: string, scope: string): History {
  const found = statSync(file, { throwIfNoEntry: false });
  if (found === undefined) return newHistory(scope);
  if (!found.isFile()) throw new UserError(`${file} is not a file.`, { hint: 'Name a file for the history.' });
  if (found.size > LARGEST_HISTORY) throw new UserError(`${file} is larger than a history can be (${LARGEST_HISTORY} bytes).`);
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  return parseHistory(text, file, scope);
}

/** Writes a history, whole or not at all. UserError: it cannot be written. */
export function writeHistory(file: string, history: History): void {
  writeWhole(file, printHistory(history));
  keepRunsOutOfGit(file);
}

/** A history in the folder of runs is not to be committed by accident. */
function keepRunsOutOfGit(file: string): void {
  const folders = dirname(file).split(sep);
  const at = folders.lastIndexOf(RUN_FOLDER);
  if (at !== -1) keepOutOfGit(folders.slice(0, at + 1).join(sep));
}

/** Where the history of a repository lies unless another place is named: an absolute path. */
export function usualHistory(repository: string, path: string): string {
  return join(repository, RUN_FOLDER, 'history', path);
}

/** A history that a workflow keeps in a file between runs, with the badge beside it. @param file absolute */
export function fileStore(file: string, scope: string) {
  return {
    place: file,
    read: async (): Promise<History> => readHistory(file, scope),
    write: async (history: History, badge: string): Promise<'written'> => {
      writeHistory(file, history);
      writeWhole(badgeBeside(file), badge);
      return 'written';
    },
  };
}

/** Where the badge of a history lies. */
export function badgeBeside(file: string): string {
  return join(dirname(file), 'badge.json');
}
