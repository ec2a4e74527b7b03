import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Context, contextOf, readContext, settled, unsettled } from '../../src/github/context.js';
import { readEvent } from '../../src/github/event.js';
import { UserError } from '../../src/model/user-error.js';

const HEAD = 'a'.repeat(40);
const BASE = 'b'.repeat(40);
const MERGE = 'c'.repeat(40);
const NONE = '0'.repeat(40);
const environment = { GITHUB_REPOSITORY: 'octo-org/books', GITHUB_SHA: MERGE, GITHUB_REF: 'refs/pull/7/merge' };

const repository = { id: 1 };
const pullRequest = {
  number: 7,
  state: 'open',
  head: { sha: HEAD, ref: 'change', repo: { id: 1 } },
  base: { sha: BASE, ref: 'main', repo: { id: 1 } },
  user: { login: 'octocat' },
  labels: [{ name: 'bug' }],
};
const opened = { action: 'opened', number: 7, pull_request: pullRequest, sender: { login: 'octocat' }, repository };
const run = {
  id: 30,
  event: 'pull_request',
  conclusion: 'success',
  head_sha: HEAD,
  head_branch: 'change',
  head_repository: { owner: { login: 'octocat' } },
  pull_requests: [] as unknown[],
};
const comment = { action: 'created', issue: { number: 7, pull_request: { url: '' } }, sender: { login: 'octocat' } };

const contextFor = (name: string, payload: unknown, env: Readonly<Record<string, string>> = {}): Context =>
  contextOf(readEvent(name, payload), { ...environment, ...env });
/** What the tests below ask of a context. */
const gist = ({ headSha, baseSha, pullRequest: meant, trusted, privileged, publishes }: Context) => ({
  headSha,
  baseSha,
  number: meant?.number,
  trust: trusted ? 'trusted' : privileged ? 'privileged' : 'untrusted',
  publishes: Object.entries(publishes).flatMap(([where, may]) => (may ? [where] : [])),
});

test('a branch by itself is told from the default branch, from schedules and from proposals', () => {
  const ofBranch = (name: string, payload: unknown, ref: string): boolean =>
    contextOf(readEvent(name, payload), { ...environment, GITHUB_REF: ref }, 'main').ofBranch;
  const pushed = { ref: '', before: BASE, after: MERGE };
  expect(ofBranch('push', pushed, 'refs/heads/change')).toBe(true);
  expect(ofBranch('workflow_dispatch', {}, 'refs/heads/change')).toBe(true);
  expect(ofBranch('push', pushed, 'refs/heads/main')).toBe(false);
  expect(ofBranch('schedule', {}, 'refs/heads/main')).toBe(false);
  expect(ofBranch('pull_request', opened, 'refs/pull/7/merge')).toBe(false);
});

const ON_PULL_REQUEST = ['check', 'comment', 'codeScanning'];
test.each([
  ['pull_request', opened, HEAD, BASE, 7, 'untrusted', ON_PULL_REQUEST],
  ['pull_request_target', opened, HEAD, BASE, 7, 'privileged', ON_PULL_REQUEST],
  ['pull_request_review', opened, HEAD, BASE, 7, 'untrusted', ON_PULL_REQUEST],
  ['push', { ref: 'refs/heads/main', before: BASE, after: MERGE }, MERGE, BASE, undefined, 'trusted', ['check', 'codeScanning']],
  ['schedule', { schedule: '0 5 * * *' }, MERGE, undefined, undefined, 'trusted', ['check', 'codeScanning']],
  ['workflow_dispatch', { inputs: null }, MERGE, undefined, undefined, 'trusted', ['check', 'codeScanning']],
  [
    'merge_group',
    { merge_group: { head_sha: MERGE, base_sha: BASE, head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x' } },
    MERGE,
    BASE,
    undefined,
    'untrusted',
    ['check'],
  ],
  ['workflow_run', { repository, workflow_run: run }, HEAD, undefined, undefined, 'privileged', ['check', 'comment']],
  ['issue_comment', comment, MERGE, undefined, undefined, 'privileged', ['check', 'comment']],
])(
  '%s: which commits, which pull request, what is trusted, what is published',
  (name, payload, headSha, baseSha, number, trust, publishes) => {
    expect(gist(contextFor(name, payload))).toEqual({ headSha, baseSha, number, trust, publishes });
  },
);

test('of an event that nobody thought of, only a branch or a tag is trusted', () => {
  for (const ref of ['', HEAD, 'refs/pull/7/head'])
    expect(contextFor('deployment_status', {}, { GITHUB_REF: ref }).trusted).toBe(false);
  expect(contextFor('deployment', {}, { GITHUB_REF: 'refs/heads/main' }).trusted).toBe(true);
  expect(contextFor('release', {}, { GITHUB_REF: 'refs/tags/v1' }).trusted).toBe(true);
  expect(contextFor('pull_request_review_comment', {}).trusted).toBe(false);
});

test('a comment on an issue means no pull request and is published nowhere', () => {
  const context = contextFor('issue_comment', { ...comment, issue: { number: 7 } });
  expect(context.lookup).toBeUndefined();
  expect(gist(context).publishes).toEqual([]);
});

test.each([
  [`refs/heads/gh-readonly-queue/main/pr-7-${BASE}`, 7],
  [`refs/heads/gh-readonly-queue/pr-8-${BASE}/pr-7-${BASE}`, 7],
  ['refs/heads/gh-readonly-queue/main/pr-7', undefined],
])('a group of the merge queue at %s adds pull request %s', (head_ref, number) => {
  const event = readEvent('merge_group', { merge_group: { head_sha: MERGE, base_sha: BASE, head_ref } });
  expect(event).toEqual({ name: 'merge_group', headSha: MERGE, baseSha: BASE, adds: number });
});

test('a new branch has no base', () => {
  expect(contextFor('push', { ref: 'refs/heads/new', before: NONE, after: MERGE }).baseSha).toBeUndefined();
});

describe('a fork', () => {
  const withHead = (repo: unknown) => ({
    ...opened,
    pull_request: { ...pullRequest, head: { ...pullRequest.head, repo } },
  });
  test.each([
    ['in another repository', { id: 2 }, true],
    ['in a repository that is gone', null, true],
    ['in the same repository', { id: 1 }, false],
  ])('is a head %s', (_, repo, fork) => {
    expect(contextFor('pull_request', withHead(repo)).pullRequest?.fork).toBe(fork);
  });
});

describe('the pull request of a run that ended', () => {
  const proposed = (over: object = {}) => ({
    number: 7,
    head: { sha: HEAD },
    base: { sha: BASE, repo: { id: 1 } },
    ...over,
  });
  const ended = (pull_requests: readonly unknown[]) =>
    contextFor('workflow_run', { repository, workflow_run: { ...run, pull_requests } });

  test('is the one that the event names', () => {
    expect(ended([proposed()]).pullRequest).toEqual({ number: 7, headSha: HEAD, baseSha: BASE, fork: false });
  });
  test('is looked up by its head where the event names none, as with forks', () => {
    expect(ended([]).lookup).toEqual({ kind: 'head', owner: 'octocat', branch: 'change', sha: HEAD });
  });
  test.each([
    ['into another repository', [proposed({ base: { sha: BASE, repo: { id: 2 } } })]],
    ['whose head has moved on', [proposed({ head: { sha: MERGE } })]],
    ['among several', [proposed(), proposed({ number: 8 })]],
  ])('is not one %s', (_, pull_requests) => {
    expect(ended(pull_requests).pullRequest).toBeUndefined();
  });
  test('is unknown when its repository is gone', () => {
    const gone = { ...run, head_repository: null };
    const { headSha, lookup } = contextFor('workflow_run', { repository, workflow_run: gone });
    expect({ headSha, lookup }).toEqual({ headSha: HEAD, lookup: undefined });
  });
});

test('the pull request of a comment is looked up, and then it is what the result speaks of', () => {
  const context = contextFor('issue_comment', comment);
  expect(context.lookup).toEqual({ kind: 'number', number: 7 });
  const known = settled(context, { number: 7, headSha: HEAD, baseSha: BASE, fork: true });
  expect(known).toMatchObject({ headSha: HEAD, baseSha: BASE, lookup: undefined, privileged: true });
});

test('without its pull request nothing is published of a comment; a run that ended says itself which commit it is of', () => {
  expect(gist(unsettled(contextFor('issue_comment', comment))).publishes).toEqual([]);
  expect(gist(unsettled(contextFor('workflow_run', { repository, workflow_run: run })))).toMatchObject({
    headSha: HEAD,
    publishes: ['check', 'comment'],
  });
});

test('pages and the API are those of the server', () => {
  const {
    runUrl,
    serverUrl,
    apiUrl,
    repository: ours,
  } = contextFor(
    'schedule',
    {},
    {
      GITHUB_SERVER_URL: 'https://github.example.org/',
      GITHUB_API_URL: 'https://github.example.org/api/v3',
      GITHUB_RUN_ID: '12',
      GITHUB_RUN_ATTEMPT: '2',
    },
  );
  expect({ runUrl, serverUrl, apiUrl, ours }).toEqual({
    runUrl: 'https://github.example.org/octo-org/books/actions/runs/12/attempts/2',
    serverUrl: 'https://github.example.org',
    apiUrl: 'https://github.example.org/api/v3',
    ours: { owner: 'octo-org', name: 'books' },
  });
});

describe('reading it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tallystick-event-'));
  const path = join(folder, 'event.json');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const read = (text: string) => {
    writeFileSync(path, text);
    return readContext({ ...environment, GITHUB_EVENT_NAME: 'pull_request', GITHUB_EVENT_PATH: path });
  };

  test('gives nothing outside a workflow', () => {
    expect(readContext({})).toBeUndefined();
  });
  test('takes the payload from the file of the runner', () => {
    expect(read(JSON.stringify(opened))?.pullRequest?.number).toBe(7);
  });
  test.each([
    ['is no JSON', '{'],
    ['lacks the head', JSON.stringify({ ...opened, pull_request: { ...pullRequest, head: undefined } })],
    ['has no commit for a head', JSON.stringify({ ...opened, pull_request: { ...pullRequest, head: { sha: '--x', ref: 'x' } } })],
  ])('refuses a payload that %s', (_, text) => {
    expect(() => read(text)).toThrow(UserError);
  });
  test('asks for the variables that a runner sets', () => {
    expect(() => readContext({ GITHUB_EVENT_NAME: 'schedule', GITHUB_SHA: MERGE })).toThrow('GITHUB_REPOSITORY is not set.');
  });
});
