import { type Inputs, parseInputs } from '../../src/github/inputs.js';
import { report } from '../../src/github/publish-fallbacks.js';
import { isAnnotated, publicationOf, publishResult } from '../../src/github/publish-result.js';
import { analysisOf, finding, mixedAnalysis } from '../reports/sample.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken, readOnlyToken, type Token, tokenWith } from './loopback/token.js';
import { HEAD, openPull, publicationOf as sample, timeOf } from './publication.js';

const full = fullToken();
const readOnly = readOnlyToken();
const checksOnly = tokenWith({ checks: 'write', pull_requests: 'read' });

let github: GitHub;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full, readOnly, checksOnly] });
  openPull(github);
});
afterEach(() => github.stop());

const inputs = (given: Readonly<Record<string, string>>): Inputs => parseInputs((name) => given[name] ?? '');
async function publish(token: Token | undefined, given: Readonly<Record<string, string>> = {}, push = false, count = 1) {
  const wishes = inputs({ token: token?.secret ?? '', ...given });
  const { context } = sample(github, { push });
  const violations = Array.from({ length: count }, (_, index) => finding({ line: index + 1, fingerprint: `${index}` }));
  const found = { analysis: count === 1 ? mixedAnalysis() : analysisOf({ violations }), failed: true, notes: [] };
  const publication = publicationOf(found, context, wishes, { GITHUB_RUN_ID: '5', GITHUB_RUN_ATTEMPT: '2' });
  return publishResult(wishes, publication, () => '{"version":"2.1.0","runs":[{}]}', timeOf(github));
}
const gist = (steps: Awaited<ReturnType<typeof publish>>) => steps.map(({ publisher, outcome }) => [publisher, outcome.status]);
const retained = () => ({
  checks: github.world.checkRuns.length,
  comments: github.world.comments.length,
  uploads: github.world.sarifs.length,
});

test('with every permission everything is published that the inputs wish for', async () => {
  expect(gist(await publish(full, { publish: 'check, comment, suggestions, code-scanning' }))).toEqual([
    ['Check run', 'published'],
    ['Comment', 'published'],
    ['Suggestions', 'skipped'],
    ['Code scanning', 'published'],
  ]);
  expect(retained()).toEqual({ checks: 1, comments: 1, uploads: 1 });
  expect(github.world.checkRuns).toMatchObject([
    { name: 'Tallystick', headSha: HEAD, externalId: expect.stringContaining('/5/2/') },
  ]);
});

test('what the token lacks is named for each way, and the others are taken all the same', async () => {
  const steps = await publish(checksOnly);
  expect(gist(steps)).toEqual([
    ['Check run', 'published'],
    ['Comment', 'refused'],
    ['Suggestions', 'skipped'],
  ]);
  expect(isAnnotated(steps)).toBe(true);
  expect(report(steps)[1]).toContain('`pull-requests: write`');
});

test.each([
  ['a read-only token', readOnly],
  ['none', undefined],
])('with %s nothing is published, nothing throws, and the log has to annotate', async (_, token) => {
  const steps = await publish(token, { publish: 'check, comment, suggestions, code-scanning' });
  expect(steps.filter(({ outcome }) => outcome.status === 'published')).toEqual([]);
  expect(isAnnotated(steps)).toBe(false);
  expect(report(steps).join('\n')).toMatch(/`checks: write`[\s\S]*`pull-requests: write`[\s\S]*`security-events: write`/u);
  expect(retained()).toEqual({ checks: 0, comments: 0, uploads: 0 });
});

test('whatever is published stays within 30 requests, and no fault in any of them leaves an unfinished check', async () => {
  const all = { publish: 'check, comment, suggestions, code-scanning' };
  await publish(full, all, false, 5000);
  const { world, requests } = github;
  expect(requests.length).toBeLessThanOrEqual(30);
  const operations = [...new Set(requests.map(({ operation }) => operation))];
  expect(operations).toEqual(expect.arrayContaining(['checks/create', 'checks/update', 'issues/create-comment']));
  for (const operation of operations) {
    for (const status of [403, 422]) {
      world.checkRuns.length = 0;
      github.forget();
      github.fail({ operation, trouble: { status, message: 'Planned by the test' } });
      await publish(full, all, false, 60);
      github.heal();
      expect([operation, world.checkRuns.filter(({ conclusion }) => conclusion !== 'failure')]).toEqual([operation, []]);
    }
  }
});

test('what is switched off is not even asked for', async () => {
  expect(await publish(full, { check: 'false', comment: 'never', suggestions: 'false' })).toEqual([]);
  expect(github.requests).toEqual([]);
});

test('without a pull request there is no comment', async () => {
  expect(gist(await publish(full, {}, true))).toEqual([['Check run', 'published']]);
});

test('a server that cannot be reached is said to be so, after all is tried', async () => {
  github.fail({ trouble: { status: 403, message: 'Blocked\n::error::x' } });
  const lines = report(await publish(full));
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^Check run: not published/);
});

test('results of the same inputs have one subject, others another', () => {
  const subject = (given: Readonly<Record<string, string>>) =>
    publicationOf({ analysis: mixedAnalysis(), failed: true, notes: [] }, sample(github).context, inputs(given), {}).subject;
  const subjects = [{}, { directory: 'a' }, { directory: 'b' }, { service: 'a' }, { contracts: 'a' }, { 'check-name': 'a' }].map(
    subject,
  );
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(subject({ 'fail-on': 'never' })).toBe(subject({}));
});
