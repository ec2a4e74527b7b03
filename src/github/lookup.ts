import type { Api } from './api.js';
import type { Lookup, PullRequest } from './context.js';

/**
 * Finds the pull request of an event whose payload does not describe it. `undefined`: there is none, or more than one. Throws
 * other errors of the server.
 */
export async function findPullRequest(api: Api, lookup: Lookup): Promise<PullRequest | undefined> {
  if (lookup.kind === 'number') {
    const { data } = await api.rest.pulls.get({ ...api.at, pull_number: lookup.number });
    return described(data);
  }
  const { owner, branch, sha } = lookup;
  const { data } = await api.rest.pulls.list({ ...api.at, state: 'open', head: `${owner}:${branch}`, per_page: 100 });
  // The branch may have newer commits than the completed run; then its result belongs to no head of a pull request.
  const [only, another] = data.filter(({ head }) => head.sha === sha);
  return only === undefined || another !== undefined ? undefined : described(only);
}

interface Side {
  readonly sha: string;
  readonly repo: { readonly id: number } | null;
}

function described({ number, head, base }: { readonly number: number; readonly head: Side; readonly base: Side }): PullRequest {
  return { number, headSha: head.sha, baseSha: base.sha, fork: head.repo === null || head.repo.id !== base.repo?.id };
}
