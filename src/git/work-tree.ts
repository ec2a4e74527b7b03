import { lstatSync, mkdirSync, readlinkSync, type Stats } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Answer, type Place, runGit } from './process.js';

/** In bytes. Nobody can review a larger patch. */
const LARGEST_PATCH = 200_000_000;
const FILE = '100644';
const PROGRAM = '100755';
const LINK = '120000';

/**
 * A place whose git writes into a folder outside of the repository.
 *
 * @param folder absolute, empty; the caller removes it
 */
export async function placeAside(place: Place, folder: string): Promise<Answer<Place>> {
  const found = await runGit(place, ['rev-parse', '--git-path', 'objects']);
  if (!found.ok) return found;
  const objects = resolve(place.repository, found.value.toString('utf8').trim());
  mkdirSync(join(folder, 'objects'), { recursive: true });
  return { ok: true, value: { ...place, maxBytes: LARGEST_PATCH, aside: { folder, objects } } };
}

/**
 * The working copy as a tree, byte for byte: tracked files, and untracked files that no `.gitignore` excludes. No filter runs,
 * because attributes are untrusted. Submodules are left out.
 *
 * @param place of `placeAside`
 * @param isRequested selects files by their path from the root with forward slashes
 * @returns the tree's id
 */
export async function workTree(place: Place, isRequested: (path: string) => boolean): Promise<Answer<string>> {
  const listed = await runGit({ ...place, aside: undefined }, [
    ...['--work-tree=.', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'],
  ]);
  if (!listed.ok) return listed;
  const paths = [...new Set(listed.value.toString('utf8').split('\0'))].filter((path) => path !== '' && isRequested(path));
  const found = paths.flatMap((path) => entryOf(place.repository, path));
  const files = found.filter(({ mode }) => mode !== LINK);
  const written = await runGit(
    place,
    ['hash-object', '-w', '--no-filters', '--stdin-paths'],
    lines(files.map(({ path }) => path)),
  );
  if (!written.ok) return written;
  const ids = written.value.toString('latin1').trim().split('\n');
  const entries = files.map(({ mode, path }, index) => `${mode} ${ids[index]}\t${path}`);
  for (const { path, mode } of found.filter((each) => each.mode === LINK)) {
    const target = readlinkSync(join(place.repository, path), 'buffer');
    const id = await runGit(place, ['hash-object', '-w', '--stdin'], target);
    if (!id.ok) return id;
    entries.push(`${mode} ${id.value.toString('latin1').trim()}\t${path}`);
  }
  const emptied = await runGit(place, ['read-tree', '--empty']);
  if (!emptied.ok) return emptied;
  const indexed = await runGit(place, ['update-index', '-z', '--index-info'], entries.map((entry) => `${entry}\0`).join(''));
  return indexed.ok ? writtenTree(place) : indexed;
}

/** The index as a tree: its id. */
export async function writtenTree(place: Place): Promise<Answer<string>> {
  const tree = await runGit(place, ['write-tree']);
  return tree.ok ? { ok: true, value: tree.value.toString('latin1').trim() } : tree;
}

/** The patch from one tree to the other, with binary files; empty when they are equal. */
export function patchBetween(place: Place, from: string, to: string): Promise<Answer<Buffer>> {
  return runGit(place, [
    ...['diff-tree', '-r', '-p', '--binary', '--full-index', '--no-renames', '--no-ext-diff', '--no-textconv', '--no-color'],
    ...['--src-prefix=a/', '--dst-prefix=b/', from, to],
  ]);
}

function entryOf(repository: string, path: string): readonly { readonly mode: string; readonly path: string }[] {
  let stats: Stats;
  try {
    stats = lstatSync(join(repository, path));
  } catch {
    // A tracked file that was deleted.
    return [];
  }
  if (stats.isSymbolicLink()) return [{ mode: LINK, path }];
  if (!stats.isFile()) return [];
  return [{ mode: (stats.mode & 0o100) === 0 || process.platform === 'win32' ? FILE : PROGRAM, path }];
}

/** One path a line, in quotes: a path may hold line breaks. */
function lines(paths: readonly string[]): string {
  return paths.map((path) => `"${path.replace(/["\\]/g, '\\$&').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"\n`).join('');
}
