import type { Setting } from '../../../../facts/fact.js';
import { append } from '../../../../model/multi-map.js';
import { folderOf } from '../../../../model/repository-path.js';
import { DOCUMENT, documentOf } from '../../../document-paths.js';
import type { Repository } from '../../../extractor.js';

/** Patterns of one configuration, and the folder that their targets are relative to. */
interface Aliases {
  readonly folder: string;
  readonly exact: ReadonlyMap<string, readonly string[]>;
  /** The longest text before the star is first: it wins, as in TypeScript. */
  readonly starred: readonly { readonly before: string; readonly after: string; readonly targets: readonly string[] }[];
  /** The base folder of specifiers that match no pattern. */
  readonly baseUrl?: string;
}

interface Package {
  readonly folder: string;
  readonly entries: ReadonlyMap<string, readonly string[]>;
}

/** The configuration of a repository, indexed once. */
interface Index {
  readonly settings: ReadonlyMap<string, readonly Setting[]>;
  readonly files: ReadonlyMap<string, readonly string[]>;
  readonly packages: ReadonlyMap<string, Package>;
  readonly packageAt: ReadonlyMap<string, Package>;
  readonly aliases: Map<string, readonly Aliases[]>;
  readonly found: Map<string, string | undefined>;
}

const indexes = new WeakMap<Repository, Index>();
/** Longer chains of `extends` are cycles. */
const MAX_EXTENDS = 10;

/**
 * The file of the repository that a module specifier leads to: relative paths, `#imports` of the package, path aliases of the
 * nearest tsconfig or jsconfig, its `baseUrl`, packages of the workspace by their names (their source where the entry point is
 * built). Undefined: an external package, or a file that does not exist. Only files of the repository count.
 */
export function resolve(specifier: string, from: string, repository: Repository): string | undefined {
  if (specifier.startsWith(DOCUMENT)) return documentOf(specifier.slice(DOCUMENT.length), from, repository);
  const folder = folderOf(from);
  const index = indexOf(repository);
  const key = `${folder}\n${specifier}`;
  if (index.found.has(key)) return index.found.get(key);
  const found = resolveIn(specifier, folder, repository, index);
  index.found.set(key, found);
  return found;
}

function resolveIn(specifier: string, folder: string, repository: Repository, index: Index): string | undefined {
  if (specifier === '.' || specifier === '..' || /^\.\.?\//.test(specifier)) return fileIn(folder, specifier, repository);
  if (specifier.startsWith('/') || specifier.includes(':')) return undefined;
  if (specifier.startsWith('#')) {
    const own = packageAround(folder, index);
    const found = own === undefined ? undefined : entryOf(own, specifier, repository);
    if (found !== undefined) return found;
  }
  for (const aliases of aliasesAround(folder, index)) {
    const found = aliased(aliases, specifier, repository);
    if (found !== undefined) return found;
  }
  return packaged(specifier, repository, index);
}

function fileIn(folder: string, path: string, repository: Repository): string | undefined {
  const joined = joinPath(folder, path);
  if (joined === undefined) return undefined;
  // `./v1/`, `.` and `..` are folders: they do not refer to a file `v1.js` beside the folder.
  const isFolder = /(?:^|\/)\.{0,2}$/.test(path);
  return (isFolder && joined !== '' ? fileAt(`${joined}/index`, repository.has) : undefined) ?? fileAt(joined, repository.has);
}

function indexOf(repository: Repository): Index {
  const known = indexes.get(repository);
  if (known !== undefined) return known;
  const settings = new Map<string, readonly Setting[]>();
  const files = new Map<string, string[]>();
  const packages = new Map<string, Package>();
  const packageAt = new Map<string, Package>();
  const paths = [...repository.configuration.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
  for (const path of paths) {
    const own = (repository.configuration.get(path)?.facts ?? []).filter((fact): fact is Setting => fact.kind === 'setting');
    settings.set(path, own);
    const folder = folderOf(path);
    append(files, folder, path);
    for (const fact of own) {
      if (fact.key !== 'package') continue;
      const made: Package = { folder, entries: entriesOf(fact) };
      const [name] = made.entries.get('name') ?? [];
      if (name !== undefined && name !== '' && !packages.has(name)) packages.set(name, made);
      packageAt.set(folder, made);
    }
  }
  const index: Index = { settings, files, packages, packageAt, aliases: new Map(), found: new Map() };
  indexes.set(repository, index);
  return index;
}

function entriesOf(fact: Setting): ReadonlyMap<string, readonly string[]> {
  if (typeof fact.value !== 'object') return new Map();
  return new Map(Object.entries(fact.value).map(([key, value]) => [key, typeof value === 'string' ? [value] : value]));
}

function packageAround(folder: string, index: Index): Package | undefined {
  const own = index.packageAt.get(folder);
  return own !== undefined || folder === '' ? own : packageAround(folderOf(folder), index);
}

/** The aliases of all configurations from a folder upward, the nearest first. */
function aliasesAround(folder: string, index: Index): readonly Aliases[] {
  const known = index.aliases.get(folder);
  if (known !== undefined) return known;
  const own = (index.files.get(folder) ?? []).flatMap((file) => aliasesOf(file, index) ?? []);
  const above = folder === '' ? [] : aliasesAround(folderOf(folder), index);
  const all = own.length === 0 ? above : [...own, ...above];
  index.aliases.set(folder, all);
  return all;
}

/** A configuration with those it extends: its own `paths` and `baseUrl` win, each as a whole. */
function aliasesOf(file: string, index: Index): Aliases | undefined {
  const baseUrl = inherited(file, 'baseUrl', index, 0);
  const paths = inherited(file, 'moduleAlias', index, 0);
  const base = typeof baseUrl?.value === 'string' ? joinPath(baseUrl.scope, baseUrl.value) : undefined;
  if (paths === undefined && base === undefined) return undefined;
  const exact = new Map<string, readonly string[]>();
  const starred: { before: string; after: string; targets: readonly string[] }[] = [];
  for (const [pattern, targets] of paths === undefined ? [] : entriesOf(paths)) {
    const star = pattern.indexOf('*');
    if (star < 0) exact.set(pattern, targets);
    else starred.push({ before: pattern.slice(0, star), after: pattern.slice(star + 1), targets });
  }
  starred.sort((a, b) => b.before.length - a.before.length);
  return { folder: base ?? paths?.scope ?? '', exact, starred, ...(base !== undefined && { baseUrl: base }) };
}

function inherited(file: string, key: Setting['key'], index: Index, depth: number): Setting | undefined {
  const settings = index.settings.get(file) ?? [];
  const own = settings.find((fact) => fact.key === key);
  if (own !== undefined || depth > MAX_EXTENDS) return own;
  const bases = settings.filter((fact) => fact.key === 'extends').flatMap((fact) => entriesOf(fact).get('extends') ?? []);
  // With several bases, a later one overrides.
  for (const base of [...bases].reverse()) {
    const path = configurationAt(base, folderOf(file), index);
    const found = path === undefined ? undefined : inherited(path, key, index, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The configuration that `extends` names: relative, or in a package of the workspace. */
function configurationAt(specifier: string, folder: string, index: Index): string | undefined {
  const { name, rest } = splitPackage(specifier);
  const start = specifier.startsWith('.') ? folder : index.packages.get(name)?.folder;
  const joined = start === undefined ? undefined : joinPath(start, specifier.startsWith('.') ? specifier : rest);
  if (joined === undefined) return undefined;
  return [joined, `${joined}.json`, `${joined}/tsconfig.json`].find((path) => index.settings.has(path));
}

function aliased(aliases: Aliases, specifier: string, repository: Repository): string | undefined {
  const at = (target: string): string | undefined => fileIn(aliases.folder, target, repository);
  for (const target of aliases.exact.get(specifier) ?? []) {
    const found = at(target);
    if (found !== undefined) return found;
  }
  for (const { before, after, targets } of aliases.starred) {
    if (specifier.length < before.length + after.length) continue;
    if (!specifier.startsWith(before) || !specifier.endsWith(after)) continue;
    const middle = specifier.slice(before.length, specifier.length - after.length);
    for (const target of targets) {
      const found = at(target.replace('*', () => middle));
      if (found !== undefined) return found;
    }
  }
  for (const [alias, targets] of aliases.exact) {
    // module-alias also reads `@root` as a prefix
    if (!specifier.startsWith(`${alias}/`)) continue;
    for (const target of targets) {
      const found = at(`${target}/${specifier.slice(alias.length + 1)}`);
      if (found !== undefined) return found;
    }
  }
  return aliases.baseUrl === undefined ? undefined : fileIn(aliases.baseUrl, specifier, repository);
}

function splitPackage(specifier: string): { readonly name: string; readonly rest: string } {
  const parts = specifier.split('/');
  const length = specifier.startsWith('@') ? 2 : 1;
  return { name: parts.slice(0, length).join('/'), rest: parts.slice(length).join('/') };
}

/** A package of the workspace: its entry points, otherwise the file of that name in it. */
function packaged(specifier: string, repository: Repository, index: Index): string | undefined {
  const { name, rest } = splitPackage(specifier);
  const own = index.packages.get(name);
  if (own === undefined) return undefined;
  const found = entryOf(own, rest === '' ? '.' : `./${rest}`, repository);
  if (found !== undefined) return found;
  const guesses = rest === '' ? ['src', 'src/main', 'lib', '.'] : sourcesOf(`dist/${rest}`).slice(1).concat(sourcesOf(rest));
  return firstFile(own.folder, guesses, repository);
}

/** The entry point in a package's manifest; built files are followed back to their sources. */
function entryOf(own: Package, entry: string, repository: Repository): string | undefined {
  for (const [pattern, targets] of own.entries) {
    const star = pattern.indexOf('*');
    const before = star < 0 ? pattern : pattern.slice(0, star);
    const after = star < 0 ? '' : pattern.slice(star + 1);
    const fits =
      star < 0 ? pattern === entry : entry.startsWith(before) && entry.endsWith(after) && entry.length >= pattern.length;
    if (!fits || pattern === 'name') continue;
    const middle = entry.slice(before.length, entry.length - after.length);
    const sources = targets.flatMap((target) => sourcesOf(star < 0 ? target : target.replace('*', () => middle)));
    const found = firstFile(own.folder, sources, repository);
    if (found !== undefined) return found;
  }
  return undefined;
}

function firstFile(folder: string, paths: readonly string[], repository: Repository): string | undefined {
  for (const path of paths) {
    const found = fileIn(folder, path, repository);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Joins a folder and a path relative to it; undefined: it leads out of the repository. */
function joinPath(folder: string, path: string): string | undefined {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of path.split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return undefined;
  }
  return parts.join('/');
}

const EXTENSIONS = ['.ts', '.tsx', '.d.ts', '.mts', '.cts', '.js', '.jsx', '.mjs', '.cjs', '.d.mts', '.d.cts'];
/**
 * The possible sources of an output file's name:
 * https://www.typescriptlang.org/docs/handbook/modules/reference.html#file-extension-substitution
 */
const SOURCES: ReadonlyMap<string, readonly string[]> = new Map([
  ['.js', ['.ts', '.tsx', '.d.ts']],
  ['.jsx', ['.tsx', '.d.ts']],
  ['.mjs', ['.mts', '.d.mts']],
  ['.cjs', ['.cts', '.d.cts']],
]);

/**
 * The file that a path with a missing or another extension refers to: itself, its source, with an extension, the folder's index.
 */
function fileAt(path: string, has: (path: string) => boolean): string | undefined {
  const dot = path.lastIndexOf('.');
  const sources = SOURCES.get(path.slice(dot)) ?? [];
  const built = dot < 0 ? undefined : firstAt(path.slice(0, dot), sources, has);
  if (built !== undefined) return built;
  if (SOURCE.test(path) && has(path)) return path;
  return (
    (path === '' ? undefined : firstAt(path, EXTENSIONS, has)) ??
    firstAt(path === '' ? 'index' : `${path}/index`, EXTENSIONS, has)
  );
}

const SOURCE = /\.(?:[cm]?[jt]sx?|json)$/;

/** Every specifier needs a dozen lookups, so no list of candidates is built. */
function firstAt(path: string, extensions: readonly string[], has: (path: string) => boolean): string | undefined {
  for (const extension of extensions) if (has(path + extension)) return path + extension;
  return undefined;
}

const OUTPUT = /^(?:dist|build|lib|out|output|esm|cjs|es|types|typings|node|main|module|commonjs|package|release|\.)$/;

/**
 * Possible source paths of a built file, best first: `dist/esm/index.js` is built from `src/index.ts`. Both are in their package.
 */
function sourcesOf(target: string): readonly string[] {
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  let built = 0;
  while (built < parts.length - 1 && OUTPUT.test(parts[built] ?? '')) built++;
  const rest = parts
    .slice(built)
    .join('/')
    .replace(/\.d(?=\.[cm]?ts$)/, '');
  const plain = rest.replace(/\.[cm]?[jt]sx?$/, '');
  if (built === 0) return [parts.join('/')];
  return [parts.join('/'), `src/${plain}`, plain, `lib/${plain}`, `source/${plain}`];
}
