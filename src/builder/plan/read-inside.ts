import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';
import { realOf } from '../../contracts/bounded-reader.js';
import { decodeText } from '../../contracts/decode.js';
import { leadsOut } from '../../model/leads-out.js';
import { UserError } from '../../model/user-error.js';

/** In bytes; a character of UTF-8 has at most four. */
const LARGEST = 8_000_000;

/** A file of the workspace, and its text. */
export interface InnerFile {
  /** Workspace-relative, with forward slashes. */
  readonly file: string;
  readonly text: string;
}

/**
 * Reads a file whose real path is in the workspace; links may lead to it.
 *
 * @param workspace absolute
 * @param path absolute, or relative to the workspace
 * @returns undefined when there is no such file
 * @throws UserError when it is outside, or not readable
 */
export function readInside(workspace: string, path: string): InnerFile | undefined {
  const root = realpathSync(workspace);
  const real = realOf(resolve(root, path));
  if (real === undefined) return undefined;
  const inner = relative(root, real);
  const file = inner.replaceAll(sep, '/');
  if (inner === '' || leadsOut(inner)) {
    throw new UserError(`${path} lies outside of the workspace.`, { hint: 'Name a file in it.' });
  }
  return { file, text: decodeText(bytesOf(real, file), file) };
}

/** Opens without waiting, because a pipe would block, and refuses pipes. */
function bytesOf(real: string, file: string): Uint8Array {
  let opened: number | undefined;
  try {
    opened = openSync(real, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(opened);
    if (!found.isFile()) throw new UserError(`${file} is no file.`);
    if (found.size > LARGEST) throw new UserError(`${file} has more than ${LARGEST / 1e6} million bytes.`);
    return readFileSync(opened);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}
