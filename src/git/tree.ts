import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isNoText } from '../model/no-text.js';
import { type Answer, finished, type Place, runGit, startGit } from './process.js';

export interface WrittenTree {
  readonly files: number;
  /** Folders that belong to other repositories; none of their files was written. */
  readonly submodules: readonly string[];
}

/** Bounds for one revision: more than any repository of services has. */
const MAX_FILES = 300_000;
const MAX_TREE_BYTES = 1_000_000_000;
/** Larger files are not read, neither as code nor as contracts. */
const MAX_FILE_BYTES = 30_000_000;
interface Entry {
  readonly mode: string;
  readonly blob: string;
  readonly size: number;
  readonly path: string;
}

/**
 * Writes the files of a commit into an empty folder, byte for byte as git stores them. No filter runs and no attribute counts,
 * because a pull request can write both. Binary files and very large files are left out.
 *
 * @param folder absolute, empty; the caller removes it, whatever the answer
 * @param isRequested selects files; absent: all files
 */
export async function writeTree(
  place: Place,
  commit: string,
  folder: string,
  isRequested: (path: string) => boolean = () => true,
): Promise<Answer<WrittenTree>> {
  const listed = await runGit(place, ['ls-tree', '-r', '-z', '-l', '--full-tree', commit]);
  if (!listed.ok) return listed;
  const all = listed.value.toString('utf8').split('\0').flatMap(readEntry);
  const entries = all.filter(({ mode, path, size }) => mode !== SUBMODULE && isPlain(path) && size <= MAX_FILE_BYTES);
  const requested = entries.filter(({ path }) => !isNoText(path) && isRequested(path));
  const bytes = requested.reduce((sum, { size }) => sum + size, 0);
  if (requested.length > MAX_FILES) return { ok: false, why: `it has more than ${MAX_FILES} files` };
  if (bytes > MAX_TREE_BYTES) return { ok: false, why: `its files have more than ${MAX_TREE_BYTES / 1_000_000} MB` };
  const files = requested.filter(({ mode }) => mode !== LINK);
  const links = requested.filter(({ mode }) => mode === LINK);
  // Links come last, so that no file is ever written through one.
  const written = await writeBlobs(place, [...files, ...links], (entry, content) => write(folder, entry, content));
  if (!written.ok) return written;
  const submodules = all.filter(({ mode }) => mode === SUBMODULE).map(({ path }) => path);
  return { ok: true, value: { files: requested.length, submodules } };
}

const LINK = '120000';
const SUBMODULE = '160000';

function readEntry(record: string): readonly Entry[] {
  const [, mode, blob, size, path] = /^(\d{6}) \w+ ([0-9a-f]+) +(\d+|-)\t([^\0]+)$/.exec(record) ?? [];
  if (mode === undefined || blob === undefined || path === undefined) return [];
  return [{ mode, blob, size: Number(size === '-' ? 0 : size), path }];
}

/** A path that stays inside the folder. Git never makes other trees, but can receive one. */
function isPlain(path: string): boolean {
  if (process.platform === 'win32' && /[\\:]/.test(path)) return false;
  return path.split('/').every((name) => name !== '' && name !== '.' && name !== '..' && name.toLowerCase() !== '.git');
}

function write(folder: string, { mode, path }: Entry, content: Buffer): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  if (mode === LINK && process.platform !== 'win32') symlinkSync(content, file);
  else writeFileSync(file, content, { flag: 'wx' });
}

/** Reads all contents, in order, from one git process. */
async function writeBlobs(
  place: Place,
  entries: readonly Entry[],
  put: (entry: Entry, content: Buffer) => void,
): Promise<Answer<undefined>> {
  const child = startGit(place, ['cat-file', '--batch']);
  child.stdin?.end(entries.map(({ blob }) => `${blob}\n`).join(''));
  let index = 0;
  const answer = await finished(
    child,
    place,
    records((content, refuse) => {
      const entry = entries[index++];
      if (content === undefined) return refuse('some of its files are not in the clone');
      try {
        if (entry !== undefined) put(entry, content);
      } catch (error) {
        refuse(`${entry?.path} cannot be written (${error instanceof Error && 'code' in error ? error.code : 'unknown error'})`);
      }
    }),
  );
  if (answer.ok && index !== entries.length) return { ok: false, why: 'some of its files are not in the clone' };
  return answer;
}

type OnRecord = (content: Buffer | undefined, refuse: (why: string) => void) => void;

/** Parses the output of `cat-file --batch`: `<id> blob <size>`, the content, a line break; or `<id> missing`. */
function records(onRecord: OnRecord): (chunk: Buffer, refuse: (why: string) => void) => void {
  let pending: Buffer[] = [];
  let length = 0;
  /** Bytes left of the current content, with its line break; absent: a header comes next. */
  let size: number | undefined;
  return (chunk, refuse) => {
    pending.push(chunk);
    length += chunk.length;
    if (size !== undefined && length < size) return;
    let rest = Buffer.concat(pending);
    for (;;) {
      if (size === undefined) {
        const end = rest.indexOf('\n');
        if (end < 0) break;
        const header = rest.toString('latin1', 0, end);
        rest = rest.subarray(end + 1);
        const [, bytes] = / blob (\d+)$/.exec(header) ?? [];
        if (bytes === undefined) onRecord(undefined, refuse);
        else size = Number(bytes) + 1;
      } else {
        if (rest.length < size) break;
        onRecord(rest.subarray(0, size - 1), refuse);
        rest = rest.subarray(size);
        size = undefined;
      }
    }
    pending = [rest];
    length = rest.length;
  };
}
