import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../model/user-error.js';

const OWN_FOLDER = '.claude';
const MEMORY_FILE = 'CLAUDE.md';
/** A portable name, except `.` and `..`. */
const SEGMENT = /^(?!\.{1,2}$)[\w.-]{1,100}$/;

/**
 * Whether builds may temporarily write a path: `CLAUDE.md`, or a file below `.claude`. Untrusted records of earlier runs name
 * paths too.
 *
 * @param path relative to the workspace, with forward slashes
 */
export function isGuardedPath(path: string): boolean {
  if (path === MEMORY_FILE) return true;
  const [first, ...others] = path.split('/');
  return first === OWN_FOLDER && others.length > 0 && others.every((segment) => SEGMENT.test(segment));
}

/** The folders on the way to a path below the workspace, outermost first. */
export function foldersOf(path: string): readonly string[] {
  const segments = path.split('/').slice(0, -1);
  return segments.map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** The kind of file at a path, without following links. */
export function kindAt(workspace: string, path: string): 'absent' | 'file' | 'folder' | 'other' {
  const found = lstatSync(join(workspace, path), { throwIfNoEntry: false });
  if (found === undefined) return 'absent';
  return found.isFile() ? 'file' : found.isDirectory() ? 'folder' : 'other';
}

/** @throws UserError when a file cannot be written there without following a link or replacing another kind of file */
export function refuseLinks(workspace: string, path: string): void {
  const hint = 'A link, or something else, stands where builds keep what agents read: move it away, or build in another folder.';
  for (const folder of foldersOf(path)) {
    const kind = kindAt(workspace, folder);
    if (kind === 'absent') return;
    if (kind !== 'folder') throw new UserError(`${folder} is no folder.`, { hint });
  }
  const kind = kindAt(workspace, path);
  if (kind !== 'absent' && kind !== 'file') throw new UserError(`${path} is no plain file.`, { hint });
}
