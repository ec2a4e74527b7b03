import { createHash, randomBytes } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { makeRunFolder, RUN_FOLDER } from '../../journal/run-folder.js';
import { systemCode } from '../../mcp/engines/store/system-error.js';
import { UserError } from '../../model/user-error.js';
import { isGuardedPath } from './guarded-path.js';

const FOLDERS = [RUN_FOLDER, 'build', 'guard'] as const;
const MAX_BYTES = 5_000_000;
const LEFT_OVER = /^(?:\d{1,6}|[0-9a-f]{12}\.draft)$/;

const before = z.object({
  /** The file with its contents, in the guard's folder. */
  copy: z.string().regex(/^\d{1,6}$/),
  mode: z.int().min(0).max(0o777),
  modified: z.number(),
});

const entry = z.object({
  path: z.string().refine(isGuardedPath),
  how: z.enum(['whole', 'block', 'settings']),
  /** `null`: there was no file. */
  before: before.nullable(),
  /** Hashes of all texts that the guard wrote there. */
  written: z.array(z.string()),
});

const record = z.object({
  format: z.literal(1),
  files: z.array(entry).max(10_000),
  /** New folders, outermost first. */
  folders: z.array(z.string().refine((path) => isGuardedPath(`${path}/file`))).max(10_000),
});

/** The former state, recorded before any change. */
export type GuardRecord = z.output<typeof record>;
export type GuardedEntry = GuardRecord['files'][number];
/** A file's former state; `null`: it did not exist. */
export type Before = GuardedEntry['before'];

/** The guard's folder: its record, copies, and displaced files. */
export function guardFolder(workspace: string): string {
  return join(workspace, ...FOLDERS);
}

/** @throws UserError when a link or a file is in the way */
export function makeGuardFolder(workspace: string): void {
  makeRunFolder(workspace);
  for (const [index] of FOLDERS.entries()) {
    const folder = join(workspace, ...FOLDERS.slice(0, index + 1));
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found === undefined) mkdirSync(folder, { recursive: true });
    else if (!found.isDirectory())
      throw new UserError(`${FOLDERS.slice(0, index + 1).join('/')} is no folder.`, {
        hint: 'Remove it: builds keep things there.',
      });
  }
  mkdirSync(lockFolder(workspace), { recursive: true });
}

/** Creates the guard's folder again if agents removed it; moves their replacement out of the way. */
export function clearGuardFolder(workspace: string): void {
  for (const [index] of FOLDERS.entries()) {
    const folder = join(workspace, ...FOLDERS.slice(0, index + 1));
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found !== undefined && !found.isDirectory()) renameSync(folder, `${folder}-${randomBytes(4).toString('hex')}`);
  }
  makeGuardFolder(workspace);
}

export function lockFolder(workspace: string): string {
  return join(guardFolder(workspace), 'lock');
}

function recordFile(workspace: string): string {
  return join(guardFolder(workspace), 'record.json');
}

/** The record of an earlier run that was not restored; `unreadable`: a foreign record. */
export function readRecord(workspace: string): GuardRecord | 'none' | 'unreadable' {
  const file = recordFile(workspace);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined) return 'none';
  if (!found.isFile() || found.size > MAX_BYTES) return 'unreadable';
  try {
    const read = record.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    return read.success ? read.data : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

export function writeRecord(workspace: string, content: GuardRecord): void {
  replaceFile(workspace, recordFile(workspace), Buffer.from(`${JSON.stringify(content, null, 2)}\n`));
}

/** Ends a restored guard: deletes the record first, then copies, and drafts of killed processes. */
export function removeRecord(workspace: string): void {
  rmSync(recordFile(workspace), { force: true });
  for (const name of readdirSync(guardFolder(workspace)))
    if (LEFT_OVER.test(name)) rmSync(join(guardFolder(workspace), name), { force: true });
}

/** Moves an unreadable record away. @returns its new path, relative to the workspace */
export function putRecordAside(workspace: string): string {
  const name = `record-${randomBytes(4).toString('hex')}.aside`;
  renameSync(recordFile(workspace), join(guardFolder(workspace), name));
  return [...FOLDERS, name].join('/');
}

export function hashOf(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

/** Replaces a file atomically, even if the machine stops. */
export function replaceFile(workspace: string, file: string, content: Buffer, mode?: number): void {
  const draft = join(guardFolder(workspace), `${randomBytes(6).toString('hex')}.draft`);
  const open = openSync(draft, 'wx', 0o666);
  try {
    writeFileSync(open, content);
    if (mode !== undefined) setMode(open, mode);
    fsyncSync(open);
  } finally {
    closeSync(open);
  }
  try {
    moveFile(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Some file systems have no permissions: their files are readable anyway (REQ-014). */
function setMode(open: number, mode: number): void {
  try {
    fchmodSync(open, mode);
  } catch (error) {
    if (systemCode(error) === undefined) throw error;
  }
}

/** @param to its folder exists; copies between file systems */
function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (systemCode(error) !== 'EXDEV') throw error;
    const beside = join(dirname(to), `.${randomBytes(6).toString('hex')}.tallystick`);
    copyFileSync(from, beside);
    renameSync(beside, to);
  }
}
