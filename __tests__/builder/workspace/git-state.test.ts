import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { GitWatch, gitBaseline, gitChangesSince } from '../../../src/builder/workspace/git-state.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const FIRST = 'a'.repeat(40);
const SECOND = 'b'.repeat(40);
const CONFIG = '[core]\n\tbare = false\n';

function repository(): string {
  return folderOf({
    '.git/config': CONFIG,
    '.git/HEAD': 'ref: refs/heads/main\n',
    '.git/refs/heads/main': `${FIRST}\n`,
    '.git/hooks/pre-commit.sample': 'sample',
    '.git/hooks/pre-push': 'ours',
  });
}

test('settings and hooks that git would run are put back, and reported', () => {
  const root = repository();
  const git = new GitWatch(root);
  const file = (path: string): string => join(root, '.git', path);
  writeFileSync(file('config'), `${CONFIG}\thooksPath = evil\n`);
  writeFileSync(file('hooks/post-commit'), 'evil');
  writeFileSync(file('hooks/pre-push'), 'evil');
  expect(git.look()).toEqual([
    expect.stringContaining('.git/hooks/post-commit was added'),
    expect.stringContaining('.git/config was changed'),
    expect.stringContaining('.git/hooks/pre-push was changed'),
  ]);
  expect(readFileSync(file('config'), 'utf8')).toBe(CONFIG);
  expect(readFileSync(file('hooks/pre-push'), 'utf8')).toBe('ours');
  expect(existsSync(file('hooks/post-commit'))).toBe(false);
  expect(git.look()).toEqual([]);
});

test('commits stay and are reported once, also those of other branches', () => {
  const root = repository();
  const git = new GitWatch(root);
  writeFileSync(join(root, '.git/refs/heads/main'), `${SECOND}\n`);
  mkdirSync(join(root, '.git/refs/heads/hidden'));
  writeFileSync(join(root, '.git/refs/heads/hidden/one'), `${SECOND}\n`);
  expect(git.look()).toEqual([
    expect.stringContaining(`refs/heads/main of git moved from ${'a'.repeat(12)} to ${'b'.repeat(12)}`),
    expect.stringContaining('refs/heads/hidden/one of git moved from nothing'),
  ]);
  expect(git.look()).toEqual([]);
});

test('what changed while no build watched is reported, and left as it is: its user may have changed it', () => {
  const root = repository();
  const before = gitBaseline(root) ?? '';
  expect(gitChangesSince(root, before)).toEqual([]);
  const evil = `${CONFIG}\thooksPath = evil\n`;
  writeFileSync(join(root, '.git/config'), evil);
  writeFileSync(join(root, '.git/hooks/post-commit'), 'evil');
  writeFileSync(join(root, '.git/refs/heads/main'), `${SECOND}\n`);
  expect(gitChangesSince(root, before)).toEqual([
    expect.stringContaining('.git/config is not what it was when the build began'),
    expect.stringContaining('.git/hooks/post-commit is not'),
    expect.stringContaining('refs/heads/main of git moved'),
  ]);
  expect(readFileSync(join(root, '.git/config'), 'utf8')).toBe(evil);
  expect(gitBaseline(folderOf({ 'a.txt': '' }))).toBeUndefined();
});

test('a folder without git, and work that touches files alone, give no notice', () => {
  expect(new GitWatch(folderOf({ 'a.txt': '' })).look()).toEqual([]);
  const root = repository();
  const git = new GitWatch(root);
  writeFileSync(join(root, 'a.txt'), 'work');
  expect(git.look()).toEqual([]);
});

// Links need a right on Windows that not everybody has.
const onPosix = process.platform === 'win32' ? test.skip : test;
const isLink = (path: string): boolean => lstatSync(path).isSymbolicLink();

onPosix('a folder of hooks that became a link is a folder again, and nothing is written or deleted where the link leads', () => {
  const root = repository();
  const elsewhere = folderOf({ 'pre-push': 'evil', 'post-commit': 'evil', precious: 'mine' });
  const git = new GitWatch(root);
  const hooks = join(root, '.git/hooks');
  rmSync(hooks, { recursive: true });
  symlinkSync(elsewhere, hooks);
  expect(git.look()).toEqual([
    expect.stringContaining('.git/hooks was replaced by a link during the build: it is again'),
    expect.stringContaining('.git/hooks/pre-push was changed'),
  ]);
  expect([isLink(hooks), readdirSync(hooks), readFileSync(join(hooks, 'pre-push'), 'utf8')]).toEqual([
    false,
    ['pre-push'],
    'ours',
  ]);
  expect(readdirSync(elsewhere).sort()).toEqual(['post-commit', 'pre-push', 'precious']);
  expect(readFileSync(join(elsewhere, 'pre-push'), 'utf8')).toBe('evil');
  expect(git.look()).toEqual([]);
});

onPosix('a link in the place of hooks or info that were not there goes', () => {
  const root = folderOf({ '.git/config': CONFIG, '.git/HEAD': 'ref: refs/heads/main\n' });
  const elsewhere = folderOf({ 'post-commit': 'evil', attributes: '* filter=evil', exclude: '' });
  const git = new GitWatch(root);
  for (const name of ['hooks', 'info']) symlinkSync(elsewhere, join(root, '.git', name));
  expect(git.look()).toHaveLength(2);
  expect(readdirSync(join(root, '.git')).sort()).toEqual(['HEAD', 'config']);
  expect(readdirSync(elsewhere)).toHaveLength(3);
});

onPosix('a folder of branches that was moved behind a link comes back whole; another one is reported and stays', () => {
  const root = repository();
  const git = new GitWatch(root);
  const [refs, moved] = [join(root, '.git/refs'), join(root, 'moved')];
  mkdirSync(join(refs, 'remotes'));
  renameSync(refs, moved);
  symlinkSync(moved, refs);
  expect(git.look()).toEqual([expect.stringContaining('.git/refs was replaced by a link during the build: it is again')]);
  expect([isLink(refs), existsSync(join(refs, 'remotes')), existsSync(moved)]).toEqual([false, true, false]);
  cpSync(refs, moved, { recursive: true });
  rmSync(refs, { recursive: true });
  symlinkSync(moved, refs);
  expect(git.look()).toEqual([expect.stringContaining('.git/refs was replaced by a link during the build: run no git')]);
  expect(git.look()).toEqual([]);
});

onPosix('links that the user had stay, and what they lead to is watched, not put back', () => {
  const root = repository();
  const own = folderOf({ 'pre-push': 'mine', 'lib.sh': '' });
  const hooks = join(root, '.git/hooks');
  rmSync(hooks, { recursive: true });
  symlinkSync(own, hooks);
  const git = new GitWatch(root);
  writeFileSync(join(own, 'lib.sh'), 'changed');
  expect(git.look()).toEqual([]);
  writeFileSync(join(own, 'pre-push'), 'evil');
  expect(git.look()).toEqual([expect.stringMatching(/pre-push, which git runs or obeys, was changed/)]);
  expect([git.look(), isLink(hooks), readFileSync(join(own, 'pre-push'), 'utf8')]).toEqual([[], true, 'evil']);
});

test('a git folder that was moved behind a file comes back, with what was in it', () => {
  const root = repository();
  const git = new GitWatch(root);
  renameSync(join(root, '.git'), join(root, 'moved'));
  writeFileSync(join(root, '.git'), 'gitdir: moved\n');
  writeFileSync(join(root, 'moved/hooks/post-commit'), 'evil');
  expect(git.look()).toEqual([
    expect.stringContaining('.git was replaced by a file during the build: it is again what it was'),
    expect.stringContaining('.git/hooks/post-commit was added'),
  ]);
  expect([existsSync(join(root, 'moved')), readFileSync(join(root, '.git/config'), 'utf8')]).toEqual([false, CONFIG]);
  expect(git.look()).toEqual([]);
});

test('a git folder that is another one is reported once, and left alone', () => {
  const root = repository();
  const git = new GitWatch(root);
  const other = folderOf({ config: 'evil', HEAD: '', 'hooks/post-commit': 'evil' });
  rmSync(join(root, '.git'), { recursive: true });
  writeFileSync(join(root, '.git'), `gitdir: ${other}\n`);
  expect(git.look()).toEqual([expect.stringContaining('.git was replaced by a file during the build: run no git')]);
  expect([git.look(), readFileSync(join(other, 'config'), 'utf8')]).toEqual([[], 'evil']);
});

test('where the file of a working tree leads is put back, as what leads to settings of others', () => {
  const [main, evil] = [repository(), folderOf({ config: 'evil', HEAD: '', 'hooks/pre-push': 'evil' })];
  const root = folderOf({ '.git': `gitdir: ${join(main, '.git')}\n` });
  const git = new GitWatch(root);
  writeFileSync(join(root, '.git'), `gitdir: ${evil}\n`);
  writeFileSync(join(main, '.git/commondir'), evil);
  expect(git.look()).toEqual([
    expect.stringContaining('.git was replaced by a file'),
    expect.stringContaining('.git/commondir was added'),
  ]);
  expect(readFileSync(join(root, '.git'), 'utf8')).toBe(`gitdir: ${join(main, '.git')}\n`);
  expect(readdirSync(evil)).toHaveLength(3);
});

test('hooks of a folder that the configuration names are watched', () => {
  const root = folderOf({ '.git/config': '[core]\n\thooksPath = .husky\n', '.git/HEAD': '', '.husky/pre-commit': 'npm test' });
  const [git, before] = [new GitWatch(root), gitBaseline(root) ?? ''];
  writeFileSync(join(root, '.husky/notes.md'), 'work');
  expect(git.look()).toEqual([]);
  writeFileSync(join(root, '.husky/pre-commit'), 'evil');
  expect(git.look()).toEqual([expect.stringContaining('.husky/pre-commit, which git runs or obeys, was changed')]);
  expect(gitChangesSince(root, before)).toEqual([expect.stringContaining('.husky/pre-commit is not what it was')]);
});

test('hooks of a folder that the configuration of the user names are watched, and that configuration', () => {
  const home = folderOf({ config: '', 'hooks/pre-commit': 'npm test', 'hooks/notes.md': 'work' });
  const [config, hook] = [join(home, 'config'), join(home, 'hooks/pre-commit')];
  writeFileSync(config, `[core]\n\thooksPath = ${join(home, 'hooks').replaceAll('\\', '/')}\n`);
  const given = process.env.GIT_CONFIG_GLOBAL;
  process.env.GIT_CONFIG_GLOBAL = config;
  try {
    const root = repository();
    const [git, before] = [new GitWatch(root), gitBaseline(root) ?? ''];
    writeFileSync(join(home, 'hooks/notes.md'), 'more');
    expect([git.look(), gitChangesSince(root, before)]).toEqual([[], []]);
    writeFileSync(hook, 'evil');
    expect(git.look()).toEqual([
      `${hook}, which git runs or obeys, was changed during the build: look at it before you use git.`,
    ]);
    writeFileSync(config, '[core]\n\tfsmonitor = evil\n');
    expect(git.look()).toEqual([expect.stringMatching(/config, which git runs or obeys/)]);
    expect(gitChangesSince(root, before)).toEqual(
      expect.arrayContaining([hook, config].map((file) => expect.stringContaining(`${file} is not what it was`))),
    );
  } finally {
    if (given === undefined) delete process.env.GIT_CONFIG_GLOBAL;
    else process.env.GIT_CONFIG_GLOBAL = given;
  }
});

onPosix('links are seen as well when nobody watched', () => {
  const root = repository();
  const before = gitBaseline(root) ?? '';
  rmSync(join(root, '.git/hooks'), { recursive: true });
  symlinkSync(folderOf({}), join(root, '.git/hooks'));
  expect(gitChangesSince(root, before)).toContainEqual(expect.stringContaining('.git/hooks is not what it was'));
});
