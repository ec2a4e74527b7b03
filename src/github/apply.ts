import { statusOf } from './answer.js';
import type { Api } from './api.js';

/** A file of a commit; without content it is deleted. */
export interface CommittedFile {
  readonly path: string;
  readonly mode: '100644' | '100755';
  readonly content?: Buffer;
}

/** A commit to create. */
export interface NewCommit {
  /** The only parent: a full id. */
  readonly parent: string;
  readonly message: string;
  readonly files: readonly CommittedFile[];
}

/** Creates a commit that is on no branch yet, and returns its id. Throws the server's errors. */
export async function makeCommit(api: Api, { parent, message, files }: NewCommit): Promise<string> {
  const base = await api.rest.git.getCommit({ ...api.at, commit_sha: parent });
  const tree: { path: string; mode: '100644' | '100755'; type: 'blob'; sha: string | null }[] = [];
  for (const { path, mode, content } of files) {
    if (content === undefined) {
      tree.push({ path, mode, type: 'blob', sha: null });
      continue;
    }
    const blob = await api.rest.git.createBlob({ ...api.at, content: content.toString('base64'), encoding: 'base64' });
    tree.push({ path, mode, type: 'blob', sha: blob.data.sha });
  }
  const made = await api.rest.git.createTree({ ...api.at, base_tree: base.data.tree.sha, tree });
  const commit = await api.rest.git.createCommit({ ...api.at, message, tree: made.data.sha, parents: [parent] });
  return commit.data.sha;
}

/** Moves a branch from the commit's parent to the commit. `moved`: someone pushed in the meantime, and nothing is overwritten. */
export async function advanceBranch(
  api: Api,
  branch: string,
  { parent, sha }: { readonly parent: string; readonly sha: string },
): Promise<'written' | 'moved'> {
  const tip = async (): Promise<string> => (await api.rest.git.getRef({ ...api.at, ref: `heads/${branch}` })).data.object.sha;
  if ((await tip()) !== parent) return 'moved';
  try {
    await api.rest.git.updateRef({ ...api.at, ref: `heads/${branch}`, sha, force: false });
    return 'written';
  } catch (error) {
    if (statusOf(error) !== 422 && statusOf(error) !== 409) throw error;
    const now = await tip();
    if (now === sha) return 'written';
    if (now === parent) throw error;
    return 'moved';
  }
}

/** How often, and how many seconds apart, to check the head of a pull request: GitHub updates it with a delay. */
const LOOKS = 10;

/** Waits until a pull request has this head, for a limited time. */
export async function headSeen(api: Api, number: number, sha: string): Promise<void> {
  for (let look = 1; look <= LOOKS; look++) {
    const { data } = await api.rest.pulls.get({ ...api.at, pull_number: number });
    if (data.head.sha === sha) return;
    await api.wait(1);
  }
}

/** A pull request to open. */
export interface Proposal {
  /** New, or already at this commit. */
  readonly branch: string;
  readonly sha: string;
  /** The branch to merge into. */
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** Opens a pull request with a separate branch, and returns its URL. A second attempt finds the first one's. */
export async function propose(api: Api, { branch, sha, base, title, body }: Proposal): Promise<string> {
  try {
    await api.rest.git.createRef({ ...api.at, ref: `refs/heads/${branch}`, sha });
  } catch (error) {
    if (statusOf(error) !== 422) throw error;
    const { data } = await api.rest.git.getRef({ ...api.at, ref: `heads/${branch}` });
    if (data.object.sha !== sha) throw error;
  }
  const { data } = await api.rest.pulls.create({ ...api.at, head: branch, base, title, body });
  return data.html_url;
}
