import { spawnSync } from 'node:child_process';
import type { World } from './world.js';

/** Contents, commits and diffs of a bare repository, for the routes that show them. */

/** Runs git in the bare repository; undefined when it fails. */
function git(folder: string, words: readonly string[]): Buffer | undefined {
  const run = spawnSync('git', ['--git-dir', folder, ...words], {
    env: { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: '/dev/null' },
    maxBuffer: 1 << 28,
  });
  return run.status === 0 ? run.stdout : undefined;
}

const textOf = (folder: string, ...words: string[]): string | undefined => git(folder, words)?.toString('utf8').trim();

/** The full id of a commit that a name, a branch or an id means. */
export function commitOf(folder: string, name: string): string | undefined {
  for (const candidate of [name, `refs/heads/${name}`, `refs/${name}`]) {
    const found = textOf(folder, 'rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

export function parentsOf(folder: string, commit: string): readonly string[] {
  return (textOf(folder, 'show', '-s', '--format=%P', commit) ?? '').split(' ').filter((parent) => parent !== '');
}

export interface Entry {
  readonly kind: 'blob' | 'tree' | 'link' | 'commit';
  readonly sha: string;
  readonly size: number;
  readonly path: string;
}

/** What stands in a folder of a commit (`''`: the root), or the one file that a path names. */
export function entriesOf(folder: string, commit: string, path: string): readonly Entry[] | undefined {
  const listed = textOf(folder, 'ls-tree', '-l', '-z', commit, '--', path === '' ? '.' : path);
  const parse = (row: string): Entry[] => {
    const [, mode = '', type = '', sha = '', size = '', name = ''] = /^(\d+) (\w+) (\w+) +(\d+|-)\t(.*)$/s.exec(row) ?? [];
    if (mode === '') return [];
    const kind = mode === '120000' ? 'link' : (type as Entry['kind']);
    return [{ kind, sha, size: Number(size) || 0, path: name }];
  };
  const own = (listed ?? '').split('\0').flatMap(parse);
  if (path === '') return (textOf(folder, 'ls-tree', '-l', '-z', commit) ?? '').split('\0').flatMap(parse);
  if (own[0]?.kind !== 'tree') return own.length === 0 ? undefined : own;
  return (textOf(folder, 'ls-tree', '-l', '-z', commit, '--', `${path}/`) ?? '').split('\0').flatMap(parse);
}

export function blobOf(folder: string, sha: string): Buffer {
  return git(folder, ['cat-file', 'blob', sha]) ?? Buffer.alloc(0);
}

/** A changed file with its patch, as a comparison shows it. */
export interface ChangedFile {
  readonly path: string;
  readonly status: 'added' | 'removed' | 'modified';
  readonly patch: string;
  readonly sha: string;
}

/** What `head` changes since it left `base`. */
export function changesBetween(folder: string, base: string, head: string): readonly ChangedFile[] {
  const from = textOf(folder, 'merge-base', base, head) ?? base;
  const raw = (textOf(folder, 'diff', '--raw', '-z', '--no-abbrev', '--no-renames', from, head) ?? '').split('\0');
  const files: ChangedFile[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const [, , , sha = '', letter = ''] = (raw[at] ?? '').split(' ');
    const path = raw[at + 1] ?? '';
    const patch = git(folder, ['diff', '--no-renames', '--no-ext-diff', '--no-textconv', from, head, '--', path])?.toString(
      'utf8',
    );
    const begin = patch?.indexOf('\n@@') ?? -1;
    const status = letter === 'A' ? 'added' : letter === 'D' ? 'removed' : 'modified';
    files.push({ path, status, sha, patch: begin < 0 ? '' : (patch ?? '').slice(begin + 1).replace(/\n$/, '') });
  }
  return files;
}

/** Lines of the new side that a patch shows: only they can carry a review comment. */
export function linesShown(patch: string): ReadonlySet<number> {
  const lines = new Set<number>();
  let line = 0;
  for (const row of patch.split('\n')) {
    const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)/.exec(row);
    if (hunk !== null) line = Number(hunk[1]);
    else if (row.startsWith('+') || row.startsWith(' ')) lines.add(line++);
  }
  return lines;
}

/** Commits of `head` that `base` has not, oldest first; and how many the other way. */
export function commitsBetween(folder: string, base: string, head: string) {
  const list = (range: string) => (textOf(folder, 'rev-list', '--reverse', range) ?? '').split('\n').filter((id) => id !== '');
  return {
    ahead: list(`${base}..${head}`),
    behind: list(`${head}..${base}`).length,
    mergeBase: textOf(folder, 'merge-base', base, head),
  };
}

/** Whether the repository, or a test, has a commit of this full id. */
export function hasCommit({ git: folder, commits }: Pick<World, 'git' | 'commits'>, sha: string): boolean {
  return commits.has(sha) || (folder !== undefined && commitOf(folder, sha) === sha);
}
