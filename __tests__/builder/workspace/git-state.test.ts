import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
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
