import { randomUUID } from 'node:crypto';
import { constants, lstatSync } from 'node:fs';
import { chmod, copyFile, mkdir, readFile, rename, rm, rmdir, symlink, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Copies, copiesOf } from './copies.js';
import { fileNameOf, runFolder } from './run-files.js';
import { type Changes, compare, type Snapshot, takeSnapshot } from './snapshot.js';
import { stateOf } from './workspace-files.js';

export { dropCopies, storeCopies } from './copies.js';

/** Reverted files. Paths are relative to the workspace, and sorted. */
export interface Reverted {
  readonly restored: readonly string[];
  readonly removed: readonly string[];
  /** Sentences without a full stop: failures. */
  readonly problems: readonly string[];
  /** The folder of reverted files, each with the suffix `.kept`. */
  readonly aside: string;
}

/**
 * Restores a workspace to its copies (abort): changed and deleted files byte for byte, created files removed. Removed content
 * moves to `.tallystick/build/taken-back`, because the user may have written it. After a kill it can be called again.
 *
 * @param workspace absolute and real
 * @param id of the copies
 */
export async function revertTo(workspace: string, id: string): Promise<Reverted> {
  const aside = runFolder(workspace, 'build', 'taken-back', fileNameOf(id));
  const copies = copiesOf(workspace, id);
  if (copies === undefined) return { restored: [], removed: [], problems: [`no copies exist for ${id}`], aside };
  const look = (): Promise<Snapshot> => takeSnapshot(workspace, { leaveOut: copies.snapshot.leftOut });
  const now = await look();
  const changes = compare(copies.snapshot, now);
  const problems: string[] = [];
  const attempt = attempting(problems);
  for (const path of [...changes.created, ...changes.modified]) {
    const state = now.files.get(path);
    if (state?.kind === 'file') await attempt(path, () => putAside(workspace, path, aside));
  }
  for (const path of changes.created) await attempt(path, () => unlink(inside(workspace, path)));
  await clearFolders(workspace, copies.snapshot, now);
  for (const folder of [...copies.snapshot.folders].sort(shallowFirst))
    await attempt(folder, () => mkdir(inside(workspace, folder)), isThere(workspace, folder));
  for (const path of [...changes.modified, ...changes.deleted]) await attempt(path, () => restore(workspace, path, copies));
  return { ...(await reverted(changes, copies.snapshot, await look(), problems)), aside };
}

/** Restores files from copies, and leaves others alone. Returns failures as sentences. */
export async function putBack(workspace: string, paths: readonly string[], copies: Copies): Promise<readonly string[]> {
  const problems: string[] = [];
  const attempt = attempting(problems);
  for (const path of paths)
    await attempt(path, async () => {
      await mkdir(dirname(inside(workspace, path, 'made')), { recursive: true });
      await restore(workspace, path, copies);
    });
  return problems;
}

type Attempt = (path: string, act: () => Promise<unknown>, needless?: boolean) => Promise<void>;

/** Collects failures, so that one does not stop the others. */
function attempting(problems: string[]): Attempt {
  return async (path, act, needless = false) => {
    if (needless) return;
    try {
      await act();
    } catch (error) {
      problems.push(`${path} could not be put back: ${error instanceof Error ? error.message : 'no reason is known'}`);
    }
  };
}

function isThere(workspace: string, folder: string): boolean {
  return lstatSync(join(workspace, folder), { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** A path through real folders: a link would lead to another file. @throws Error */
function inside(workspace: string, path: string, missing: 'wrong' | 'made' = 'wrong'): string {
  const parts = path.split('/').slice(0, -1);
  for (const [index] of parts.entries()) {
    const folder = join(workspace, ...parts.slice(0, index + 1));
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined && missing === 'made') break;
    if (found === undefined || !found.isDirectory()) throw new Error(`${parts.slice(0, index + 1).join('/')} is no folder`);
  }
  return join(workspace, path);
}

async function putAside(workspace: string, path: string, aside: string): Promise<void> {
  const source = inside(workspace, path);
  await mkdir(dirname(join(aside, path)), { recursive: true });
  for (let count = 0; ; count++) {
    // With their own names test runners would find them, even in hidden folders.
    const target = join(aside, `${path}${count === 0 ? '' : `.${count}`}.kept`);
    try {
      await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      await chmod(target, 0o600);
      return;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      // Already moved before a kill; files of an earlier abort stay beside it.
      const [there, here] = [await stateOf(target), await stateOf(source)];
      if (there.hash === here.hash) return;
    }
  }
}

/** Removes new folders, the deepest first. Folders with ignored files stay. */
async function clearFolders(workspace: string, before: Snapshot, now: Snapshot): Promise<void> {
  const made = [...now.folders].filter((folder) => !before.folders.has(folder)).sort(shallowFirst);
  for (const folder of made.reverse()) {
    try {
      await rmdir(inside(workspace, folder));
    } catch {
      // Not empty, or deleted; a folder in the way of a file is reported there.
    }
  }
}

async function restore(workspace: string, path: string, copies: Copies): Promise<void> {
  const state = copies.snapshot.files.get(path);
  const target = inside(workspace, path);
  if (state === undefined || state.kind === 'other') throw new Error('it was no file');
  const draft = join(dirname(target), `.${randomUUID()}.tmp`);
  try {
    if (state.kind === 'link') await symlink(await readFile(copies.fileOf(state)), draft);
    else {
      await copyFile(copies.fileOf(state), draft, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      const isOurs = state.hash.startsWith('stat:') || (await stateOf(draft)).hash === state.hash;
      if (!isOurs) throw new Error('its copy was overwritten');
      await chmod(draft, state.mode);
    }
    await rename(draft, target);
  } finally {
    await rm(draft, { force: true });
  }
}

async function reverted(
  changes: Changes,
  before: Snapshot,
  now: Snapshot,
  problems: readonly string[],
): Promise<Omit<Reverted, 'aside'>> {
  const left = compare(before, now);
  const still = new Set([...left.created, ...left.modified, ...left.deleted].filter((path) => !isLargeAlike(path, before, now)));
  const unstated = [...still].filter((path) => !problems.some((problem) => problem.startsWith(`${path} `)));
  const done = (paths: readonly string[]): readonly string[] => paths.filter((path) => !still.has(path)).sort();
  return {
    restored: done([...changes.modified, ...changes.deleted]),
    removed: done(changes.created),
    problems: [...problems, ...unstated.map((path) => `${path} is not what it was`)],
  };
}

/** A very large file is identified by its time, which a restored file does not share. */
function isLargeAlike(path: string, before: Snapshot, now: Snapshot): boolean {
  const [was, is] = [before.files.get(path), now.files.get(path)];
  return was !== undefined && is !== undefined && was.hash.startsWith('stat:') && was.bytes === is.bytes;
}

function shallowFirst(one: string, other: string): number {
  return one.split('/').length - other.split('/').length || (one < other ? -1 : 1);
}
