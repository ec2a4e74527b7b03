import { createHash, hash as digestOf, randomBytes } from 'node:crypto';
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { FileFacts } from '../facts/fact.js';
import { FACT_FORMAT } from '../facts/fact-sheet.js';
import { isFileFacts } from '../facts/sheets/sheet-form.js';
import { makeFolder } from './make-folder.js';

/** A cache file with more bytes is neither read nor written. */
const MAX_BYTES = 64 * 1024 * 1024;
/** In characters, of which most have one byte. */
const LONGEST = MAX_BYTES / 2;

/** Facts of earlier runs. Path and content are the key of an entry; tool and format version are the key of the whole. */
export interface FactCache {
  /** Facts of a file with this content (SHA-256, hex), if they are cached and well-formed. */
  readonly get: (path: string, hash: string) => FileFacts | undefined;
  readonly put: (facts: FileFacts) => void;
  /** Writes the new entries, if there are any. A cache that cannot be written is no error: the next run is only slower. */
  readonly save: () => void;
}

/**
 * Opens the cached facts of one repository, in a folder that the runner configured. The file is untrusted: it is read only when
 * this version wrote it and it is whole, and each entry only when it is well-formed. Anything else counts as absent. An attacker
 * who can write the folder can still invent facts, so a change under review is judged without it (see `Memory`).
 *
 * @param directory absolute; created when needed, never inside the scanned repository on a build machine
 * @param repository absolute real path; several repositories share a folder
 * @param version of the tool
 */
export function openCache(directory: string, repository: string, version: string): FactCache {
  const name = `${createHash('sha256').update(repository).digest('hex').slice(0, 16)}.facts`;
  const file = join(directory, name);
  const header = `tallystick ${version} facts ${FACT_FORMAT}`;
  const lines = readLines(file, header);
  const fresh = new Map<string, string>();
  return {
    ...between(fresh, lines),
    save: () => {
      if (fresh.size === 0) return;
      write(directory, file, header, bounded(fresh, lines));
    },
  };
}

/** Facts of one process, stored as text until a caller needs them: text takes a fifth of the memory. */
export function keepAside(): Pick<FactCache, 'get' | 'put'> {
  return between(new Map(), new Map());
}

/** A long-running process stores the parsed facts of this many files; it stores the others as text. */
const MOST_PARSED = 10_000;

/** Facts of a process that needs them again and again. */
export function keepParsed(): Pick<FactCache, 'get' | 'put'> {
  const parsed = new Map<string, FileFacts>();
  const others = keepAside();
  return {
    get: (path, hash) => {
      const facts = parsed.get(path);
      return facts?.hash === hash ? facts : others.get(path, hash);
    },
    put: (facts) => {
      if (parsed.has(facts.path) || parsed.size < MOST_PARSED) parsed.set(facts.path, facts);
      else others.put(facts);
    },
  };
}

function between(fresh: Map<string, string>, old: ReadonlyMap<string, string>): Pick<FactCache, 'get' | 'put'> {
  return {
    get: (path, hash) => {
      const key = keyOf(path, hash);
      const line = fresh.get(path) ?? old.get(path);
      if (!line?.startsWith(`${key}\t`)) return undefined;
      const facts = parse(line.slice(key.length + 1));
      return facts?.path === path && facts.hash === hash ? facts : undefined;
    },
    put: (facts) => {
      fresh.set(facts.path, `${keyOf(facts.path, facts.hash)}\t${JSON.stringify(facts)}`);
    },
  };
}

/** The key that a line begins with. JSON escapes a tab or line break in a path. */
function keyOf(path: string, hash: string): string {
  return `${hash} ${JSON.stringify(path)}`;
}

/** One stored text of a repository. */
export interface Store {
  /** Undefined: there is none, or another version wrote it. */
  readonly read: () => string | undefined;
  /** Does not store a text that is too long or cannot be written. */
  readonly write: (text: string) => void;
}

/** A {@link Store} that also takes a text in parts, for one that is too large to be in memory as a whole. */
export interface PartStore extends Pick<Store, 'read'> {
  readonly write: (text: string | Iterable<string>) => void;
}

/** A text of earlier runs, stored beside the facts; `kind` distinguishes several. See {@link openCache}. */
export function openStore(directory: string, repository: string, kind: string, version: string): PartStore {
  const name = `${createHash('sha256').update(repository).digest('hex').slice(0, 16)}.${kind}`;
  const file = join(directory, name);
  const header = `tallystick ${version} ${kind} ${FACT_FORMAT}`;
  return {
    read: () => {
      try {
        return readSealed(file, header);
      } catch {
        return undefined;
      }
    },
    write: (text) => write(directory, file, header, typeof text === 'string' ? [text] : text),
  };
}

/**
 * The text below the line that names the writer and has a hash, so that a truncated or edited file is detected.
 *
 * @throws if there is no such file
 */
function readSealed(file: string, header: string): string | undefined {
  const found = statSync(file);
  // Neither a pipe nor a device: reading one may never end.
  if (!found.isFile() || found.size > MAX_BYTES) return undefined;
  const whole = readFileSync(file);
  const start = whole.indexOf('\n') + 1;
  const text = whole.subarray(start);
  return whole.toString('utf8', 0, start) === `${header} ${digestOf('sha256', text)}\n` ? text.toString() : undefined;
}

/** Unparsed lines by path: parsing all of them would cost more than a small scan. */
function readLines(file: string, header: string): ReadonlyMap<string, string> {
  const lines = new Map<string, string>();
  try {
    for (const line of readSealed(file, header)?.split('\n') ?? []) {
      const path = parse(line.slice(65, line.indexOf('\t')), isText);
      if (path !== undefined) lines.set(path, line);
    }
  } catch {
    lines.clear();
  }
  return lines;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function parse(text: string): FileFacts | undefined;
function parse<T>(text: string, is: (value: unknown) => value is T): T | undefined;
function parse(text: string, is: (value: unknown) => boolean = isFileFacts): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return is(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Lines of entries: those of this run first, then those of earlier runs, up to the size limit. */
function* bounded(fresh: ReadonlyMap<string, string>, old: ReadonlyMap<string, string>): Generator<string> {
  let room = LONGEST;
  let between = '';
  for (const entries of [fresh, old])
    for (const [path, line] of entries) {
      if (entries === old && fresh.has(path)) continue;
      room -= line.length + between.length;
      if (room <= 0) continue;
      yield between + line;
      between = '\n';
    }
}

/** Characters that are written at once: a whole text would be in memory three times (joined, hashed, encoded). */
const CHUNK = 1 << 16;

/**
 * Stores nothing if the text is too long. Two concurrent runs cannot corrupt the file: each writes its own file and renames it.
 */
function write(directory: string, file: string, header: string, parts: Iterable<string>): void {
  const temporary = `${file}.${randomBytes(6).toString('hex')}`;
  try {
    makeFolder(directory);
    const descriptor = openSync(temporary, 'wx', 0o600);
    let isWhole: boolean;
    try {
      isWhole = writeSealed(descriptor, header, parts);
    } finally {
      closeSync(descriptor);
    }
    if (isWhole) renameSync(temporary, file);
    else discard(temporary);
  } catch {
    discard(temporary);
  }
}

/** Writes the line with the hash last, in front of the text; see {@link readSealed}. */
function writeSealed(descriptor: number, header: string, parts: Iterable<string>): boolean {
  const hash = createHash('sha256');
  let at = Buffer.byteLength(header) + 66;
  let room = LONGEST;
  let chunk: string[] = [];
  let length = 0;
  const flush = (): void => {
    const bytes = Buffer.from(chunk.join(''));
    hash.update(bytes);
    for (let done = 0; done < bytes.length; ) done += writeSync(descriptor, bytes, done, bytes.length - done, at + done);
    at += bytes.length;
    chunk = [];
    length = 0;
  };
  for (const part of parts) {
    room -= part.length;
    if (room <= 0) return false;
    chunk.push(part);
    length += part.length;
    if (length >= CHUNK) flush();
  }
  flush();
  writeSync(descriptor, `${header} ${hash.digest('hex')}\n`, 0);
  return true;
}

function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The parent is not a folder, so no temporary file exists.
  }
}
