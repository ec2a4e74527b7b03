import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { publishAll } from '../../src/github/publish-fallbacks.js';
import { suggestions } from '../../src/github/suggestions.js';
import { analysisOf, finding } from '../reports/sample.js';
import { makeCommit, makeTree } from './loopback/git-write.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken, readOnlyToken } from './loopback/token.js';
import { apiOf, openPull, publicationOf } from './publication.js';

const full = fullToken();
const readOnly = readOnlyToken();
const PATH = 'src/dto (1).ts';
const OLD = ['export interface Author {', '  born_on: string;', '  name: string;', '}', ''].join('\n');
const NEW = OLD.replace('  name: string;', '  name: string;\n  died_on: string;\n  full_name: string; nick_name: string;');

let folder: string;
let github: GitHub;
let head: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-bare-'));
  spawnSync('git', ['init', '--quiet', '--bare', folder]);
  const commit = (content: string, parents: readonly string[]) =>
    makeCommit(folder, makeTree(folder, undefined, [{ path: PATH, content }]), parents, 'A change');
  const base = commit(OLD, []);
  head = commit(NEW, [base]);
  github = await startGitHub({ tokens: [full, readOnly], git: folder });
  openPull(github, { headSha: head, baseSha: base });
  github.world.commits.add(head);
});
afterEach(async () => {
  await github.stop();
  rmSync(folder, { recursive: true, force: true });
});

const rename = (line: number, actual: string, expected: string) =>
  finding({ problem: 'case', file_path: PATH, line, actual, promised: expected, field: expected, fingerprint: expected });
const all = [
  rename(2, 'born_on', 'bornOn'),
  rename(4, 'died_on', 'diedOn'),
  rename(5, 'full_name', 'fullName'),
  rename(5, 'nick_name', 'nickName'),
];
async function publish(violations = all, token = full, run = 1) {
  const publication = publicationOf(github, { head, run, result: { analysis: analysisOf({ violations }) } });
  const [step] = await publishAll([suggestions(await apiOf(github, token))], publication);
  return step?.outcome;
}
const offered = () =>
  github.world.reviewComments.map(({ path, line, body }) => [path, line, /```suggestion\n(.*)\n```/.exec(body)?.[1]]);

test('lines that the pull request changes are offered fixed, all in one review', async () => {
  expect(await publish()).toMatchObject({ status: 'published', detail: '2 suggestions' });
  expect(offered()).toEqual([
    [PATH, 4, '  diedOn: string;'],
    [PATH, 5, '  fullName: string; nickName: string;'],
  ]);
  expect(github.world.reviews).toMatchObject([{ state: 'COMMENTED', commit: head }]);
  expect(github.misuses).toEqual([]);
});

test('each finding is offered once, in however many runs', async () => {
  await publish();
  expect(await publish(all, full, 2)).toMatchObject({ status: 'skipped' });
  expect(github.world.reviews).toHaveLength(1);
});

test('runs that race leave each offer once', async () => {
  github.gates.close('pulls/create-review', 4);
  await Promise.all([1, 2, 3, 4].map((run) => publish(all, full, run)));
  expect(offered().map(([, line]) => line)).toEqual([4, 5]);
  expect(github.misuses).toEqual([]);
});

test('a first line of somebody else’s does not keep an offer from being made', async () => {
  await publish();
  const octocat = { login: 'octocat', id: 1, type: 'User' } as const;
  github.world.reviewComments.splice(0, 9, ...github.world.reviewComments.map((comment) => ({ ...comment, author: octocat })));
  expect(await publish()).toMatchObject({ status: 'published' });
});

/** Adds lines to the end of the file. */
function addLines(...lines: readonly string[]): void {
  const tree = makeTree(folder, undefined, [{ path: PATH, content: OLD + lines.join('\n') }]);
  const commit = makeCommit(folder, tree, [head], 'More');
  const [pull] = github.world.pulls;
  if (pull !== undefined) pull.headSha = commit;
  github.world.commits.add(commit);
  head = commit;
}

test('there are at most ten', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `  field_${index}: string;`);
  addLines(...lines);
  await publish(lines.map((_, index) => rename(5 + index, `field_${index}`, `field${index}`)));
  expect(github.world.reviewComments).toHaveLength(10);
});

test('the annotation above a member is fixed, and that of another member is not', async () => {
  addLines('  @JsonProperty("shoe_size")', '  @NotNull', '  private int shoes;', '', '  private int feet;');
  const found = [rename(7, 'shoe_size', 'shoeSize'), rename(9, 'shoe_size', 'shoeSize')];
  expect(await publish(found)).toMatchObject({ status: 'published', detail: '1 suggestion' });
  expect(offered()).toEqual([[PATH, 5, '  @JsonProperty("shoeSize")']]);
});

test.each([
  ['nothing is to be renamed', [finding()], 'No finding has a certain fix.'],
  ['the line is not changed', [rename(2, 'born_on', 'bornOn')], 'No finding on a changed line has a certain fix.'],
  ['the line says something else', [rename(4, 'born_on', 'bornOn')], 'No finding on a changed line has a certain fix.'],
])('nothing is offered where %s', async (_, violations, why) => {
  expect(await publish(violations)).toEqual({ status: 'skipped', why });
});

test('a token that may not comment is named', async () => {
  expect(await publish(all, readOnly)).toMatchObject({ status: 'refused', needs: 'pull-requests: write' });
});
