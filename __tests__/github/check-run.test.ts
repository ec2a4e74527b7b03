import { checkRun } from '../../src/github/check-run.js';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { changeOf } from '../reports/result-sample.js';
import { analysisOf, finding } from '../reports/sample.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken, readOnlyToken, tokenWith } from './loopback/token.js';
import { apiOf, type Difference, HEAD, NEXT, openPull, publicationOf } from './publication.js';

const full = fullToken();
const readOnly = readOnlyToken();

let github: GitHub;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full, readOnly] });
  openPull(github);
});
afterEach(() => github.stop());

const findings = (count: number) =>
  analysisOf({
    violations: Array.from({ length: count }, (_, index) =>
      finding({ field: `f${index}`, line: index + 1, fingerprint: `${index}` }),
    ),
  });
async function publish(difference: Difference = {}, token: { secret: string } = full) {
  const [step] = await publishAll([checkRun(await apiOf(github, token))], publicationOf(github, difference));
  return step?.outcome;
}
const good = { analysis: analysisOf(), failed: false };
const runs = () => github.world.checkRuns.map(({ conclusion, title }) => [conclusion, title]);
const writes = () => github.requests.filter(({ method }) => method !== 'GET').map(({ operation }) => operation);

describe('the check run', () => {
  test.each([
    [0, 1],
    [1, 1],
    [50, 1],
    [51, 2],
    [500, 10],
    [5000, 10],
  ])('of %d findings has as many annotations if each has its line, at most 500, sent in %d requests', async (count, requests) => {
    const outcome = await publish({ result: { analysis: findings(count) } });
    const [run] = github.world.checkRuns;
    const shown = Math.min(count, 500);
    expect(outcome).toMatchObject({ status: 'published', detail: `${shown} annotation${shown === 1 ? '' : 's'}` });
    expect(run?.annotations.map(({ raw_details }) => /^field +f(\d+)$/m.exec(raw_details ?? '')?.[1])).toEqual(
      Array.from({ length: shown }, (_, index) => String(index)),
    );
    expect(run).toMatchObject({
      headSha: HEAD,
      status: 'completed',
      conclusion: 'failure',
      detailsUrl: publicationOf(github).result.runUrl,
    });
    expect(run?.summary?.includes('500 of 5000 places with findings are annotated')).toBe(count === 5000);
    expect(writes()).toEqual(['checks/create', ...Array.from({ length: requests - 1 }, () => 'checks/update')]);
    expect(github.misuses).toEqual([]);
  });

  test('of too many findings annotates the worst, the new ones first', async () => {
    const warnings = Array.from({ length: 500 }, (_, index) =>
      finding({ severity: 'warning', line: index + 1, fingerprint: `w${index}` }),
    );
    const [old, added] = [finding({ line: 501, fingerprint: 'old' }), finding({ line: 502, fingerprint: 'added' })];
    const violations = [...warnings, old, added];
    await publish({ result: { analysis: analysisOf({ violations }), change: changeOf({ added: [added] }) } });
    const prints = github.world.checkRuns[0]?.annotations.map(
      ({ raw_details }) => /^fingerprint +(\S+)/m.exec(raw_details ?? '')?.[1],
    );
    expect(prints?.slice(0, 3)).toEqual(['added', 'old', 'w0']);
  });

  test.each([500, 422])('is concluded before its later annotations are there, whatever becomes of them: %d', async (status) => {
    github.fail({ operation: 'checks/update', trouble: { status } });
    const outcome = await publish({ result: { analysis: findings(120) } });
    expect(outcome).toMatchObject({ status: 'published', detail: expect.stringContaining('50 of 120 annotations') });
    expect(github.world.checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }]);
  });

  test('is made without annotations where the server does not take the first ones', async () => {
    github.fail({ operation: 'checks/create', times: 1, trouble: { status: 422 } });
    const outcome = await publish({ result: { analysis: findings(60) } });
    expect(outcome).toMatchObject({ status: 'published', detail: expect.stringContaining('no annotations') });
    expect(github.world.checkRuns).toMatchObject([{ conclusion: 'failure', annotations: [] }]);
  });

  test('of what foreign code may have written is never green', async () => {
    await publish({ result: { ...good, untrusted: true } });
    expect(github.world.checkRuns).toMatchObject([{ conclusion: 'neutral' }]);
  });

  test('of a push to a branch, whose own configuration counts, yields to that of a pull request, whenever either comes', async () => {
    const red = { result: { analysis: findings(1) } };
    await publish({ push: 'change', run: 1, result: good });
    await publish({ run: 2, ...red });
    expect(runs().map(([conclusion]) => conclusion)).toEqual(['failure', 'failure']);
    expect(await publish({ push: 'other', run: 3, result: good })).toMatchObject({ status: 'skipped' });
    expect(runs()).toHaveLength(2);
    // What was merged has been let in: the default branch counts as a pull request does.
    await publish({ push: true, run: 4, result: good });
    expect(runs().map(([conclusion]) => conclusion)).toEqual(['success', 'success', 'success']);
  });

  test('is published on a push as well', async () => {
    await publish({ push: true, head: NEXT, result: good });
    expect(github.world.checkRuns).toMatchObject([{ headSha: NEXT, conclusion: 'success' }]);
  });
});

describe('what goes wrong', () => {
  test.each(['cut before', 'cut after', { status: 502 }] as const)(
    '%j: nothing is lost and nothing arrives twice',
    async (trouble) => {
      github.fail({ operation: 'checks/create', times: 1, trouble });
      github.fail({ operation: 'checks/update', times: 1, trouble });
      expect(await publish({ result: { analysis: findings(120) } })).toMatchObject({ status: 'published' });
      expect(github.world.checkRuns.map(({ annotations }) => annotations.length)).toEqual([120]);
    },
  );

  test('a token that may not write is an outcome that names the permission', async () => {
    expect(await publish({}, readOnly)).toEqual({
      status: 'refused',
      needs: 'checks: write',
      why: '403: Resource not accessible by integration',
    });
  });

  test('no token that the server knows', async () => {
    expect(await publish({}, { secret: 'ghs_nobody' })).toMatchObject({ status: 'refused', needs: 'checks: write' });
  });

  test('a server that stays down is a failure, after as many tries as are worth it', async () => {
    github.fail({ trouble: { status: 503, message: 'Service unavailable' } });
    // Long enough that the machine's own delays do not count as the server's.
    const [step] = await publishAll([checkRun(await apiOf(github, full, 50))], publicationOf(github));
    expect(step?.outcome).toEqual({ status: 'failed', why: expect.stringContaining('503: Service unavailable') });
    expect(github.requests.length).toBe(4);
  });
});

describe('several runs on one commit', () => {
  test('the latest counts, and earlier ones never contradict it', async () => {
    await publish({ run: 1 });
    await publish({ run: 2, result: good });
    expect(runs()).toEqual([
      ['success', 'Superseded by a later run.'],
      ['success', 'Passed: the one endpoint matches the contract.'],
    ]);
  });

  test('an earlier run that comes too late publishes nothing', async () => {
    await publish({ run: 2, result: good });
    expect(await publish({ run: 1 })).toEqual({ status: 'skipped', why: 'A later run has published its check.' });
    expect(runs()).toEqual([['success', 'Passed: the one endpoint matches the contract.']]);
  });

  test('one that agrees with the latest is left alone', async () => {
    await publish({ run: 1 });
    await publish({ run: 2 });
    expect(runs().map(([, title]) => title)).toEqual(Array(2).fill('Broken: 2 of 4 endpoints do not match the contract.'));
  });

  test('a red result of another service stays red, however green this one is', async () => {
    await publish({ run: 1, subject: 'aaaa' });
    await publish({ run: 2, subject: 'bbbb', result: good });
    await publish({ run: 2, subject: 'bbbb', result: good });
    expect(runs().map(([conclusion]) => conclusion)).toEqual(['failure', 'success', 'success']);
  });

  test('twenty at once: all are concluded as the latest is', async () => {
    github.gates.close('checks/list-for-ref', 20);
    const order = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.all(order.map((run) => publish({ run, ...(run === 20 ? { result: good } : {}) })));
    expect(github.world.checkRuns.map(({ status, conclusion }) => [status, conclusion])).toEqual(
      Array(20).fill(['completed', 'success']),
    );
    expect(github.misuses).toEqual([]);
  });

  test('check runs of others with our name are never touched', async () => {
    await publish({ run: 1, result: good });
    const [own] = github.world.checkRuns;
    if (own === undefined) throw new Error('no check run');
    github.world.checkRuns.unshift(
      { ...own, id: 1, conclusion: 'failure', externalId: 'somebody' },
      { ...own, id: 2, app: 'other', conclusion: 'failure', externalId: own.externalId?.replace('/1/1/', '/0/1/') ?? '' },
    );
    await publish({ run: 2, result: good });
    expect(github.world.checkRuns.slice(0, 2).map(({ conclusion }) => conclusion)).toEqual(['failure', 'failure']);
  });
});

test('a token with this one permission is enough', async () => {
  const token = tokenWith({ checks: 'write' });
  github.tokens.push(token);
  expect(await publish({}, token)).toMatchObject({ status: 'published' });
});
