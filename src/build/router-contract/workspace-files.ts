import { createHash } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '../../model/user-error.js';

/** A file, or a link, which is never followed; `other` are pipes, sockets and the like, which are never opened. */
export interface FileState {
  readonly kind: 'file' | 'link' | 'other';
  /**
   * SHA-256 in hexadecimal of the bytes, or of where a link points; of a very large file `stat:` with its size and the time of its
   * last change, which nobody can set.
   */
  readonly hash: string;
  readonly bytes: number;
  /** The permissions: the last nine bits. */
  readonly mode: number;
}

/** All that a look at a workspace gives. */
export interface WorkspaceFiles {
  readonly files: ReadonlyMap<string, FileState>;
  readonly folders: ReadonlySet<string>;
  readonly skipped: ReadonlySet<string>;
  readonly gitignores: readonly { readonly folder: string; readonly text: string }[];
}

/** Not looked at wherever they stand: what git, package managers and builds keep for themselves. */
const LEFT_OUT: ReadonlySet<string> = new Set(['.git', 'node_modules', '.tallystick']);
const MOST_ENTRIES = 200_000;
const LARGEST_HASHED = 64 * 1024 * 1024;
const LARGEST_GITIGNORE = 64_000;
const AT_ONCE = 16;

/** @throws UserError when there are too many files to look at */
export async function readFiles(workspace: string, leaveOut: readonly string[], signal?: AbortSignal): Promise<WorkspaceFiles> {
  const { entries, folders, skipped } = await walk(workspace, new Set(leaveOut), signal);
  const states = new Map<string, FileState>();
  const gitignores: { folder: string; text: string }[] = [];
  const left = [...entries];
  const work = async (): Promise<void> => {
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      signal?.throwIfAborted();
      try {
        states.set(path, await stateOf(join(workspace, path)));
        if (path === '.gitignore' || path.endsWith('/.gitignore')) {
          const text = await smallText(join(workspace, path));
          if (text !== undefined) gitignores.push({ folder: path.slice(0, -'/.gitignore'.length), text });
        }
      } catch (error) {
        // What went away meanwhile is not there.
        if (codeOf(error) !== 'ENOENT') skipped.add(path);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
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

/** What stands at a path. @throws when it cannot be read */
export async function stateOf(path: string): Promise<FileState> {
  const found = await lstat(path);
  const mode = found.mode & 0o777;
  if (found.isSymbolicLink()) {
    const target = await readlink(path, 'buffer');
    return { kind: 'link', hash: createHash('sha256').update(target).digest('hex'), bytes: target.length, mode: 0o777 };
  }
  if (!found.isFile()) return { kind: 'other', hash: '', bytes: 0, mode };
  return { kind: 'file', hash: await hashOf(path, found), bytes: found.size, mode };
}

async function hashOf(path: string, found: Stats): Promise<string> {
  if (found.size > LARGEST_HASHED) return `stat:${found.size}:${found.ctimeMs}`;
  // A link that took the file's place meanwhile is not followed, and a pipe is not waited for.
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const hash = createHash('sha256');
    const buffer = Buffer.alloc(Math.min(Math.max(found.size, 1), 256 * 1024));
    for (let read = await file.read(buffer); read.bytesRead > 0; read = await file.read(buffer)) {
      hash.update(buffer.subarray(0, read.bytesRead));
    }
    return hash.digest('hex');
  } finally {
    await file.close();
  }
}

async function smallText(path: string): Promise<string | undefined> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size } = await file.stat();
    return size > LARGEST_GITIGNORE ? undefined : await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
