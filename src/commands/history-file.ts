import { readFileSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { type History, LARGEST_HISTORY, newHistory, parseHistory, printHistory } from '../history/history.js';
import { ignoreInGit, RUN_FOLDER } from '../journal/run-folder.js';
import { UserError } from '../model/user-error.js';
import { writeWhole } from './publish.js';

/**
 * Reads the history of a scope; a missing file is an empty history.
 *
 * @param file absolute
 * @throws UserError when it is not readable, not a history, or one of another scope
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

/** Writes a history atomically. UserError: it cannot be written. */
export function writeHistory(file: string, history: History): void {
  writeWhole(file, printHistory(history));
  ignoreRuns(file);
}

/** Keeps users from committing a history in the folder of runs by accident. */
function ignoreRuns(file: string): void {
  const folders = dirname(file).split(sep);
  const at = folders.lastIndexOf(RUN_FOLDER);
  if (at !== -1) ignoreInGit(folders.slice(0, at + 1).join(sep));
}

/** The default place of a repository's history, absolute. */
export function usualHistory(repository: string, path: string): string {
  return join(repository, RUN_FOLDER, 'history', path);
}

/** A history in a file that a workflow stores between runs, with the badge beside it. @param file absolute */
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

export function badgeBeside(file: string): string {
  return join(dirname(file), 'badge.json');
}
