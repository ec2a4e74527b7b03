import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';

const LARGEST = 5_000_000;

/** What stands at a path. */
export interface Entry {
  readonly kind: 'folder' | 'link' | 'file' | 'nothing';
  /** What a file says, or where a link leads. */
  readonly text: string;
  /** The same for a folder that was moved. */
  readonly id: string;
}

/** Where git keeps what it runs. Found once, so that what agents write cannot lead a look, or what it puts back, elsewhere. */
export interface Places {
  readonly folder: string;
  readonly common: string;
  /** Where both really are. */
  readonly real: string;
  /** Of `.git` and the folders in it, by path. */
  readonly entries: ReadonlyMap<string, Entry>;
  /** A folder of hooks that the user named, beside the one of git. */
  readonly hooks: string | undefined;
}

/** `.git` of a clone, or where the file or link `.git` of a working tree or submodule leads. */
export function placesOf(repository: string): Places | undefined {
  const path = join(repository, '.git');
  const entry = entryAt(path);
  const folder = entry.kind === 'folder' ? path : leadsTo(path, entry);
  if (folder === undefined || entryAt(folder).kind !== 'folder') return undefined;
  const to = textOf(join(folder, 'commondir'));
  const common = to === undefined ? folder : (realOf(resolve(folder, to)) ?? resolve(folder, to));
  const within = ['hooks', 'info', 'refs', 'refs/heads', 'refs/tags'].map((name) => join(common, name));
  const entries = new Map([path, join(folder, 'info'), ...within].map((each) => [each, entryAt(each)]));
  return { folder, common, real: realFolders({ folder, common }), entries, hooks: ownHooks(repository, folder, common) };
}

export const realFolders = ({ folder, common }: Pick<Places, 'folder' | 'common'>): string =>
  JSON.stringify([realOf(folder), realOf(common)]);

/** The user's own configuration, which applies to every repository; the first that says something counts. */
function userConfigs(): readonly string[] {
  const { GIT_CONFIG_GLOBAL: global, XDG_CONFIG_HOME: xdg = join(homedir(), '.config') } = process.env;
  return global === undefined ? [join(homedir(), '.gitconfig'), join(xdg, 'git', 'config')] : [global];
}

/** `core.hooksPath` of the repository's configuration, of its user's or of the system's, or where a link `hooks` leads. */
function ownHooks(repository: string, folder: string, common: string): string | undefined {
  const inGit = join(common, 'hooks');
  const configs = [join(folder, 'config.worktree'), join(common, 'config'), ...userConfigs(), '/etc/gitconfig'];
  const [path] = configs.flatMap((file) => hooksPathIn(textOf(realOf(file) ?? file) ?? ''));
  if (path === undefined) return entryAt(inGit).kind === 'link' ? realOf(inGit) : undefined;
  const at = path.startsWith('~/') ? join(homedir(), path.slice(2)) : resolve(repository, path);
  return at === inGit ? undefined : at;
}

/** The last `core.hooksPath` of a configuration. */
function hooksPathIn(config: string): readonly string[] {
  const lines = config.split('\n').map((line) => line.trim());
  const named = lines.findLast((line) => line.split('=', 1)[0]?.trim().toLowerCase() === 'hookspath');
  return named === undefined
    ? []
    : [
        named
          .slice(named.indexOf('=') + 1)
          .replaceAll('"', '')
          .trim(),
      ];
}

const HOOKS: ReadonlySet<string> = new Set(
  'applypatch-msg commit-msg prepare-commit-msg update reference-transaction push-to-checkout proc-receive fsmonitor-watchman'.split(
    ' ',
  ),
);
const isHook = (name: string): boolean => HOOKS.has(name) || (/^(?:pre|post)-/.test(name) && !name.includes('.'));

/** The hooks of a folder that the user named, and the user's own configuration, by path, with hashes. */
export function ownFilesOf(folder: string | undefined): ReadonlyMap<string, string> {
  const names = folder === undefined ? [] : (attempt(() => readdirSync(folder)) ?? []);
  const hooks = names.filter((name) => isHook(name)).map((name) => join(folder ?? '', name));
  const files = [...hooks, ...userConfigs().filter((file) => existsSync(file))];
  return new Map(files.map((file) => [file, hashOf(attempt(() => readFileSync(file)) ?? Buffer.alloc(0))]));
}

export const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Whether another thing stands there than before: folders come and go, and what is in them is looked at by itself. */
export function isReplaced(was: Entry, is: Entry): boolean {
  const [before, now] = [was, is].map(({ kind, text }) => (kind === 'link' || kind === 'file' ? `${kind} ${text}` : ''));
  return before !== now;
}

/**
 * Puts back what stood at a path, never through a link; false: it was left as it is. A folder that was only moved comes back
 * with all that it holds.
 *
 * @param isStored its files are put back one by one, so that it may go
 */
export function putBack(path: string, was: Entry, isStored: boolean): boolean {
  const is = entryAt(path);
  const from = leadsTo(path, is);
  if (was.kind === 'folder' && from !== undefined && entryAt(from).kind === 'folder' && entryAt(from).id === was.id) {
    rmSync(path, { force: true });
    renameSync(from, path);
    return true;
  }
  const isPointer = was.kind === 'link' || was.kind === 'file';
  // Another folder, or the only way to one, holds commits: it is no one's to remove.
  if (!isStored && (!isPointer || is.kind === 'folder')) return false;
  rmSync(path, { recursive: true, force: true });
  if (was.kind === 'link') symlinkSync(was.text, path);
  if (was.kind === 'file') writeFileSync(path, `${was.text}\n`);
  return true;
}

/** Where a link, or a file `gitdir: ...`, leads. */
function leadsTo(path: string, { kind, text }: Entry): string | undefined {
  if (kind === 'link') return realOf(path);
  const to = kind === 'file' ? /^gitdir: (.{1,4000})$/m.exec(text)?.[1] : undefined;
  if (to === undefined) return undefined;
  return isAbsolute(to) ? to : resolve(dirname(path), to);
}

export function entryAt(path: string): Entry {
  const found = attempt(() => lstatSync(path, { bigint: true }));
  if (found === undefined) return { kind: 'nothing', text: '', id: '' };
  const id = `${found.dev}:${found.ino}`;
  if (found.isDirectory()) return { kind: 'folder', text: '', id };
  if (found.isSymbolicLink()) return { kind: 'link', text: attempt(() => readlinkSync(path)) ?? '', id };
  return { kind: 'file', text: textOf(path) ?? '', id };
}

export function textOf(file: string): string | undefined {
  const found = attempt(() => lstatSync(file));
  return found?.isFile() && found.size <= LARGEST ? attempt(() => readFileSync(file, 'utf8').trim()) : undefined;
}

const realOf = (path: string): string | undefined => attempt(() => realpathSync(path));

/** What is not there, or cannot be read, is undefined: a look must not end a build. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
