import { type Tracked, trackedOnly } from '../model/tracked.js';
import { runGit } from './process.js';
import { gitPlace } from './revisions.js';

/**
 * Files that git tracks although a `.gitignore` of the checkout names them; empty outside of git repositories. `Tracked`
 * reports when git fails.
 *
 * @param repository absolute root of the checkout
 */
export async function trackedThoughIgnored(repository: string): Promise<Tracked> {
  const place = gitPlace(repository);
  if (place === undefined) return trackedOnly([]);
  const listed = await runGit(place, ['ls-files', '-z', '--cached', '--ignored', '--exclude-per-directory=.gitignore']);
  if (listed.ok) return trackedOnly(listed.value.toString('utf8').split('\0').filter(Boolean));
  const notice = `Files that a .gitignore names were not read: which of them are tracked all the same git did not tell (${listed.why}).`;
  return { ...trackedOnly([]), notice };
}
