import { createHash, randomUUID } from 'node:crypto';
import { closeSync, fsyncSync, lstatSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { makeRunFolder, RUN_FOLDER } from '../../journal/run-folder.js';
import { UserError } from '../../model/user-error.js';

/** This program never writes a larger file. */
const LARGEST = 256 * 1024 * 1024;

/**
 * Creates a folder below `.tallystick`.
 *
 * @throws UserError when another kind of file has its name: a link would lead out of the workspace
 */
export function runFolder(workspace: string, ...names: readonly string[]): string {
  makeRunFolder(workspace);
  return names.reduce(
    (above, name) => {
      const folder = join(above, name);
      const found = lstatSync(folder, { throwIfNoEntry: false });
      if (found === undefined) mkdirSync(folder, { recursive: true });
      else if (!found.isDirectory())
        throw new UserError(`${folder} is no folder.`, { hint: 'Remove it: builds write files there.' });
      return folder;
    },
    join(workspace, RUN_FOLDER),
  );
}

/** An injective file name for an id. */
export function fileNameOf(id: string): string {
  const plain = id.replaceAll(/[^A-Za-z0-9-]/g, '_').slice(0, 80);
  return plain === id ? plain : `${plain}-${createHash('sha256').update(id).digest('hex').slice(0, 8)}`;
}

/** Writes a file atomically, even if the process is killed. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const handle = openSync(draft, 'wx', 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(handle, bytes, at);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The text of a run file; undefined: none, or not a plain file. */
export function readRunFile(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || !found.isFile() || found.size > LARGEST) return undefined;
  return readFileSync(file, 'utf8');
}
