import { createHash } from 'node:crypto';
import type { Override } from '../reports/github/result.js';
import type { Api } from './api.js';
import type { Context } from './context.js';
import type { Event } from './event.js';
import { isAccount, viewer } from './identity.js';
import { mayWrite } from './rights.js';
import { readExternalId } from './stamp.js';

/** Who may override a failed result according to the base's configuration: the section `override`. */
export interface OverrideRules {
  /** Empty: no label can. */
  readonly label: string;
  /** 0: approvals cannot. */
  readonly approvals: number;
}

/** The check that an earlier run may have published with an override. */
export interface CheckIdentity {
  readonly checkName: string;
  readonly subject: string;
}

/**
 * Whether a user overrides a failed result for the current head commit. An approval names its commit. A label does not: it counts
 * for the commit that was the head when it was added. The event of adding it shows that, and for later runs the check that was
 * published then on that commit. Both count only from users with write access who did not open the pull request. Throws the
 * server's errors.
 */
export async function findOverride(
  api: Api,
  context: Context,
  rules: OverrideRules,
  check: CheckIdentity,
): Promise<Override | undefined> {
  const number = context.pullRequest?.number ?? queued(context);
  if (number === undefined || (rules.label === '' && rules.approvals === 0)) return undefined;
  const { data } = await api.rest.pulls.get({ ...api.at, pull_number: number });
  const pull = { number, head: data.head.sha, author: data.user.login, labels: data.labels.map(({ name }) => name) };
  // The user has seen another commit than this run.
  if (context.pullRequest !== undefined && pull.head !== context.headSha) return undefined;
  return (await byApproval(api, pull, rules.approvals)) ?? (await byLabel(api, context, pull, rules.label, check));
}

/** The pull request that a group of the merge queue adds to the one before it. */
function queued({ event }: Context): number | undefined {
  return event.name === 'merge_group' ? event.adds : undefined;
}

interface Pull {
  readonly number: number;
  readonly head: string;
  readonly author: string;
  readonly labels: readonly string[];
}

async function byApproval(api: Api, pull: Pull, needed: number): Promise<Override | undefined> {
  if (needed === 0) return undefined;
  const reviews = await api.paginate(api.rest.pulls.listReviews, { ...api.at, pull_number: pull.number, per_page: 100 });
  // The last review of each user counts: https://docs.github.com/rest/pulls/reviews lists them in order.
  const last = new Map<string, (typeof reviews)[number]>();
  for (const review of reviews) {
    if (review.user !== null && review.state !== 'COMMENTED' && review.state !== 'PENDING') last.set(review.user.login, review);
  }
  const approving = [...last].filter(([, { state, commit_id }]) => state === 'APPROVED' && commit_id === pull.head);
  const counted: string[] = [];
  for (const [login] of approving) if (await mayLetPass(api, login, pull)) counted.push(login);
  if (counted.length < needed) return undefined;
  return { by: `${counted.length === 1 ? 'the approval' : 'the approvals'} of ${counted.join(', ')}` };
}

async function byLabel(
  api: Api,
  { event }: Context,
  pull: Pull,
  label: string,
  check: CheckIdentity,
): Promise<Override | undefined> {
  if (label === '' || !pull.labels.includes(label)) return undefined;
  const record = recordOf(label, pull.head);
  const who = whoPutOn(event, label, pull.head);
  if (who !== undefined && (await mayLetPass(api, who, pull))) return { by: `the label ${label} of ${who}`, record };
  return (await isRecorded(api, pull.head, record, check)) ? { by: `the label ${label}`, record } : undefined;
}

/** The user who added the label, if this event is about it and has the commit. */
function whoPutOn(event: Event, label: string, head: string): string | undefined {
  if (event.name !== 'pull_request' && event.name !== 'pull_request_target') return undefined;
  const isNow = event.action === 'labeled' && event.label === label && event.pullRequest.head.sha === head;
  return isNow ? event.sender : undefined;
}

/** The record in a check run that was published when the label was added: 12 hex digits. */
function recordOf(label: string, head: string): string {
  return createHash('sha256')
    .update(JSON.stringify([label, head]))
    .digest('hex')
    .slice(0, 12);
}

/** Whether a check run of this token's own app has the record: other apps could write it as well. */
async function isRecorded(api: Api, head: string, record: string, { checkName, subject }: CheckIdentity): Promise<boolean> {
  const runs = await api.paginate(api.rest.checks.listForRef, {
    ...api.at,
    ref: head,
    check_name: checkName,
    filter: 'all',
    per_page: 100,
  });
  const found = runs.filter(({ external_id }) => {
    const stamp = readExternalId(external_id);
    return stamp?.subject === subject && stamp.override === record;
  });
  if (found.length === 0) return false;
  const own = await viewer(api);
  return found.some(({ app }) => app !== null && isAccount({ login: `${app.slug}[bot]` }, own));
}

async function mayLetPass(api: Api, login: string, pull: Pull): Promise<boolean> {
  if (login === pull.author) return false;
  return mayWrite(api, login);
}
