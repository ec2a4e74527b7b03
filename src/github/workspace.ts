import { existsSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { realFolder } from '../config/inside.js';
import { leadsOut } from '../model/leads-out.js';
import { UserError } from '../model/user-error.js';

/** Variables of the environment that a runner sets: https://docs.github.com/actions/reference/workflows-and-actions/variables */
export interface RunnerEnvironment {
  readonly GITHUB_WORKSPACE?: string | undefined;
  readonly RUNNER_TEMP?: string | undefined;
}

/** The folder that paths in inputs are relative to: the job's checkout, else the current folder. Absolute. */
export function workspaceOf(environment: RunnerEnvironment): string {
  return resolve(environment.GITHUB_WORKSPACE || '.');
}

/**
 * The prefix with which GitHub finds the files of repository-relative paths: it expects paths relative to the repository,
 * wherever in the workspace that was checked out. Without a `.git` (a checkout by download) only the scanned folder is known, and
 * the workspace stands for the repository.
 */
export function annotationPrefix(repository: string, workspace: string): string {
  if (existsSync(join(repository, '.git'))) return '';
  const inner = relative(realpathSync(workspace), realpathSync(repository));
  return inner.startsWith('..') ? '' : inner.split(sep).join('/');
}

/**
 * The absolute path of a file to write: the one that an input names, else a file `name` in a new folder, so that two steps of a
 * job do not overwrite each other's.
 *
 * @throws UserError as `writablePath`
 */
export function resultPath(named: string | undefined, name: string, environment: RunnerEnvironment): string {
  if (named !== undefined) return writablePath(named, environment);
  return join(mkdtempSync(join(environment.RUNNER_TEMP || tmpdir(), 'tallystick-')), name);
}

/**
 * The absolute path of a file that an input names for writing. A file in the workspace came with the checkout, and a link in it
 * may lead anywhere; a path outside is the workflow's own choice.
 *
 * @throws UserError if a link in the workspace leads out of it, or into `.git`
 */
export function writablePath(named: string, environment: RunnerEnvironment): string {
  const workspace = workspaceOf(environment);
  const file = resolve(workspace, named);
  const real = relative(realFolder(workspace), realFolder(file));
  const isMoved = real !== relative(workspace, file);
  if (!isWithin(workspace, file) || !isMoved || (!leadsOut(real) && real.split(sep)[0] !== '.git')) return file;
  throw new UserError(`${named} is behind a symbolic link that leads out of the workspace: nothing is written there.`, {
    hint: 'Remove the link from the repository, or name a file below `runner.temp`.',
  });
}

/**
 * The absolute folder of a cache that an input names. A folder in the workspace came with the checkout, and an untrusted cache of
 * facts can contain anything.
 *
 * @throws UserError if it is in the workspace
 */
export function cachePath(named: string | undefined, environment: RunnerEnvironment): string | undefined {
  if (named === undefined) return undefined;
  const workspace = workspaceOf(environment);
  const folder = resolve(environment.RUNNER_TEMP || tmpdir(), named);
  for (const path of [folder, realFolder(folder)]) {
    for (const root of [workspace, realFolder(workspace)]) {
      if (isWithin(root, path)) {
        throw new UserError(`The cache ${named} is in the workspace, where a checkout could put its own.`, {
          hint: 'Name a folder below runner.temp.',
        });
      }
    }
  }
  return folder;
}

function isWithin(root: string, path: string): boolean {
  return !leadsOut(relative(root, path));
}
