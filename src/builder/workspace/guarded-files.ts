import { lstatSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { type OwnLock, tryLock } from '../../mcp/engines/store/lock.js';
import { systemCode } from '../../mcp/engines/store/system-error.js';
import { UserError } from '../../model/user-error.js';
import {
  type Before,
  clearGuardFolder,
  type GuardedEntry,
  type GuardRecord,
  guardFolder,
  hashOf,
  lockFolder,
  makeGuardFolder,
  putRecordAside,
  readRecord,
  removeRecord,
  replaceFile,
  writeRecord,
} from './guard-record.js';
import { foldersOf, isGuardedPath, kindAt, refuseLinks } from './guarded-path.js';
import { putBack } from './put-back.js';

const MAX_BYTES = 20_000_000;
/** Another machine or container considers the guard lost after five minutes without a renewal. */
const RENEW_MS = 60_000;

/** A temporary file of a build. */
export interface GuardedFile {
  /** `CLAUDE.md`, or a file below `.claude`; relative to the workspace, with forward slashes. */
  readonly path: string;
  readonly content: string;
  /**
   * How a file that others change meanwhile is restored: `whole` (default) completely; `block` and `settings` preserve the
   * changes of others.
   */
  readonly how?: GuardedEntry['how'];
  /** Permissions of a new file, if the system has them; default: the system's. */
  readonly mode?: number;
}

/** Restores files of a workspace at the end. */
export interface Guard {
  /** Writes files over existing ones. Records all former contents before the first change. */
  readonly put: (files: readonly GuardedFile[]) => void;
  /** A file's present content. */
  readonly current: (path: string) => string | undefined;
  /** The paths written by the guard, in order of time. */
  readonly paths: () => readonly string[];
  /** Restores everything: contents, modes, absence. A second call does nothing. */
  readonly restore: () => void;
}

export interface GuardOptions {
  /** Receives a sentence when a file was changed by others. */
  readonly onNote?: (note: string) => void;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/**
 * Opens the guard of a workspace, one at a time among all processes. First restores what a killed run left. The exit of the
 * process closes an open guard; signal handlers must let it exit.
 *
 * @throws UserError when another build guards the workspace, or links are in the way
 */
export function openGuard(workspace: string, options: GuardOptions = {}): Guard {
  const root = realpathSync(workspace);
  const lock = lockOf(root, options.now ?? Date.now);
  try {
    if (putAbandonedBack(root, options) === 'left')
      throw new UserError('What an earlier build changed in .claude cannot be put back.', {
        hint: 'Its copies lie in .tallystick/build/guard.',
      });
    return guardOf(root, lock, options);
  } catch (error) {
    lock.release();
    throw error;
  }
}

function lockOf(root: string, now: () => number): OwnLock {
  makeGuardFolder(root);
  const lock = tryLock(lockFolder(root), now());
  if ('release' in lock) return lock;
  const by = lock.by === undefined ? '' : ` (process ${lock.by.pid})`;
  throw new UserError(`Another build is at work in this folder${by}.`, {
    hint: 'Wait until it ends, or build in another checkout.',
  });
}

/** `left`: a file could not be restored, and the record stays. */
function putAbandonedBack(root: string, { onNote = () => undefined }: GuardOptions): 'none' | 'done' | 'left' {
  const record = readRecord(root);
  if (record === 'unreadable') {
    onNote(`What an earlier build changed cannot be read; it is kept as ${putRecordAside(root)}.`);
    return 'done';
  }
  if (record === 'none') {
    // The killed process had not changed anything yet.
    removeRecord(root);
    return 'none';
  }
  if (!putBack({ workspace: root, record, onNote, contentOf: (before) => copyOf(root, before) })) return 'left';
  removeRecord(root);
  return 'done';
}

function copyOf(root: string, { copy }: NonNullable<Before>): Buffer | undefined {
  const file = join(guardFolder(root), copy);
  return lstatSync(file, { throwIfNoEntry: false })?.isFile() === true ? readFileSync(file) : undefined;
}

function guardOf(root: string, lock: OwnLock, { onNote = () => undefined, now = Date.now }: GuardOptions): Guard {
  let record: GuardRecord = { format: 1, files: [], folders: [] };
  /** Agents may remove the copies. */
  const contents = new Map<string, Buffer>();
  let isOpen = true;
  const restore = (): void => {
    if (!isOpen) return;
    isOpen = false;
    clearInterval(renewal);
    process.off('exit', restore);
    clearGuardFolder(root);
    if (putBack({ workspace: root, record, onNote, contentOf: ({ copy }) => contents.get(copy) })) removeRecord(root);
    lock.release();
  };
  process.on('exit', restore);
  const renewal = setInterval(() => {
    try {
      storeCopies(root, contents);
      if (record.files.length > 0 && readRecord(root) === 'none') writeRecord(root, record);
      lock.renew(now());
    } catch (error) {
      // System errors such as a full disk may be temporary.
      if (systemCode(error) === undefined && !(error instanceof UserError)) throw error;
    }
  }, RENEW_MS).unref();
  return {
    put: (files) => {
      if (!isOpen) throw new Error('The guard is closed.');
      for (const { path } of files) refuse(root, path);
      storeCopies(root, contents);
      const next = files.reduce((so, file) => withFile({ root, contents }, so, file), record);
      if (next !== record) writeRecord(root, next);
      record = next;
      for (const file of files) write(root, record, file);
    },
    current: (path) => {
      refuse(root, path);
      return textAt(root, path);
    },
    paths: () => record.files.map(({ path }) => path),
    restore,
  };
}

function refuse(root: string, path: string): void {
  if (!isGuardedPath(path)) throw new UserError(`${path} is no place for what agents read.`);
  refuseLinks(root, path);
}

/** Writes copies again that agents may have removed. */
function storeCopies(root: string, contents: ReadonlyMap<string, Buffer>): void {
  clearGuardFolder(root);
  for (const [copy, content] of contents) {
    const file = join(guardFolder(root), copy);
    if (lstatSync(file, { throwIfNoEntry: false }) === undefined) replaceFile(root, file, content);
  }
}

function textAt(root: string, path: string): string | undefined {
  return kindAt(root, path) === 'file' ? readFileSync(join(root, path), 'utf8') : undefined;
}

/** The record with one more file, whose former contents are copied. */
function withFile(
  { root, contents }: { readonly root: string; readonly contents: Map<string, Buffer> },
  record: GuardRecord,
  { path, content, how = 'whole' }: GuardedFile,
): GuardRecord {
  const hash = hashOf(Buffer.from(content));
  const known = record.files.find((file) => file.path === path);
  if (known !== undefined) {
    const written = known.written.includes(hash) ? known.written : [...known.written, hash];
    return { ...record, files: record.files.map((file) => (file === known ? { ...known, written } : file)) };
  }
  const copy = String(record.files.length + 1);
  const before = beforeOf(root, path, copy);
  if (before !== null) {
    const former = readFileSync(join(root, path));
    contents.set(copy, former);
    replaceFile(root, join(guardFolder(root), copy), former);
  }
  const made = foldersOf(path).filter((folder) => kindAt(root, folder) === 'absent' && !record.folders.includes(folder));
  return {
    ...record,
    files: [...record.files, { path, how, before, written: [hash] }],
    folders: [...record.folders, ...made],
  };
}

function beforeOf(root: string, path: string, copy: string): Before {
  const found = lstatSync(join(root, path), { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (found.size > MAX_BYTES) throw new UserError(`${path} has more than ${MAX_BYTES / 1_000_000} MB.`);
  return { copy, mode: found.mode & 0o777, modified: found.mtimeMs };
}

function write(root: string, record: GuardRecord, { path, content, mode }: GuardedFile): void {
  mkdirSync(join(root, ...path.split('/').slice(0, -1)), { recursive: true });
  const before = record.files.find((file) => file.path === path)?.before;
  replaceFile(root, join(root, path), Buffer.from(content), before?.mode ?? mode);
}
