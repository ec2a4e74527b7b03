import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { changesBetween, type FileChange, isChanged } from './changed-lines.js';
import { type Answer, type Place, runGit } from './process.js';
import { commitOf, fileAt, isShallow, mergeBase } from './revisions.js';

/** How the working tree differs from a revision; paths are relative to the repository. */
export interface Changed {
  /** The commit to compare with. */
  readonly commit: string;
  readonly file: (path: string) => boolean;
  readonly line: (path: string, line: number) => boolean;
  /** Whether a file that matches was changed, added or deleted. */
  readonly anyOf: (isMeant: (path: string) => boolean) => boolean;
}

/** The edit since the last commit: lines `first` to `last` of the file, and the shift of the lines after them. */
interface Edit {
  readonly first: number;
  readonly last: number;
  readonly shift: number;
}

/**
 * Compares the working tree, with uncommitted changes, to the merge base of HEAD and the revision. Later commits of the
 * revision do not count. A shallow clone does not know the merge base, so the revision itself is compared.
 *
 * @param files the only files that callers will ask for
 */
export async function changedSince(place: Place, revision: string, files: readonly string[]): Promise<Answer<Changed>> {
  const named = await commitOf(place, revision);
  if (!named.ok) {
    const shallow = await isShallow(place);
    return shallow ? { ok: false, why: `${named.why}, which is shallow` } : named;
  }
  const ancestor = await mergeBase(place, named.value.sha, 'HEAD');
  const commit = ancestor.ok ? ancestor.value : named.value.sha;
  const head = await commitOf(place, 'HEAD');
  if (!head.ok) return head;
  const committed = await changesBetween(place, commit, head.value.sha);
  if (!committed.ok) return committed;
  const listed = await filesOf(place, head.value.sha);
  if (!listed.ok) return listed;
  const edited = await editsSince(place, head.value.sha, listed.value, files);
  if (!edited.ok) return edited;
  const byPath = new Map(committed.value.map((change) => [change.path, change]));
  return {
    ok: true,
    value: {
      commit,
      file: (path) => byPath.has(path) || edited.value.has(path),
      line: (path, line) => isChangedLine(line, byPath.get(path), edited.value.get(path)),
      anyOf: (isMeant) =>
        committed.value.some(({ path, oldPath }) => [path, oldPath].some((each) => each !== undefined && isMeant(each))) ||
        [...edited.value.keys()].some(isMeant) ||
        [...listed.value].some(([path, stored]) => isMeant(path) && isEdited(place.repository, path, stored)),
    },
  };
}

function isChangedLine(line: number, committed: FileChange | undefined, edit: Edit | undefined): boolean {
  if (edit !== undefined && line >= edit.first && line <= edit.last) return true;
  if (committed === undefined) return false;
  return isChanged(committed, edit !== undefined && line > edit.last ? line - edit.shift : line);
}

/** A file as a commit lists it. */
interface Stored {
  readonly blob: string;
  readonly isLink: boolean;
}

async function filesOf(place: Place, commit: string): Promise<Answer<ReadonlyMap<string, Stored>>> {
  const listed = await runGit(place, ['ls-tree', '-r', '-z', '--full-tree', commit]);
  if (!listed.ok) return listed;
  const records = listed.value.toString('utf8').split('\0');
  const files = records.flatMap((record) => {
    const [, mode, blob, path] = /^(\d{6}) blob ([0-9a-f]+)\t([^\0]+)$/.exec(record) ?? [];
    return blob === undefined || path === undefined ? [] : [[path, { blob, isLink: mode === '120000' }] as const];
  });
  return { ok: true, value: new Map(files) };
}

/** Files that differ from the commit. This does not ask git, because git would run the repository's filters. */
async function editsSince(
  place: Place,
  commit: string,
  listed: ReadonlyMap<string, Stored>,
  files: readonly string[],
): Promise<Answer<ReadonlyMap<string, Edit>>> {
  const edits = new Map<string, Edit>();
  for (const path of new Set(files)) {
    const now = readInside(place.repository, path);
    const stored = listed.get(path);
    if (now === undefined || (stored !== undefined && isBlob(now, stored.blob))) continue;
    const before = stored === undefined ? 'absent' : await fileAt(place, commit, path);
    if (before !== 'absent' && !before.ok) return before;
    edits.set(path, before === 'absent' ? WHOLE : editBetween(linesOf(before.value), linesOf(now)));
  }
  return { ok: true, value: edits };
}

/** Whether a file differs from the commit, or was deleted. */
function isEdited(repository: string, path: string, { blob, isLink }: Stored): boolean {
  try {
    const file = join(repository, path);
    if (isLink || lstatSync(file).isSymbolicLink()) return !isBlob(Buffer.from(readlinkSync(file)), blob);
  } catch {
    return true;
  }
  const now = readInside(repository, path);
  return now === undefined || !isBlob(now, blob);
}

const WHOLE: Edit = { first: 1, last: Number.MAX_SAFE_INTEGER, shift: 0 };

/** The content of a file; undefined when a link leads out of the repository. */
function readInside(repository: string, path: string): Buffer | undefined {
  try {
    const way = relative(realpathSync(repository), realpathSync(join(repository, path)));
    return way.startsWith('..') || isAbsolute(way) ? undefined : readFileSync(join(repository, path));
  } catch {
    return undefined;
  }
}

/** Whether git would store the content under this name, with its line ends as they are or as on other systems. */
function isBlob(content: Buffer, blob: string): boolean {
  const algorithm = blob.length === 40 ? 'sha1' : 'sha256';
  const nameOf = (bytes: Buffer): string => createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
  return nameOf(content) === blob || nameOf(Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')) === blob;
}

function linesOf(content: Buffer): readonly string[] {
  return content.toString('utf8').split(/\r?\n/);
}

/** From the first to the last line that differs. Two distant edits become one: too many lines count as changed, never too few. */
function editBetween(before: readonly string[], now: readonly string[]): Edit {
  const shortest = Math.min(before.length, now.length);
  let same = 0;
  while (same < shortest && before[same] === now[same]) same++;
  let tail = 0;
  while (tail < shortest - same && before[before.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  return { first: same + 1, last: now.length - tail, shift: now.length - before.length };
}
