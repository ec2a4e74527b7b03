import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { type GitHub, startGitHub } from '../github/loopback/server.js';
import { fullToken, readOnlyToken } from '../github/loopback/token.js';
import { pullRequest, push, schedule, type TestEvent, workflowDispatch } from './events.js';
import { createRepository, git, type Repository } from './repository.js';
import { type Job, type Runner, startRunner } from './runner.js';
import { serviceWith } from './service.js';

/** Mode regression of the packaged action, as scheduled runs of the default branch start it. */

let repository: Repository;
let github: GitHub;
let runner: Runner;
let runs: number;
beforeAll(() => {
  runner = startRunner();
});
afterAll(() => runner.remove());
beforeEach(async () => {
  runs = 100;
  repository = createRepository();
  github = await startGitHub({ git: repository.git, tokens: [fullToken(), readOnlyToken()] });
});
afterEach(async () => {
  await github.stop();
  repository.remove();
  expect(github.misuses).toEqual([]);
});

/** One run of the default branch as it is now with so many broken promises. */
function step(broken: number, over: Partial<Job> & { readonly on?: (sha: string) => TestEvent; readonly branch?: string } = {}) {
  const { on = schedule, branch = 'main', inputs, ...job } = over;
  const sha = repository.commit(branch, serviceWith(broken), 'main');
  runs += 1;
  return runner.step({
    event: on(sha),
    workspace: repository.checkout(`refs/heads/${branch}`),
    github,
    token: fullToken(),
    run: runs,
    action: 'regression',
    ...(inputs && { inputs }),
    ...job,
  });
}

const issues = () => github.world.issues.map(({ number, state }) => `${number} ${state}`);
const branches = () => git(repository.git, ['for-each-ref', '--format=%(refname:short)', 'refs/heads']).split('\n');

test('over time: the trend in the summary, an issue while it is worse, history and badge on a branch', async () => {
  const first = await step(1);
  expect([first.code, first.outputs.regressions, issues()]).toEqual([1, '0', []]);
  expect(first.summary).toContain('**First result: later ones are compared with it.**');
  expect(first.summary).not.toContain('```mermaid');
  expect(first.annotations).toHaveLength(1);
  expect(branches()).toEqual(['main', 'tallystick-history']);

  const worse = await step(3);
  expect([worse.code, worse.outputs.regressions, issues()]).toEqual([1, '2', ['1 open']]);
  expect(worse.summary).toContain('**Worse than it was: 2 regressions (2 since the last result).**');
  expect(worse.summary).toContain('```mermaid\n');
  expect(worse.summary).toContain('# Contract compliance\n');
  expect(worse.shown.join('\n')).toMatch(/note: Issue: published, opened, .*\/issues\/1/);
  const { body } = github.world.issues[0] ?? { body: '' };
  expect(body).toContain('/octo-org/service/actions/runs/102');

  const fixed = await step(1);
  expect([fixed.code, fixed.outputs.regressions, issues()]).toEqual([1, '0', ['1 closed']]);
  expect(fixed.summary).toContain('**Recovered: all regressions are fixed.**');
  const history = JSON.parse(readFileSync(fixed.outputs.history ?? '', 'utf8'));
  expect(history.results.map(({ run, errors }: { run: number; errors: number }) => [run, errors])).toEqual([
    [101, 1],
    [102, 3],
    [103, 1],
  ]);
  expect(JSON.parse(readFileSync(fixed.outputs.badge ?? '', 'utf8')).label).toBe('contracts');
  expect(git(repository.git, ['show', 'refs/heads/tallystick-history:history.json'])).toBe(
    readFileSync(fixed.outputs.history ?? '', 'utf8').trimEnd(),
  );
});

test('with fail-on: worse the step fails for regressions alone', async () => {
  const inputs = { 'fail-on': 'worse' };
  expect([(await step(1, { inputs })).code, (await step(2, { inputs })).code, (await step(1, { inputs })).code]).toEqual([
    0, 1, 0,
  ]);
});

test.each([
  ['a token that may only read', readOnlyToken(), 1],
  ['no token', undefined, 0],
])('%s: the exit code is the findings’, what is missing is named', async (_, token, compared) => {
  await step(1);
  const { code, shown, summary } = await step(2, { token });
  expect([code, issues()]).toEqual([1, []]);
  const log = shown.join('\n');
  if (compared === 1) {
    expect(summary).toContain('**Worse than it was: 1 regression');
    expect(log).toContain('`issues: write`');
    expect(log).toContain('`contents: write`');
  } else {
    expect(summary).toContain('**Not compared.**');
    expect(log).toContain('There is no history to compare with');
  }
});

test('where nothing could be compared, fail-on: worse is no pass', async () => {
  expect((await step(0, { token: undefined, inputs: { 'fail-on': 'worse' } })).code).toBe(3);
});

test('a file that the workflow keeps takes the place of the branch', async () => {
  const retained = join(runner.folder, 'kept', 'history.json');
  const inputs = { history: retained };
  await step(1, { inputs });
  const worse = await step(2, { inputs });
  expect([worse.outputs.regressions, worse.outputs.history, worse.outputs.badge, issues()]).toEqual([
    '1',
    retained,
    join(runner.folder, 'kept', 'badge.json'),
    ['1 open'],
  ]);
  expect([branches(), existsSync(worse.outputs.badge ?? '')]).toEqual([['main'], true]);
});

describe('what is no result of the default branch', () => {
  test.each([
    ['a push to another branch', (sha: string) => push('0'.repeat(40), sha, 'change'), 'this one is of change.'],
    ['a pull request', (sha: string) => pullRequest({ baseSha: sha, headSha: sha, mergeSha: sha }), 'this one is only compared.'],
  ])('%s is compared and leaves nothing', async (_, on, why) => {
    await step(1);
    const before = git(repository.git, ['rev-parse', 'refs/heads/tallystick-history']);
    const { code, outputs, shown } = await step(2, { on, branch: 'change' });
    expect([code, outputs.regressions, issues()]).toEqual([1, '1', []]);
    expect(shown.join('\n')).toContain(`Only results of the default branch are recorded; ${why}`);
    expect(git(repository.git, ['rev-parse', 'refs/heads/tallystick-history'])).toBe(before);
  });

  test.each([
    ['a push', (sha: string) => push('0'.repeat(40), sha)],
    ['a run by hand', workflowDispatch],
  ])('%s of the default branch is recorded', async (_, on) => {
    await step(1, { on });
    expect(branches()).toContain('tallystick-history');
  });
});
