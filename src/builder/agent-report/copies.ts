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

/** Copies of all files that a snapshot tells of. */
export interface Copies {
  readonly snapshot: Snapshot;
  /** Where the content of a file, or of a link, is kept. */
  readonly fileOf: (state: FileState) => string;
}

/**
 * Keeps a copy of every file of a workspace as it is now. The list of them is written last, so that half of the copies are none.
 * Where they were kept before a build was killed, those count.
 *
 * @param id names them; of a milestone
 * @param snapshot of the workspace as it is now
 */
export async function keepCopies(workspace: string, id: string, snapshot: Snapshot): Promise<void> {
  if (copiesOf(workspace, id) !== undefined) return;
  const folder = runFolder(workspace, ...FOLDER, fileNameOf(id));
  const files = new Map(snapshot.files);
  const left = [...files.keys()];
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      const kept = await copied(join(workspace, path), folder);
      if (kept === undefined) files.delete(path);
      else files.set(path, kept);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  writeWhole(join(folder, LIST), snapshotText({ ...snapshot, files }));
}

/** undefined: none were kept by that name. */
export function copiesOf(workspace: string, id: string): Copies | undefined {
  const folder = runFolder(workspace, ...FOLDER, fileNameOf(id));
  const text = readRunFile(join(folder, LIST));
  const snapshot = text === undefined ? undefined : snapshotOf(text);
  return snapshot === undefined ? undefined : { snapshot, fileOf: (state) => join(folder, nameOf(state)) };
}

export async function dropCopies(workspace: string, id: string): Promise<void> {
  await rm(runFolder(workspace, ...FOLDER, fileNameOf(id)), { recursive: true, force: true });
}

/** What was copied, which is what counts: a file may have changed since somebody looked. undefined: it is gone. */
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
    // Where the file system can, a copy shares its blocks with what it is a copy of.
    await copyFile(path, draft, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
    await chmod(draft, 0o600);
    const { hash, bytes } = await stateOf(draft);
    // A very large file is known by when it changed, which its copy did at another time.
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
