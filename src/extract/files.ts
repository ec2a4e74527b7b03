import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Gap } from '../model/gap.js';
import { leadsOut } from '../model/leads-out.js';
import { type Tracked, trackedOnly } from '../model/tracked.js';
import { UserError } from '../model/user-error.js';
import {
  extensionOf,
  isAmongTests,
  isAside,
  isGenerated,
  isNamedAsTest,
  isSkippedFolder,
  isTest,
  nameOf,
} from './conventions.js';
import { type IgnoreRules, isIgnored, withRules } from './ignored.js';
import { codeOf, MAX_SOURCE_BYTES } from './read-source.js';

/** The readable files of a repository. Paths are repository-relative, with forward slashes; lists are sorted by code unit. */
export interface Listing {
  /** Every readable file with a known extension or name, including tests and generated files: the possible targets of imports. */
  readonly known: ReadonlySet<string>;
  /**
   * The sources of the scanned folder, without tests and generated files; without those in `aside`, unless there are no others.
   */
  readonly sources: readonly string[];
  /** Sources left out because their folders are named as examples or development tools. */
  readonly aside: readonly string[];
  /** Configuration files of the whole repository. */
  readonly configuration: readonly string[];
  readonly gaps: readonly Gap[];
  /** The real path of a known file that a path names through a symbolic link. */
  readonly canonical: (path: string) => string;
  /** Symbolic link -> its target in the repository. */
  readonly links: ReadonlyMap<string, string>;
  /** The scanned folder, repository-relative; `''` is the root. */
  readonly folder: string;
}

export interface ListingRequest {
  /** Absolute. */
  readonly repository: string;
  /** Absolute; really in the repository. */
  readonly dir: string;
  readonly extensions: readonly string[];
  readonly dataExtensions?: readonly string[];
  readonly configFiles: readonly string[];
  /** Names of additional files to list as known. */
  readonly noted?: readonly string[];
  /** Absent: no file that a `.gitignore` names counts as tracked. */
  readonly tracked?: Tracked | undefined;
  /** Absent: `readdirSync`. */
  readonly readFolder?: ((folder: string) => readonly Dirent[]) | undefined;
}

interface Walk {
  readonly repository: string;
  readonly extensions: ReadonlySet<string>;
  readonly names: ReadonlySet<string>;
  readonly noted: ReadonlySet<string>;
  readonly found: Set<string>;
  readonly entered: Set<string>;
  /** Link -> its target, both repository-relative. */
  readonly links: Map<string, string>;
  readonly gaps: Gap[];
  readonly tracked: Tracked;
  readonly read: (folder: string) => readonly Dirent[];
}

/**
 * Lists the repository without following a symbolic link. The target of a link inside the repository is walked at its real path;
 * a link out of it is a gap. A scanned folder that git ignores or that is below `dist` is listed all the same: the user named it.
 *
 * @throws UserError when the scanned folder does not exist or is outside the repository
 */
export function listFiles(request: ListingRequest): Listing {
  const repository = realpathSync(request.repository);
  const dir = scannedFolder(repository, request.dir);
  const walk: Walk = {
    repository,
    extensions: new Set([...request.extensions, ...(request.dataExtensions ?? [])]),
    names: new Set(request.configFiles),
    noted: new Set(request.noted),
    found: new Set(),
    entered: new Set(),
    links: new Map(),
    gaps: [],
    tracked: request.tracked ?? trackedOnly([]),
    read: request.readFolder ?? ((folder) => readdirSync(folder, { withFileTypes: true })),
  };
  walkFrom(walk, '');
  if (!walk.entered.has(dir)) walkFrom(walk, dir);
  const inside = dir === '' ? '' : `${dir}/`;
  const sources: string[] = [];
  const configuration: string[] = [];
  for (const path of [...walk.found].sort()) {
    const below = path.startsWith(inside);
    const judged = below ? path.slice(inside.length) : path;
    const isNamed = isNamedAsTest(nameOf(path)) && !isAmongTests(judged);
    const test = isTest(judged) && !isNamed;
    // The configuration file of a tool (`next.config.js`) may be configuration of the service too.
    if (isConfiguration(walk, nameOf(path)) && !isAmongTests(judged)) configuration.push(path);
    if (below && !test && request.extensions.includes(extensionOf(path)) && !isGenerated(judged)) sources.push(path);
  }
  const [served, aside]: [string[], string[]] = [[], []];
  for (const path of sources) (isAside(path.slice(inside.length)) ? aside : served).push(path);
  const gaps = walk.gaps.filter(
    (gap) => `${gap.at.file}/`.startsWith(inside) && !isTest(`${gap.at.file.slice(inside.length)}/x`),
  );
  return {
    known: walk.found,
    sources: served.length > 0 ? served : sources,
    aside: served.length > 0 ? aside : [],
    configuration,
    gaps,
    canonical: (path) => canonical(walk.links, path),
    links: walk.links,
    folder: dir,
  };
}

/** By its name, or by its extension: `*.prisma`. */
const isConfiguration = ({ names }: Walk, name: string): boolean => names.has(name) || names.has(`*${extensionOf(name)}`);

/** The scanned folder, relative to the repository. */
function scannedFolder(repository: string, dir: string): string {
  let real: string;
  try {
    real = realpathSync(dir);
    if (!statSync(real).isDirectory()) throw new UserError(`${dir} is not a folder.`, { hint: 'Name the folder of a service.' });
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(`There is no folder ${dir}.`, { hint: 'Check the path.' });
  }
  const way = relative(repository, real);
  if (!leadsOut(way)) return posix(way);
  throw new UserError(`${dir} leads out of the repository ${repository}.`, { hint: 'Scan the folder it leads to.' });
}

/** A folder still to walk. */
interface Visit {
  readonly folder: string;
  readonly above: readonly string[];
  readonly rules: IgnoreRules;
  /** A `.gitignore` names it or a folder above it: only files that are tracked all the same count. */
  readonly ignored: boolean;
}

/** Walks down from one folder, iteratively, so that deep folders do not overflow the stack. */
function walkFrom(walk: Walk, start: string): void {
  const open: Visit[] = [{ folder: start, above: [], rules: [], ignored: false }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { folder, above } = next;
    if (walk.entered.has(folder)) continue;
    walk.entered.add(folder);
    const entries = readFolder(walk, folder);
    const own = entries.some((entry) => entry.name === '.gitignore' && entry.isFile())
      ? readSmall(join(walk.repository, folder, '.gitignore'))
      : undefined;
    const rules = own === undefined ? next.rules : withRules(next.rules, folder, own);
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory()) {
        const ignored = next.ignored || isIgnored(rules, path, true);
        if (isSkippedFolder(entry.name, above) || (ignored && !walk.tracked.folder(path))) continue;
        open.push({ folder: path, above: [...above, entry.name], rules, ignored });
      } else if (entry.isFile()) {
        if (isRequested(walk, entry.name) && !isLeftOut(walk, next, rules, path, false)) walk.found.add(path);
      } else if (entry.isSymbolicLink() && !isSkippedFolder(entry.name, above) && !isLeftOut(walk, next, rules, path, true)) {
        followLink(walk, path);
      }
    }
  }
}

function isLeftOut({ tracked }: Walk, { ignored }: Visit, rules: IgnoreRules, path: string, folder: boolean): boolean {
  return (ignored || isIgnored(rules, path, folder)) && !tracked.file(path);
}

function readFolder(walk: Walk, folder: string): readonly Dirent[] {
  try {
    return walk.read(join(walk.repository, folder));
  } catch (error) {
    const at = { file: folder === '' ? '.' : folder, line: 1 };
    walk.gaps.push({ reason: 'unreadable-file', detail: `This folder cannot be read (${codeOf(error)}).`, at, hides: 'service' });
    return [];
  }
}

/** Records where a link leads, or that it leads out. A broken link hides nothing: the service could not follow it either. */
function followLink(walk: Walk, path: string): void {
  let target: string;
  let isFolder: boolean;
  try {
    target = realpathSync(join(walk.repository, path));
    isFolder = statSync(target).isDirectory();
  } catch {
    return;
  }
  if (!isFolder && !isRequested(walk, nameOf(path))) return;
  const way = relative(walk.repository, target);
  if (leadsOut(way)) {
    const detail = 'This symbolic link leads out of the repository and was not followed.';
    walk.gaps.push({ reason: 'outside-repository', detail, at: { file: path, line: 1 }, hides: 'service' });
    return;
  }
  walk.links.set(path, posix(way));
}

/** The text of a small file beside the code; undefined when it cannot be read. */
function readSmall(absolute: string): string | undefined {
  try {
    if (statSync(absolute).size > MAX_SOURCE_BYTES) return undefined;
    return readFileSync(absolute, 'utf8');
  } catch {
    return undefined;
  }
}

function isRequested(walk: Walk, name: string): boolean {
  return walk.extensions.has(extensionOf(name)) || isConfiguration(walk, name) || walk.noted.has(name);
}

function posix(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

/**
 * Replaces the symbolic links in a path by their targets, all repository-relative. A cycle of links ends: after a few rounds the
 * path is taken as it is.
 */
function canonical(links: ReadonlyMap<string, string>, path: string): string {
  let current = path;
  for (let round = 0; links.size > 0 && round < 8; round += 1) {
    const replaced = throughLink(links, current);
    if (replaced === undefined) break;
    current = replaced;
  }
  return current;
}

function throughLink(links: ReadonlyMap<string, string>, path: string): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const target = links.get(path.slice(0, end));
    if (target === undefined) continue;
    const rest = path.slice(end + 1);
    return target === '' || rest === '' ? target + rest : `${target}/${rest}`;
  }
  return undefined;
}
