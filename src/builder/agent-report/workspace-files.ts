import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync, type Stats } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as others } from 'node:timers/promises';
import { UserError } from '../../model/user-error.js';

/** A file, or a link, which is never followed; `other` are pipes, sockets and the like, which are never opened. */
export interface FileState {
  readonly kind: 'file' | 'link' | 'other';
  /**
   * SHA-256 in hexadecimal of the bytes or the link's target; for a very large file `stat:` with its size and change time,
   * which programs cannot set.
   */
  readonly hash: string;
  readonly bytes: number;
  /** The permissions: the last nine bits. */
  readonly mode: number;
}

export interface WorkspaceFiles {
  readonly files: ReadonlyMap<string, FileState>;
  readonly folders: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
  readonly gitignores: readonly { readonly folder: string; readonly text: string }[];
}

/** Excluded at any depth: folders of git, package managers and builds. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.tallystick']);
const MOST_ENTRIES = 200_000;
const LARGEST_HASHED = 64 * 1024 * 1024;
const LARGEST_GITIGNORE = 64_000;
/** Small files are read at once, which is several times as fast as waiting for each. */
const SMALL = 1024 * 1024;
const LARGE_AT_ONCE = 4;
/** After this many files other tasks get their turn. */
const IN_A_ROW = 200;
const NOT_THROUGH_LINKS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** @throws UserError when there are too many files */
export async function readFiles(workspace: string, leaveOut: readonly string[], signal?: AbortSignal): Promise<WorkspaceFiles> {
  const { entries, folders, skipped } = await walk(workspace, new Set(leaveOut), signal);
  const states = new Map<string, FileState>();
  const gitignores: { folder: string; text: string }[] = [];
  const left = [...entries];
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (left.length % IN_A_ROW === 0) await others();
      signal?.throwIfAborted();
      try {
        states.set(path, await stateOf(join(workspace, path)));
        if (path === '.gitignore' || path.endsWith('/.gitignore')) {
          const text = smallText(join(workspace, path));
          if (text !== undefined) gitignores.push({ folder: path.slice(0, -'/.gitignore'.length), text });
        }
      } catch (error) {
        // A file that was deleted meanwhile does not exist.
        if (codeOf(error) !== 'ENOENT') skipped.add(path);
      }
    }
  };
  await Promise.all(Array.from({ length: LARGE_AT_ONCE }, work));
  const files = new Map([...states].sort(([one], [other]) => (one < other ? -1 : 1)));
  return { files, folders, skipped, gitignores: gitignores.sort((one, other) => (one.folder < other.folder ? -1 : 1)) };
}

interface Walked {
  readonly entries: readonly string[];
  readonly folders: ReadonlySet<string>;
  readonly skipped: Set<string>;
}

async function walk(workspace: string, leaveOut: ReadonlySet<string>, signal?: AbortSignal): Promise<Walked> {
  const entries: string[] = [];
  const folders = new Set<string>();
  const skipped = new Set<string>();
  const left = [''];
  for (let folder = left.pop(); folder !== undefined; folder = left.pop()) {
    signal?.throwIfAborted();
    for (const { name, isFolder } of await listed(join(workspace, folder), () => skipped.add(folder ?? ''))) {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (LEFT_OUT.has(name) || leaveOut.has(path)) continue;
      if (isFolder) {
        folders.add(path);
        left.push(path);
      } else entries.push(path);
      if (entries.length + folders.size > MOST_ENTRIES)
        throw new UserError(`The workspace has more than ${MOST_ENTRIES} files.`, {
          hint: 'Builds look at every file that an agent could change: start the build in the folder of the service.',
        });
    }
  }
  return { entries, folders, skipped };
}

async function listed(folder: string, onUnread: () => void): Promise<readonly { name: string; isFolder: boolean }[]> {
  try {
    const found = await readdir(folder, { withFileTypes: true });
    return found.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() })).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') onUnread();
    return [];
  }
}

/** The state of a path. @throws when it cannot be read */
export async function stateOf(path: string): Promise<FileState> {
  const found = lstatSync(path);
  const mode = found.mode & 0o777;
  if (found.isSymbolicLink()) {
    const target = readlinkSync(path, 'buffer');
    return { kind: 'link', hash: createHash('sha256').update(target).digest('hex'), bytes: target.length, mode: 0o777 };
  }
  if (!found.isFile()) return { kind: 'other', hash: '', bytes: 0, mode };
  if (found.size > LARGEST_HASHED) return { kind: 'file', hash: `stat:${found.size}:${found.ctimeMs}`, bytes: found.size, mode };
  const hash = found.size > SMALL ? await hashOfLarge(path) : createHash('sha256').update(bytesOf(path, found)).digest('hex');
  return { kind: 'file', hash, bytes: found.size, mode };
}

/** Does not follow a link, or wait for a pipe, that replaced the file meanwhile. */
function bytesOf(path: string, { size }: Stats): Buffer {
  const file = openSync(path, NOT_THROUGH_LINKS);
  try {
    const bytes = Buffer.allocUnsafe(size);
    let at = 0;
    for (let read = 1; read > 0 && at < size; at += read) read = readSync(file, bytes, at, size - at, null);
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

async function hashOfLarge(path: string): Promise<string> {
  const file = await open(path, NOT_THROUGH_LINKS);
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.allocUnsafe(SMALL);
    for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer)) {
      hash.update(buffer.subarray(0, read.bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

function smallText(path: string): string | undefined {
  const file = openSync(path, NOT_THROUGH_LINKS);
  try {
    const found = fstatSync(file);
    return found.size > LARGEST_GITIGNORE || !found.isFile() ? undefined : bytesOf(path, found).toString('utf8');
  } finally {
    closeSync(file);
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
