import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import spawn from 'cross-spawn';
import { pathInside } from '../../config/inside.js';
import { serverEnvironment } from '../../mcp/sessions/environment.js';

const LONGEST_MS = 10_000;
const MOST_BYTES = 2_000;

type Environment = Readonly<Record<string, string | undefined>>;

/** An installed program. */
export interface Program {
  /** Absolute. */
  readonly path: string;
  /** The first line of `--version`; absent: it printed none. */
  readonly version?: string | undefined;
}

/**
 * Finds a program of `PATH` and its version. Folders of the repository are skipped, because its files are untrusted. The
 * program gets no secret of the environment.
 *
 * @param repository absolute and real
 */
export async function programOf(name: string, env: Environment, repository: string): Promise<Program | undefined> {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter).filter((folder) => isSafe(folder, repository));
  const names = process.platform === 'win32' ? ['.exe', '.cmd', '.bat'].map((ending) => `${name}${ending}`) : [name];
  const path = folders.flatMap((folder) => names.map((each) => join(folder, each))).find((file) => isProgram(file, repository));
  if (path === undefined) return undefined;
  return { path, version: await versionOf(path, { ...serverEnvironment(env), PATH: folders.join(delimiter) }) };
}

function isSafe(folder: string, repository: string): boolean {
  return isAbsolute(folder) && pathInside(repository, folder) === undefined;
}

function isProgram(file: string, repository: string): boolean {
  try {
    if (!statSync(file).isFile() || pathInside(repository, realpathSync(file)) !== undefined) return false;
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function versionOf(path: string, env: Record<string, string>): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Outside of the repository, whose files could change how a program starts.
    const child = spawn(path, ['--version'], {
      cwd: dirname(process.execPath),
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
      windowsHide: true,
    });
    let output = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), LONGEST_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      output = (output + chunk.toString('utf8')).slice(0, MOST_BYTES);
    });
    const end = (version: string | undefined): void => {
      clearTimeout(timer);
      resolve(version);
    };
    child.on('error', () => end(undefined));
    child.on('close', (code) => end(code === 0 ? output.split('\n')[0]?.trim() || undefined : undefined));
  });
}
