/**
 * Large trees to measure languages by: public repositories at fixed commits, fetched with git when they are first needed and it
 * reaches them, else generated ones.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { generateService } from './generate-service.js';

/** @typedef {'python' | 'jvm' | 'csharp' | 'go'} LanguageId */

/** @type {Readonly<Record<LanguageId, { readonly repository: string, readonly commit: string, readonly patterns: readonly string[] }>>} */
const PUBLIC = {
  python: {
    repository: 'polarsource/polar',
    commit: 'c6c3645e639ee8eeaa05aa0835cf8e39e330382f',
    patterns: ['*.py'],
  },
  jvm: {
    repository: 'thingsboard/thingsboard',
    commit: 'dfe65d5abc3aa959aaa853952d74943fbd6867bd',
    patterns: ['*.java', '*.kt', 'application*.yml', 'application*.properties'],
  },
  csharp: {
    repository: 'bitwarden/server',
    commit: 'ac309aa19ed351406a56032d5f26a7a9a99f4abd',
    patterns: ['*.cs'],
  },
  go: {
    repository: 'harness/gitness',
    commit: 'bbb7bce02a7735ed2943a8ad969625c4f76622ed',
    patterns: ['*.go', 'go.mod'],
  },
};

/** Files of a generated tree. */
const GENERATED = 3000;

/**
 * @param {LanguageId} language
 * @param {string} cache folder that is kept from run to run
 * @returns {{ readonly folder: string, readonly name: string }}
 */
export function treeOf(language, cache) {
  const { repository, commit, patterns } = PUBLIC[language];
  const folder = join(cache, 'trees', `${language}-${commit.slice(0, 12)}`);
  const name = `${repository}@${commit.slice(0, 7)}`;
  if (existsSync(folder) || fetchTree(folder, repository, commit, patterns)) return { folder, name };
  const generated = join(cache, 'trees', `${language}-generated`);
  rmSync(generated, { recursive: true, force: true });
  generateService(language, generated, GENERATED);
  return { folder: generated, name: `generated, as ${repository} cannot be reached` };
}

/**
 * Only what is read, of one commit. False: git cannot reach it.
 *
 * @param {string} folder
 * @param {string} repository
 * @param {string} commit
 * @param {readonly string[]} patterns
 */
function fetchTree(folder, repository, commit, patterns) {
  const draft = `${folder}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { recursive: true });
  const url = `https://github.com/${repository}.git`;
  const isFetched = [
    ['init', '--quiet'],
    ['remote', 'add', 'origin', url],
    ['sparse-checkout', 'set', '--no-cone', ...patterns],
    ['fetch', '--quiet', '--depth=1', '--filter=blob:none', 'origin', commit],
    ['checkout', '--quiet', 'FETCH_HEAD'],
  ].every((words) => git(draft, words));
  if (isFetched) renameSync(draft, folder);
  else rmSync(draft, { recursive: true, force: true });
  return isFetched;
}

function git(/** @type {string} */ folder, /** @type {readonly string[]} */ words) {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0' };
  return spawnSync('git', words, { cwd: folder, env, stdio: 'ignore', timeout: 600_000 }).status === 0;
}
