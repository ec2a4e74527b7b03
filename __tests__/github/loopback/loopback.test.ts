import { gzipSync } from 'node:zlib';
import { getOctokit } from '@actions/github';
import { secondaryLimit } from './faults.js';
import { operationIds } from './operations.js';
import { handlers } from './routes/index.js';
import { samplePull } from './sample-pull.js';
import { type GitHub, startGitHub } from './server.js';
import { fullToken, personalToken, readOnlyToken, tokenWith } from './token.js';

const SHA = 'a'.repeat(40);
const full = fullToken();
const readOnly = readOnlyToken();
const person = personalToken({ login: 'octocat', id: 1, type: 'User' });

let github: GitHub;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full, readOnly, person] });
  github.world.commits.add(SHA);
  github.world.pulls.push(samplePull({ author: person.actor, headSha: SHA, baseSha: 'b'.repeat(40) }));
});
afterEach(() => github.stop());

const repository = '/repos/octo-org/service';
async function ask(method: string, path: string, body?: unknown, token: { secret: string } | undefined = full) {
  const response = await fetch(path.startsWith('http') ? path : `${github.api}${path}`, {
    method,
    headers: token === undefined ? {} : { authorization: `Bearer ${token.secret}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const json = text.startsWith('{') || text.startsWith('[') ? (JSON.parse(text) as Record<string, unknown>) : undefined;
  return { status: response.status, body: json, headers: response.headers };
}
const anonymously = (method: string, path: string, body?: unknown) =>
  fetch(`${github.api}${path}`, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });

const annotation = (line: number, more = {}) => ({
  path: 'src/app.ts',
  start_line: line,
  end_line: line,
  annotation_level: 'failure',
  message: 'broken',
  ...more,
});
const check = (annotations: readonly unknown[], more = {}) => ({
  name: 'Tallystick',
  head_sha: SHA,
  output: { title: 'Contracts', summary: 'fine', annotations },
  ...more,
});

test('every operation of the fixture is played, and nothing else', () => {
  expect(Object.keys(handlers).sort()).toEqual([...operationIds].sort());
});

test('what is written can be read again, and the form of all answers is GitHub’s', async () => {
  const octokit = getOctokit(full.secret, { baseUrl: github.api });
  const at = { owner: 'octo-org', repo: 'service' };
  const { data: comment } = await octokit.rest.issues.createComment({ ...at, issue_number: 7, body: 'one' });
  await octokit.rest.issues.updateComment({ ...at, comment_id: comment.id, body: 'two' });
  const { data: comments } = await octokit.rest.issues.listComments({ ...at, issue_number: 7 });
  expect(comments.map(({ body, user }) => [body, user?.login])).toEqual([['two', 'github-actions[bot]']]);
  await octokit.rest.issues.deleteComment({ ...at, comment_id: comment.id });
  const { data: run } = await octokit.rest.checks.create({ ...at, name: 'T', head_sha: SHA, status: 'in_progress' });
  await octokit.rest.checks.update({ ...at, check_run_id: run.id, conclusion: 'failure' });
  const { data: runs } = await octokit.rest.checks.listForRef({ ...at, ref: SHA });
  expect(runs.check_runs.map(({ status, conclusion }) => [status, conclusion])).toEqual([['completed', 'failure']]);
  const { data: issue } = await octokit.rest.issues.create({ ...at, title: 'It got worse', labels: ['contracts'] });
  await octokit.rest.issues.update({ ...at, issue_number: issue.number, state: 'closed' });
  expect((await octokit.rest.issues.listForRepo({ ...at, state: 'closed' })).data.map(({ number }) => number)).toEqual([8]);
  await octokit.rest.pulls.createReview({ ...at, pull_number: 7, event: 'COMMENT', body: 'Look' });
  await octokit.rest.pulls.listReviews({ ...at, pull_number: 7 });
  await octokit.rest.pulls.get({ ...at, pull_number: 7 });
  await octokit.rest.repos.listPullRequestsAssociatedWithCommit({ ...at, commit_sha: SHA });
  await octokit.rest.repos.getCollaboratorPermissionLevel({ ...at, username: 'octocat' });
  await octokit.rest.repos.get(at);
  expect((await octokit.graphql<{ viewer: unknown }>('{ viewer { login } }')).viewer).toEqual({ login: 'github-actions[bot]' });
  expect(github.misuses).toEqual([]);
});

describe('limits', () => {
  test('50 annotations a request, more by further requests', async () => {
    const fifty = Array.from({ length: 50 }, (_, index) => annotation(index + 1));
    expect((await ask('POST', `${repository}/check-runs`, check([...fifty, annotation(51)]))).status).toBe(422);
    const { body } = await ask('POST', `${repository}/check-runs`, check(fifty));
    const more = { output: { title: 'Contracts', summary: 'fine', annotations: [annotation(51)] } };
    expect((await ask('PATCH', `${repository}/check-runs/${body?.id}`, more)).status).toBe(200);
    expect(github.world.checkRuns[0]?.annotations).toHaveLength(51);
  });

  test.each([
    ['a title of 256 characters', annotation(1, { title: 'x'.repeat(256) })],
    ['a message above 64 KB', annotation(1, { message: 'ä'.repeat(32_769) })],
    ['raw details above 64 KB', annotation(1, { raw_details: 'x'.repeat(65_537) })],
    ['columns over several lines', annotation(1, { end_line: 2, start_column: 1 })],
    ['lines the wrong way round', annotation(2, { end_line: 1 })],
    ['a level that is none', annotation(1, { annotation_level: 'error' })],
    ['a line missing', { path: 'a', start_line: 1, annotation_level: 'notice', message: 'x' }],
  ])('%s is refused', async (_, wrong) => {
    expect((await ask('POST', `${repository}/check-runs`, check([wrong]))).status).toBe(422);
    expect(github.misuses).toHaveLength(1);
  });

  test.each([
    ['a commit that is not there', { head_sha: 'f'.repeat(40) }],
    ['a conclusion that is none', { conclusion: 'red' }],
    ['a summary above 65,535 characters', { output: { title: 'a', summary: 'x'.repeat(65_536) } }],
    ['a field that GitHub does not know', { colour: 'red' }],
  ])('%s is refused', async (_, wrong) => {
    expect((await ask('POST', `${repository}/check-runs`, check([], wrong))).status).toBe(422);
    expect(github.misuses).toHaveLength(1);
  });

  test('comments have 65,536 characters, and some', async () => {
    const comment = (body: string) => ask('POST', `${repository}/issues/7/comments`, { body });
    expect((await comment('x'.repeat(65_536))).status).toBe(201);
    const refused = await comment('x'.repeat(65_537));
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([422, expect.stringContaining('Body is too long')]);
    expect((await comment(' ')).status).toBe(422);
  });

  test('too many writes a minute meet the secondary limit', async () => {
    const statuses = [];
    for (let each = 0; each < 181; each++) statuses.push((await ask('DELETE', `${repository}/issues/comments/1`)).status);
    expect(statuses.slice(-2)).toEqual([404, 403]);
  });

  test('SARIF must be packed, and not too large', async () => {
    const upload = (sarif: string) =>
      ask('POST', `${repository}/code-scanning/sarifs`, { commit_sha: SHA, ref: 'refs/pull/7/merge', sarif });
    const packed = (document: unknown) => gzipSync(JSON.stringify(document)).toString('base64');
    expect((await upload('no gzip')).status).toBe(400);
    expect((await upload(packed({ version: '2.1.0', runs: [{ results: Array(25_001).fill({}) }] }))).status).toBe(400);
    const { status, body } = await upload(packed({ version: '2.1.0', runs: [{ results: [] }] }));
    expect(status).toBe(202);
    const states = [await ask('GET', String(body?.url)), await ask('GET', String(body?.url))];
    expect(states.map((state) => state.body?.processing_status)).toEqual(['pending', 'complete']);
  });
});

test('lists come in pages that lead to one another', async () => {
  for (let each = 0; each < 5; each++) await ask('POST', `${repository}/issues/7/comments`, { body: `${each}` });
  const octokit = getOctokit(full.secret, { baseUrl: github.api });
  const all = await octokit.paginate(octokit.rest.issues.listComments, {
    owner: 'octo-org',
    repo: 'service',
    issue_number: 7,
    per_page: 2,
  });
  expect(all.map(({ body }) => body)).toEqual(['0', '1', '2', '3', '4']);
  expect(github.requests.filter(({ operation }) => operation === 'issues/list-comments')).toHaveLength(3);
});

describe('tokens', () => {
  const wish = () => check([]);
  test('that may only read write nothing, and hear which permission it takes', async () => {
    const { status, body, headers } = await ask('POST', `${repository}/check-runs`, wish(), readOnly);
    expect([status, body?.message, headers.get('x-accepted-github-permissions')]).toEqual([
      403,
      'Resource not accessible by integration',
      'checks=write',
    ]);
    expect((await ask('GET', `${repository}/pulls/7`, undefined, readOnly)).status).toBe(200);
    expect(github.world.checkRuns).toEqual([]);
  });

  test('of one permission do just that', async () => {
    const some = tokenWith({ checks: 'write' });
    github.tokens.push(some);
    expect((await ask('POST', `${repository}/check-runs`, wish(), some)).status).toBe(201);
    expect((await ask('POST', `${repository}/issues/7/comments`, { body: 'x' }, some)).status).toBe(403);
  });

  test('of people make no check runs; unknown ones nothing; none is 401', async () => {
    expect((await ask('POST', `${repository}/check-runs`, wish(), person)).status).toBe(403);
    expect((await ask('GET', `${repository}/pulls/7`, undefined, { secret: 'ghs_forged' })).status).toBe(401);
    expect((await anonymously('POST', `${repository}/check-runs`, wish())).status).toBe(401);
  });

  test('of apps do not say who they are', async () => {
    expect((await ask('GET', '/user')).status).toBe(403);
    expect((await ask('GET', '/user', undefined, person)).body?.login).toBe('octocat');
  });
});

describe('troubles', () => {
  const comment = () => ask('POST', `${repository}/issues/7/comments`, { body: 'x' });
  test('strike as often as planned', async () => {
    github.fail({ operation: 'issues/create-comment', times: 1, trouble: { status: 502 } });
    github.fail({ operation: 'issues/create-comment', times: 1, trouble: secondaryLimit(3) });
    const [first, second, third] = [await comment(), await comment(), await comment()];
    expect([first.status, second.status, second.headers.get('retry-after'), third.status]).toEqual([502, 403, '3', 201]);
  });

  test('cut the connection before the request is carried out, or after', async () => {
    github.fail({ times: 1, trouble: 'cut before' });
    await expect(comment()).rejects.toThrow();
    expect(github.world.comments).toHaveLength(0);
    github.fail({ times: 1, trouble: 'cut after' });
    await expect(comment()).rejects.toThrow();
    expect(github.world.comments).toHaveLength(1);
  });

  test('a gate holds requests until all are there', async () => {
    github.gates.close('issues/list-comments', 2);
    const list = () => ask('GET', `${repository}/issues/7/comments`);
    const first = list().then(() => github.requests.length);
    await comment();
    const [seenByFirst] = await Promise.all([first, list()]);
    expect(seenByFirst).toBeGreaterThanOrEqual(2);
  });
});

test('what GitHub does not describe is a misuse', async () => {
  expect((await ask('GET', '/repos/octo-org/service/nothing')).status).toBe(404);
  expect((await ask('GET', `${repository}/issues/7/comments?per_pages=3`)).status).toBe(422);
  expect(github.misuses).toHaveLength(2);
});

test('an artifact lies with a host that refuses the token', async () => {
  github.world.artifacts.push({ id: 5, run: 9, name: 'sheet', archive: Buffer.from('zip'), expired: false });
  const octokit = getOctokit(full.secret, { baseUrl: github.api });
  const { data } = await octokit.rest.actions.downloadArtifact({
    owner: 'octo-org',
    repo: 'service',
    artifact_id: 5,
    archive_format: 'zip',
  });
  expect(Buffer.from(data as ArrayBuffer).toString()).toBe('zip');
  expect(github.misuses).toEqual([]);
});

test('on a server of one’s own the API lies below a path', async () => {
  const own = await startGitHub({ tokens: [full], enterprise: true });
  const octokit = getOctokit(full.secret, { baseUrl: own.api });
  await octokit.rest.repos.get({ owner: 'octo-org', repo: 'service' });
  await octokit.graphql('{ viewer { login } }');
  expect([own.api.endsWith('/api/v3'), own.misuses]).toEqual([true, []]);
  await own.stop();
});
