import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Files that only the root of a repository with several packages has. */
const WORKSPACES = ['pnpm-workspace.yaml', 'lerna.json', 'nx.json', 'turbo.json', 'rush.json'];

/**
 * The root for reported paths, and the boundary for reading: the nearest folder upward from an absolute one that contains `.git`;
 * without one (an unpacked archive) the nearest root of a workspace; else the folder itself.
 */
export function findRepository(dir: string): string {
  return nearest(dir, (folder) => existsSync(join(folder, '.git'))) ?? nearest(dir, isWorkspace) ?? dir;
}

function nearest(dir: string, test: (folder: string) => boolean): string | undefined {
  for (let folder = dir; ; ) {
    if (test(folder)) return folder;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

function isWorkspace(folder: string): boolean {
  if (WORKSPACES.some((name) => existsSync(join(folder, name)))) return true;
  try {
    return /"workspaces"\s*:/.test(readFileSync(join(folder, 'package.json'), 'utf8'));
  } catch {
    return false;
  }
}
