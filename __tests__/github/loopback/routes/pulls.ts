import { showPull, showReview, showReviewComment } from '../answers.js';
import { type Answer, type Call, type Handler, invalid, notFound } from '../call.js';
import { changesBetween, commitOf, hasCommit, linesShown } from '../git-source.js';
import { ACTIONS } from '../token.js';
import { type PullRequest, type Review, type ReviewComment, timestamp, type World } from '../world.js';

/** Pull requests, their files and reviews. https://docs.github.com/rest/pulls */

const pullOf = ({ world, path }: Call): PullRequest | undefined => world.pulls.find(({ number }) => number === path.pull_number);

const get: Handler = (call) => {
  const pull = pullOf(call);
  return pull === undefined ? notFound : { status: 200, body: showPull(pull, call) };
};

const create: Handler = (call) => {
  const { world, token, path } = call;
  const wish = call.body as { readonly title: string; readonly head: string; readonly base: string; readonly body?: string };
  const tip = (branch: string) => (world.git === undefined ? undefined : commitOf(world.git, `refs/heads/${branch}`));
  const [headSha, baseSha] = [tip(wish.head), tip(wish.base)];
  if (token === undefined || headSha === undefined) return invalid('PullRequest', 'head', 'Head is invalid');
  if (baseSha === undefined) return invalid('PullRequest', 'base', 'Base is invalid');
  const pull: PullRequest = {
    ...{ number: world.nextId(), author: token.actor, createdAt: timestamp(), title: wish.title, body: wish.body ?? '' },
    ...{ state: 'open', stateReason: null, labels: [], headRepository: `${path.owner}/${path.repo}` },
    ...{ headRef: wish.head, baseRef: wish.base, headSha, baseSha, mergeSha: null },
  };
  world.pulls.push(pull);
  return { status: 201, body: showPull(pull, call) };
};

/** Newest first. `head` is `owner:branch`. */
const list: Handler = (call) => {
  const { query, world } = call;
  const state = query.state ?? 'open';
  const pulls = world.pulls
    .filter((pull) => state === 'all' || pull.state === state)
    .filter((pull) => query.base === undefined || pull.baseRef === query.base)
    .filter((pull) => query.head === undefined || `${pull.headRepository.split('/')[0]}:${pull.headRef}` === query.head)
    .toReversed();
  return { list: pulls.map((pull) => showPull(pull, call)) };
};

/** Pull requests whose head a commit is, newest first; closed ones too, and those of forks. */
const ofCommit: Handler = (call) => {
  const { world, path } = call;
  const pulls = world.pulls.filter(({ headSha, mergeSha }) => headSha === path.commit_sha || mergeSha === path.commit_sha);
  return { list: pulls.toReversed().map((pull) => showPull(pull, call)) };
};

const files: Handler = (call) => {
  const pull = pullOf(call);
  if (pull === undefined) return notFound;
  const changed = changedFiles(call.world, pull);
  return { list: changed.map(({ path, status, patch, sha }) => ({ filename: path, status, patch, sha })) };
};

function changedFiles(world: World, pull: PullRequest) {
  return world.git === undefined ? [] : changesBetween(world.git, pull.baseSha, pull.headSha);
}

interface Draft {
  readonly path: string;
  readonly body: string;
  readonly line?: number;
  readonly start_line?: number;
  readonly side?: 'LEFT' | 'RIGHT';
}

/** A comment stands on lines that the diff shows, else GitHub refuses all of the review. */
function draftMistake(draft: Draft, pull: PullRequest, { world, limits }: Call): Answer | undefined {
  const wrong = (field: string, message: string) => invalid('PullRequestReviewComment', field, message);
  if ([...draft.body].length > limits.commentCharacters) return wrong('body', 'Body is too long (maximum is 65536 characters)');
  const file = changedFiles(world, pull).find(({ path }) => path === draft.path);
  if (file === undefined) return wrong('path', 'Pull request review thread path is invalid');
  const shown = linesShown(file.patch);
  const lines = [draft.line, draft.start_line].filter((line) => line !== undefined);
  if (draft.line === undefined || lines.some((line) => !shown.has(line)))
    return wrong('line', 'Pull request review thread line must be part of the diff');
  if (draft.start_line !== undefined && draft.start_line >= draft.line)
    return wrong('start_line', 'Pull request review thread start line must precede the end line');
  return undefined;
}

function keep(draft: Draft, pull: PullRequest, review: number, commit: string, { world, token }: Call): ReviewComment {
  const comment: ReviewComment = {
    id: world.nextId(),
    pull: pull.number,
    review,
    author: token?.actor ?? ACTIONS,
    path: draft.path,
    line: draft.line ?? 0,
    startLine: draft.start_line ?? null,
    side: draft.side ?? 'RIGHT',
    commit,
    createdAt: timestamp(),
    body: draft.body,
  };
  world.reviewComments.push(comment);
  return comment;
}

interface Wish {
  readonly body?: string;
  readonly event?: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
  readonly commit_id?: string;
  readonly comments?: readonly Draft[];
}

const STATES = { APPROVE: 'APPROVED', REQUEST_CHANGES: 'CHANGES_REQUESTED', COMMENT: 'COMMENTED' } as const;

const createReview: Handler = (call) => {
  const { world, token } = call;
  const pull = pullOf(call);
  const wish = call.body as Wish;
  if (pull === undefined) return notFound;
  const commit = wish.commit_id ?? pull.headSha;
  if (!hasCommit(world, commit)) return invalid('PullRequestReview', 'commit_id', 'is not part of the pull request');
  if (wish.event !== undefined && wish.event !== 'APPROVE' && (wish.body ?? '') === '')
    return invalid('PullRequestReview', 'body', "can't be blank");
  for (const draft of wish.comments ?? []) {
    const mistake = draftMistake(draft, pull, call);
    if (mistake !== undefined) return mistake;
  }
  const review: Review = {
    id: world.nextId(),
    pull: pull.number,
    author: token?.actor ?? ACTIONS,
    state: wish.event === undefined ? 'PENDING' : STATES[wish.event],
    body: wish.body ?? '',
    commit,
    submittedAt: timestamp(),
  };
  world.reviews.push(review);
  for (const draft of wish.comments ?? []) keep(draft, pull, review.id, commit, call);
  return { status: 200, body: showReview(review, call) };
};

const listReviews: Handler = (call) => {
  const pull = pullOf(call);
  if (pull === undefined) return notFound;
  return { list: call.world.reviews.filter((review) => review.pull === pull.number).map((review) => showReview(review, call)) };
};

const listReviewComments: Handler = (call) => {
  const pull = pullOf(call);
  if (pull === undefined) return notFound;
  const comments = call.world.reviewComments.filter((comment) => comment.pull === pull.number);
  return { list: comments.map((comment) => showReviewComment(comment, call)) };
};

const createReviewComment: Handler = (call) => {
  const pull = pullOf(call);
  const draft = call.body as Draft & { readonly commit_id: string };
  if (pull === undefined) return notFound;
  const mistake = draftMistake(draft, pull, call);
  if (mistake !== undefined) return mistake;
  return { status: 201, body: showReviewComment(keep(draft, pull, call.world.nextId(), draft.commit_id, call), call) };
};

const reviewCommentOf = ({ world, path }: Call) => world.reviewComments.find(({ id }) => id === path.comment_id);

const updateReviewComment: Handler = (call) => {
  const comment = reviewCommentOf(call);
  if (comment === undefined) return notFound;
  comment.body = (call.body as { body: string }).body;
  return { status: 200, body: showReviewComment(comment, call) };
};

const deleteReviewComment: Handler = (call) => {
  const comment = reviewCommentOf(call);
  if (comment === undefined) return notFound;
  call.world.reviewComments.splice(call.world.reviewComments.indexOf(comment), 1);
  return { status: 204 };
};

export const pulls: Readonly<Record<string, Handler>> = {
  'pulls/create': create,
  'pulls/create-review': createReview,
  'pulls/create-review-comment': createReviewComment,
  'pulls/delete-review-comment': deleteReviewComment,
  'pulls/get': get,
  'pulls/list': list,
  'pulls/list-files': files,
  'pulls/list-review-comments': listReviewComments,
  'pulls/list-reviews': listReviews,
  'pulls/update-review-comment': updateReviewComment,
  'repos/list-pull-requests-associated-with-commit': ofCommit,
};
