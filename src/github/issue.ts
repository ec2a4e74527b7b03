import type { Progress } from '../history/progress.js';
import { type IssueSource, issueMarker, regressionComment, regressionIssue } from '../reports/history/regressions.js';
import { sendOnce, statusOf } from './answer.js';
import type { Api } from './api.js';
import { isAccount, viewer } from './identity.js';
import type { Outcome } from './publisher.js';

/** The issue of a history on GitHub. */
export interface FoundIssue {
  readonly number: number;
  readonly open: boolean;
  /** A user closed it as not planned: its regressions are accepted. */
  readonly accepted: boolean;
  readonly url: string;
}

type Issue = Awaited<ReturnType<Api['rest']['issues']['get']>>['data'];

/** The maximum number of pages of open issues to search, recently changed ones first. Ours changes with each run. */
const MOST_PAGES = 10;

/**
 * The issue of a history, identified by its marker **and** its author: anyone can write a marker. The stored number is tried
 * first; if it leads to no issue or to a closed one, the open ones are searched.
 */
export async function findIssue(api: Api, scope: string, remembered: number | null): Promise<FoundIssue | undefined> {
  const known = remembered === null ? undefined : await rememberedIssue(api, scope, remembered);
  if (known?.open === true) return known;
  const [open] = await openIssues(api, scope);
  return open ?? known;
}

/** The outcome for the issue, and its number while it is open. */
export interface IssueOutcome {
  readonly number: number | null;
  readonly outcome: Outcome;
}

/**
 * Opens the one issue if a result is worse than before, updates it while it is, and closes it when everything is fixed.
 * Concurrent runs converge: the oldest issue stays, the others are closed as its duplicates.
 */
export async function publishIssue(
  api: Api,
  progress: Progress,
  source: IssueSource,
  remembered: number | null,
): Promise<IssueOutcome> {
  if (progress.verdict === 'first' || (progress.verdict !== 'worse' && remembered === null)) {
    return { number: null, outcome: { status: 'skipped', why: 'Nothing got worse.' } };
  }
  const found = await findIssue(api, source.scope, remembered);
  if (progress.verdict === 'worse')
    return found === undefined ? open(api, progress, source) : update(api, progress, source, found);
  if (found === undefined || !found.open) {
    return { number: null, outcome: { status: 'skipped', why: 'The issue is closed already.' } };
  }
  const { body } = regressionIssue(progress, source);
  const wish = { state: 'closed', state_reason: 'completed', body } as const;
  await api.rest.issues.update({ ...api.at, issue_number: found.number, ...wish });
  return { number: null, outcome: { status: 'published', detail: 'closed', url: found.url } };
}

async function open(api: Api, progress: Progress, source: IssueSource): Promise<IssueOutcome> {
  const made = await sendOnce(
    api,
    async () => {
      const wish = regressionIssue(progress, source);
      return foundIn((await api.rest.issues.create({ ...api.at, ...wish, request: { retries: 0 } })).data);
    },
    async () => (await openIssues(api, source.scope))[0],
  );
  // Another run may have opened one at the same time.
  const [oldest = made, ...others] = await openIssues(api, source.scope);
  for (const { number } of others) await closeDuplicate(api, number, oldest.number);
  return { number: oldest.number, outcome: { status: 'published', detail: 'opened', url: oldest.url } };
}

async function update(api: Api, progress: Progress, source: IssueSource, found: FoundIssue): Promise<IssueOutcome> {
  const again = found.open ? {} : ({ state: 'open', state_reason: 'reopened' } as const);
  await api.rest.issues.update({ ...api.at, issue_number: found.number, ...regressionIssue(progress, source), ...again });
  // GitHub sends no notification for an edit, but for reopening.
  if (found.open && progress.regressions.some(({ fresh }) => fresh)) {
    const body = regressionComment(progress, source);
    await api.rest.issues.createComment({ ...api.at, issue_number: found.number, body, request: { retries: 0 } });
  }
  return {
    number: found.number,
    outcome: { status: 'published', detail: found.open ? 'updated' : 'opened again', url: found.url },
  };
}

async function closeDuplicate(api: Api, number: number, of: number): Promise<void> {
  const body = `The same is reported in #${of}.`;
  await api.rest.issues.update({ ...api.at, issue_number: number, state: 'closed', state_reason: 'duplicate', body });
}

async function rememberedIssue(api: Api, scope: string, number: number): Promise<FoundIssue | undefined> {
  try {
    const { data } = await api.rest.issues.get({ ...api.at, issue_number: number });
    return isOurs(data, scope, await viewer(api)) ? foundIn(data, await viewer(api)) : undefined;
  } catch (error) {
    // Deleted, or moved to another repository.
    if (statusOf(error) === 404 || statusOf(error) === 410) return undefined;
    throw error;
  }
}

/** Our open issues of a scope, oldest first. */
async function openIssues(api: Api, scope: string): Promise<readonly FoundIssue[]> {
  const login = await viewer(api);
  let pages = 0;
  const asked = { ...api.at, state: 'open', sort: 'updated', direction: 'desc', per_page: 100 } as const;
  const all = await api.paginate(api.rest.issues.listForRepo, asked, ({ data }, done) => {
    pages += 1;
    if (pages >= MOST_PAGES) done();
    return data.filter((issue) => isOurs(issue, scope, login)).map((issue) => foundIn(issue));
  });
  return all.sort((one, other) => one.number - other.number);
}

function isOurs(issue: Pick<Issue, 'user' | 'body' | 'pull_request'>, scope: string, login: string): boolean {
  return issue.pull_request === undefined && isAccount(issue.user, login) && (issue.body ?? '').includes(issueMarker(scope));
}

function foundIn(issue: Pick<Issue, 'number' | 'state' | 'state_reason' | 'html_url' | 'closed_by'>, login?: string): FoundIssue {
  const byUs = login !== undefined && isAccount(issue.closed_by, login);
  return {
    number: issue.number,
    open: issue.state === 'open',
    accepted: issue.state === 'closed' && issue.state_reason === 'not_planned' && !byUs,
    url: issue.html_url,
  };
}
