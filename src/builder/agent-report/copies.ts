import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, copyFile, lstat, readlink, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileNameOf, readRunFile, runFolder, writeWhole } from './run-files.js';
import { type Snapshot, snapshotOf, snapshotText } from './snapshot.js';
import { type FileState, stateOf } from './workspace-files.js';

const FOLDER = ['build', 'copies'] as const;
const LIST = 'snapshot.json';
const AT_ONCE = 8;

/** Copies of all files of a snapshot. */
export interface Copies {
  readonly snapshot: Snapshot;
  /** The path of a file's or link's copy. */
  readonly fileOf: (state: FileState) => string;
}

/**
 * Copies every file of the workspace. Writes the list of copies last, so that an incomplete set does not count. Copies of an
 * interrupted build count.
 *
 * @param id names the copies; of a milestone
 * @param snapshot of the present workspace
 */
export async function storeCopies(workspace: string, id: string, snapshot: Snapshot): Promise<void> {
  if (copiesOf(workspace, id) !== undefined) return;
  const folder = runFolder(workspace, ...FOLDER, fileNameOf(id));
  const files = new Map(snapshot.files);
  const left = [...files.keys()];
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const retained = await copied(join(workspace, path), folder);
      if (retained === undefined) files.delete(path);
      else files.set(path, retained);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  writeWhole(join(folder, LIST), snapshotText({ ...snapshot, files }));
}

/** undefined: no copies with this name. */
export function copiesOf(workspace: string, id: string): Copies | undefined {
  const folder = runFolder(workspace, ...FOLDER, fileNameOf(id));
  const text = readRunFile(join(folder, LIST));
  const snapshot = text === undefined ? undefined : snapshotOf(text);
  return snapshot === undefined ? undefined : { snapshot, fileOf: (state) => join(folder, nameOf(state)) };
}

export async function dropCopies(workspace: string, id: string): Promise<void> {
  await rm(runFolder(workspace, ...FOLDER, fileNameOf(id)), { recursive: true, force: true });
}

/** Copies a file and returns the copy's state, because the file may have changed since the snapshot. undefined: deleted. */
async function copied(path: string, folder: string): Promise<FileState | undefined> {
  const draft = join(folder, `${randomUUID()}.tmp`);
  try {
    const found = await lstat(path);
    const mode = found.mode & 0o777;
    if (found.isSymbolicLink()) {
      await writeFile(draft, await readlink(path, 'buffer'), { mode: 0o600 });
      const { hash, bytes } = await stateOf(draft);
      return await named(draft, folder, { kind: 'link', hash, bytes, mode: 0o777 });
    }
    if (!found.isFile()) return { kind: 'other', hash: '', bytes: 0, mode };
    // If the file system can, a copy shares its blocks.
    await copyFile(path, draft, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(draft, 0o600);
    const { hash, bytes } = await stateOf(draft);
    // A very large file is identified by its time, which its copy does not share.
    const own = hash.startsWith('stat:') ? (await stateOf(path)).hash : hash;
    return await named(draft, folder, { kind: 'file', hash: own, bytes, mode });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function named(draft: string, folder: string, state: FileState): Promise<FileState> {
  await rename(draft, join(folder, nameOf(state)));
  return state;
}

function nameOf({ hash }: FileState): string {
  return hash.replaceAll(/[^0-9a-z.]/g, '-');
}
