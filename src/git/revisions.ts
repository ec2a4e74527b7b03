import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, type Place, runGit } from './process.js';

/** A commit as its object describes it; a shallow clone may lack the parents. */
export interface Commit {
  readonly sha: string;
  readonly parents: readonly string[];
}

/** Where git runs, with limits that fit a repository of any size. `undefined`: the folder is not a git repository. */
export function gitPlace(repository: string): Place | undefined {
  if (!existsSync(join(repository, '.git'))) return undefined;
  return { repository, timeoutMillis: 60_000, maxBytes: 64_000_000 };
}

/** The commit that a revision names: `HEAD`, a branch, an abbreviated id. The clone must have its object. */
export async function commitOf(place: Place, revision: string): Promise<Answer<Commit>> {
  const named = await runGit(place, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
  if (!named.ok) return { ok: false, why: `the commit ${revision} is not in the clone` };
  const sha = named.value.toString('latin1').trim();
  const object = await runGit(place, ['cat-file', 'commit', sha]);
  if (!object.ok) return object;
  // Headers end with an empty line; the commit message after it is untrusted.
  const [headers = ''] = object.value.toString('latin1').split('\n\n', 1);
  const parents = headers.split('\n').flatMap((line) => (line.startsWith('parent ') ? [line.slice('parent '.length)] : []));
  return { ok: true, value: { sha, parents } };
}

/** Whether the clone may lack history. */
export async function isShallow(place: Place): Promise<boolean> {
  const shallow = await runGit(place, ['rev-parse', '--is-shallow-repository']);
  return !shallow.ok || shallow.value.toString('latin1').trim() !== 'false';
}

/** The best common ancestor of two commits. None for a shallow clone, because its missing history may hide a better one. */
export async function mergeBase(place: Place, one: string, other: string): Promise<Answer<string>> {
  if (await isShallow(place)) return { ok: false, why: 'the clone is shallow' };
  const base = await runGit(place, ['merge-base', '--end-of-options', one, other]);
  return base.ok
    ? { ok: true, value: base.value.toString('latin1').trim() }
    : { ok: false, why: 'the two revisions have no ancestor in common' };
}

/** Whether a branch of the cloned repository, or a tag, points at this commit. */
export async function isBranchTip(place: Place, commit: string): Promise<boolean> {
  const refs = await runGit(place, ['for-each-ref', `--points-at=${commit}`, '--count=1', 'refs/remotes/origin', 'refs/tags']);
  return refs.ok && refs.value.length > 0;
}

/** The content of a file in a commit; `absent`: no such file, or a folder, link or submodule has that name. */
export async function fileAt(place: Place, commit: string, path: string): Promise<Answer<Buffer> | 'absent'> {
  const listed = await runGit(place, ['ls-tree', '-z', '--full-tree', commit, '--', path]);
  if (!listed.ok) return listed;
  const [, blob] = /^100\d{3} blob ([0-9a-f]+)\t/.exec(listed.value.toString('utf8')) ?? [];
  return blob === undefined ? 'absent' : runGit(place, ['cat-file', 'blob', blob]);
}
