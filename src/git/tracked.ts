import { runGit } from './process.js';
import { gitPlace } from './revisions.js';

/**
 * The files that git tracks although a `.gitignore` of the checkout names them, relative to the repository. None where there is no
 * git to ask.
 *
 * @param repository absolute root of the checkout
 */
export async function trackedThoughIgnored(repository: string): Promise<readonly string[]> {
  const place = gitPlace(repository);
  if (place === undefined) return [];
  const listed = await runGit(place, ['ls-files', '-z', '--cached', '--ignored', '--exclude-per-directory=.gitignore']);
  return listed.ok ? listed.value.toString('utf8').split('\0').filter(Boolean) : [];
}
