import type { Api } from '../../src/github/api.js';
import { branchStore } from '../../src/github/history-store.js';
import { type RegressionRun, regress } from '../../src/github/regression.js';
import { parseHistory } from '../../src/history/history.js';
import { issueMarker } from '../../src/reports/history/regressions.js';
import type { Analysis } from '../../src/rules/judge.js';
import { createRepository, git, type Repository } from '../action/repository.js';
import { testLong } from '../long.js';
import { analysisOf, finding, row } from '../reports/sample.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { ACTIONS, fullToken, personalToken, readOnlyToken, type Token } from './loopback/token.js';
import type { Issue } from './loopback/world.js';
import { apiOf } from './publication.js';

const BRANCH = 'tallystick-history';
const person = personalToken({ login: 'octocat', id: 1, type: 'User' });

let repository: Repository;
let github: GitHub;
beforeEach(async () => {
  repository = createRepository();
  repository.commit('main', { 'README.md': 'x' });
  github = await startGitHub({ tokens: [fullToken(), readOnlyToken(), person], git: repository.git });
});
afterEach(async () => {
  await github.stop();
  repository.remove();
});

const open = (token: Token = fullToken()): Promise<Api> => apiOf(github, token);

const errors = (...names: readonly string[]) =>
  analysisOf({ violations: names.map((name) => finding({ fingerprint: name.padEnd(32, '0'), message: `${name} is broken.` })) });

/** One scheduled run after the other; gives what each came to. */
async function run(number: number, analysis: Analysis, over: Partial<RegressionRun> = {}, scope = '') {
  const api = over.api ?? (await open());
  return regress({
    analysis,
    scope,
    occasion: { at: `2026-01-${String(number).padStart(2, '0')}T06:00:00Z`, commit: null, run: number },
    threshold: 'error',
    store: branchStore(api, BRANCH, scope),
    runUrl: `https://github.com/octo-org/service/actions/runs/${number}`,
    ...over,
    api,
  });
}

const stepsOf = ({ steps }: Awaited<ReturnType<typeof run>>) =>
  steps.map(({ publisher, outcome }) => `${publisher} ${outcome.status} ${'detail' in outcome ? outcome.detail : ''}`.trim());
const recorded = (path = 'history.json', scope = '') =>
  parseHistory(git(repository.git, ['show', `refs/heads/${BRANCH}:${path}`]), path, scope);
const issues = () =>
  github.world.issues.map(({ number, state, stateReason }) => `${number} ${state} ${stateReason ?? ''}`.trim());
const commits = () => git(repository.git, ['rev-list', '--count', `refs/heads/${BRANCH}`]);

function issueBy(author: Issue['author'], number: number, body: string): Issue {
  return { number, author, createdAt: '2026-01-01T00:00:00Z', title: 'x', body, state: 'open', stateReason: null, labels: [] };
}

describe('a branch as the memory of scheduled runs', () => {
  afterEach(() => expect(github.misuses).toEqual([]));

  test('holds history and badge, a commit for each run, and shares nothing with the code', async () => {
    expect(stepsOf(await run(1, errors()))).toEqual(['Issue skipped', `History published history.json on the branch ${BRANCH}`]);
    await run(2, errors('a'));
    expect(recorded().results.map((result) => [result.run, result.errors])).toEqual([
      [1, 0],
      [2, 1],
    ]);
    expect(JSON.parse(git(repository.git, ['show', `refs/heads/${BRANCH}:badge.json`]))).toMatchObject({ schemaVersion: 1 });
    expect(commits()).toBe('2');
    expect(git(repository.git, ['ls-tree', '-r', '--name-only', `refs/heads/${BRANCH}`]).split('\n')).toEqual([
      'badge.json',
      'history.json',
    ]);
  });

  test('keeps the histories of several services apart', async () => {
    await run(1, errors('a'), {}, 'services/a');
    await run(2, errors(), {}, 'services/b');
    expect(recorded('services-a/history.json', 'services/a').results).toHaveLength(1);
    expect((await run(3, errors(), {}, 'services/b')).progress?.verdict).toBe('steady');
  });

  testLong('of runs that end together none is lost, and none overwrites another', async () => {
    await run(1, errors());
    // All have read before the first writes.
    github.gates.close('git/create-tree', 3);
    const all = await Promise.all([2, 3, 4].map((number) => run(number, errors())));
    expect(all.map(({ steps }) => steps.at(-1)?.outcome.status).sort()).toContain('published');
    const runs = recorded().results.map((result) => result.run ?? 0);
    expect(runs).toEqual([...runs].sort());
    expect(runs.at(-1)).toBe(4);
  });

  test('a run that was overtaken is compared and not recorded', async () => {
    await run(5, errors());
    const late = await run(4, errors('a'));
    expect(late.progress?.verdict).toBe('worse');
    expect(late.notes).toEqual(['A later run has been recorded already, so this one is only compared.']);
    expect([issues(), recorded().results.length]).toEqual([[], 1]);
  });

  test('a result of another branch is compared and nothing is written', async () => {
    await run(1, errors());
    github.forget();
    const aside = await run(2, errors('a'), { unrecorded: 'Only the default branch is recorded.' });
    expect([aside.progress?.verdict, aside.notes]).toEqual(['worse', ['Only the default branch is recorded.']]);
    expect(github.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  test('an incomplete result is not recorded, and closes nothing', async () => {
    await run(1, errors());
    await run(2, errors('a'));
    const blind = await run(3, analysisOf({ matrix: [row({ status: 'unverified', compared: 0 })] }));
    expect([blind.progress, blind.notes, blind.steps]).toEqual([
      undefined,
      ['An incomplete result is neither compared nor recorded.'],
      [],
    ]);
    expect([issues(), recorded().results.length]).toEqual([['1 open'], 2]);
  });

  test.each(['not JSON', '{"formatVersion":9}'])('a history that is %j is not taken for an empty one', async (text) => {
    repository.commit(BRANCH, { 'history.json': text });
    const { progress, notes, steps } = await run(1, errors());
    expect(progress).toBeUndefined();
    expect(notes[0]).toContain('The history could not be read, so nothing was compared: history.json on the branch');
    expect([steps[0]?.outcome.status, commits()]).toEqual(['failed', '1']);
  });

  test('5xx and cut connections are endured, and what was carried out is not done twice', async () => {
    for (const operation of ['git/get-ref', 'git/create-tree', 'git/create-ref', 'issues/create']) {
      github.fail({ operation, times: 1, trouble: { status: 502 } });
    }
    await run(1, errors());
    github.fail({ operation: 'git/update-ref', times: 1, trouble: 'cut after' });
    github.fail({ operation: 'issues/create', times: 1, trouble: 'cut after' });
    expect(stepsOf(await run(2, errors('a')))).toEqual([
      'Issue published opened',
      `History published history.json on the branch ${BRANCH}`,
    ]);
    expect([issues(), commits()]).toEqual([['1 open'], '2']);
  });
});

describe('the issue', () => {
  afterEach(() => expect(github.misuses).toEqual([]));

  test('is opened when it got worse, updated, closed when all is fixed, and another is opened later', async () => {
    await run(1, errors('a'));
    expect(issues()).toEqual([]);
    expect(stepsOf(await run(2, errors('a', 'b')))[0]).toBe('Issue published opened');
    expect(github.world.issues[0]).toMatchObject({ title: 'Contract compliance got worse', author: ACTIONS });
    expect(github.world.issues[0]?.body).toContain('error: b is broken.');
    expect(github.world.issues[0]?.body).not.toContain('a is broken.');

    expect(stepsOf(await run(3, errors('a', 'b')))[0]).toBe('Issue published updated');
    expect([issues(), github.world.comments]).toEqual([['1 open'], []]);
    await run(4, errors('a', 'b', 'c'));
    expect(github.world.comments.map(({ body }) => body.split('\n')[0])).toEqual(['**1 more regression.**']);

    expect(stepsOf(await run(5, errors('a', 'c')))[0]).toBe('Issue published updated');
    expect(stepsOf(await run(6, errors('a')))[0]).toBe('Issue published closed');
    expect(github.world.issues[0]?.body).toContain('Recovered: all regressions are fixed.');
    await run(7, errors('a'));
    expect(issues()).toEqual(['1 closed completed']);
    await run(8, errors('a', 'b'));
    expect(issues()).toEqual(['1 closed completed', '2 open']);
  });

  test('that somebody closed as completed is opened again while it is not fixed', async () => {
    await run(1, errors());
    await run(2, errors('a'));
    Object.assign(github.world.issues[0] ?? {}, { state: 'closed', stateReason: 'completed', closedBy: person.actor });
    expect(stepsOf(await run(3, errors('a')))[0]).toBe('Issue published opened again');
    expect(issues()).toEqual(['1 open reopened']);
  });

  test('that somebody closed as not planned is accepted; what comes after it is not', async () => {
    await run(1, errors());
    await run(2, errors('a'));
    Object.assign(github.world.issues[0] ?? {}, { state: 'closed', stateReason: 'not_planned', closedBy: person.actor });
    const accepted = await run(3, errors('a'));
    expect(accepted.progress?.verdict).toBe('steady');
    expect(accepted.notes).toEqual(['Issue 1 was closed as not planned, so its regressions are accepted from now on.']);
    await run(4, errors('a'));
    expect(issues()).toEqual(['1 closed not_planned']);
    await run(5, errors('a', 'b'));
    expect(issues()).toEqual(['1 closed not_planned', '2 open']);
  });

  test('is found again by marker and author when the history forgot its number', async () => {
    await run(1, errors());
    const { number } = { number: 9 };
    github.world.issues.push(issueBy(person.actor, 5, issueMarker('')), issueBy(ACTIONS, 6, issueMarker('other')));
    github.world.issues.push(issueBy(ACTIONS, number, `text\n${issueMarker('')}\n`));
    expect(stepsOf(await run(2, errors('a')))[0]).toBe('Issue published updated');
    expect(recorded().issue).toBe(9);
    expect(github.world.issues.map(({ body }) => body.includes('a is broken'))).toEqual([false, false, true]);
  });

  test('with our marker that somebody else wrote is left alone, remembered or not', async () => {
    await run(1, errors());
    await run(2, errors('a'));
    Object.assign(github.world.issues[0] ?? {}, { author: person.actor });
    await run(3, errors('a'));
    expect(issues()).toEqual(['1 open', '2 open']);
    await run(4, errors());
    expect(issues()).toEqual(['1 open', '2 closed completed']);
  });

  testLong('is one after runs that race, and the others are its duplicates', async () => {
    await run(1, errors());
    github.gates.close('issues/create', 3);
    await Promise.all([2, 3, 4].map((number) => run(number, errors('a'))));
    expect(issues().filter((issue) => issue.includes('open'))).toEqual(['1 open']);
    expect(issues().filter((issue) => issue.includes('duplicate'))).toHaveLength(2);
    expect(recorded().issue).toBe(1);
  });

  test('is opened by the next run where it could not be', async () => {
    await run(1, errors());
    github.fail({ operation: 'issues/create', times: 9, trouble: { status: 500 } });
    expect(stepsOf(await run(2, errors('a')))[0]).toBe('Issue failed');
    github.heal();
    expect(stepsOf(await run(3, errors('a')))[0]).toBe('Issue published opened');
  });
});

describe('a token that may not write', () => {
  test('is told which permissions it takes; the comparison is made all the same', async () => {
    await run(1, errors());
    const { progress, steps } = await run(2, errors('a'), { api: await open(readOnlyToken()) });
    expect(progress?.verdict).toBe('worse');
    expect(steps).toEqual([
      { publisher: 'Issue', outcome: { status: 'refused', needs: 'issues: write', why: expect.stringContaining('403') } },
      { publisher: 'History', outcome: { status: 'refused', needs: 'contents: write', why: expect.stringContaining('403') } },
    ]);
    expect([issues(), recorded().results.length]).toEqual([[], 1]);
  });
});
