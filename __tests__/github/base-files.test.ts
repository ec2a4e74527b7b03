import { baseFile, revertedFiles } from '../../src/github/base-files.js';
import { findPullRequest } from '../../src/github/lookup.js';
import { createRepository, type Repository } from '../action/repository.js';
import { type GitHub, startGitHub } from './loopback/server.js';
import { fullToken, tokenWith } from './loopback/token.js';
import { apiOf, BASE, HEAD, NEXT, openPull } from './publication.js';

const full = fullToken();
const blind = tokenWith({ checks: 'write' });

let repository: Repository;
let github: GitHub;
let root: string;
beforeEach(async () => {
  repository = createRepository();
  root = repository.commit('main', { '.tallystick.yml': 'max_violations: 5\n', 'a.ts': '1\n', 'old.ts': 'a\nb\nc\nd\ne\n' });
  github = await startGitHub({ tokens: [full, blind], git: repository.git, private: true });
});
afterEach(async () => {
  await github.stop();
  repository.remove();
});

describe('a file of the base', () => {
  test('is what the commit has, else what the default branch has', async () => {
    const api = await apiOf(github, full);
    repository.commit('main', { '.tallystick.yml': 'max_violations: 6\n' });
    expect(await baseFile(api, '.tallystick.yml', root)).toEqual({ kind: 'text', text: 'max_violations: 5\n' });
    expect(await baseFile(api, '.tallystick.yml', undefined)).toEqual({ kind: 'text', text: 'max_violations: 6\n' });
    expect(github.misuses).toEqual([]);
  });

  test('is absent where there is none, which is told from what the token may not see', async () => {
    const api = await apiOf(github, full);
    expect(await baseFile(api, 'nowhere.yml', root)).toEqual({ kind: 'absent' });
    expect(await baseFile(api, 'nowhere.yml', undefined)).toEqual({ kind: 'absent' });
    const found = await baseFile(await apiOf(github, blind), '.tallystick.yml', root);
    expect(found.kind === 'unknown' && found.why).toContain('`contents: read`');
    expect(github.misuses).toEqual([]);
  });
});

describe('the files of the base', () => {
  const reverted = async (head: string, base?: string) => {
    const answer = await revertedFiles(await apiOf(github, full), { from: root, head, base });
    if (!answer.ok) return answer.why;
    const files = answer.value.files.map(({ path, content }) => [path, content?.toString('utf8')]);
    return [answer.value.base, Object.fromEntries(files)];
  };

  test('are those that the change wrote, as the base has them', async () => {
    const moved = { 'old.ts': undefined, 'new.ts': 'a\nb\nc\nd\ne\n' };
    const head = repository.commit('change', { 'a.ts': '2\n', 'b/c.ts': 'added\n', ...moved }, 'main');
    const before = { 'a.ts': '1\n', 'b/c.ts': undefined, 'old.ts': 'a\nb\nc\nd\ne\n', 'new.ts': undefined };
    expect(await reverted(head)).toEqual([root, before]);
    expect(github.misuses).toEqual([]);
  });

  test('are those of what it was merged into, where that is known, and never what the base itself changed', async () => {
    const head = repository.commit('change', { 'b.ts': 'added\n' }, 'main');
    const tip = repository.commit('main', { 'a.ts': 'moved on\n', 'c.ts': 'other\n' });
    expect(await reverted(head, tip)).toEqual([tip, { 'b.ts': undefined }]);
  });

  const numbered = (count: number, text: (index: number) => string) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}.ts`, text(index)]));

  test('come in few requests, whatever their texts and names', async () => {
    const odd = { 'a "b"\\c.ts': 'é\n', 'large.ts': 'x'.repeat(600_000), 'latin.ts': 'a\u0000b', 'icon.png': 'x' };
    const from = repository.commit('main', { ...numbered(120, (index) => `${index}\n`), ...odd, 'link.ts': { link: 'a.ts' } });
    const changed = Object.fromEntries(Object.keys(odd).map((path) => [path, 'other']));
    const head = repository.commit('change', { ...numbered(120, () => ''), ...changed, 'link.ts': 'other' }, 'main');
    github.forget();
    const answer = await revertedFiles(await apiOf(github, full), { from, head, base: undefined });
    const files = new Map(answer.ok ? answer.value.files.map(({ path, content }) => [path, content?.toString('utf8')]) : []);
    const { 'icon.png': _, ...texts } = odd;
    expect(files).toEqual(new Map(Object.entries({ ...numbered(120, (index) => `${index}\n`), ...texts, 'link.ts': undefined })));
    expect([github.requests.length, github.misuses]).toEqual([6, []]);
  });

  test('are not asked for when there are more than GitHub lists, or many that are no text', async () => {
    const many = repository.commit(
      'many',
      numbered(300, () => ''),
      'main',
    );
    expect(await reverted(many)).toBe('the change touches 300 files or more');
    root = repository.commit(
      'main',
      numbered(11, (index) => `\u0000${index}`),
    );
    const binary = repository.commit(
      'binary',
      numbered(11, () => ''),
      'main',
    );
    expect(await reverted(binary)).toContain('11 changed files are large or no text');
  });

  test('cannot be had of commits that GitHub does not know', async () => {
    expect(await reverted('f'.repeat(40))).toContain('GitHub says');
  });
});

describe('the pull request of an event', () => {
  const find = async (sha: string, branch = 'change') =>
    findPullRequest(await apiOf(github, full), { kind: 'head', owner: 'octo-org', branch, sha });

  test('is found by its number', async () => {
    openPull(github);
    const found = await findPullRequest(await apiOf(github, full), { kind: 'number', number: 7 });
    expect(found).toEqual({ number: 7, headSha: HEAD, baseSha: BASE, fork: false });
  });

  test('is found by its branch and head, when it is open and the only one', async () => {
    const pull = openPull(github, { headRepository: 'octo-org/service' });
    expect(await find(HEAD)).toMatchObject({ number: 7, headSha: HEAD });
    expect(await find(NEXT)).toBeUndefined();
    expect(await find(HEAD, 'another')).toBeUndefined();
    openPull(github, { number: 8 });
    expect(await find(HEAD)).toBeUndefined();
    github.world.pulls.pop();
    pull.state = 'closed';
    expect(await find(HEAD)).toBeUndefined();
    expect(github.misuses).toEqual([]);
  });
});
