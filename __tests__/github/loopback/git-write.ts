import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';

/** A commit that changes one file, on top of a branch of a bare repository. Returns its id. */
export function writeFile(
  folder: string,
  file: { readonly branch: string; readonly path: string; readonly content: Buffer; readonly message: string },
): string {
  const index = join(folder, 'loopback-index');
  const git = (words: readonly string[], input?: Buffer): string => {
    const env = {
      PATH: process.env.PATH,
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_INDEX_FILE: index,
      GIT_AUTHOR_NAME: 'GitHub',
      GIT_AUTHOR_EMAIL: 'noreply@github.com',
      GIT_COMMITTER_NAME: 'GitHub',
      GIT_COMMITTER_EMAIL: 'noreply@github.com',
    };
    const run = spawnSync('git', ['--git-dir', folder, ...words], { env, ...(input === undefined ? {} : { input }) });
    if (run.status !== 0) throw new Error(`git ${words[0]}: ${run.stderr.toString('utf8')}`);
    return run.stdout.toString('utf8').trim();
  };
  const parent = git(['rev-parse', `refs/heads/${file.branch}`]);
  git(['read-tree', parent]);
  const blob = git(['hash-object', '-w', '--stdin'], file.content);
  git(['update-index', '--add', '--cacheinfo', `100644,${blob},${file.path}`]);
  const made = git(['commit-tree', git(['write-tree']), '-p', parent, '-m', file.message]);
  git(['update-ref', `refs/heads/${file.branch}`, made]);
  rmSync(index, { force: true });
  return made;
}
