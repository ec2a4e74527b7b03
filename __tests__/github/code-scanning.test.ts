import { codeScanning } from '../../src/github/code-scanning.js';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { sarif } from '../../src/reports/sarif.js';
import { mixedAnalysis } from '../reports/sample.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken, readOnlyToken } from './loopback/token.js';
import { apiOf, type Difference, HEAD, NEXT, openPull, publicationOf } from './publication.js';

const full = fullToken();
const readOnly = readOnlyToken();
let github: GitHub;
beforeEach(async () => {
  github = await startGitHub({ tokens: [full, readOnly] });
  openPull(github);
});
afterEach(() => github.stop());

const document = () => sarif.render(mixedAnalysis(), { maxViolations: 100 });
async function publish(difference: Difference = {}, token = full, render = document) {
  const [step] = await publishAll([codeScanning(await apiOf(github, token), render)], publicationOf(github, difference));
  return step?.outcome;
}

test.each([
  ['a pull request', {}, HEAD, 'refs/pull/7/head'],
  ['a push', { push: true, head: NEXT }, NEXT, 'refs/heads/main'],
])('the findings of %s arrive as GitHub reads them, and it is waited for', async (_, difference, commit, ref) => {
  expect(await publish(difference)).toEqual({ status: 'published' });
  expect(github.world.sarifs).toEqual([expect.objectContaining({ commit, ref, sarif: JSON.parse(document()), asked: 2 })]);
  expect(github.misuses).toEqual([]);
});

test('a repository without code scanning is no missing permission', async () => {
  github.world.codeScanning = false;
  const why = 'Advanced Security must be enabled for this repository to use code scanning.';
  expect(await publish()).toEqual({ status: 'failed', why });
});

test('a token that may not upload is named', async () => {
  expect(await publish({}, readOnly)).toMatchObject({ status: 'refused', needs: 'security-events: write' });
});

test('what is larger than GitHub takes is not sent', async () => {
  let state = 1;
  // Numbers that do not pack.
  const noise = Array.from({ length: 3_000_000 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state.toString(36);
  }).join('');
  expect(await publish({}, full, () => noise)).toMatchObject({ status: 'failed', why: expect.stringContaining('10 MB') });
  expect(github.requests).toEqual([]);
});
