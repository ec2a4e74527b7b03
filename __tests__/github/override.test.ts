import { checkRun } from '../../src/github/check-run.js';
import type { Context } from '../../src/github/context.js';
import { contextOf } from '../../src/github/context.js';
import { readEvent } from '../../src/github/event.js';
import { findOverride, type OverrideRules } from '../../src/github/override.js';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken } from './loopback/token.js';
import type { PullRequest, Review } from './loopback/world.js';
import { apiOf, BASE, HEAD, NEXT, openPull, publicationOf } from './publication.js';

const full = fullToken();
const LABEL = 'contract exception';
const BY_LABEL: OverrideRules = { label: LABEL, approvals: 0 };
const CHECK = { checkName: 'Tallystick', subject: 'c0ffee' };

let github: GitHub;
let pull: PullRequest;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full] });
  pull = openPull(github);
  for (const login of ['octocat', 'hubot', 'monalisa']) github.world.collaborators.set(login, 'write');
  github.world.collaborators.set('visitor', 'read');
});
afterEach(() => github.stop());

/** A run on the pull request: by default one after a push, with its head as it is. */
function contextAt(head: string, event: { action?: string; label?: string; sender?: string } = {}): Context {
  const { action = 'synchronize', label, sender = 'hubot' } = event;
  const payload = {
    action,
    number: 7,
    label: label === undefined ? undefined : { name: label },
    pull_request: { number: 7, head: { sha: head, ref: 'change' }, base: { sha: BASE, ref: 'main' } },
    sender: { login: sender },
  };
  return contextOf(readEvent('pull_request', payload), { GITHUB_REPOSITORY: 'octo-org/service', GITHUB_SHA: head });
}

const find = async (rules: OverrideRules, context = contextAt(pull.headSha), check = CHECK) =>
  (await findOverride(await apiOf(github, full), context, rules, check))?.by;

describe('a label', () => {
  const labeled = (over: object = {}) => contextAt(HEAD, { action: 'labeled', label: LABEL, ...over });
  /** Publishes the check of the run that saw the label put on. */
  async function publishWith(context: Context): Promise<void> {
    const api = await apiOf(github, full);
    const override = await findOverride(api, context, BY_LABEL, CHECK);
    const [step] = await publishAll([checkRun(api)], publicationOf(github, { head: context.headSha, result: { override } }));
    expect(step?.outcome.status).toBe('published');
  }

  test('lets the commit pass at which it was put on, in that run and in later ones', async () => {
    pull.labels = [LABEL];
    expect(await find(BY_LABEL, labeled())).toBe(`the label ${LABEL} of hubot`);
    await publishWith(labeled());
    expect(await find(BY_LABEL)).toBe(`the label ${LABEL}`);
    expect(await find(BY_LABEL, contextAt(HEAD, { action: 'labeled', label: 'another' }))).toBe(`the label ${LABEL}`);
  });

  test('does not let the next commit pass', async () => {
    pull.labels = [LABEL];
    await publishWith(labeled());
    pull.headSha = NEXT;
    expect(await find(BY_LABEL)).toBeUndefined();
    // Nor the run of the earlier commit, once there is a next one.
    expect(await find(BY_LABEL, labeled())).toBeUndefined();
  });

  test('that was there before the commit lets nothing pass', async () => {
    pull.labels = [LABEL];
    expect(await find(BY_LABEL)).toBeUndefined();
    expect(await find(BY_LABEL, contextAt(HEAD, { action: 'labeled', label: 'another' }))).toBeUndefined();
  });

  test('lets nothing pass once it is taken off', async () => {
    pull.labels = [LABEL];
    await publishWith(labeled());
    pull.labels = [];
    expect(await find(BY_LABEL)).toBeUndefined();
    expect(await find(BY_LABEL, labeled())).toBeUndefined();
  });

  test.each([
    ['the author', 'octocat'],
    ['somebody who may only read', 'visitor'],
    ['somebody unknown', 'mallory'],
  ])('of %s lets nothing pass', async (_, sender) => {
    pull.labels = [LABEL];
    expect(await find(BY_LABEL, labeled({ sender }))).toBeUndefined();
  });

  test('lets nothing pass where the configuration names none, or another', async () => {
    pull.labels = [LABEL];
    expect(await find({ label: '', approvals: 0 }, labeled())).toBeUndefined();
    expect(await find({ label: 'another', approvals: 0 }, labeled())).toBeUndefined();
  });

  test('is known from a check of our own app and subject only', async () => {
    pull.labels = [LABEL];
    await publishWith(labeled());
    expect(await find(BY_LABEL, contextAt(HEAD), { ...CHECK, subject: 'facade' })).toBeUndefined();
    for (const run of github.world.checkRuns) Object.assign(run, { app: 'another-app' });
    expect(await find(BY_LABEL)).toBeUndefined();
  });
});

describe('approvals', () => {
  const review = (login: string, over: Partial<Review> = {}) =>
    github.world.reviews.push({
      id: github.world.nextId(),
      pull: 7,
      author: { login, id: 5, type: 'User' },
      state: 'APPROVED',
      body: '',
      commit: HEAD,
      submittedAt: '2026-01-01T00:00:00Z',
      ...over,
    });
  const needs = (approvals: number): OverrideRules => ({ label: '', approvals });

  test('let a commit pass when there are enough', async () => {
    review('hubot');
    expect(await find(needs(1))).toBe('the approval of hubot');
    expect(await find(needs(2))).toBeUndefined();
    review('monalisa');
    expect(await find(needs(2))).toBe('the approvals of hubot, monalisa');
  });

  test('of another commit do not count', async () => {
    review('hubot', { commit: BASE });
    expect(await find(needs(1))).toBeUndefined();
  });

  test.each(['octocat', 'visitor', 'mallory'])('of %s do not count', async (login) => {
    review(login);
    expect(await find(needs(1))).toBeUndefined();
  });

  test('count once for each, and as each spoke last; comments take nothing back', async () => {
    review('hubot');
    review('hubot');
    expect(await find(needs(2))).toBeUndefined();
    review('hubot', { state: 'COMMENTED' });
    expect(await find(needs(1))).toBe('the approval of hubot');
    review('hubot', { state: 'CHANGES_REQUESTED' });
    expect(await find(needs(1))).toBeUndefined();
  });

  test('are not asked for where the configuration does not count them', async () => {
    review('hubot');
    expect(await find(needs(0))).toBeUndefined();
    expect(github.requests).toEqual([]);
  });
});

test('in the merge queue what let the pull request pass still does', async () => {
  const payload = {
    merge_group: { head_sha: NEXT, base_sha: BASE, head_ref: `refs/heads/gh-readonly-queue/main/pr-7-${BASE}` },
  };
  const group = contextOf(readEvent('merge_group', payload), { GITHUB_REPOSITORY: 'octo-org/service', GITHUB_SHA: NEXT });
  const author = { login: 'hubot', id: 5, type: 'User' as const };
  expect(await find({ label: '', approvals: 1 }, group)).toBeUndefined();
  github.world.reviews.push({ id: 1, pull: 7, author, state: 'APPROVED', body: '', commit: HEAD, submittedAt: '' });
  expect(await find({ label: '', approvals: 1 }, group)).toBe('the approval of hubot');
});

test('without a pull request nothing is let pass', async () => {
  const context = contextOf(readEvent('schedule', {}), { GITHUB_REPOSITORY: 'octo-org/service', GITHUB_SHA: HEAD });
  expect(await find({ label: LABEL, approvals: 1 }, context)).toBeUndefined();
});
