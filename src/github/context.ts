import { readFileSync } from 'node:fs';
import { UserError } from '../model/user-error.js';
import { defaultBranchIn, type Event, readEvent } from './event.js';

/** The pull request of the run. Number and commits come from the event or GitHub's API, never from a file of the checkout. */
export interface PullRequest {
  readonly number: number;
  readonly headSha: string;
  /** Tip of its base branch at the time of the event. */
  readonly baseSha: string;
  readonly fork: boolean;
}

/** How GitHub's API finds the pull request if the payload does not describe it. */
export type Lookup =
  | { readonly kind: 'number'; readonly number: number }
  /** The open pull request with this head; the API finds it by `owner` and `branch`, and it must have `sha`. */
  | { readonly kind: 'head'; readonly owner: string; readonly branch: string; readonly sha: string };

/** The commit to check, its pull request, what is trusted and what is published. */
export interface Context {
  readonly event: Event;
  readonly repository: { readonly owner: string; readonly name: string };
  /** The commit of the result, for which checks are published: the head of the pull request, if there is one. */
  readonly headSha: string;
  /** The commit to compare with and to take settings from; absent: there is none. */
  readonly baseSha?: string | undefined;
  readonly pullRequest?: PullRequest | undefined;
  /** How to find the pull request, if the payload does not describe it. */
  readonly lookup?: Lookup | undefined;
  /** A user with write access wrote or merged the commit: its configuration counts unchanged. */
  readonly trusted: boolean;
  /** The token and the secrets are the repository's own, although the event may concern untrusted code. */
  readonly privileged: boolean;
  /**
   * The run checks a branch other than the default one, without a pull request: that branch's own configuration counts. A run for
   * a pull request on the same commit uses the base's configuration, and takes precedence.
   */
  readonly ofBranch: boolean;
  readonly publishes: Publishes;
  /** GITHUB_SHA and GITHUB_REF: what a checkout without `ref` uses. */
  readonly sha: string;
  readonly ref: string;
  /** The user who started the run. */
  readonly actor: string;
  /** URL of the run, with its attempt; absent: the runner gives none. */
  readonly runUrl?: string | undefined;
  /** URL of the run's server, without a slash at the end. */
  readonly serverUrl: string;
  readonly apiUrl: string;
}

/**
 * Where results of this event may be published, besides log, summary and files. Whether the token allows it shows when
 * publishing.
 */
export interface Publishes {
  /** On `headSha`. */
  readonly check: boolean;
  /** On the pull request: the comment, and suggestions. */
  readonly comment: boolean;
  /** Alerts of code scanning. */
  readonly codeScanning: boolean;
}

/** Variables that a runner sets: https://docs.github.com/actions/reference/workflows-and-actions/variables */
type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The context of this run; `undefined` outside a workflow.
 *
 * @throws UserError if the runner's variables or its event file are incomplete
 */
export function readContext(environment: Environment): Context | undefined {
  const name = environment.GITHUB_EVENT_NAME ?? '';
  if (name === '') return undefined;
  const payload = readPayload(environment.GITHUB_EVENT_PATH);
  return contextOf(readEvent(name, payload), environment, defaultBranchIn(payload));
}

function readPayload(path: string | undefined): unknown {
  if (path === undefined || path === '') return {};
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    throw new UserError('The payload of the event cannot be read.', {
      hint: 'GITHUB_EVENT_PATH must name the file that the runner wrote.',
    });
  }
}

/** The context of an event in an environment. UserError: a variable is missing. */
export function contextOf(event: Event, environment: Environment, defaultBranch?: string): Context {
  const [owner = '', name = ''] = required(environment, 'GITHUB_REPOSITORY').split('/');
  const sha = required(environment, 'GITHUB_SHA');
  const ref = environment.GITHUB_REF ?? '';
  const trust = trustOf(event, ref);
  const serverUrl = (environment.GITHUB_SERVER_URL || 'https://github.com').replace(/\/$/, '');
  const run = environment.GITHUB_RUN_ID ?? '';
  const attempt = environment.GITHUB_RUN_ATTEMPT ?? '';
  return {
    event,
    repository: { owner, name },
    sha,
    ref,
    ...subjectOf(event, sha),
    ...trust,
    ofBranch: trust.trusted && event.name !== 'schedule' && ref !== `refs/heads/${defaultBranch}`,
    publishes: publishesOf(event),
    actor: environment.GITHUB_ACTOR ?? '',
    runUrl:
      run === '' ? undefined : `${serverUrl}/${owner}/${name}/actions/runs/${run}${attempt === '' ? '' : `/attempts/${attempt}`}`,
    serverUrl,
    apiUrl: (environment.GITHUB_API_URL || 'https://api.github.com').replace(/\/$/, ''),
  };
}

function required(environment: Environment, name: string): string {
  const value = environment[name] ?? '';
  if (value !== '') return value;
  throw new UserError(`${name} is not set.`, { hint: 'A runner sets it; elsewhere leave GITHUB_EVENT_NAME unset.' });
}

type Subject = Pick<Context, 'headSha' | 'baseSha' | 'pullRequest' | 'lookup'>;

/** The commits that an event is about. */
function subjectOf(event: Event, sha: string): Subject {
  switch (event.name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review': {
      const { number, head, base, fork } = event.pullRequest;
      return withPullRequest({ number, headSha: head.sha, baseSha: base.sha, fork });
    }
    case 'push':
      return { headSha: sha, baseSha: event.before };
    case 'merge_group':
      return { headSha: event.headSha, baseSha: event.baseSha };
    case 'workflow_run': {
      const [only, another] = event.pullRequests;
      if (only !== undefined && another === undefined) return withPullRequest({ ...only, fork: false });
      const { headSha, headBranch: branch, headOwner: owner } = event;
      if (branch === null || owner === undefined) return { headSha };
      return { headSha, lookup: { kind: 'head', owner, branch, sha: headSha } };
    }
    case 'issue_comment':
      return event.onPullRequest ? { headSha: sha, lookup: { kind: 'number', number: event.number } } : { headSha: sha };
    default:
      return { headSha: sha };
  }
}

/** The context with its pull request. */
export function settled(context: Context, pullRequest: PullRequest): Context {
  return { ...context, ...withPullRequest(pullRequest), lookup: undefined };
}

/**
 * The context if its pull request was not found. A comment names no commit, so nothing can be published for it; a completed run
 * does.
 */
export function unsettled(context: Context): Context {
  if (context.event.name !== 'issue_comment') return context;
  return { ...context, publishes: { check: false, comment: false, codeScanning: false } };
}

function withPullRequest(pullRequest: PullRequest): Subject {
  return { headSha: pullRequest.headSha, baseSha: pullRequest.baseSha, pullRequest };
}

/**
 * A push or merge needs write access. A pull request does not, wherever it comes from: its author cannot approve it. The same
 * holds for a merge queue: if the queue is the only gate, the code may be unreviewed.
 */
function trustOf(event: Event, ref: string): Pick<Context, 'trusted' | 'privileged'> {
  switch (event.name) {
    case 'push':
    case 'schedule':
    case 'workflow_dispatch':
      return { trusted: true, privileged: false };
    case 'pull_request_target':
    case 'workflow_run':
    case 'issue_comment':
      return { trusted: false, privileged: true };
    case 'pull_request':
    case 'pull_request_review':
    case 'merge_group':
      return { trusted: false, privileged: false };
    default:
      // Other events run for a branch, for a tag or for the merge commit of a pull request. A deployment of a commit has no ref:
      // anyone may have written it, as in previews of pull requests.
      return { trusted: /^refs\/(?:heads|tags)\//.test(ref), privileged: false };
  }
}

/**
 * What is never published, whatever the token allows: alerts for a branch of the queue, which exists for minutes, and a comment
 * without a pull request.
 */
function publishesOf(event: Event): Publishes {
  switch (event.name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review':
      return { check: true, comment: true, codeScanning: true };
    case 'workflow_run':
      return { check: true, comment: true, codeScanning: false };
    case 'issue_comment':
      return { check: event.onPullRequest, comment: event.onPullRequest, codeScanning: false };
    case 'merge_group':
      return { check: true, comment: false, codeScanning: false };
    default:
      return { check: true, comment: false, codeScanning: true };
  }
}
