import { join } from 'node:path';
import { UserError } from '../model/user-error.js';
import { isLinkOut, pathInside } from './inside.js';
import { CONFIG_FILE, loadConfig } from './load.js';
import type { ConfigFile, ConfigPath } from './parse.js';
import type { PartialConfig } from './schema.js';

/** A file as the base revision has it; `why` is a reason without a full stop. */
export type BaseFile =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown'; readonly why: string };

/** How far the configuration of a checkout is believed when it comes with foreign code. */
export interface Trust {
  /** `ignored`: nothing of the checkout is read, as where the token and secrets are the repository's own. */
  readonly head: 'limited' | 'ignored';
  /** A file of the repository at its base revision; `path` is relative to the repository, with forward slashes. */
  readonly base: (path: string) => Promise<BaseFile>;
}

/** The configuration that counts, and what a reader must know of how it came about: sentences, with untrusted words in them. */
export interface TrustedConfig {
  readonly file: ConfigFile | undefined;
  readonly notes: readonly string[];
  /** Lists of contracts that come on top of those found by name and content, as the base revision names none. */
  readonly besides: readonly string[];
}

/**
 * What a change may say itself, since it describes the change's own code and cannot silence a finding about code that is still
 * looked at. Everything else is taken from the base revision: it could loosen the check (severities, scans, files that are not
 * read, overrides) or name what is executed. `*` is any name.
 */
const FREE = ['base_path', 'max_violations', 'services.*.path', 'services.*.folders', 'services.*.base_path'];
/** Lists that a change may make longer, not shorter: what the base revision names stays. */
const EXTENDED = ['contracts', 'services.*.contracts', 'services.*.consumes'];

/**
 * The configuration of a checkout that holds foreign code: the base revision's, with what the change may say itself. A file
 * outside the repository was named by whoever wrote the workflow and counts as it stands.
 *
 * @param named absolute path of the file that a trusted person named
 * @throws UserError as {@link loadConfig}, of the change's own file
 */
export async function loadTrusted(repository: string, named: string | undefined, trust: Trust): Promise<TrustedConfig> {
  const name = named === undefined ? CONFIG_FILE : pathInside(repository, named);
  if (name === undefined) return { file: await loadConfig(repository, named), notes: [], besides: [] };
  const place = join(repository, name);
  if (isLinkOut(repository, place))
    throw new UserError(`${name} is a link to a file outside the repository.`, { hint: 'Put the file itself there.' });
  const { file: base, notes } = await readBase(name, trust);
  const head = trust.head === 'ignored' ? undefined : await loadConfig(repository, named === undefined ? undefined : place);
  if (head === undefined) return { file: base, notes, besides: [] };
  const { file, refused, taken, besides } = joined(base, head);
  return { file, notes: [...notes, ...refusedNote(head.name, refused), ...takenNote(head.name, taken)], besides };
}

async function readBase(name: string, trust: Trust): Promise<Pick<TrustedConfig, 'file' | 'notes'>> {
  const found = await trust.base(name);
  if (found.kind === 'absent') return { file: undefined, notes: [] };
  if (found.kind === 'unknown') return { file: undefined, notes: [unknownNote(name, found.why)] };
  try {
    const { parseConfig } = await import('./parse.js');
    return { file: parseConfig(found.text, name), notes: [] };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { file: undefined, notes: [unknownNote(name, error.message.replace(/\.$/, ''))] };
  }
}

interface Joined {
  readonly file: ConfigFile;
  /** What the change says otherwise, and the base revision decides. */
  readonly refused: readonly string[];
  /** What the change says otherwise, and decides itself. */
  readonly taken: readonly string[];
  readonly besides: readonly string[];
}

function joined(base: ConfigFile | undefined, head: ConfigFile): Joined {
  const [old, own] = [leavesOf(base?.values ?? {}), leavesOf(head.values)];
  const counted = new Map<string, Leaf>();
  const [refused, taken]: [string[], string[]] = [[], []];
  for (const key of new Set([...old.keys(), ...own.keys()])) {
    const [before, now] = [old.get(key), own.get(key)];
    const path = (now ?? before)?.path ?? [];
    const differs = JSON.stringify(before?.value) !== JSON.stringify(now?.value);
    const isFree = matches(path, FREE);
    const leaf = isFree ? now : matches(path, EXTENDED) ? extended(before, now) : before;
    if (leaf !== undefined) counted.set(key, leaf);
    if (differs) (isFree || leaf !== before ? taken : refused).push(path.join('.'));
  }
  const values = treeOf([...counted.values()]);
  const besides = [...counted]
    .filter(([key, { path }]) => matches(path, EXTENDED) && !old.has(key))
    .map(([, { path }]) => path.join('.'));
  const locate = (path: ConfigPath) => (matches(path, [...FREE, ...EXTENDED]) ? head : (base ?? head)).locate(path);
  return { file: { name: head.name, values, locate }, refused: refused.sort(), taken: taken.sort(), besides };
}

/** What both name. */
function extended(before: Leaf | undefined, now: Leaf | undefined): Leaf | undefined {
  if (before === undefined || now === undefined) return before ?? now;
  const list = [...new Set([before.value, now.value].flatMap((value) => (Array.isArray(value) ? value : [])))];
  return list.length === (Array.isArray(before.value) ? before.value.length : 0) ? before : { ...before, value: list };
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Every value that is no section, by its path. */
function leavesOf(values: unknown, path: readonly string[] = []): ReadonlyMap<string, Leaf> {
  if (typeof values !== 'object' || values === null || Array.isArray(values))
    return new Map([[JSON.stringify(path), { path, value: values }]]);
  return new Map(Object.entries(values).flatMap(([key, value]) => [...leavesOf(value, [...path, key])]));
}

/** Sections have no prototype: a service may be called `__proto__`. */
function treeOf(leaves: readonly Leaf[]): PartialConfig {
  const root: Record<string, unknown> = Object.create(null);
  for (const { path, value } of leaves) {
    let section = root;
    for (const key of path.slice(0, -1)) section = section[key] ??= Object.create(null);
    const last = path.at(-1);
    if (last !== undefined) section[last] = value;
  }
  return root as PartialConfig;
}

function matches(path: ConfigPath, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const names = pattern.split('.');
    return names.length === path.length && names.every((name, index) => name === '*' || name === path[index]);
  });
}

function unknownNote(name: string, why: string): string {
  return `${name} of the base revision could not be read: ${why}. The defaults stand for whatever it sets.`;
}

function refusedNote(name: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  return [
    `Not taken from ${name} of this change, and counted as the base revision has it: ${listed(paths)}. It could loosen the check or name a command.`,
  ];
}

function takenNote(name: string, paths: readonly string[]): readonly string[] {
  return paths.length === 0 ? [] : [`Taken from ${name} of this change, unlike the base revision: ${listed(paths)}.`];
}

function listed(paths: readonly string[]): string {
  const shown = paths.slice(0, 10).map((path) => (path.length > 80 ? `${path.slice(0, 80)}…` : path));
  return paths.length > shown.length ? `${shown.join(', ')} and ${paths.length - shown.length} more` : shown.join(', ');
}
