import { findRepository } from '../config/repository.js';
import type { FactSheet } from '../facts/fact-sheet.js';
import { printSheet } from '../facts/sheets/sheet-parse.js';
import { commitOf, gitPlace } from '../git/revisions.js';
import { UserError } from '../model/user-error.js';

/** The text of a sheet, with the checked out commit if git knows it. */
export async function sheetText(sheet: FactSheet, repository: string): Promise<string> {
  const place = gitPlace(repository);
  const head = place === undefined ? undefined : await commitOf(place, 'HEAD');
  return printSheet(head?.ok === true ? { ...sheet, commit: head.value.sha } : sheet);
}

/**
 * Refuses facts of another commit of this repository, because their contracts may differ from the checked out ones. Facts of
 * another repository pass.
 *
 * @param folder absolute: where the contracts are
 * @throws UserError for a sheet of another commit
 */
export async function checkCommit({ commit }: FactSheet, folder: string): Promise<void> {
  const place = commit === undefined ? undefined : gitPlace(findRepository(folder));
  if (place === undefined || commit === undefined) return;
  const head = await commitOf(place, 'HEAD');
  if (!head.ok || head.value.sha === commit || !(await commitOf(place, commit)).ok) return;
  throw new UserError(`The fact sheets belong to commit ${commit}, but ${head.value.sha} is checked out.`, {
    hint: 'Collect the facts again, or check out their commit.',
  });
}
