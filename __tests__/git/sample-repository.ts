import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { folderOf, writeFiles } from '../temporary-folder.js';

/** Files of one commit; `null` removes one. */
export type Files = Readonly<Record<string, string | null>>;

/** A real repository, made for one test. */
export interface SampleRepository {
  readonly folder: string;
  /** Runs git with this user's settings left out, and gives what it printed. */
  readonly git: (...words: readonly string[]) => string;
  /** Changes files, commits everything and gives the id. */
  readonly commit: (files: Files, ...flags: readonly string[]) => string;
}

const AUTHOR = ['GIT_AUTHOR', 'GIT_COMMITTER'].flatMap((who) => [
  [`${who}_NAME`, 'A developer'],
  [`${who}_EMAIL`, 'developer@example.org'],
  [`${who}_DATE`, '2026-01-01T00:00:00Z'],
]);

/** Makes a repository with one commit of these files. Removed by `removeFolders`. */
export function sampleRepository(files: Files): SampleRepository {
  const repository = repositoryIn(folderOf({}));
  repository.git('init', '--quiet', '--initial-branch=main');
  repository.commit(files);
  return repository;
}

/** A clone without history beyond `depth` commits, as a job's checkout is by default. */
export function shallowClone(of: SampleRepository, depth: number, branch = 'main'): SampleRepository {
  const clone = repositoryIn(folderOf({}));
  clone.git('clone', '--quiet', `--depth=${depth}`, `--branch=${branch}`, `file://${of.folder}`, '.');
  return clone;
}

function repositoryIn(folder: string): SampleRepository {
  const env = { PATH: process.env.PATH, GIT_CONFIG_NOSYSTEM: '1', GIT_CONFIG_GLOBAL: devNull, ...Object.fromEntries(AUTHOR) };
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: folder, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] }).trim();
  return {
    folder,
    git,
    commit: (files, ...flags) => {
      for (const [path, content] of Object.entries(files)) {
        if (content === null) rmSync(join(folder, path));
        else writeFiles(folder, { [path]: content });
      }
      git('add', '--all');
      git('commit', '--quiet', '--allow-empty', '--message=change', ...flags);
      return git('rev-parse', 'HEAD');
    },
  };
}
