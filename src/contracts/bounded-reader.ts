import { hash, randomUUID } from 'node:crypto';
import { readFileSync, realpathSync, statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { leadsOut } from '../model/leads-out.js';
import type { Location } from '../model/location.js';
import { UserError } from '../model/user-error.js';
import { decodeText } from './decode.js';
import type { FileText, ReadFile } from './reader.js';
import { type TextOverrides, withTextOverrides } from './text-overrides.js';

/** Larger documents are not read. */
export const MAX_BYTES = 30_000_000;

/** Boundary and path of a document -> a hash of its name and text, or why it was not read. */
export type DocumentStates = Map<string, string>;

/** Whether a path is a folder or in it; both absolute. */
export function isInside(path: string, root: string): boolean {
  return !leadsOut(relative(root, path));
}

/** The name of a file in reports: its path from the root of the repository. */
export const displayed = (path: string, repository: string) => relative(repository, path).replaceAll(sep, '/');

/** Reads files of one folder tree, after resolving symbolic links. It does not reveal whether a file outside exists. */
export function boundedReader(root: string, repository: string): ReadFile {
  return (path, from) => {
    if (!isInside(path, root)) return 'outside';
    const real = realOf(path);
    if (real === undefined) return 'absent';
    return isInside(real, root) ? readText(real, displayed(real, repository), from) : 'outside';
  };
}

/** How documents are read. */
interface DocumentRequest {
  readonly instead?: TextOverrides | undefined;
  readonly reads?: DocumentStates | undefined;
}

/** As {@link boundedReader}, with the texts that replace files, and a note of everything that was read. */
export function documentReader({ instead, reads }: DocumentRequest, root: string, repository: string): ReadFile {
  const read = withTextOverrides(boundedReader(root, repository), instead);
  if (reads === undefined) return read;
  return (path, from) => {
    const key = `${root}\n${path}`;
    // What cannot be read is never the same again.
    reads.set(key, randomUUID());
    const found = read(path, from);
    reads.set(key, stateOf(found));
    return found;
  };
}

/** What a document looked like. */
export const stateOf = (found: FileText): string =>
  typeof found === 'string' ? found : hash('sha256', `${found.path}\n${found.file}\n${found.text}`, 'hex');

/** The path without symbolic links; undefined: there is no such file. */
export function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function readText(path: string, file: string, from: Location | undefined): FileText {
  const location = from ?? { file, line: 1 };
  const stats = statSync(path);
  if (!stats.isFile()) {
    throw new UserError(`\`${file}\` is not a file.`, { hint: 'Name the document itself.', location });
  }
  if (stats.size > MAX_BYTES) {
    const size = Math.round(stats.size / 1_000_000);
    throw new UserError(`\`${file}\` has ${size} MB; contracts of up to ${MAX_BYTES / 1_000_000} MB are read.`, {
      hint: 'Split it into several files.',
      location,
    });
  }
  return { path, file, text: decodeText(bytesOf(path, file, location), file) };
}

function bytesOf(path: string, file: string, location: Location): Uint8Array {
  try {
    return readFileSync(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    throw new UserError(`\`${file}\` cannot be read${code}.`, { hint: 'Check its permissions.', location });
  }
}
