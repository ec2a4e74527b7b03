import type { BaseFile, Trust } from '../../config/trust.js';
import type { Place } from '../../git/process.js';
import { type Commit, commitOf, fileAt, gitPlace, isBranchTip } from '../../git/revisions.js';
import { UserError } from '../../model/user-error.js';

/** What an event says about the judged code. */
export interface Judged {
  /** The commit of the results. */
  readonly headSha: string;
  /** The commit to compare with, and the source of trusted settings. */
  readonly baseSha?: string | undefined;
  readonly pullRequest?: { readonly number: number } | undefined;
  /** The commit that a workflow checks out by default. */
  readonly sha: string;
  readonly trusted: boolean;
  readonly privileged: boolean;
}

/**
 * The content of the scanned folder:
 * - `head`: the judged commit.
 * - `merge`: that commit merged into `base`, as GitHub prepares it for pull requests.
 * - `other`: another commit, of this repository or of another one.
 * - `unknown`: there is no git to ask; treated as the commit that the event checks out.
 */
export type Checkout =
  | { readonly kind: 'head' | 'other'; readonly commit: Commit; readonly place: Place }
  | { readonly kind: 'merge'; readonly base: string; readonly commit: Commit; readonly place: Place }
  | { readonly kind: 'unknown' };

/** Finds the checked out commit of a repository, given its absolute root. */
export async function checkoutOf(repository: string, judged: Judged): Promise<Checkout> {
  const place = gitPlace(repository);
  const head = place && (await commitOf(place, 'HEAD'));
  if (place === undefined || head?.ok !== true) return { kind: 'unknown' };
  const commit = head.value;
  if (commit.sha === judged.headSha) return { kind: 'head', commit, place };
  const [base, merged, ...more] = commit.parents;
  // Anyone can push a commit with these parents. GitHub's own is named in the event, or begins at the known base.
  const isGitHubs = commit.sha === judged.sha || base === judged.baseSha;
  if (base !== undefined && merged === judged.headSha && more.length === 0 && isGitHubs)
    return { kind: 'merge', base, commit, place };
  return { kind: 'other', commit, place };
}

/**
 * Refuses to judge a pull request by the code of its base, which privileged events check out by default: the result would
 * pass. Returns a note about other commits.
 *
 * @throws UserError when the base is checked out instead of the pull request, or may be, because there is no git to ask
 */
export function checkCheckout(checkout: Checkout, judged: Judged): readonly string[] {
  const { headSha, baseSha, trusted, privileged } = judged;
  if (checkout.kind === 'unknown' && privileged && headSha !== judged.sha) {
    throw new UserError('The commit that is checked out is unknown. It may be the base, not the code of this event.', {
      hint: `Give actions/checkout \`ref: ${refOf(judged)}\` on a runner that has git. Without it, no \`.git\` identifies the commit.`,
    });
  }
  if (checkout.kind !== 'other') return [];
  const { sha } = checkout.commit;
  if ((privileged && sha === judged.sha) || (!trusted && sha === baseSha)) {
    const fork = privileged ? ', for forks with `allow-unsafe-pr-checkout: true`; Tallystick executes none of it' : '';
    throw new UserError('The base is checked out, not the code of this event.', {
      hint: `Give actions/checkout \`ref: ${refOf(judged)}\`${fork}.`,
    });
  }
  return [`The commit that was checked is ${sha}, not ${judged.headSha}, the commit of this event.`];
}

function refOf({ pullRequest, headSha }: Judged): string {
  return pullRequest === undefined ? headSha : `refs/pull/${pullRequest.number}/head`;
}

/**
 * How much of the checkout's configuration is trusted; `undefined`: all of it, because all its authors may write to the
 * repository.
 *
 * @param ask reads a file of the base revision that is not in the clone
 */
export async function trustIn(
  checkout: Checkout,
  judged: Judged,
  ask: (path: string, commit: string | undefined) => Promise<BaseFile>,
): Promise<Trust | undefined> {
  const isJudged = checkout.kind === 'head' || checkout.kind === 'unknown';
  if (judged.trusted && (isJudged || (await isBranchTip(checkout.place, checkout.commit.sha)))) return undefined;
  const commit = settingsCommit(judged);
  const base = async (path: string): Promise<BaseFile> => {
    for (const known of knownBases(checkout, commit)) {
      const found = await fileInClone(checkout, known, path);
      if (found !== undefined) return found;
    }
    return ask(path, commit);
  };
  return { head: judged.privileged ? 'ignored' : 'limited', base };
}

/** Undefined: the tip of the default branch. The commit of an untrusted event may be the pull request's. */
function settingsCommit({ baseSha, sha, trusted, privileged }: Judged): string | undefined {
  return baseSha ?? (trusted || privileged ? sha : undefined);
}

/** The base branch may have moved on since the event; the base of GitHub's merge commit is a former tip too. */
function knownBases(checkout: Checkout, commit: string | undefined): readonly string[] {
  return [...(commit === undefined ? [] : [commit]), ...(checkout.kind === 'merge' ? [checkout.base] : [])];
}

async function fileInClone(checkout: Checkout, commit: string, path: string): Promise<BaseFile | undefined> {
  if (checkout.kind === 'unknown' || !(await commitOf(checkout.place, commit)).ok) return undefined;
  const found = await fileAt(checkout.place, commit, path);
  if (found === 'absent') return { kind: 'absent' };
  return found.ok ? { kind: 'text', text: found.value.toString('utf8') } : undefined;
}
