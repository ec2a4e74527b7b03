import { z } from 'zod';
import { UserError } from '../model/user-error.js';

/** A commit of one side of a pull request, from the payload. */
export interface Side {
  readonly sha: string;
  /** The branch. */
  readonly ref: string;
}

/** A pull request from the payload of its event. */
export interface EventPullRequest {
  readonly number: number;
  readonly head: Side;
  readonly base: Side;
  /** Its head is in another repository than its base, or in a deleted one. */
  readonly fork: boolean;
  readonly author: string;
  readonly labels: readonly string[];
  readonly open: boolean;
}

/** The events about a pull request whose payload describes it. */
export type PullRequestEventName = 'pull_request' | 'pull_request_target' | 'pull_request_review';

/**
 * What started the workflow, with the used fields of its payload. Payloads:
 * https://docs.github.com/webhooks/webhook-events-and-payloads
 */
export type Event =
  | {
      readonly name: PullRequestEventName;
      /** `opened`, `synchronize`, `labeled`, ... */
      readonly action: string;
      readonly pullRequest: EventPullRequest;
      /** The label that this event added. */
      readonly label?: string | undefined;
      /** The user who caused it. */
      readonly sender: string;
    }
  | {
      readonly name: 'push';
      readonly ref: string;
      /** Absent for a new branch. */
      readonly before?: string | undefined;
      readonly after: string;
    }
  | {
      readonly name: 'merge_group';
      readonly headSha: string;
      readonly baseSha: string;
      /** The pull request that this group adds to the one before it. Its commit is not the head of that pull request. */
      readonly adds?: number | undefined;
    }
  | {
      readonly name: 'workflow_run';
      /** The completed run. */
      readonly runId: number;
      /** The event of that run: `pull_request`, ... */
      readonly of: string;
      readonly conclusion: string | null;
      readonly headSha: string;
      readonly headBranch: string | null;
      /** Owner of the repository with the commit; absent: that repository was deleted. */
      readonly headOwner?: string | undefined;
      /** Open pull requests of that branch into this repository. GitHub omits those of forks. */
      readonly pullRequests: readonly { readonly number: number; readonly headSha: string; readonly baseSha: string }[];
    }
  | {
      readonly name: 'issue_comment';
      readonly action: string;
      /** Of the issue or the pull request. */
      readonly number: number;
      readonly onPullRequest: boolean;
      readonly sender: string;
    }
  | { readonly name: 'schedule' | 'workflow_dispatch' }
  | { readonly name: 'other'; readonly of: string };

const sha = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/);
const number = z.int().min(1);
const login = z.object({ login: z.string() });
const repository = z.object({ id: z.number() });
const side = z.object({ sha, ref: z.string(), repo: repository.nullish() });
const pullRequest = z
  .object({
    number,
    head: side,
    base: side,
    user: login.nullish(),
    labels: z.array(z.object({ name: z.string() })).default([]),
    state: z.string().default('open'),
  })
  .transform(
    ({ head, base, user, labels, state, ...rest }): EventPullRequest => ({
      ...rest,
      head: { sha: head.sha, ref: head.ref },
      base: { sha: base.sha, ref: base.ref },
      fork: head.repo?.id === undefined || head.repo.id !== base.repo?.id,
      author: user?.login ?? '',
      labels: labels.map(({ name }) => name),
      open: state === 'open',
    }),
  );

const pullRequestPayload = z.object({
  action: z.string(),
  pull_request: pullRequest,
  label: z.object({ name: z.string() }).nullish(),
  sender: login,
});
const pushPayload = z.object({ ref: z.string(), before: sha, after: sha });
const mergeGroupPayload = z.object({ merge_group: z.object({ head_sha: sha, base_sha: sha, head_ref: z.string() }) });
const commentPayload = z.object({
  action: z.string(),
  issue: z.object({ number, pull_request: z.unknown().optional() }),
  sender: login,
});
const runPayload = z.object({
  repository,
  workflow_run: z.object({
    id: z.int().min(1),
    event: z.string(),
    conclusion: z.string().nullish(),
    head_sha: sha,
    head_branch: z.string().nullish(),
    head_repository: z.object({ owner: login }).nullish(),
    pull_requests: z.array(z.object({ number, head: z.object({ sha }), base: z.object({ sha, repo: repository }) })).nullish(),
  }),
});

/**
 * Parses the payload of an event.
 *
 * @param name the value of GITHUB_EVENT_NAME
 * @param payload the parsed JSON of the file at GITHUB_EVENT_PATH, which the runner wrote
 * @throws UserError if the payload lacks what such events have
 */
export function readEvent(name: string, payload: unknown): Event {
  switch (name) {
    case 'pull_request':
    case 'pull_request_target':
    case 'pull_request_review': {
      const { action, pull_request, label, sender } = checked(name, pullRequestPayload, payload);
      return { name, action, pullRequest: pull_request, label: label?.name, sender: sender.login };
    }
    case 'push': {
      const { ref, before, after } = checked(name, pushPayload, payload);
      return { name, ref, before: isNone(before) ? undefined : before, after };
    }
    case 'merge_group': {
      const { merge_group } = checked(name, mergeGroupPayload, payload);
      // GitHub's name for the branch: refs/heads/gh-readonly-queue/<base>/pr-<number>-<sha>.
      const [, queued] = /\/pr-(\d{1,10})-[0-9a-f]{40,64}$/.exec(merge_group.head_ref) ?? [];
      return {
        name,
        headSha: merge_group.head_sha,
        baseSha: merge_group.base_sha,
        adds: queued === undefined ? undefined : Number(queued),
      };
    }
    case 'workflow_run':
      return workflowRun(checked(name, runPayload, payload));
    case 'issue_comment': {
      const { action, issue, sender } = checked(name, commentPayload, payload);
      const onPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
      return { name, action, number: issue.number, onPullRequest, sender: sender.login };
    }
    case 'schedule':
    case 'workflow_dispatch':
      return { name };
    default:
      return { name: 'other', of: name };
  }
}

/** The default branch of the repository, which each payload contains except that of a schedule. */
export function defaultBranchIn(payload: unknown): string | undefined {
  return z.object({ repository: z.object({ default_branch: z.string() }) }).safeParse(payload).data?.repository.default_branch;
}

function workflowRun({ repository: ours, workflow_run: run }: z.output<typeof runPayload>): Event {
  return {
    name: 'workflow_run',
    runId: run.id,
    of: run.event,
    conclusion: run.conclusion ?? null,
    headSha: run.head_sha,
    headBranch: run.head_branch ?? null,
    headOwner: run.head_repository?.owner.login,
    pullRequests: (run.pull_requests ?? [])
      // The branch may also have a pull request into a fork's own repository, and may have newer commits.
      .filter(({ base, head }) => base.repo.id === ours.id && head.sha === run.head_sha)
      .map(({ number: of, head, base }) => ({ number: of, headSha: head.sha, baseSha: base.sha })),
  };
}

function checked<Schema extends z.ZodType>(name: string, schema: Schema, payload: unknown): z.output<Schema> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new UserError(`The payload of the event ${name} has no usable \`${issue?.path.join('.') || name}\`.`, {
    hint: 'A runner writes it to the file that GITHUB_EVENT_PATH names; elsewhere leave GITHUB_EVENT_NAME unset.',
  });
}

/** Zeros stand for no commit: https://docs.github.com/webhooks/webhook-events-and-payloads#push */
function isNone(commit: string): boolean {
  return /^0+$/.test(commit);
}
