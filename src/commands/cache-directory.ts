import { isAbsolute, join } from 'node:path';

/**
 * The folder of the fact cache on a user's machine: the system's cache folder (XDG base directories, `~/Library/Caches`,
 * `%LOCALAPPDATA%`), never the untrusted repository. `undefined`: there is no such folder.
 */
export function cacheDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const home = env.HOME ?? env.USERPROFILE;
  const candidates = {
    darwin: [home && join(home, 'Library', 'Caches')],
    win32: [env.LOCALAPPDATA],
    other: [env.XDG_CACHE_HOME, home && join(home, '.cache')],
  };
  const folders = platform === 'darwin' || platform === 'win32' ? candidates[platform] : candidates.other;
  const folder = folders.find((path) => path !== undefined && isAbsolute(path));
  return folder === undefined ? undefined : join(folder, 'tallystick');
}
