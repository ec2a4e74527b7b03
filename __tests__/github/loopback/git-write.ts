import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** Runs git in a bare repository as GitHub itself; `index` is a file of its own for what is put together. Throws when it fails. */
function git(folder: string, words: readonly string[], input?: string | Buffer, index?: string): string {
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_AUTHOR_NAME: 'GitHub',
    GIT_AUTHOR_EMAIL: 'noreply@github.com',
    GIT_COMMITTER_NAME: 'GitHub',
    GIT_COMMITTER_EMAIL: 'noreply@github.com',
    ...(index === undefined ? {} : { GIT_INDEX_FILE: index }),
  };
  const run = spawnSync('git', ['--git-dir', folder, ...words], { env, ...(input === undefined ? {} : { input }) });
  if (run.status !== 0) throw new Error(`git ${words[0]}: ${run.stderr.toString('utf8')}`);
  return run.stdout.toString('utf8').trim();
}

/** A file of a tree. */
export interface NewFile {
  readonly path: string;
  readonly content: string | Buffer;
  /** Absent: `100644`. */
  readonly mode?: string | undefined;
  /** A blob that is there instead of the content; `null`: the file is removed. */
  readonly sha?: string | null | undefined;
}

/** A blob. Returns its id. */
export function makeBlob(folder: string, content: Buffer): string {
  return git(folder, ['hash-object', '-w', '--stdin'], content);
}

/** A tree with these files, over those of another tree or commit. Returns its id. */
export function makeTree(folder: string, base: string | undefined, files: readonly NewFile[]): string {
  const index = join(folder, 'loopback-index');
  git(folder, base === undefined ? ['read-tree', '--empty'] : ['read-tree', base], undefined, index);
  for (const { path, content, mode = '100644', sha } of files) {
    if (sha === null) {
      git(folder, ['update-index', '--index-info'], `0 ${'0'.repeat(40)}\t${path}\n`, index);
      continue;
    }
    const blob = sha ?? git(folder, ['hash-object', '-w', '--stdin'], content);
    git(folder, ['update-index', '--add', '--cacheinfo', `${mode},${blob},${path}`], undefined, index);
  }
  const tree = git(folder, ['write-tree'], undefined, index);
  rmSync(index, { force: true });
  return tree;
}

/** A commit of a tree. Returns its id. */
export function makeCommit(folder: string, tree: string, parents: readonly string[], message: string): string {
  return git(folder, ['commit-tree', tree, ...parents.flatMap((parent) => ['-p', parent]), '-m', message]);
}

/** The tree of a commit, or undefined where there is no such commit. */
export function treeOf(folder: string, commit: string): string | undefined {
  try {
    return git(folder, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${commit}^{tree}`]);
  } catch {
    return undefined;
  }
}

export function isAncestor(folder: string, older: string, newer: string): boolean {
  return git(folder, ['merge-base', '--all', older, newer]).split('\n').includes(older);
}

/** Points a ref (`refs/heads/main`) at a commit. */
export function setRef(folder: string, ref: string, commit: string): void {
  git(folder, ['update-ref', ref, commit]);
}

/** A commit that changes one file, on top of a branch of a bare repository. Returns its id. */
export function writeFile(folder: string, file: NewFile & { readonly branch: string; readonly message: string }): string {
  const ref = `refs/heads/${file.branch}`;
  const parent = git(folder, ['rev-parse', ref]);
  const made = makeCommit(folder, makeTree(folder, parent, [file]), [parent], file.message);
  setRef(folder, ref, made);
  return made;
}
