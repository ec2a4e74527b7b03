import { mkdtempSync, readFileSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PatchedFile, patchedContent, patchedFiles } from '../../git/apply-patch.js';
import type { Answer } from '../../git/process.js';
import { gitPlace } from '../../git/revisions.js';
import { placeAside } from '../../git/work-tree.js';
import { UserError } from '../../model/user-error.js';

/** A file of a patched commit. */
export interface AppliedFile {
  /** From the root of the repository, with forward slashes. */
  readonly path: string;
  readonly mode: '100644' | '100755';
  /** Absent: the patch deletes it. */
  readonly content?: Buffer;
}

/** In bytes. Nobody can review a larger patch. */
const LARGEST_PATCH = 50_000_000;
const MOST_FILES = 5_000;
const HINT = 'Nothing was applied. Read the patch, and apply by hand the parts that you want.';

/**
 * Reads the patch of a build and applies it to a commit. The patch is untrusted, because agents worked in its job. Accepted
 * are plain files only, except files that workflows or git obey.
 *
 * @param repository absolute; its files and its git stay unchanged
 * @param commit a full id, in the clone
 * @throws UserError when the file is not such a patch, or does not apply to the commit
 */
export async function readPatch(repository: string, commit: string, file: string): Promise<readonly AppliedFile[]> {
  const patch = patchIn(file);
  if (patch.length === 0) return [];
  const place = gitPlace(repository);
  if (place === undefined) throw new UserError('There is no git checkout to apply the patch to.', { hint: HINT });
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'tallystick-apply-'));
  try {
    const aside = given(await placeAside(place, folder));
    const changed = given(await patchedFiles(aside, commit, patch));
    const refused = changed.flatMap((each) => whyNot(each) ?? []);
    if (refused.length > 0) throw new UserError(`${refused.slice(0, 3).join('. ')}.`, { hint: HINT });
    if (changed.length > MOST_FILES) throw new UserError(`The patch changes more than ${MOST_FILES} files.`, { hint: HINT });
    const files: AppliedFile[] = [];
    for (const { path, mode, blob } of changed) {
      const kind = mode === '100755' ? mode : '100644';
      if (blob === undefined) files.push({ path, mode: kind });
      else files.push({ path, mode: kind, content: given(await patchedContent(aside, blob)) });
    }
    return files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function patchIn(file: string): Buffer {
  try {
    const { size } = statSync(file);
    if (size > LARGEST_PATCH) throw new UserError(`The patch has ${size} bytes: larger patches are refused.`, { hint: HINT });
    return readFileSync(file);
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`The patch ${file} cannot be read.`, { hint: 'Download the artifact of the build first.' });
  }
}

/** Compares names without case, as some file systems do. */
function whyNot({ path, mode, blob }: PatchedFile): string | undefined {
  const shown = JSON.stringify(path.slice(0, 200));
  const lower = path.toLowerCase();
  if (lower.startsWith('.github/workflows/') || lower.startsWith('.github/actions/'))
    return `The patch changes ${shown}, which controls workflows`;
  if (lower.split('/').some((name) => name === '.git' || name === '.gitmodules'))
    return `The patch changes ${shown}, which controls git`;
  if (blob !== undefined && mode !== '100644' && mode !== '100755') return `The patch makes ${shown} a link or a submodule`;
  return undefined;
}

function given<Value>(answer: Answer<Value>): Value {
  if (answer.ok) return answer.value;
  throw new UserError(`The patch does not fit the commit: ${answer.why}.`, {
    hint: 'Let both jobs check out the same commit: `ref` of actions/checkout, on pull requests their head.',
  });
}
