import { type Place, runGit } from './process.js';

/** Names that default branches have where a clone does not say. */
const USUAL = ['main', 'master', 'trunk', 'develop'];

/**
 * The default branch as the clone knows it: that of the origin, else a local branch with a usual name, else the branch that is
 * checked out. `undefined`: unknown.
 */
export async function defaultBranchOf(place: Place): Promise<string | undefined> {
  const origin = await symbolicRef(place, 'refs/remotes/origin/HEAD');
  if (origin !== undefined) return origin.replace(/^refs\/remotes\/origin\//, '');
  for (const name of USUAL) {
    const found = await runGit(place, ['rev-parse', '--verify', '--quiet', `refs/heads/${name}`]);
    if (found.ok) return name;
  }
  return (await symbolicRef(place, 'HEAD'))?.replace(/^refs\/heads\//, '');
}

async function symbolicRef(place: Place, name: string): Promise<string | undefined> {
  const found = await runGit(place, ['symbolic-ref', '--quiet', name]);
  const target = found.ok ? found.value.toString('utf8').trim() : '';
  return target === '' ? undefined : target;
}
