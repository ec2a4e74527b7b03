import type { Proposal } from './repository.js';

/** What starts a workflow: the variables and the payload that a runner hands to every step of it. */
export interface TestEvent {
  readonly name: string;
  readonly payload: Readonly<Record<string, unknown>>;
  /** GITHUB_SHA and its like. */
  readonly environment: Readonly<Record<string, string>>;
}

/** The repository of all events, and one that was forked from it. */
export const HOME = { id: 4711, full_name: 'octo-org/service' };
export const FORK = { id: 4712, full_name: 'octocat/service' };

const repository = ({ id, full_name }: typeof HOME) => {
  const [owner = '', name = ''] = full_name.split('/');
  return {
    id,
    name,
    full_name,
    private: false,
    fork: id !== HOME.id,
    default_branch: 'main',
    owner: { login: owner, type: 'User' },
  };
};

const sender = { login: 'octocat', id: 1, type: 'User' };

function event(
  name: string,
  place: { readonly sha: string; readonly ref: string } & Readonly<Record<string, string>>,
  payload: Readonly<Record<string, unknown>>,
): TestEvent {
  const { sha, ref, ...more } = place;
  return {
    name,
    payload: { repository: repository(HOME), sender, ...payload },
    environment: {
      GITHUB_EVENT_NAME: name,
      GITHUB_SHA: sha,
      GITHUB_REF: ref,
      GITHUB_REF_NAME: ref.replace(/^refs\/(?:heads|tags|pull)\//, ''),
      GITHUB_REF_TYPE: 'branch',
      ...more,
    },
  };
}

export interface PullRequestWishes {
  readonly number?: number;
  readonly action?: string;
  readonly fork?: boolean;
  readonly labels?: readonly string[];
  /** The label that was just put on, and who did so. */
  readonly label?: string;
  readonly sender?: string;
}

function pullRequestPayload(at: Proposal, wishes: PullRequestWishes) {
  const { number = 7, fork = false, labels = [] } = wishes;
  return {
    number,
    state: 'open',
    title: 'A change',
    user: sender,
    labels: labels.map((name) => ({ name })),
    head: { ref: 'change', sha: at.headSha, label: 'x:change', user: sender, repo: repository(fork ? FORK : HOME) },
    base: { ref: 'main', sha: at.baseSha, label: 'x:main', user: sender, repo: repository(HOME) },
    merge_commit_sha: at.mergeSha,
  };
}

function ofPullRequest(at: Proposal, wishes: PullRequestWishes) {
  const { number = 7, label, action = label === undefined ? 'synchronize' : 'labeled' } = wishes;
  const put = label === undefined ? {} : { label: { name: label } };
  const who = wishes.sender === undefined ? sender : { login: wishes.sender, id: 2, type: 'User' };
  return { action, number, pull_request: pullRequestPayload(at, wishes), ...put, sender: who };
}

/** A runner checks the merge commit out. */
export function pullRequest(at: Proposal, wishes: PullRequestWishes = {}): TestEvent {
  const refs = { GITHUB_HEAD_REF: 'change', GITHUB_BASE_REF: 'main' };
  const ref = `refs/pull/${wishes.number ?? 7}/merge`;
  return event('pull_request', { sha: at.mergeSha, ref, ...refs }, ofPullRequest(at, wishes));
}

/** Runs for the default branch, with the repository's own token. */
export function pullRequestTarget(at: Proposal, wishes: PullRequestWishes = {}): TestEvent {
  const refs = { GITHUB_HEAD_REF: 'change', GITHUB_BASE_REF: 'main' };
  return event('pull_request_target', { sha: at.baseSha, ref: 'refs/heads/main', ...refs }, ofPullRequest(at, wishes));
}

export function push(before: string, after: string, branch = 'main'): TestEvent {
  const ref = `refs/heads/${branch}`;
  return event('push', { sha: after, ref }, { ref, before, after, forced: false, deleted: false, created: /^0+$/.test(before) });
}

export function schedule(sha: string): TestEvent {
  return event('schedule', { sha, ref: 'refs/heads/main' }, { schedule: '0 4 * * *' });
}

export function workflowDispatch(sha: string): TestEvent {
  return event('workflow_dispatch', { sha, ref: 'refs/heads/main' }, { inputs: null, ref: 'refs/heads/main' });
}

/** The queue's own branch, on top of the base; the payload names no pull request. */
export function mergeGroup(baseSha: string, headSha: string): TestEvent {
  const ref = `refs/heads/gh-readonly-queue/main/pr-7-${baseSha}`;
  const merge_group = { head_sha: headSha, head_ref: ref, base_sha: baseSha, base_ref: 'refs/heads/main' };
  return event('merge_group', { sha: headSha, ref }, { action: 'checks_requested', merge_group });
}

/** A workflow of the pull request ended; this one runs for the default branch. The payload of a fork's names no pull request. */
export function workflowRun(at: Proposal, wishes: { readonly fork?: boolean; readonly runId?: number } = {}): TestEvent {
  const { fork = false, runId = 90 } = wishes;
  const mine = {
    number: 7,
    head: { ref: 'change', sha: at.headSha, repo: { id: HOME.id } },
    base: { ref: 'main', sha: at.baseSha, repo: { id: HOME.id } },
  };
  const workflow_run = {
    id: runId,
    name: 'contracts',
    event: 'pull_request',
    status: 'completed',
    conclusion: 'success',
    head_sha: at.headSha,
    head_branch: 'change',
    head_repository: repository(fork ? FORK : HOME),
    pull_requests: fork ? [] : [mine],
  };
  return event('workflow_run', { sha: at.baseSha, ref: 'refs/heads/main' }, { action: 'completed', workflow_run });
}

/** Runs for the default branch; the payload says that it is a pull request, but none of its commits. */
export function issueComment(baseSha: string, number = 7): TestEvent {
  const issue = { number, title: 'A change', user: sender, state: 'open', pull_request: { url: 'https://example.com/pulls/7' } };
  const comment = { id: 1, body: '/tallystick', user: sender };
  return event('issue_comment', { sha: baseSha, ref: 'refs/heads/main' }, { action: 'created', issue, comment });
}
