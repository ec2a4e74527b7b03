import { readFileSync, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join, relative } from 'node:path';
import { UserError } from '../model/user-error.js';
import type { ConfigFile } from './parse.js';

/** Name of the configuration at the root of a repository. */
export const CONFIG_FILE = '.tallystick.yml';

/** In bytes: no hand-written configuration is larger. */
const LARGEST = 1_000_000;

/**
 * The configuration of a repository, or `undefined` if it has none.
 * `named`: absolute path of a file that a trusted user named, which must exist.
 * UserError: unreadable, outside the repository (a symbolic link), not YAML, unknown keys, wrong values.
 */
export async function loadConfig(repository: string, named?: string): Promise<ConfigFile | undefined> {
  const path = named ?? join(repository, CONFIG_FILE);
  const name = displayName(repository, path);
  const size = statSync(path, { throwIfNoEntry: false });
  if (size === undefined) {
    if (named !== undefined)
      throw new UserError(`There is no configuration ${name}.`, { hint: 'Check the path given to --config.' });
    refuseOtherEnding(repository);
    return undefined;
  }
  if (named === undefined && isOutside(realpathSync(repository), realpathSync(path))) {
    throw new UserError(`${CONFIG_FILE} is a link to a file outside the repository.`, { hint: 'Put the file itself there.' });
  }
  if (!size.isFile())
    throw new UserError(`${name} is not a file.`, { hint: 'Name the configuration itself, as `--config .tallystick.yml`.' });
  if (size.size > LARGEST) throw new UserError(`${name} is larger than a configuration can be (${LARGEST} bytes).`);
  const text = read(path, name);
  // Loaded on demand, because most repositories have no configuration.
  const { parseConfig } = await import('./parse.js');
  return parseConfig(text, name);
}

function read(path: string, name: string): string {
  let bytes: Buffer;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    throw new UserError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new UserError(`${name} is not UTF-8 text.`, { hint: 'Save it as UTF-8.' });
  }
}

function refuseOtherEnding(repository: string): void {
  const other = '.tallystick.yaml';
  if (statSync(join(repository, other), { throwIfNoEntry: false }) === undefined) return;
  throw new UserError(`${other} is not read.`, { hint: `Rename it to ${CONFIG_FILE}.`, location: { file: other, line: 1 } });
}

function isOutside(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner.startsWith('..') || isAbsolute(inner);
}

function displayName(repository: string, path: string): string {
  return (isOutside(repository, path) ? path : relative(repository, path) || '.').replaceAll('\\', '/');
}
