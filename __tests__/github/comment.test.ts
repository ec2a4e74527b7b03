import { type CommentMode, comment } from '../../src/github/comment.js';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { marker } from '../../src/github/stamp.js';
import { changeOf } from '../reports/result-sample.js';
import { analysisOf, finding } from '../reports/sample.js';
import { until } from '../until.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { ACTIONS, fullToken, personalToken, readOnlyToken, tokenWith } from './loopback/token.js';
import type { Account, PullRequest } from './loopback/world.js';
import { apiOf, type Difference, HEAD, NEXT, openPull, publicationOf } from './publication.js';

const full = fullToken();
const readOnly = readOnlyToken();
const octocat: Account = { login: 'octocat', id: 1, type: 'User' };
const person = personalToken(octocat);

let github: GitHub;
let pull: PullRequest;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full, readOnly, person] });
  pull = openPull(github);
});
afterEach(() => github.stop());

async function publish(difference: Difference = {}, token: { secret: string } = full, mode: CommentMode = 'findings') {
  const [step] = await publishAll([comment(await apiOf(github, token), mode)], publicationOf(github, difference));
  return step?.outcome;
}
const good = { analysis: analysisOf(), failed: false };
const bodies = () => github.world.comments.map(({ body }) => body);
const headings = () => bodies().map((body) => /^## (.*)$/m.exec(body)?.[1]);
const stamps = () => bodies().map((body) => /head=(.)\S* run=(\d+)/.exec(body)?.slice(1).join(''));
/** Somebody else's comment. */
function others(body: string, author = octocat) {
  github.world.comments.push({
    id: github.world.nextId(),
    issue: 7,
    author,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    body,
  });
}

describe('the comment', () => {
  test('is made once and updated from then on', async () => {
    expect(await publish({ run: 1 })).toMatchObject({
      status: 'published',
      url: expect.stringContaining('/pull/7#issuecomment-'),
    });
    pull.headSha = NEXT;
    await publish({ run: 2, head: NEXT });
    expect(stamps()).toEqual(['d2']);
    expect(github.misuses).toEqual([]);
  });

  test('says that it is resolved rather than going away', async () => {
    await publish({ run: 1 });
    await publish({ run: 2, result: { ...good, change: changeOf({ fixed: [finding()] }) } });
    expect(headings()).toEqual(['✅ Resolved. Passed: the one endpoint matches the contract.']);
  });

  test('is only made where there is something to say, or always where that is wished', async () => {
    expect(await publish({ result: good })).toEqual({ status: 'skipped', why: 'There is nothing to say.' });
    expect(bodies()).toEqual([]);
    await publish({ result: good }, full, 'always');
    expect(headings()).toEqual(['✅ Passed: the one endpoint matches the contract.']);
  });

  test('is not made where there is no pull request', async () => {
    expect(await publish({ push: true })).toEqual({ status: 'skipped', why: 'There is no pull request.' });
  });

  test('of another service is another comment', async () => {
    await publish({ subject: 'aaaa' });
    await publish({ subject: 'bbbb' });
    await publish({ subject: 'aaaa', run: 2 });
    expect(bodies().map((body) => /subject=(\w+)/.exec(body)?.[1])).toEqual(['aaaa', 'bbbb']);
  });

  test('is found behind hundreds of others', async () => {
    for (let count = 0; count < 150; count++) others(`Comment ${count}.`);
    await publish({ run: 1 });
    for (let count = 0; count < 150; count++) others(`Comment ${count}.`);
    await publish({ run: 2 });
    expect(bodies().filter((body) => body.startsWith('<!-- tallystick'))).toHaveLength(1);
  });

  test('of somebody else is never touched, whatever its first line says', async () => {
    const forged = `${marker({ subject: 'c0ffee', head: HEAD, run: 999, attempt: 1 })}\nAll is well.`;
    others(forged);
    await publish();
    expect(bodies()).toEqual([forged, expect.stringContaining('## ❌ Broken')]);
  });

  test('is one whose first line is ours: a quoted one is not', async () => {
    const quoted = `> ${marker({ subject: 'c0ffee', head: HEAD, run: 1, attempt: 1 })}\nHm.`;
    others(quoted, ACTIONS);
    await publish();
    expect(bodies()[0]).toBe(quoted);
  });

  test('is a person’s where the token is', async () => {
    await publish({ run: 1 }, person);
    await publish({ run: 2 }, person);
    expect(github.world.comments.map(({ author }) => author.login)).toEqual(['octocat']);
  });

  test('sheds more where the server finds it too long', async () => {
    await github.stop();
    github = await startGitHub({ tokens: [full], limits: { commentCharacters: 20_000 } });
    openPull(github);
    const violations = Array.from({ length: 400 }, (_, index) => finding({ field: `f${index}` }));
    expect(await publish({ result: { analysis: analysisOf({ violations }) } })).toMatchObject({ status: 'published' });
    expect(headings()).toEqual(['❌ Broken: 400 errors.']);
    expect(bodies()[0]).toContain('### 400 errors');
  });
});

describe('runs that race', () => {
  test('an older commit never overwrites a newer one', async () => {
    pull.headSha = NEXT;
    await publish({ run: 2, head: NEXT });
    expect(await publish({ run: 3, head: HEAD })).toEqual({
      status: 'skipped',
      why: 'The pull request has moved on to ddddddd.',
    });
    expect(stamps()).toEqual(['d2']);
  });

  test('nor does an earlier run on the same commit', async () => {
    await publish({ run: 2, result: { ...good, notes: ['later'] } });
    expect(await publish({ run: 1 })).toEqual({ status: 'skipped', why: 'A later run has commented on this commit.' });
    expect(stamps()).toEqual(['a2']);
  });

  test.each(['issues/list-comments', 'pulls/get'])(
    'twenty that meet at %s leave one comment, of the latest',
    async (operation) => {
      github.gates.close(operation, 20);
      const order = Array.from({ length: 20 }, (_, index) => index + 1);
      await Promise.all(order.map((run) => publish({ run })));
      expect(stamps()).toEqual(['a20']);
      expect(github.misuses).toEqual([]);
    },
  );

  test('of two commits leave the result of the head', async () => {
    github.gates.close('issues/create-comment', 2);
    const older = publish({ run: 1, head: HEAD });
    await until(() => github.requests.some(({ operation }) => operation === 'pulls/get'));
    pull.headSha = NEXT;
    await Promise.all([older, publish({ run: 2, head: NEXT })]);
    expect(stamps()).toEqual(['d2']);
  });

  test('of two commits that write at the same moment leave the result of the head', async () => {
    await publish({ run: 1 });
    github.forget();
    github.gates.close('issues/update-comment', 2);
    const older = publish({ run: 2, head: HEAD });
    await until(() => github.requests.some(({ operation }) => operation === 'pulls/get'));
    pull.headSha = NEXT;
    await Promise.all([older, publish({ run: 3, head: NEXT })]);
    expect(stamps()).toEqual(['d3']);
  });

  test('what a run that was cut off left behind is cleared away', async () => {
    for (const run of [1, 2]) others(`${marker({ subject: 'c0ffee', head: HEAD, run, attempt: 1 })}\nOld.`, ACTIONS);
    await publish({ run: 3 });
    expect(stamps()).toEqual(['a3']);
  });

  test('an answer that got lost makes no second comment', async () => {
    github.fail({ operation: 'issues/create-comment', times: 1, trouble: 'cut after' });
    await publish();
    expect(stamps()).toEqual(['a1']);
  });
});

describe('what the token may not', () => {
  test('is named', async () => {
    const needs = 'pull-requests: write';
    expect(await publish({}, readOnly)).toEqual({ status: 'refused', needs, why: '403: Resource not accessible by integration' });
    expect(await publish({}, { secret: 'ghs_nobody' })).toMatchObject({ status: 'refused', needs });
  });

  test.each([[{ pull_requests: 'write' as const }], [{ issues: 'write' as const }]])('%j is enough', async (permissions) => {
    const token = tokenWith(permissions);
    github.tokens.push(token);
    expect(await publish({}, token)).toMatchObject({ status: 'published' });
  });
});
