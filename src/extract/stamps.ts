import { createHash } from 'node:crypto';
import { type Dirent, lstatSync, readdirSync, readFileSync } from 'node:fs';
import type { Store } from './cache.js';
import type { Listing } from './files.js';
import { codeOf, MAX_SOURCE_BYTES } from './read-source.js';

/**
 * What the file system reports about a file without opening it: size, times of change, identity. No program can set the time of
 * the last status change, so an unchanged stamp means unchanged content. Git's index detects changed files in this way:
 * https://git-scm.com/docs/racy-git
 */
export interface Stamp {
  readonly text: string;
  /** In bytes. */
  readonly size: number;
  /** The latest of its times, in milliseconds since the epoch. */
  readonly changed: number;
}

/** The stamp of a listed file; undefined: it is not a regular file, or does not exist any more. */
export function stampOf(repository: string, path: string): Stamp | undefined {
  const found = lstatSync(`${repository}/${path}`, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return undefined;
  const { size, mtimeMs, ctimeMs, ino, dev } = found;
  return { text: `${size} ${mtimeMs} ${ctimeMs} ${ino} ${dev}`, size, changed: Math.max(mtimeMs, ctimeMs) };
}

/** The stamps of listed files during one scan. */
export type StampReader = (path: string) => Stamp | undefined;

/** How one scan reads stamps. */
export interface Looking {
  readonly stampOf: StampReader;
  /**
   * Files whose stamps were once too recent to prove anything: their content is part of every later state, so that time alone
   * changes no state.
   */
  readonly edited: Set<string>;
}

/**
 * Queries the file system once for each file. A file that changes later has another stamp in the next scan, which reads it again.
 */
export function looking(repository: string, edited: Set<string> = new Set()): Looking {
  const known = new Map<string, Stamp | undefined>();
  const asked: StampReader = (path) => {
    if (!known.has(path)) known.set(path, stampOf(repository, path));
    return known.get(path);
  };
  return { stampOf: asked, edited };
}

/** What an earlier run learned about a file by reading it. */
export interface StampedFile {
  /** Whether it passed the text test for candidates; absent: it was not tested. */
  readonly isCandidate?: boolean;
  /** SHA-256 of its bytes, hex; absent: it was not needed. */
  readonly hash?: string;
  /** Names that it declares, without white space; absent: its language does not provide them. */
  readonly declares?: readonly string[];
}

/** Results of earlier runs, for files that have not changed since. */
export interface Stamps {
  readonly get: (path: string, stamp: Stamp) => StampedFile | undefined;
  /** Adds to the record of a file with this stamp. */
  readonly put: (path: string, stamp: Stamp, seen: StampedFile) => void;
  readonly save: () => void;
}

/**
 * Milliseconds. A file touched shortly before it was read may be touched again without a new time: some file systems count in
 * steps of 2 s.
 */
const RACY = 2500;

/**
 * Stored data is untrusted, but its effect is limited: a wrong hash finds no facts, or those of the same path and that content.
 */
export function openStamps(store: Store, now: number = Date.now()): Stamps {
  const known = parse(store.read() ?? '');
  let isChanged = false;
  const stamps = stampsOf(known, now);
  return {
    get: stamps.get,
    put: (path, stamp, seen) => {
      stamps.put(path, stamp, seen);
      isChanged ||= !isRacy(stamp, now);
    },
    save: () => {
      if (isChanged) store.write([...known].map(line).join('\n'));
      isChanged = false;
    },
  };
}

/** The entries of folders, by absolute path. */
export type FolderTable = Map<string, { readonly stamp: string; readonly entries: readonly Dirent[] }>;

/**
 * Reads each folder once, and no folder whose stamp is the same as in the last scan: the times of a folder change with its
 * entries. The returned function throws as `readdirSync` does.
 */
export function foldersOf(known: FolderTable, now: number): (folder: string) => readonly Dirent[] {
  const read = new Map<string, readonly Dirent[]>();
  const entriesOf = (folder: string): readonly Dirent[] => {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    const text = found?.isDirectory() === true ? `${found.mtimeMs} ${found.ctimeMs} ${found.ino} ${found.dev}` : undefined;
    const before = known.get(folder);
    if (before !== undefined && before.stamp === text) return before.entries;
    const entries = readdirSync(folder, { withFileTypes: true });
    const isOld = found !== undefined && Math.max(found.mtimeMs, found.ctimeMs) <= now - RACY;
    // Some file systems of Windows do not update the times of a folder at once.
    if (text !== undefined && isOld && process.platform !== 'win32') known.set(folder, { stamp: text, entries });
    else known.delete(folder);
    return entries;
  };
  return (folder) => {
    const entries = read.get(folder) ?? entriesOf(folder);
    read.set(folder, entries);
    return entries;
  };
}

/** Whether a file was touched so recently that its stamp proves nothing. */
export function isRacy(stamp: Stamp, now: number): boolean {
  return stamp.changed > now - RACY;
}

/** At most this many files are read because their stamps prove nothing yet: those that a user is editing. */
const MOST_READ = 50;

/** Equal as long as every listed file has the same content; undefined: too many files were touched just before. */
export function stateOf(
  repository: string,
  listing: Pick<Listing, 'known' | 'sources' | 'links' | 'gaps'>,
  now: number,
  { stampOf: stamp, edited }: Pick<Looking, 'stampOf' | 'edited'> = looking(repository),
): string | undefined {
  const hash = createHash('sha256').update(JSON.stringify([listing.sources, [...listing.links], listing.gaps]));
  let read = 0;
  for (const path of listing.known) {
    const found = stamp(path);
    hash.update(`${path}\n${found?.text}\n`);
    const racy = found !== undefined && isRacy(found, now);
    if (racy) edited.add(path);
    else if (found === undefined || read === MOST_READ) edited.delete(path);
    if (found === undefined || !edited.has(path)) continue;
    read += 1;
    if (read > MOST_READ || found.size > MAX_SOURCE_BYTES) return undefined;
    hash.update(contentOf(`${repository}/${path}`));
  }
  return hash.digest('hex');
}

function contentOf(absolute: string): Uint8Array | string {
  try {
    return readFileSync(absolute);
  } catch (error) {
    return codeOf(error);
  }
}

export type StampTable = Map<string, Entry>;

/** What this process learned, for its next scan. */
export function stampsOf(known: StampTable, now: number): Stamps {
  const get: Stamps['get'] = (path, stamp) => {
    const entry = known.get(path);
    return entry?.stamp === stamp.text ? entry.seen : undefined;
  };
  return {
    get,
    put: (path, stamp, seen) => {
      if (!isRacy(stamp, now)) known.set(path, { stamp: stamp.text, seen: { ...get(path, stamp), ...seen } });
    },
    save: () => undefined,
  };
}

interface Entry {
  readonly stamp: string;
  readonly seen: StampedFile;
}

/** `path TAB stamp TAB candidate TAB hash TAB names`; JSON escapes a tab or line break in a path. */
function line([path, { stamp, seen }]: readonly [string, Entry]): string {
  const candidate = seen.isCandidate === undefined ? '' : seen.isCandidate ? '1' : '0';
  const names = seen.declares === undefined ? '' : `\t${seen.declares.join(' ')}`;
  return `${JSON.stringify(path)}\t${stamp}\t${candidate}\t${seen.hash ?? ''}${names}`;
}

function parse(text: string): Map<string, Entry> {
  const known = new Map<string, Entry>();
  for (const each of text.split('\n')) {
    const [name = '', stamp = '', candidate = '', hash = '', names] = each.split('\t');
    const path = plainPath(name);
    if (path === undefined) continue;
    const seen: StampedFile = {
      ...(candidate === '' ? {} : { isCandidate: candidate === '1' }),
      ...(hash === '' ? {} : { hash }),
      ...(names === undefined ? {} : { declares: names.split(' ').filter((one) => one !== '') }),
    };
    known.set(path, { stamp, seen });
  }
  return known;
}

function plainPath(name: string): string | undefined {
  if (name.length < 2) return undefined;
  if (!name.includes('\\')) return name.slice(1, -1);
  try {
    return String(JSON.parse(name));
  } catch {
    return undefined;
  }
}
