import { randomBytes } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, utimesSync } from 'node:fs';
import { basename, join } from 'node:path';
import { systemCode } from '../../mcp/engines/store/system-error.js';
import { type Before, type GuardedEntry, type GuardRecord, guardFolder, hashOf, replaceFile } from './guard-record.js';
import { foldersOf, kindAt } from './guarded-path.js';
import { takeBack } from './take-back.js';

/** The context of a restore. */
export interface PutBack {
  /** Absolute and real. */
  readonly workspace: string;
  readonly record: GuardRecord;
  /** The former contents of a file; undefined: lost. */
  readonly contentOf: (before: NonNullable<Before>) => Buffer | undefined;
  /** Receives a sentence for each file that others changed. */
  readonly onNote: (note: string) => void;
}

/**
 * Restores everything as recorded. Moves and reports changes of others; from shared files it only removes the build's own
 * part. May be repeated, also after a crash.
 *
 * @returns whether all of it succeeded
 */
export function putBack(task: PutBack): boolean {
  let isDone = true;
  for (const entry of task.record.files) {
    try {
      putFileBack(task, entry);
    } catch (error) {
      // One failing file does not stop the others.
      if (systemCode(error) === undefined) throw error;
      isDone = false;
      task.onNote(`${entry.path} cannot be put back (${systemCode(error)}); the next build here tries again.`);
    }
  }
  for (const folder of [...task.record.folders].sort((one, other) => other.length - one.length))
    removeIfEmpty(join(task.workspace, folder));
  return isDone;
}

function putFileBack(task: PutBack, entry: GuardedEntry): void {
  const { workspace, onNote } = task;
  const { path, before } = entry;
  for (const folder of foldersOf(path)) {
    const kind = kindAt(workspace, folder);
    if (kind === 'file' || kind === 'other') putAside(task, folder);
    if (kind !== 'folder' && before === null) return;
    if (kind !== 'folder') mkdirSync(join(workspace, folder));
  }
  const former = before === null ? undefined : task.contentOf(before);
  if (before !== null && former === undefined) {
    onNote(`${path} cannot be put back: the copy of what it held is gone.`);
    return;
  }
  const kind = kindAt(workspace, path);
  if (kind === 'other' || kind === 'folder') putAside(task, path);
  const current = kind === 'file' ? readFileSync(join(workspace, path)) : undefined;
  const requested = current === undefined ? former : requestedOf(task, entry, { current, former });
  if (requested === undefined) rmSync(join(workspace, path), { force: true });
  else write(task, { path, before, content: requested, isFormer: former?.equals(requested) === true });
}

/** The content that an existing file should have. */
function requestedOf(
  task: PutBack,
  entry: GuardedEntry,
  { current, former }: { readonly current: Buffer; readonly former: Buffer | undefined },
): Buffer | undefined {
  const isAsLeft = entry.how !== 'block' && entry.written.includes(hashOf(current));
  if (isAsLeft || former?.equals(current) === true) return former;
  const rest = takeBack[entry.how](current.toString('utf8'), former?.toString('utf8'));
  if (rest.kind === 'former') {
    putAside(task, entry.path);
    return former;
  }
  return rest.text === undefined ? undefined : Buffer.from(rest.text);
}

function write(
  { workspace }: PutBack,
  file: { readonly path: string; readonly before: Before; readonly content: Buffer; readonly isFormer: boolean },
): void {
  const target = join(workspace, file.path);
  const there = lstatSync(target, { throwIfNoEntry: false });
  const mode = file.before?.mode ?? (there === undefined ? undefined : there.mode & 0o777);
  if (there === undefined || (there.mode & 0o777) !== mode || !readFileSync(target).equals(file.content))
    replaceFile(workspace, target, file.content, mode);
  if (file.isFormer && file.before !== null) utimesSync(target, file.before.modified / 1000, file.before.modified / 1000);
}

/** Moves a file in the way into the guard's folder, because a user may need it. */
function putAside({ workspace, onNote }: PutBack, path: string): void {
  const name = `aside-${randomBytes(4).toString('hex')}`;
  mkdirSync(join(guardFolder(workspace), name));
  renameSync(join(workspace, path), join(guardFolder(workspace), name, basename(path)));
  onNote(
    `${path} was changed during the build; it is as it was before, and the change is kept in .tallystick/build/guard/${name}.`,
  );
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch (error) {
    // The folder contains other files, or was replaced.
    if (systemCode(error) === undefined) throw error;
  }
}
