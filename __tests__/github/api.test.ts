import { type Api, openApi } from '../../src/github/api.js';
import { secondaryLimit, tooManyRequests } from './loopback/faults.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken } from './loopback/token.js';
import { apiOf, openPull } from './publication.js';

const full = fullToken();
let github: GitHub;
let api: Api;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full] });
  openPull(github);
  api = await apiOf(github, full);
});
afterEach(() => github.stop());

const getPull = () => api.rest.pulls.get({ ...api.at, pull_number: 7 });
const message = (promise: Promise<unknown>) =>
  promise.then(
    () => 'answered',
    (error: Error) => error.message,
  );

test.each([
  ['a secondary limit', secondaryLimit(5)],
  ['429, however it is worded', tooManyRequests(5)],
  ['403 that says when to come back', { status: 403, message: 'Slow down.', headers: { 'retry-after': '5' } }],
  [
    'the limit of an hour, nearly over',
    { status: 403, message: 'API rate limit exceeded', headers: { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '0' } },
  ],
  ['502', { status: 502 }],
  ['a broken connection', 'cut before' as const],
])('%s is waited for, and the request sent again', async (_, trouble) => {
  github.fail({ times: 2, trouble });
  expect(await message(getPull())).toBe('answered');
  expect(github.requests).toHaveLength(3);
});

test('a limit that lasts an hour is not waited for', async () => {
  github.fail({ trouble: secondaryLimit(3600) });
  expect(await message(getPull())).toMatch(/secondary rate limit/);
  expect(github.requests).toHaveLength(1);
});

test('after four troubles nothing more is tried', async () => {
  github.fail({ trouble: secondaryLimit(1) });
  expect(await message(getPull())).toMatch(/secondary rate limit/);
  expect(github.requests).toHaveLength(4);
});

test('a server that answers nothing but errors is waited for once, not by every request', async () => {
  github.fail({ trouble: { status: 502 } });
  expect(await message(getPull())).toMatch(/nothing but errors/);
  github.forget();
  expect(await message(getPull())).toMatch(/nothing but errors/);
  expect(github.requests).toHaveLength(1);
  github.heal();
  expect(await message(getPull())).toBe('answered');
  github.fail({ times: 1, trouble: { status: 502 } });
  expect(await message(getPull())).toBe('answered');
});

test('one operation in trouble does not keep others from being repeated', async () => {
  github.fail({ operation: 'users/get-authenticated', trouble: { status: 502 } });
  github.fail({ operation: 'pulls/get', times: 1, trouble: { status: 502 } });
  await message(api.rest.repos.get(api.at));
  await message(api.rest.users.getAuthenticated());
  await message(api.rest.repos.get(api.at));
  expect(await message(getPull())).toBe('answered');
});

test('the token goes to the host of the API alone, whatever a page links to', async () => {
  const elsewhere = await startGitHub({ tokens: [full] });
  expect(await message(api.rest.pulls.get({ ...api.at, pull_number: 7, baseUrl: elsewhere.api }))).toMatch(/not asked for/);
  expect(elsewhere.requests).toEqual([]);
  await elsewhere.stop();
});

test('a server of one’s own is asked below its path', async () => {
  const own = await startGitHub({ tokens: [full], enterprise: true });
  openPull(own);
  const there = await openApi({ token: full.secret, apiUrl: own.api, owner: 'octo-org', repo: 'service' });
  const { data } = await there.rest.pulls.get({ ...there.at, pull_number: 7 });
  const { viewer } = await there.graphql<{ viewer: { login: string } }>('{ viewer { login } }');
  expect([data.number, viewer.login, own.misuses]).toEqual([7, 'github-actions[bot]', []]);
  await own.stop();
});
