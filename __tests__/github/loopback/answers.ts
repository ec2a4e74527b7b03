import { type Call, full } from './call.js';
import type { Account, CheckRun, Comment, Issue, PullRequest, Review, ReviewComment, WorkflowRun, World } from './world.js';

/** What the loopback keeps, as GitHub's REST API shows it: a part of the fields, none of them invented. */

type Shown = Readonly<Record<string, unknown>>;

const AUTOMATIC_APP = { id: 15368, slug: 'github-actions', name: 'GitHub Actions' };

export function showAccount({ login, id, type }: Account): Shown {
  return { login, id, type, site_admin: false };
}

export function showRepository(world: World, name = full(world)): Shown {
  const [owner = '', repository = ''] = name.split('/');
  return {
    id: name === full(world) ? 4711 : 4712,
    name: repository,
    full_name: name,
    owner: { login: owner, id: owner.length, type: 'Organization' },
    private: world.private,
    fork: name !== full(world),
    default_branch: world.defaultBranch,
  };
}

export function showComment(comment: Comment, { world, api, html }: Call): Shown {
  return {
    id: comment.id,
    url: `${api}/repos/${full(world)}/issues/comments/${comment.id}`,
    html_url: `${html}/${full(world)}/pull/${comment.issue}#issuecomment-${comment.id}`,
    issue_url: `${api}/repos/${full(world)}/issues/${comment.issue}`,
    user: showAccount(comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    body: comment.body,
    performed_via_github_app: comment.author.type === 'Bot' ? AUTOMATIC_APP : null,
  };
}

export function showCheckRun(run: CheckRun, { world, api, html }: Call): Shown {
  const url = `${api}/repos/${full(world)}/check-runs/${run.id}`;
  return {
    id: run.id,
    name: run.name,
    head_sha: run.headSha,
    external_id: run.externalId ?? '',
    url,
    html_url: `${html}/${full(world)}/runs/${run.id}`,
    details_url: run.detailsUrl ?? `${html}/${full(world)}/runs/${run.id}`,
    status: run.status,
    conclusion: run.conclusion,
    started_at: run.startedAt,
    completed_at: run.completedAt,
    output: {
      title: run.title,
      summary: run.summary,
      text: run.text,
      annotations_count: run.annotations.length,
      annotations_url: `${url}/annotations`,
    },
    check_suite: { id: 1 },
    app: { id: 15368, slug: run.app, name: run.app },
    pull_requests: world.pulls
      .filter(({ headSha }) => headSha === run.headSha)
      .map(({ number }) => ({ number, url: `${api}/repos/${full(world)}/pulls/${number}` })),
  };
}

export function showIssue(issue: Issue, { world, api, html }: Call): Shown {
  const pull = 'headSha' in issue;
  const page = `${html}/${full(world)}/${pull ? 'pull' : 'issues'}/${issue.number}`;
  return {
    number: issue.number,
    url: `${api}/repos/${full(world)}/issues/${issue.number}`,
    html_url: page,
    title: issue.title,
    body: issue.body,
    state: issue.state,
    state_reason: issue.stateReason,
    closed_by: issue.closedBy === undefined ? null : showAccount(issue.closedBy),
    user: showAccount(issue.author),
    labels: issue.labels.map((name) => ({ name })),
    comments: world.comments.filter((comment) => comment.issue === issue.number).length,
    created_at: issue.createdAt,
    ...(pull ? { pull_request: { url: `${api}/repos/${full(world)}/pulls/${issue.number}`, html_url: page } } : {}),
  };
}

export function showPull(pull: PullRequest, { world, api, html }: Call): Shown {
  const side = (repository: string, ref: string, sha: string) => ({
    ref,
    sha,
    label: `${repository.split('/')[0]}:${ref}`,
    repo: showRepository(world, repository),
  });
  return {
    number: pull.number,
    url: `${api}/repos/${full(world)}/pulls/${pull.number}`,
    html_url: `${html}/${full(world)}/pull/${pull.number}`,
    title: pull.title,
    body: pull.body,
    state: pull.state,
    draft: false,
    user: showAccount(pull.author),
    labels: pull.labels.map((name) => ({ name })),
    merge_commit_sha: pull.mergeSha,
    created_at: pull.createdAt,
    head: side(pull.headRepository, pull.headRef, pull.headSha),
    base: side(full(world), pull.baseRef, pull.baseSha),
  };
}

export function showReview(review: Review, { world, html }: Call): Shown {
  return {
    id: review.id,
    user: showAccount(review.author),
    body: review.body,
    state: review.state,
    commit_id: review.commit,
    submitted_at: review.submittedAt,
    html_url: `${html}/${full(world)}/pull/${review.pull}#pullrequestreview-${review.id}`,
    author_association: levelOf(world, review.author),
  };
}

function levelOf(world: World, { login }: Account): string {
  const level = world.collaborators.get(login) ?? 'none';
  return level === 'none' ? 'NONE' : 'COLLABORATOR';
}

export function showReviewComment(comment: ReviewComment, { world, html }: Call): Shown {
  return {
    id: comment.id,
    pull_request_review_id: comment.review,
    user: showAccount(comment.author),
    body: comment.body,
    path: comment.path,
    line: comment.line,
    start_line: comment.startLine,
    side: comment.side,
    commit_id: comment.commit,
    created_at: comment.createdAt,
    html_url: `${html}/${full(world)}/pull/${comment.pull}#discussion_r${comment.id}`,
  };
}

export function showRun(run: WorkflowRun, { world, html }: Call): Shown {
  const ofHead = ({ headSha }: PullRequest): boolean => headSha === run.headSha;
  return {
    id: run.id,
    event: run.event,
    head_sha: run.headSha,
    head_branch: run.headBranch,
    status: 'completed',
    conclusion: run.conclusion,
    html_url: `${html}/${full(world)}/actions/runs/${run.id}`,
    head_repository: showRepository(world, run.headRepository),
    repository: showRepository(world),
    // Runs of a fork name no pull request: GitHub leaves the list empty.
    pull_requests: run.headRepository === full(world) ? world.pulls.filter(ofHead).map(({ number }) => ({ number })) : [],
  };
}
