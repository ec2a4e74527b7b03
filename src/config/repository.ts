import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The nearest folder upward from an absolute one that holds `.git`, else the folder itself: what reported paths are relative to. */
export function findRepository(dir: string): string {
  for (let folder = dir; ; ) {
    if (existsSync(join(folder, '.git'))) return folder;
    const parent = dirname(folder);
    if (parent === folder) return dir;
    folder = parent;
  }
}
