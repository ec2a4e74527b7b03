import { posix, relative } from 'node:path';

/** Folders of git and of this program, which agents cannot claim. */
const NEVER = ['.git', '.tallystick'];
const LONGEST = 1_000;

/**
 * A claimed path relative to the workspace, with forward slashes. undefined: outside of it, or in a folder of git or this
 * program.
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
