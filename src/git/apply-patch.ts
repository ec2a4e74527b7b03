import { type Answer, type Place, runGit } from './process.js';
import { writtenTree } from './work-tree.js';

export interface PatchedFile {
  /** From the root, with forward slashes. */
  readonly path: string;
  /** As git writes it: `100644`, `100755`, `120000` (a link), `160000` (a submodule). */
  readonly mode: string;
  /** Absent: the patch removes it. */
  readonly blob?: string;
}

/**
 * Applies a patch to a commit. Neither the repository nor a file of it changes.
 *
 * @param place of `placeAside`
 * @param commit a full id
 */
export async function patchedFiles(place: Place, commit: string, patch: Buffer): Promise<Answer<readonly PatchedFile[]>> {
  const read = await runGit(place, ['read-tree', commit]);
  if (!read.ok) return read;
  const applied = await runGit(place, ['apply', '--cached', '--binary', '--whitespace=nowarn', '-'], patch);
  if (!applied.ok) return applied;
  const tree = await writtenTree(place);
  if (!tree.ok) return tree;
  const listed = await runGit(place, ['diff-tree', '-r', '-z', '--no-renames', commit, tree.value]);
  if (!listed.ok) return listed;
  return { ok: true, value: entriesOf(listed.value.toString('utf8')) };
}

/** The content of a patched file. */
export function patchedContent(place: Place, blob: string): Promise<Answer<Buffer>> {
  return runGit(place, ['cat-file', 'blob', blob]);
}

/** `:100644 100755 <id> <id> M`, then the path, each ended by a zero byte; a commit's own id may stand before them. */
function entriesOf(text: string): readonly PatchedFile[] {
  const parts = text.split('\0');
  const files: PatchedFile[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const [, mode, blob, status] = /^:\d{6} (\d{6}) [0-9a-f]+ ([0-9a-f]+) ([A-Z])/.exec(parts[index] ?? '') ?? [];
    if (mode === undefined || blob === undefined) continue;
    index += 1;
    const path = parts[index] ?? '';
    files.push(status === 'D' ? { path, mode } : { path, mode, blob });
  }
  return files;
}
