import { readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commitOf, gitPlace } from '../../git/revisions.js';
import { BUILD, TOOL, UNBUNDLED } from '../../model/tool.js';
import type { Io } from '../command.js';

/** `tallystick 0.1.0 (commit 0123abc)`; where the commit is not known, the hash of the sources: `(build 0123abc)`. */
export async function versionText({ self }: Pick<Io, 'self'>): Promise<string> {
  const [door] = self?.args ?? [];
  const commit = door === undefined ? undefined : await ownCommit(dirname(dirname(realpathSync(door))));
  const from = commit !== undefined ? ` (commit ${commit})` : BUILD === UNBUNDLED ? '' : ` (build ${BUILD})`;
  return `${TOOL.name} ${TOOL.version}${from}`;
}

/** The commit of a clone of this program, else the one that the package was built from. */
async function ownCommit(root: string): Promise<string | undefined> {
  const clone = gitPlace(root);
  if (clone !== undefined) {
    const head = await commitOf(clone, 'HEAD');
    if (head.ok) return head.value.sha.slice(0, 12);
  }
  try {
    return /^[0-9a-f]{12}$/m.exec(readFileSync(join(root, 'lib', 'commit.txt'), 'utf8'))?.[0];
  } catch {
    return undefined;
  }
}
