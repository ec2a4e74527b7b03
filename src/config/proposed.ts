import type { ConfigFile, ConfigPath } from './parse.js';
import type { PartialConfig } from './schema.js';

/** What a change adds to the current contracts and services; it removes nothing. */
export interface Proposed {
  /** Globs that the base revision does not name. */
  readonly contracts: readonly string[];
  /** By name. */
  readonly services: ReadonlyMap<string, ProposedService>;
  /** The base path that the change proposes, for a service or for all; null: none; undefined: the same. */
  readonly basePath: (service?: string) => string | null | undefined;
  /** Whether the change's own file names a glob too, at any place. */
  readonly names: (glob: string) => boolean;
}

/** What a change adds to one service. */
export interface ProposedService {
  /** The base revision does not have it. */
  readonly isNew: boolean;
  /** From the root of the repository. */
  readonly folders: readonly string[];
  readonly contracts: readonly string[];
  readonly consumes: readonly string[];
}

/** The proposal of a change whose configuration is ignored. */
export const NOTHING_PROPOSED: Proposed = {
  contracts: [],
  services: new Map(),
  basePath: () => undefined,
  names: () => false,
};

/** The effective configuration for untrusted code. */
export interface Joined {
  /** The effective options: the base revision's, with those that the change may decide. */
  readonly file: ConfigFile;
  readonly proposed: Proposed;
  /** Options that the change sets differently, but the base revision decides. */
  readonly refused: readonly string[];
  /** Options that the change sets differently, and may decide. */
  readonly taken: readonly string[];
}

/**
 * Options that a change may decide, because they describe its own code and cannot suppress a finding about code that is still
 * scanned. All others come from the base revision: they could loosen the check (severities, scans, excluded files, overrides) or
 * name programs to execute. `*` is any name.
 */
const FREE = ['max_violations'];
/**
 * The location of code: a change may say where it moved, which is checked against the code. It may not direct contracts to other
 * code.
 */
const PLACES = ['base_path', 'services.*.path', 'services.*.folders', 'services.*.base_path'];
/** Lists that a change may extend but not shorten: what the base revision names stays. */
const LISTS = ['contracts', 'services.*.contracts', 'services.*.consumes'];

/** The configuration of the base revision, with the options that a change may decide. */
export function joined(base: ConfigFile | undefined, head: ConfigFile): Joined {
  const [old, own] = [leavesOf(base?.values ?? {}), leavesOf(head.values)];
  const isNew = isNewIn(base);
  const counted: Leaf[] = [];
  const [refused, taken]: [string[], string[]] = [[], []];
  for (const key of new Set([...old.keys(), ...own.keys()])) {
    const [before, now] = [old.get(key), own.get(key)];
    const path = (now ?? before)?.path ?? [];
    const isDecided = matches(path, FREE) || (isNew(path) && matches(path, ['services.*', ...PLACES, ...LISTS]));
    const leaf = isDecided ? withoutExcluding(now, path) : before;
    if (leaf !== undefined) counted.push(leaf);
    const stated = knownOf({ path, before, now, isDecided });
    if (stated.taken) taken.push(path.join('.'));
    if (stated.refused) refused.push(path.join('.'));
  }
  const isOwn = (path: ConfigPath): boolean => matches(path, FREE) || isNew(path);
  const locate = (path: ConfigPath) => (isOwn(path) ? head : (base ?? head)).locate(path);
  const file = { name: head.name, values: treeOf(counted), locate };
  return { file, proposed: proposedBy(base, head), refused: refused.sort(), taken: taken.sort() };
}

interface Stated {
  readonly path: ConfigPath;
  readonly before: Leaf | undefined;
  readonly now: Leaf | undefined;
  /** The change decides it. */
  readonly isDecided: boolean;
}

/** How to report an option that a change sets differently. Locations of code are reported after they were checked. */
function knownOf({ path, before, now, isDecided }: Stated): { readonly taken: boolean; readonly refused: boolean } {
  const differs = JSON.stringify(before?.value) !== JSON.stringify(now?.value);
  if (!differs) return { taken: false, refused: false };
  if (!matches(path, LISTS)) return { taken: isDecided, refused: !isDecided && !matches(path, PLACES) };
  const adds = addedTo(before, now).length > 0;
  return { taken: adds, refused: !adds || textsOf(now).some((glob) => excludes(glob) && !textsOf(before).includes(glob)) };
}

/** Whether an option belongs to a service that the base revision does not have. */
function isNewIn(base: ConfigFile | undefined): (path: ConfigPath) => boolean {
  const known = base?.values.services ?? {};
  return ([section, name]) => section === 'services' && name !== undefined && !Object.hasOwn(known, name);
}

function proposedBy(base: ConfigFile | undefined, head: ConfigFile): Proposed {
  const [old, own] = [leavesOf(base?.values ?? {}), leavesOf(head.values)];
  const isNew = isNewIn(base);
  const added = (...path: readonly string[]): readonly string[] => {
    const key = JSON.stringify(path);
    return addedTo(old.get(key), own.get(key));
  };
  const services = Object.keys(head.values.services ?? {}).map((name): readonly [string, ProposedService] => {
    const of = (option: string) => added('services', name, option);
    const folders = [...new Set([...of('path'), ...of('folders')])];
    return [name, { isNew: isNew(['services', name]), folders, contracts: of('contracts'), consumes: of('consumes') }];
  });
  const named = new Set([...own.values()].flatMap((leaf) => (matches(leaf.path, LISTS) ? textsOf(leaf) : [])));
  const basePath = (service?: string): string | null | undefined => {
    const [before, now] = [basePathIn(base?.values ?? {}, service), basePathIn(head.values, service)];
    return before === now ? undefined : (now ?? null);
  };
  return { contracts: added('contracts'), services: new Map(services), basePath, names: (glob) => named.has(glob) };
}

/** A service's own base path takes precedence. */
function basePathIn({ services = {}, base_path }: PartialConfig, service: string | undefined): string | undefined {
  const own = service !== undefined && Object.hasOwn(services, service) ? services[service]?.base_path : undefined;
  return own ?? base_path;
}

/** A glob that begins with `!` only excludes. */
const excludes = (glob: string): boolean => glob.trimStart().startsWith('!');

function addedTo(before: Leaf | undefined, now: Leaf | undefined): readonly string[] {
  const known = new Set(textsOf(before));
  return textsOf(now).filter((text) => !known.has(text) && !excludes(text));
}

function withoutExcluding(leaf: Leaf | undefined, path: ConfigPath): Leaf | undefined {
  if (leaf === undefined || !matches(path, LISTS)) return leaf;
  return { ...leaf, value: textsOf(leaf).filter((glob) => !excludes(glob)) };
}

function textsOf(leaf: Leaf | undefined): readonly string[] {
  return [leaf?.value].flat().filter((text): text is string => typeof text === 'string');
}

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

/** Each value that is no section, by its path; a service without options is a value too. */
function leavesOf(values: unknown, path: readonly string[] = []): ReadonlyMap<string, Leaf> {
  const isSection = typeof values === 'object' && values !== null && !Array.isArray(values);
  if (!isSection || (matches(path, ['services.*']) && Object.keys(values).length === 0))
    return new Map([[JSON.stringify(path), { path, value: isSection ? Object.create(null) : values }]]);
  return new Map(Object.entries(values).flatMap(([key, value]) => [...leavesOf(value, [...path, key])]));
}

/** Sections have no prototype: a service may be called `__proto__`. */
function treeOf(leaves: readonly Leaf[]): PartialConfig {
  const root: Record<string, unknown> = Object.create(null);
  for (const { path, value } of leaves) {
    let section = root;
    for (const key of path.slice(0, -1)) section = section[key] ??= Object.create(null);
    const last = path.at(-1);
    if (last !== undefined && section[last] === undefined) section[last] = value;
  }
  return root as PartialConfig;
}

function matches(path: ConfigPath, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const names = pattern.split('.');
    return names.length === path.length && names.every((name, index) => name === '*' || name === path[index]);
  });
}
