import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { z } from 'zod';
import {
  attempt,
  entryAt,
  hashOf,
  isReplaced,
  ownFilesOf,
  type Places,
  placesOf,
  putBack,
  realFolders,
  textOf,
} from './git-places.js';

/** Files with commands that git runs for the user: its configuration, its hooks, and attributes that name filters. */
const SETTINGS = ['config', 'config.worktree', 'commondir', 'info/attributes', 'info/exclude'];
const MOST_FILES = 10_000;
const LARGEST = 5_000_000;

interface Retained {
  readonly bytes: Buffer;
  readonly mode: number;
}

/** A repository's settings and the commits of its branches and tags. */
interface GitState {
  readonly places: Places;
  /** By absolute path. */
  readonly settings: ReadonlyMap<string, Retained>;
  /** Hooks in a folder that the user named, and the user's own configuration, with hashes. */
  readonly hooks: ReadonlyMap<string, string>;
  /** `HEAD`, `refs/heads/main`, with their contents. */
  readonly refs: ReadonlyMap<string, string>;
}

/**
 * Watches a repository's settings and history while agents work in it. `look` puts settings and hooks back, since the user's
 * next git command would run what they name; commits stay, and are reported. It never throws.
 */
export class GitWatch {
  readonly #repository: string;
  #before: GitState | undefined;
  /** What lasts is told once. */
  readonly #told = new Set<string>();

  constructor(repository: string) {
    this.#repository = repository;
    this.#before = stateOf(repository);
  }

  /** What changed since the last look, as sentences. */
  look(): readonly string[] {
    const before = this.#before;
    if (before === undefined) {
      this.#before = stateOf(this.#repository);
      return this.#before === undefined ? [] : ['A git repository was made during the build.'];
    }
    const entry = join(this.#repository, '.git');
    if (entryAt(entry).kind === 'nothing') return this.#once(['The git repository was removed during the build.']);
    // First the folders: below one that became a link, everything else would be looked for, and put back, elsewhere.
    const paths = [...before.places.entries.keys()];
    const replaced = paths.flatMap((path) => this.#folder(path, before.places));
    if (isOther(entry, before.places)) return replaced;
    if (realFolders(before.places) !== before.places.real)
      return this.#once(['The folder of git is another one than before the build: run no git before you looked at it.']);
    const now = stateIn(before.places);
    const settings = this.#returned(before, now);
    const hooks = differing(before.hooks, now.hooks).map(
      (file) => `${this.#name(file)}, which git runs or obeys, was changed during the build: look at it before you use git.`,
    );
    this.#before = { ...before, refs: now.refs, hooks: now.hooks };
    return [...replaced, ...settings, ...hooks, ...moved(before.refs, now.refs)];
  }

  #folder(path: string, { entries, real, ...places }: Places): readonly string[] {
    const was = entries.get(path);
    if (was === undefined || !isOther(path, { entries })) return [];
    // Below a folder that leads elsewhere nothing is ours, except the way there.
    if (basename(path) !== '.git' && realFolders(places) !== real) return [];
    const is = entryAt(path).kind;
    const what = `${this.#name(path)} was replaced by ${is === 'nothing' ? 'nothing' : `a ${is}`} during the build`;
    const isStored = ['hooks', 'info'].includes(basename(path));
    return this.#tried(path, () =>
      putBack(path, was, isStored)
        ? [`${what}: it is again what it was.`]
        : this.#once([`${what}: run no git before you looked at it.`]),
    );
  }

  #returned({ settings }: GitState, now: GitState): readonly string[] {
    const added = [...now.settings.keys()].filter((file) => !settings.has(file));
    const changed = [...settings].filter(([file, was]) => {
      const is = now.settings.get(file);
      return is === undefined || !is.bytes.equals(was.bytes) || is.mode !== was.mode;
    });
    return [
      ...added.flatMap((file) =>
        this.#tried(file, () => {
          rmSync(file, { recursive: true, force: true });
          return [`${this.#name(file)} was added during the build: it was removed, because git runs what it says.`];
        }),
      ),
      ...changed.flatMap(([file, { bytes, mode }]) =>
        this.#tried(file, () => {
          rmSync(file, { recursive: true, force: true });
          mkdirSync(dirname(file), { recursive: true });
          writeFileSync(file, bytes, { mode });
          chmodSync(file, mode);
          return [`${this.#name(file)} was changed during the build: it is again what it was.`];
        }),
      ),
    ];
  }

  #tried(file: string, put: () => readonly string[]): readonly string[] {
    try {
      return put();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      return this.#once([`${this.#name(file)} was changed during the build, and could not be put back (${why}): look at it.`]);
    }
  }

  #once(lines: readonly string[]): readonly string[] {
    const fresh = lines.filter((line) => !this.#told.has(line));
    for (const line of fresh) this.#told.add(line);
    return fresh;
  }

  #name(file: string): string {
    return nameOf(this.#repository, file);
  }
}

/** Relative to the repository, if it is below it. */
function nameOf(repository: string, file: string): string {
  const way = relative(repository, file).replaceAll('\\', '/');
  return way.startsWith('../') ? file : way;
}

function isOther(path: string, { entries }: Pick<Places, 'entries'>): boolean {
  const was = entries.get(path);
  return was !== undefined && isReplaced(was, entryAt(path));
}

const baseline = z.object({
  /** Paths with hashes of what is there. */
  settings: z.array(z.tuple([z.string(), z.string()])),
  /** Links and files in the place of folders, and hooks of a folder that the user named. */
  more: z.array(z.tuple([z.string(), z.string()])).optional(),
  refs: z.array(z.tuple([z.string(), z.string()])),
});

/** A repository's settings and commits when a build begins, as text; undefined: no repository. */
export function gitBaseline(repository: string): string | undefined {
  const state = stateOf(repository);
  if (state === undefined) return undefined;
  const retained: z.output<typeof baseline> = {
    ...{ settings: [...hashes(state)], more: [...moreOf(state)], refs: [...state.refs] },
  };
  return JSON.stringify(retained);
}

/**
 * What differs from when the build began, as sentences. Between two runs of it nobody watched, and its user may have changed
 * that: nothing is put back.
 */
export function gitChangesSince(repository: string, text: string): readonly string[] {
  const [before, now] = [baseline.parse(JSON.parse(text)), stateOf(repository)];
  if (now === undefined) return ['The git repository was removed since the build began.'];
  // A build of an earlier version kept no more.
  const [more, moreNow] = [new Map(before.more ?? []), before.more === undefined ? new Map<string, string>() : moreOf(now)];
  const replaced = differing(more, moreNow);
  // What is below another folder is all new.
  const isElsewhere = replaced.includes(join(repository, '.git'));
  const changed = isElsewhere ? [] : differing(new Map(before.settings), hashes(now));
  return [
    ...[...replaced, ...changed].map((file) => {
      return `${nameOf(repository, file)} is not what it was when the build began, and git runs what it says: look at it, unless you changed it.`;
    }),
    ...moved(new Map(before.refs), now.refs),
  ];
}

const hashes = ({ settings }: GitState): ReadonlyMap<string, string> =>
  new Map([...settings].map(([file, { bytes, mode }]) => [file, `${mode} ${hashOf(bytes)}`]));

function moreOf({ places, hooks }: GitState): ReadonlyMap<string, string> {
  const odd = [...places.entries].flatMap(([path, { kind, text }]) =>
    kind === 'link' || kind === 'file' ? [[path, `${kind} ${text}`] as const] : [],
  );
  return new Map([...hooks, ...odd]);
}

const differing = (was: ReadonlyMap<string, string>, is: ReadonlyMap<string, string>): readonly string[] =>
  [...new Set([...was.keys(), ...is.keys()])].filter((file) => was.get(file) !== is.get(file));

function moved(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): readonly string[] {
  const names = differing(before, now);
  return names.slice(0, 20).map((name) => {
    const [from, to] = [before.get(name), now.get(name)].map((commit) => (commit === undefined ? 'nothing' : short(commit)));
    return `${name} of git moved from ${from} to ${to} during the build: look at its commits before you push them.`;
  });
}

const short = (commit: string): string => (/^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 12) : commit.slice(0, 100));

function stateOf(repository: string): GitState | undefined {
  const places = placesOf(repository);
  return places && stateIn(places);
}

function stateIn(places: Places): GitState {
  const { folder, common } = places;
  const files = SETTINGS.flatMap((file) => [join(common, file), join(folder, file)]);
  const settings = [
    // What lies behind a link that was there before is not ours to put back.
    ...[...new Set(files)].filter((file) => entryAt(dirname(file)).kind === 'folder'),
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
  return { places, settings: new Map(settings.flatMap((file) => retainedOf(file))), hooks: ownFilesOf(places.hooks), refs };
}

function filesIn(folder: string): readonly string[] {
  if (entryAt(folder).kind !== 'folder') return [];
  return (attempt(() => readdirSync(folder, { recursive: true, withFileTypes: true })) ?? [])
    .filter((entry) => !entry.isDirectory())
    .slice(0, MOST_FILES)
    .map((entry) => join(entry.parentPath, entry.name));
}

function retainedOf(file: string): readonly (readonly [string, Retained])[] {
  const found = attempt(() => lstatSync(file));
  if (found === undefined || found.isDirectory()) return [];
  // A link is another file each time it is read: it counts as empty, and is replaced.
  const isPlain = found.isFile() && found.size <= LARGEST;
  return [
    [file, { bytes: (isPlain ? attempt(() => readFileSync(file)) : undefined) ?? Buffer.alloc(0), mode: found.mode & 0o777 }],
  ];
}
