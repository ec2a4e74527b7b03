import { statusOf } from './answer.js';
import { type Api, NoLongerRequested } from './api.js';
import { isAccount, viewer } from './identity.js';
import type { Outcome, Publication, Publisher } from './publisher.js';
import { shownOf } from './shown.js';
import { type CommentStamp, isLater, marker, readMarker } from './stamp.js';

/** When to comment: `findings`: from the first run with something to report, and updated from then on. */
export type CommentMode = 'always' | 'findings';

/** Sizes to try, in bytes, if the server rejects a comment as too long. */
const SIZES = [60_000, 30_000, 8_000] as const;
/** How often concurrent runs check again. */
const ROUNDS = 5;

/** One of our comments on the pull request. */
interface Existing {
  readonly id: number;
  readonly stamp: CommentStamp;
  readonly url: string;
}

/**
 * The one comment on the pull request, identified by its first line **and** its author: anyone can write a first line. It is
 * updated, never created again. GitHub has no conditional writes, so concurrent runs converge: the oldest comment stays, and each
 * run deletes its own other one; a run whose commit is no longer the head does not write; and each run checks again after
 * everything else is published. The last writer checks last, so no run has to wait: a run that finds its own text under a newer
 * commit replaces it by a note.
 */
export function comment(api: Api, mode: CommentMode): Publisher {
  return {
    name: 'Comment',
    needs: 'pull-requests: write',
    publish: (publication) => unlessOutdated(() => publish(api, publication, mode)),
    confirm: (publication) => unlessOutdated(() => converge(api, publication)),
  };
}

async function unlessOutdated(write: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await write();
  } catch (error) {
    if (error instanceof NoLongerRequested)
      return { status: 'skipped', why: 'A newer run came while this one waited for GitHub.' };
    throw error;
  }
}

async function publish(api: Api, publication: Publication, mode: CommentMode): Promise<Outcome> {
  const { context, result } = publication;
  if (context.pullRequest === undefined) return { status: 'skipped', why: 'There is no pull request.' };
  const [oldest, ...others] = await ours(api, publication);
  if (oldest === undefined && mode === 'findings' && !shownOf(result).speaks)
    return { status: 'skipped', why: 'There is nothing to say.' };
  const outdated = await whyOutdated(api, publication, oldest);
  if (outdated !== undefined) return { status: 'skipped', why: outdated };
  // Comments that an aborted run left behind.
  for (const { id } of others.filter(({ stamp }) => isLater(publication.turn, stamp))) await remove(api, id);
  const url = await write(api, publication, oldest?.id);
  if (oldest !== undefined) return { status: 'published', url };
  // Another run may have created one at the same time.
  return converge(api, publication);
}

/** Repeats until the oldest comment is right and no other comment of ours is left. */
async function converge(api: Api, publication: Publication): Promise<Outcome> {
  if (publication.context.pullRequest === undefined) return { status: 'skipped', why: 'There is no pull request.' };
  for (let round = 1; round <= ROUNDS; round++) {
    const all = await ours(api, publication);
    const [oldest, ...others] = all;
    if (oldest === undefined) return { status: 'skipped', why: 'There is no comment.' };
    const own = others.filter(({ stamp }) => isSame(stamp, publication));
    // The latest run writes; it has its own comment, or has not checked yet.
    const latest = await whyOutdated(api, publication, ...all);
    const right = isSame(oldest.stamp, publication) || latest !== undefined;
    if (!right) await write(api, publication, oldest.id);
    for (const { id } of own) await remove(api, id);
    const moved = latest === undefined || !isSame(oldest.stamp, publication) ? undefined : await movedOn(api, publication);
    if (moved !== undefined) await api.rest.issues.updateComment({ ...api.at, comment_id: oldest.id, body: moved });
    if (right && own.length === 0)
      return latest === undefined ? { status: 'published', url: oldest.url } : { status: 'skipped', why: latest };
  }
  return { status: 'failed', why: 'Other runs keep changing the comment.' };
}

/** Why this run must not write: its commit is no longer the head, or a later run has written about the same commit. */
async function whyOutdated(
  api: Api,
  { context, turn }: Publication,
  ...existing: readonly (Existing | undefined)[]
): Promise<string | undefined> {
  const head = await headOf(api, context.pullRequest?.number ?? 0);
  if (head !== context.headSha) return `The pull request has moved on to ${head.slice(0, 7)}.`;
  const later = existing.some((other) => other?.stamp.head === head && isLater(other.stamp, turn));
  return later ? 'A later run has commented on this commit.' : undefined;
}

/** The replacement for this run's text if the pull request has a newer commit, whose text it may have overwritten. */
async function movedOn(api: Api, { context, subject, turn }: Publication): Promise<string | undefined> {
  const head = await headOf(api, context.pullRequest?.number ?? 0);
  if (head === context.headSha) return undefined;
  const first = marker({ subject, head: context.headSha, ...turn });
  const [old, now] = [context.headSha, head].map((sha) => sha.slice(0, 7));
  return `${first}\nThis pull request has moved on from ${old} to ${now}. The check of ${now} says how it stands.`;
}

async function headOf(api: Api, number: number): Promise<string> {
  const { data } = await api.rest.pulls.get({ ...api.at, pull_number: number });
  return data.head.sha;
}

/** Our comments for this subject, the oldest first. */
async function ours(api: Api, { context, subject }: Publication): Promise<readonly Existing[]> {
  const login = await viewer(api);
  const comments = await api.paginate(api.rest.issues.listComments, {
    ...api.at,
    issue_number: context.pullRequest?.number ?? 0,
    per_page: 100,
  });
  return comments
    .flatMap(({ id, body, user, html_url }) => {
      const stamp = readMarker(body ?? '');
      return stamp?.subject === subject && isAccount(user, login) ? [{ id, stamp, url: html_url }] : [];
    })
    .sort((one, other) => one.id - other.id);
}

/** Writes a comment, or a new one; in smaller sizes if the server rejects it as too long. Returns its URL. */
async function write(api: Api, publication: Publication, id: number | undefined): Promise<string> {
  const { context, result, subject, turn } = publication;
  const first = marker({ subject, head: context.headSha, ...turn });
  // A write that waits, for a rate limit or a failing server, must not overwrite a newer run's text.
  const still = async (): Promise<boolean> =>
    (await whyOutdated(api, publication, ...(await ours(api, publication)))) === undefined;
  for (const [index, size] of SIZES.entries()) {
    const body = `${first}\n${shownOf(result).comment(size)}`;
    const request = { still: () => still() };
    try {
      const { data } =
        id === undefined
          ? await api.rest.issues.createComment({ ...api.at, issue_number: context.pullRequest?.number ?? 0, body, request })
          : await api.rest.issues.updateComment({ ...api.at, comment_id: id, body, request });
      return data.html_url;
    } catch (error) {
      if (statusOf(error) !== 422 || index === SIZES.length - 1) throw error;
    }
  }
  throw new Error('The comment is too long in every size.');
}

async function remove(api: Api, id: number): Promise<void> {
  try {
    await api.rest.issues.deleteComment({ ...api.at, comment_id: id });
  } catch (error) {
    // Another run was faster.
    if (statusOf(error) !== 404) throw error;
  }
}

function isSame(stamp: CommentStamp, { context, turn }: Publication): boolean {
  return stamp.head === context.headSha && stamp.run === turn.run && stamp.attempt === turn.attempt;
}
