import { type History, newHistory, parseHistory, printHistory, scopeFile } from '../history/history.js';
import { statusOf } from './answer.js';
import type { Api } from './api.js';

/** Where the history of a scope is stored between runs. */
export interface HistoryStore {
  /** Its name for readers. */
  readonly place: string;
  /** The current history. Throws a UserError for one that cannot be parsed. */
  readonly read: () => Promise<History>;
  /** Writes the successor of the history that was read last. `moved`: someone else wrote since, and nothing was written. */
  readonly write: (history: History, badge: string) => Promise<'written' | 'moved'>;
}

/**
 * A history on a branch of the repository: it outlives caches and artifacts, only users with write access can change it, two runs
 * cannot overwrite each other's results, and the badge next to it has a URL.
 */
export function branchStore(api: Api, branch: string, scope: string): HistoryStore {
  const path = scopeFile(scope, 'history.json');
  let state: BranchState | undefined;
  return {
    place: `${path} on the branch ${branch}`,
    read: async () => {
      state = await readBranch(api, branch, path);
      return state.text === undefined ? newHistory(scope) : parseHistory(state.text, `${path} on the branch ${branch}`, scope);
    },
    write: (history, badge) => {
      const { commit, run } = history.results.at(-1) ?? { commit: null, run: null };
      const message = `Record the result of ${commit ?? 'a scan'}${run === null ? '' : `, run ${run}`}`;
      const files = { [path]: printHistory(history), [scopeFile(scope, 'badge.json')]: badge };
      return writeBranch(api, branch, state?.tip, { files, message });
    },
  };
}

/** A branch at one moment. */
interface BranchState {
  /** The commit at its tip; undefined: there is no such branch. */
  readonly tip: string | undefined;
  /** The text of the requested file; undefined: there is none. */
  readonly text: string | undefined;
}

/** Files of a branch, by path, and the commit message. */
interface BranchFiles {
  readonly files: Readonly<Record<string, string>>;
  readonly message: string;
}

/** Reads the current version of a file on a branch. */
async function readBranch(api: Api, branch: string, path: string): Promise<BranchState> {
  const ref = await orNothing(api.rest.git.getRef({ ...api.at, ref: `heads/${branch}` }));
  const tip = ref?.data.object.sha;
  if (tip === undefined) return { tip, text: undefined };
  // Raw: in JSON, files above 1 MB come without their content.
  const file = await orNothing(api.rest.repos.getContent({ ...api.at, path, ref: tip, mediaType: { format: 'raw' } }));
  return { tip, text: file === undefined ? undefined : textOf(file.data, path) };
}

/** A file in the raw media type: octokit returns text if the server names a character set, else bytes. */
function textOf(content: unknown, path: string): string {
  if (typeof content === 'string') return content;
  if (content instanceof ArrayBuffer) return new TextDecoder().decode(content);
  throw new Error(`${path} is not a file.`);
}

/**
 * Writes files in one commit on top of `tip`, or as the first commit of a new branch without common history.
 *
 * @returns `moved` if someone else wrote in the meantime: nothing is overwritten
 */
async function writeBranch(
  api: Api,
  branch: string,
  tip: string | undefined,
  { files, message }: BranchFiles,
): Promise<'written' | 'moved'> {
  const base = tip === undefined ? undefined : await api.rest.git.getCommit({ ...api.at, commit_sha: tip });
  const tree = await api.rest.git.createTree({
    ...api.at,
    ...(base === undefined ? {} : { base_tree: base.data.tree.sha }),
    tree: Object.entries(files).map(([path, content]) => ({ path, mode: '100644', type: 'blob', content })),
  });
  const parents = tip === undefined ? [] : [tip];
  const commit = await api.rest.git.createCommit({ ...api.at, message, tree: tree.data.sha, parents });
  const { sha } = commit.data;
  try {
    if (tip === undefined) await api.rest.git.createRef({ ...api.at, ref: `refs/heads/${branch}`, sha });
    else await api.rest.git.updateRef({ ...api.at, ref: `heads/${branch}`, sha, force: false });
    return 'written';
  } catch (error) {
    // GitHub rejects the update because the branch moved, or because the first attempt did arrive and only its response was lost.
    // A rule that protects the branch gives the same error and leaves the tip unchanged.
    if (statusOf(error) !== 422 && statusOf(error) !== 409) throw error;
    const now = await orNothing(api.rest.git.getRef({ ...api.at, ref: `heads/${branch}` }));
    if (now?.data.object.sha === sha) return 'written';
    if (now?.data.object.sha === tip) throw error;
    return 'moved';
  }
}

async function orNothing<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (statusOf(error) === 404) return undefined;
    throw error;
  }
}
