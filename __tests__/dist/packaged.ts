import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../architecture/source-files.js';

/** A finished process. */
export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The committed bundle, copied to where no package is installed, and what is needed to run it there. */
export interface Packaged {
  /** A folder with nothing else in it. */
  readonly folder: string;
  /** @param input what it reads from its standard input */
  readonly cli: (words: readonly string[], cwd?: string, input?: string) => Finished;
  readonly remove: () => void;
}

export function unpack(): Packaged {
  if (!existsSync(join(root, 'dist', 'index.js')))
    throw new Error('There is no bundle in dist: run `npm run bundle` and commit it.');
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tallystick-packaged-')));
  const dist = join(folder, 'dist');
  cpSync(join(root, 'dist'), dist, { recursive: true });

  function start(
    door: string,
    words: readonly string[],
    cwd: string,
    env: Readonly<Record<string, string | undefined>>,
    input: string,
  ): Finished {
    const given = Object.fromEntries(Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined));
    const run = spawnSync(process.execPath, [join(dist, door), ...words], {
      cwd,
      env: given,
      input,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    return { code: run.status, stdout: run.stdout, stderr: run.stderr };
  }

  return {
    folder,
    cli: (words, cwd = folder, input = '') =>
      start('cli.js', words, cwd, { ...system(), HOME: folder, XDG_CACHE_HOME: join(folder, 'cache') }, input),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** What a process needs of the environment on any system, and nothing of this one's own settings. */
function system(): Readonly<Record<string, string | undefined>> {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP };
}
