import { createHash } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';

/** Files with commands that git runs for the user: its configuration, its hooks, and attributes that name filters. */
const SETTINGS = ['config', 'config.worktree', 'info/attributes', 'info/exclude'];
const MOST_FILES = 10_000;
const LARGEST = 5_000_000;

interface Kept {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** A repository's settings and the commits of its branches and tags. */
interface GitState {
  /** By absolute path. */
  readonly settings: ReadonlyMap<string, Kept>;
  /** `HEAD`, `refs/heads/main`, with their contents. */
  readonly refs: ReadonlyMap<string, string>;
}

/**
 * Watches a repository's settings and history while agents work in it. `look` puts settings and hooks back, since the user's
 * next git command would run what they name; commits stay, and are reported.
 */
export class GitWatch {
  readonly #repository: string;
  #before: GitState | undefined;

  constructor(repository: string) {
    this.#repository = repository;
    this.#before = stateOf(repository);
  }

  /** What changed since the last look, as sentences. */
  look(): readonly string[] {
    const now = stateOf(this.#repository);
    const before = this.#before;
    if (now === undefined && before === undefined) return [];
    if (before === undefined || now === undefined) {
      this.#before = now;
      return [
        now === undefined ? 'The git repository was removed during the build.' : 'A git repository was made during the build.',
      ];
    }
    const settings = this.#returned(before, now);
    const refs = moved(before.refs, now.refs);
    this.#before = { settings: before.settings, refs: now.refs };
    return [...settings, ...refs];
  }

  #returned(before: GitState, now: GitState): readonly string[] {
    const name = (file: string): string => relative(this.#repository, file).replaceAll('\\', '/');
    const added = [...now.settings.keys()].filter((file) => !before.settings.has(file));
    const changed = [...before.settings].filter(([file, was]) => {
      const is = now.settings.get(file);
      return is === undefined || !is.bytes.equals(was.bytes) || is.mode !== was.mode;
    });
    for (const file of added) rmSync(file, { recursive: true, force: true });
    for (const [file, { bytes, mode }] of changed) {
      rmSync(file, { recursive: true, force: true });
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, bytes, { mode });
      chmodSync(file, mode);
    }
    return [
      ...added.map((file) => `${name(file)} was added during the build: it was removed, because git runs what it says.`),
      ...changed.map(([file]) => `${name(file)} was changed during the build: it is again what it was.`),
    ];
  }
}

const baseline = z.object({
  /** Paths with hashes of what is there. */
  settings: z.array(z.tuple([z.string(), z.string()])),
  refs: z.array(z.tuple([z.string(), z.string()])),
});

/** A repository's settings and commits when a build begins, as text; undefined: no repository. */
export function gitBaseline(repository: string): string | undefined {
  const state = stateOf(repository);
  return state && JSON.stringify({ settings: [...hashes(state)], refs: [...state.refs] } satisfies z.output<typeof baseline>);
}

/**
 * What differs from when the build began, as sentences. Between two runs of it nobody watched, and its user may have changed
 * that: nothing is put back.
 */
export function gitChangesSince(repository: string, text: string): readonly string[] {
  const [before, now] = [baseline.parse(JSON.parse(text)), stateOf(repository)];
  if (now === undefined) return ['The git repository was removed since the build began.'];
  const [was, is] = [new Map(before.settings), hashes(now)];
  const changed = [...new Set([...was.keys(), ...is.keys()])].filter((file) => was.get(file) !== is.get(file));
  return [
    ...changed.map((file) => {
      const name = relative(repository, file).replaceAll('\\', '/');
      return `${name} is not what it was when the build began, and git runs what it says: look at it, unless you changed it.`;
    }),
    ...moved(new Map(before.refs), now.refs),
  ];
}

const hashes = ({ settings }: GitState): ReadonlyMap<string, string> =>
  new Map([...settings].map(([file, { bytes, mode }]) => [file, `${mode} ${createHash('sha256').update(bytes).digest('hex')}`]));

function moved(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const names = [...new Set([...before.keys(), ...now.keys()])].filter((name) => before.get(name) !== now.get(name));
  return names.slice(0, 20).map((name) => {
    const [from, to] = [before.get(name), now.get(name)].map((commit) => (commit === undefined ? 'nothing' : short(commit)));
    return `${name} of git moved from ${from} to ${to} during the build: look at its commits before you push them.`;
  });
}

const short = (commit: string): string => (/^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : commit.slice(0, 100));

function stateOf(repository: string): GitState | undefined {
  const folder = gitFolder(repository);
  if (folder === undefined) return undefined;
  const common = commonFolder(folder);
  const settings = [
    ...new Set(SETTINGS.flatMap((file) => [join(common, file), join(folder, file)])),
    ...filesIn(join(common, 'hooks')).filter((file) => !file.endsWith('.sample')),
  ];
  const refs = new Map<string, string>();
  for (const line of (textOf(join(common, 'packed-refs')) ?? '').split('\n')) {
    const found = /^([0-9a-f]{40,64}) (refs\/(?:heads|tags)\/.{1,500})$/.exec(line);
    if (found !== null) refs.set(found[2] ?? '', found[1] ?? '');
  }
  for (const kind of ['heads', 'tags'])
    for (const file of filesIn(join(common, 'refs', kind)))
      refs.set(relative(common, file).replaceAll('\\', '/'), textOf(file) ?? '');
  refs.set('HEAD', textOf(join(folder, 'HEAD')) ?? '');
  return { settings: new Map(settings.flatMap((file) => keptOf(file))), refs };
}

/** `.git` of a clone, or where the file `.git` of a working tree or submodule leads. */
function gitFolder(repository: string): string | undefined {
  const place = join(repository, '.git');
  const found = lstatSync(place, { throwIfNoEntry: false });
  if (found?.isDirectory()) return place;
  const to = found?.isFile() ? /^gitdir: (.{1,4000})$/m.exec(textOf(place) ?? '')?.[1] : undefined;
  if (to === undefined) return undefined;
  const folder = isAbsolute(to) ? to : resolve(repository, to);
  return lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() ? folder : undefined;
}

function commonFolder(folder: string): string {
  const to = textOf(join(folder, 'commondir'));
  return to === undefined ? folder : resolve(folder, to);
}

function filesIn(folder: string): readonly string[] {
  if (lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .slice(0, MOST_FILES)
    .map((entry) => join(entry.parentPath, entry.name));
}

function keptOf(file: string): readonly (readonly [string, Kept])[] {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found === undefined || found.isDirectory()) return [];
  // A link is another file each time it is read: it counts as empty, and is replaced.
  const isPlain = found.isFile() && found.size <= LARGEST;
  return [[file, { bytes: isPlain ? readFileSync(file) : Buffer.alloc(0), mode: found.mode & 0o777 }]];
}

function textOf(file: string): string | undefined {
  const found = lstatSync(file, { throwIfNoEntry: false });
  return found?.isFile() && found.size <= LARGEST ? readFileSync(file, 'utf8').trim() : undefined;
}
