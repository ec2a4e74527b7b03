import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';

/** Variables of the environment that a runner sets: https://docs.github.com/actions/reference/workflows-and-actions/variables */
export interface RunnerEnvironment {
  readonly GITHUB_WORKSPACE?: string | undefined;
  readonly RUNNER_TEMP?: string | undefined;
}

/** The folder that paths in inputs are relative to: what the job has checked out, else the current folder. Absolute. */
export function workspaceOf(environment: RunnerEnvironment): string {
  return resolve(environment.GITHUB_WORKSPACE || '.');
}

/**
 * What to put before repository-relative paths so that GitHub finds the files: it reads paths as relative to the repository,
 * wherever in the workspace that was checked out. Without a `.git` (a checkout by download) there is no repository to tell, only
 * the scanned folder, and the workspace stands for it.
 */
export function annotationPrefix(repository: string, workspace: string): string {
  if (existsSync(join(repository, '.git'))) return '';
  const inner = relative(realpathSync(workspace), realpathSync(repository));
  return inner.startsWith('..') ? '' : inner.split(sep).join('/');
}

/**
 * The absolute path of a file to be written: the one that an input names, else one called `name` in a fresh folder, so that two
 * steps of a job do not overwrite one another's.
 */
export function resultPath(named: string | undefined, name: string, environment: RunnerEnvironment): string {
  if (named !== undefined) return resolve(workspaceOf(environment), named);
  return join(mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tallystick-')), name);
}
