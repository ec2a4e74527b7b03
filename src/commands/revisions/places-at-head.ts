import { changesBetween, type FileChange, olderLine } from '../../git/changed-lines.js';
import { commitOf } from '../../git/revisions.js';
import type { Checkout } from './checkout.js';

interface Line {
  readonly file: string;
  readonly line: number;
}

/**
 * Maps lines of the checkout to the head of a pull request. GitHub shows findings there, but the checkout is the head merged
 * into its base, which may move lines. Lines stay unchanged when the clone lacks the head.
 */
export async function placesAtHead(checkout: Checkout, headSha: string): Promise<(at: Line) => Line> {
  const same = (at: Line): Line => at;
  if (checkout.kind !== 'merge' || !(await commitOf(checkout.place, headSha)).ok) return same;
  const changes = await changesBetween(checkout.place, headSha, checkout.commit.sha);
  if (!changes.ok) return same;
  const byPath = new Map(changes.value.map((change) => [change.path, change]));
  return (at) => {
    const change = byPath.get(at.file);
    // A file that only the base has.
    return change?.oldPath === undefined
      ? at
      : { file: change.oldPath, line: olderLine(change, at.line) ?? lineBefore(change, at.line) };
  };
}

/** A line of the base is not in the head: the line before it. */
function lineBefore({ hunks }: FileChange, line: number): number {
  const within = hunks.find(({ newStart, newCount }) => line >= newStart && line < newStart + newCount);
  return Math.max(within?.oldStart ?? line, 1);
}
