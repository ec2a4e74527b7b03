import { hash } from 'node:crypto';
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import type { GapReason } from '../model/gap.js';
import { decode, isBinary, isMinified } from './decode.js';

/** Larger sources are not parsed; no one writes them by hand. */
export const MAX_SOURCE_BYTES = 1024 * 1024;
/** Up to this size a source that is not parsed is still asked whether it could have registered routes. */
const MAX_LOOKED_AT_BYTES = 16 * 1024 * 1024;

/** A source that can be parsed, or why it cannot. */
export type SourceText =
  | { readonly kind: 'text'; readonly text: string /** SHA-256 of the bytes, hex. */; readonly hash: string }
  | { readonly kind: 'skipped'; readonly reason: GapReason; readonly detail: string; readonly hides: boolean };

type Wanted = (text: string) => boolean;
const buffer = Buffer.allocUnsafeSlow(MAX_SOURCE_BYTES + 1);

/**
 * Reads one source file of the repository.
 *
 * @param path repository-relative, of a listed file
 * @param wanted a cheap test of the text: when it says no, nothing is hashed and the answer is `undefined`
 * @param expected its size in bytes, if that is known: spares asking the system whether there is more
 */
export function readSource(repository: string, path: string, wanted: Wanted, expected?: number): SourceText | undefined {
  const absolute = `${repository}/${path}`;
  let size: number;
  try {
    size = readInto(absolute, expected);
  } catch (error) {
    return skipped('unreadable-file', `This file cannot be read (${codeOf(error)}).`, true);
  }
  const bytes = buffer.subarray(0, size);
  if (isBinary(bytes)) {
    // a stray NUL in a source, or UTF-16 without its mark: what may be a source all the same hides what it may hold
    const hides = wanted(decode(bytes).replaceAll('\0', ''));
    return skipped('unreadable-file', 'This file is binary, not source text.', hides);
  }
  if (size > MAX_SOURCE_BYTES) return readTooLarge(absolute, wanted);
  const text = decode(bytes);
  if (!wanted(text)) return undefined;
  if (isMinified(text)) return skipped('minified', 'This file is minified and was not read.', true);
  return { kind: 'text', text, hash: hash('sha256', bytes, 'hex') };
}

/** Bytes read, one more than the limit when the file is larger. */
function readInto(absolute: string, expected: number | undefined): number {
  const file = openSync(absolute, 'r');
  try {
    let size = 0;
    while (size < buffer.length) {
      const count = readSync(file, buffer, size, buffer.length - size, null);
      if (count === 0) break;
      size += count;
      if (size === expected) break;
    }
    return size;
  } finally {
    closeSync(file);
  }
}

function readTooLarge(absolute: string, wanted: (text: string) => boolean): SourceText | undefined {
  const size = statSync(absolute, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAX_LOOKED_AT_BYTES && !wanted(decode(readFileSync(absolute)))) return undefined;
  const limit = MAX_SOURCE_BYTES / 1024 / 1024;
  const megabytes = (size / 1024 / 1024).toFixed(1);
  return skipped('too-large', `This file of ${megabytes} MB is larger than ${limit} MB and was not read.`, true);
}

function skipped(reason: GapReason, detail: string, hides: boolean): SourceText {
  return { kind: 'skipped', reason, detail, hides };
}

/** Of what the system reports. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
}
