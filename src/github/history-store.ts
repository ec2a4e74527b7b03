import { type History, newHistory, parseHistory, printHistory, scopeFile } from '../history/history.js';
import type { Api } from './api.js';
import { type BranchState, readBranch, writeBranch } from './history-branch.js';

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
