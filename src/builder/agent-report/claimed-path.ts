import { posix, relative } from 'node:path';

/** What nobody claims as theirs: it is kept by git and by us. */
const NEVER = ['.git', '.tallystick'];
const LONGEST = 1_000;

/**
 * A path as an agent names it, relative to the workspace and with forward slashes. undefined: it leads out of it, or to what git or
 * we keep.
 *
 * @param workspace absolute
 */
export function claimedPath(claim: string, workspace: string): string | undefined {
  const words = claim.trim();
  if (words === '' || words.length > LONGEST || words.includes('\0')) return undefined;
  const inner = isWhole(words) ? relative(workspace, words) : words;
  const path = posix.normalize(inner.replaceAll('\\', '/')).replace(/\/$/, '');
  if (isWhole(path) || path === '.' || path === '..' || path.startsWith('../')) return undefined;
  return path.split('/').some((part) => NEVER.includes(part.toLowerCase())) ? undefined : path;
}

function isWhole(path: string): boolean {
  return path.startsWith('/') || path.startsWith('\\') || path.startsWith('~') || /^[A-Za-z]:[\\/]/.test(path);
}
