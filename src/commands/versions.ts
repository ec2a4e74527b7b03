import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { findRepository } from '../config/repository.js';
import type { Contract } from '../contracts/contract.js';
import { loadContracts } from '../contracts/load.js';
import { commitOf, gitPlace } from '../git/revisions.js';
import { writeTree } from '../git/tree.js';
import { ALL_TRACKED } from '../model/tracked.js';
import { UserError } from '../model/user-error.js';
import { fileNamed } from './folders.js';

/** One side of a comparison. */
export type Version =
  | { readonly kind: 'file' | 'folder'; readonly name: string; readonly path: string }
  | { readonly kind: 'revision'; readonly name: string; readonly revision: string; readonly file?: string };

/** Options besides the two versions. */
export interface VersionOptions {
  /** Absolute. */
  readonly cwd: string;
  /** The selected files of a revision or folder; none: all contracts found. */
  readonly contracts: readonly string[];
}

/** An existing file or folder, `REVISION:FILE`, or a revision. */
export function versionOf(name: string, cwd: string): Version {
  const path = fileNamed(cwd, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found !== undefined) return { kind: found.isDirectory() ? 'folder' : 'file', name, path: realpathSync(path) };
  const [, revision, file] = /^([^:]+):(.+)$/.exec(name) ?? [];
  if (revision !== undefined && file !== undefined) return { kind: 'revision', name, revision, file };
  return { kind: 'revision', name, revision: name };
}

/**
 * The contracts of one version. A revision without a file means the contracts that the other version names.
 *
 * @throws UserError when there is no such file or revision, or it is not a contract
 */
export async function contractsOf(version: Version, other: Version, wishes: VersionOptions): Promise<readonly Contract[]> {
  if (version.kind === 'revision') return ofRevision(version, other, wishes);
  const repository = findRepository(version.kind === 'file' ? resolve(version.path, '..') : version.path);
  const dir = version.kind === 'file' ? resolve(version.path, '..') : version.path;
  const named = version.kind === 'file' ? [version.path] : wishes.contracts.map((contract) => fileNamed(wishes.cwd, contract));
  return (await loadContracts({ repository, dir, named })).contracts;
}

type Revision = Extract<Version, { readonly kind: 'revision' }>;

async function ofRevision(version: Revision, other: Version, wishes: VersionOptions): Promise<readonly Contract[]> {
  const from = other.kind === 'revision' ? wishes.cwd : other.kind === 'file' ? resolve(other.path, '..') : other.path;
  const repository = realpathSync(findRepository(from));
  const place = gitPlace(repository);
  if (place === undefined) {
    throw new UserError(`There is no file ${version.name}, and no git repository with such a revision.`, {
      hint: 'Name two files, or two revisions of the repository that you are in.',
    });
  }
  const commit = await commitOf(place, version.revision);
  if (!commit.ok) {
    throw new UserError(`There is neither a file nor a revision ${version.revision}.`, {
      hint: 'A shallow clone lacks older revisions: `git fetch --unshallow` brings them (`fetch-depth: 0` in a workflow).',
    });
  }
  const folder = realpathSync(mkdtempSync(join(process.env.RUNNER_TEMP || tmpdir(), 'tallystick-diff-')));
  try {
    const written = await writeTree(place, commit.value.sha, folder, isDocument);
    if (!written.ok) throw new UserError(`The revision ${version.revision} cannot be read: ${written.why}.`);
    const inside = (path: string): string => join(folder, relative(repository, path));
    const named = namedFiles(version, other, repository, wishes).map(inside);
    for (const path of named) if (!existsSync(path)) throw notThere(relative(folder, path), version.revision);
    const dir = inside(from);
    if (!existsSync(dir)) throw notThere(relative(folder, dir), version.revision);
    return (await loadContracts({ repository: folder, dir, named, tracked: ALL_TRACKED })).contracts;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The formats of contracts; other files need not be written to disk. */
export const isDocument = (path: string): boolean => /\.(?:ya?ml|json|md)$|(?:^|\/)\.gitignore$/i.test(path);

/** Absolute paths as in the checkout. `REVISION:FILE` is relative to the root of the repository, as in git, or to the current folder. */
function namedFiles(
  version: Revision,
  other: Version,
  repository: string,
  { cwd, contracts }: VersionOptions,
): readonly string[] {
  const { file } = version;
  if (file !== undefined) return [/^\.{1,2}\//.test(file) ? resolve(cwd, file) : join(repository, file)];
  if (contracts.length > 0) return contracts.map((contract) => fileNamed(realpathSync(cwd), contract));
  if (other.kind === 'revision' && other.file !== undefined) return namedFiles(other, version, repository, { cwd, contracts });
  return other.kind === 'file' ? [other.path] : [];
}

function notThere(path: string, revision: string): UserError {
  const shown = path.replaceAll(sep, '/');
  return new UserError(`The revision ${revision} has no ${shown}.`, {
    hint: 'A file that has moved is named with each revision: `tallystick diff main:old.yaml HEAD:new.yaml`.',
  });
}
