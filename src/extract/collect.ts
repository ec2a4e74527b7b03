import { posix } from 'node:path';
import type { FileFacts } from '../facts/fact.js';
import { FACT_FORMAT, type FactSheet } from '../facts/fact-sheet.js';
import { canonicalSheet } from '../facts/sheets/sheet-order.js';
import { isInstalled } from '../facts/values/installed.js';
import type { Gap } from '../model/gap.js';
import { TOOL } from '../model/tool.js';
import type { Tracked } from '../model/tracked.js';
import type { FactCache } from './cache.js';
import { type Closure, close, closeTypes, type ListFolder, type NeededFiles, type Resolve } from './closure.js';
import { extensionOf, isTest, nameOf } from './conventions.js';
import { declaredModels, type ModelSearch } from './declared-models.js';
import { createDeclaring, createEndings, createMentioning } from './declaring.js';
import type { Aspects, Language, Repository } from './extractor.js';
import { type Listing, type ListingRequest, listFiles } from './files.js';
import { augmentedModules, openPackages, type Packages } from './packages.js';
import { createProject, type Project } from './project.js';
import { Reader } from './reader.js';
import { shardOf } from './shard.js';
import type { StampReader, Stamps } from './stamps.js';
import { UNREAD_MANIFESTS, unreadServers } from './unread-servers.js';

export interface CollectRequest {
  /** Absolute. */
  readonly repository: string;
  /** Absolute; really in the repository. */
  readonly dir: string;
  readonly languages: readonly Language[];
  readonly tracked?: Tracked;
  readonly cache?: FactCache;
  /** Absent: all. A cache belongs to one choice of aspects. */
  readonly aspects?: Aspects;
  /** The repository whose installed packages provide declarations, absolute; absent: packages are not read. */
  readonly packagesOf?: string | undefined;
  /** Stamps of files from an earlier run with this cache. */
  readonly stamps?: Stamps;
  /** From 1 to `total`. */
  readonly shard?: { readonly index: number; readonly total: number };
  /** Models whose definitions the scan looks for. */
  readonly models?: ModelSearch | undefined;
  readonly stampOf?: StampReader | undefined;
  /** The result of {@link listOf}; absent: the repository is listed. */
  readonly listing?: Listing;
  /** Called from time to time with the number of files that have been read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** The collected sheet, and functions to continue from there. */
export interface Collection {
  readonly sheet: FactSheet;
  readonly languages: readonly Language[];
  readonly projectOf: (language: Language) => Project;
  /** A sheet with the facts of declared types that inference found, and of all types that they refer to. */
  readonly withTypes: (
    sheet: FactSheet,
    types: readonly { readonly file: string; readonly name: string }[],
  ) => Promise<FactSheet>;
}

const PROGRESS_STEP = 250;

/**
 * Reads the facts of the scanned folder: of every file that may register routes, and of the files anywhere in the repository that
 * those refer to. Each file's closure is independent, so the sheets of all shards together are the sheet of the whole.
 */
export async function collect(request: CollectRequest): Promise<FactSheet> {
  return (await openCollection(request)).sheet;
}

/** As {@link collect}, with the functions that inference needs. */
export async function openCollection(request: CollectRequest): Promise<Collection> {
  const { repository, languages, shard } = request;
  const listing = request.listing ?? listOf(request);
  const reader = readerOf(request, listing);
  const own = listing.sources.filter((path) => shard === undefined || shardOf(path, shard.total) === shard.index);
  const configuration = await readConfiguration(reader, listing);
  const roots = await readRoots(request, reader, own);
  const repositories = createRepositories(listing, languages, configuration, reader);
  const packages = await packagesFor(request, listing);
  const resolve = withPackages(createResolve(listing, languages, repositories), packages);
  const files = neededFiles(reader, packages);
  const list = createList(listing, languages);
  // Configuration files may declare routes whose handlers are in other files (templates of AWS Lambda).
  const routing = [...configuration.values()].filter(({ facts }) => facts.some(({ kind }) => kind === 'route'));
  const closure = await close([...roots, ...routing], files, resolve, list);
  const aside = await readAside(request, listing, packages, resolve, list);
  const models = searchModels(request, own);
  const defined = await closeTypes(models?.types ?? [], files, resolve, list);
  request.cache?.save();
  request.stamps?.save();
  const routed: FactSheet = {
    format: FACT_FORMAT,
    tool: TOOL,
    ...(shard === undefined ? {} : { shard }),
    files: [...new Map([...configuration, ...closure.files]).values()],
    resolutions: closure.resolutions,
    ...(packages === undefined ? {} : { installed: closure.installed }),
    gaps: [...gapsOf(repository, listing, languages), ...reader.gaps, ...closure.gaps],
    ...(models === undefined ? {} : { models }),
    stats: { files: own.length, cacheHits: reader.hits + (aside?.hits ?? 0) },
  };
  const sheet = withClosure(withAside(routed, aside), defined);
  const hashOf = (path: string) => reader.hashOf(path);
  const projects = new Map<Language, Project>();
  return {
    sheet,
    languages,
    projectOf: (language) => {
      const known = projects.get(language);
      const project = known ?? createProject(repository, listing, language, repositories(language), hashOf, packages);
      projects.set(language, project);
      return project;
    },
    withTypes: async (of, types) => {
      const more = await closeTypes(types, files, resolve, list);
      request.cache?.save();
      return withClosure({ ...of, gaps: [...of.gaps, ...reader.gaps, ...more.gaps] }, more);
    },
  };
}

const readerOf = (request: CollectRequest, { known }: Listing): Reader =>
  new Reader({ ...request, has: (path) => known.has(path) });

async function packagesFor(
  { packagesOf, repository, languages }: CollectRequest,
  { known }: Listing,
): Promise<Packages | undefined> {
  if (packagesOf === undefined) return undefined;
  const declaring = languages.filter(({ packages }) => packages !== undefined);
  const sources = [...known].filter((path) => hasLanguage(path, declaring));
  return openPackages(packagesOf, languages, augmentedModules(repository, sources));
}

/** Falls back to the declarations of an installed package when no file of the repository matches. */
function withPackages(resolve: Resolve, packages: Packages | undefined): Resolve {
  if (packages === undefined) return resolve;
  return (specifier, from) => resolve(specifier, from) ?? packages.resolve(specifier, from.path, from.language);
}

function neededFiles(reader: Reader, packages: Packages | undefined): NeededFiles {
  if (packages === undefined) return reader;
  const of = (path: string): NeededFiles => (isInstalled(path) ? packages : reader);
  return { read: (path) => of(path).read(path), mentions: (path, name) => of(path).mentions(path, name) };
}

/** The closure of sources outside the service (`isAside`). Files that cannot be read there hide nothing. */
async function readAside(
  request: CollectRequest,
  listing: Listing,
  packages: Packages | undefined,
  resolve: Resolve,
  list: ListFolder,
): Promise<(Closure & { readonly hits: number }) | undefined> {
  const { shard } = request;
  const own = listing.aside.filter((path) => shard === undefined || shardOf(path, shard.total) === shard.index);
  if (own.length === 0) return undefined;
  const reader = readerOf(request, listing);
  const roots = await readRoots({ ...request, onProgress: () => undefined }, reader, own);
  return { ...(await close(roots, neededFiles(reader, packages), resolve, list)), hits: reader.hits };
}

/** Marks the files that only sources outside the service lead to. */
function withAside(sheet: FactSheet, found: Closure | undefined): FactSheet {
  const own = new Set(sheet.files.map(({ path }) => path));
  const aside = [...(found?.files.keys() ?? [])].filter((path) => !own.has(path));
  return found === undefined ? sheet : { ...withClosure(sheet, found), aside };
}

/** What to list; see {@link ListingRequest}. */
type ListRequest = Pick<CollectRequest, 'repository' | 'dir' | 'languages'> & Pick<ListingRequest, 'tracked' | 'readFolder'>;

/** The files that the scan can read. */
export function listOf({ repository, dir, languages, tracked, readFolder }: ListRequest): Listing {
  return listFiles({
    repository,
    dir,
    extensions: languages.flatMap((language) => language.extensions),
    dataExtensions: languages.flatMap(({ dataExtensions = [], documents = [] }) => [...dataExtensions, ...documents]),
    configFiles: languages.flatMap((language) => language.configFiles),
    noted: UNREAD_MANIFESTS,
    tracked,
    readFolder,
  });
}

/** Searches for models only when the request names some. */
function searchModels({ repository, models }: CollectRequest, own: readonly string[]): FactSheet['models'] {
  if (models === undefined || models.names.length === 0) return undefined;
  return { names: models.names, ...declaredModels(repository, own, models) };
}

function withClosure(sheet: FactSheet, { files, resolutions, installed }: Closure): FactSheet {
  const all = new Map([...sheet.files.map((file) => [file.path, file] as const), ...files]);
  const aside = (sheet.aside ?? []).filter((path) => !files.has(path));
  return canonicalSheet({
    ...sheet,
    aside,
    files: [...all.values()],
    resolutions: joined(sheet.resolutions, resolutions),
    ...(sheet.installed === undefined ? {} : { installed: joined(sheet.installed, installed) }),
  });
}

function joined(one: FactSheet['resolutions'], other: FactSheet['resolutions']): FactSheet['resolutions'] {
  const all: Record<string, Record<string, string>> = Object.assign(Object.create(null), one);
  for (const [from, own] of Object.entries(other)) all[from] = { ...all[from], ...own };
  return all;
}

/** The facts of all files that may register routes. */
async function readRoots(request: CollectRequest, reader: Reader, own: readonly string[]): Promise<readonly FileFacts[]> {
  const roots: FileFacts[] = [];
  for (const [index, path] of own.entries()) {
    if (index % PROGRESS_STEP === 0) {
      request.onProgress?.(index, own.length);
      await breath();
    }
    const facts = await reader.candidate(path);
    if (facts !== undefined) roots.push(facts);
  }
  request.onProgress?.(own.length, own.length);
  return roots;
}

/** Reading is synchronous because that is fastest; between batches, signals and timers get their turn. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function readConfiguration(reader: Reader, listing: Listing): Promise<Map<string, FileFacts>> {
  const configuration = new Map<string, FileFacts>();
  for (const path of listing.configuration) {
    const facts = await reader.read(path);
    if (facts !== undefined) configuration.set(path, isBeside(facts, listing.folder) ? { ...facts, gaps: [] } : facts);
  }
  return configuration;
}

/** Settings of a server in a folder beside the scanned one, `next.config.js` of another app: they hide nothing of this service. */
function isBeside({ facts }: FileFacts, folder: string): boolean {
  const folders = facts.flatMap((fact) => (fact.kind === 'gather' && fact.within !== undefined ? [fact.within] : []));
  return folders.length > 0 && !folders.some((one) => isBelow(one, folder) || isBelow(folder, one));
}

const isBelow = (inner: string, outer: string): boolean => outer === '' || `${inner}/`.startsWith(`${outer}/`);

/** Gaps that the names of files show, without reading the files. */
function gapsOf(repository: string, listing: Listing, languages: readonly Language[]): readonly Gap[] {
  return [...listing.gaps, ...unreadServers(repository, listing), ...emptiness(listing, languages)];
}

/** A folder without a single source proves nothing about any contract operation. */
function emptiness(listing: Listing, languages: readonly Language[]): readonly Gap[] {
  if (listing.sources.length > 0) return [];
  const titles = languages.map((language) => language.title).join(', ');
  const detail = `No source file of a language that is read (${titles}) was found here.`;
  return [{ reason: 'unsupported-framework', detail, at: { file: listing.folder || '.', line: 1 }, hides: 'service' }];
}

/** A view of the repository for each language. */
function createRepositories(
  listing: Listing,
  languages: readonly Language[],
  configuration: Repository['configuration'],
  reader: Reader,
): (language: Language) => Repository {
  const has = (path: string): boolean => listing.known.has(listing.canonical(path));
  const endingWith = createEndings(listing);
  const declares = (path: string) => reader.declares(path);
  const views = new Map(
    languages.map((language) => [
      language,
      {
        has,
        configuration,
        endingWith,
        declaring: createDeclaring(listing, language, declares),
        declaredIn: declares,
        mentioning: createMentioning(listing, language, (path, name) => reader.mentions(path, name)),
      } satisfies Repository,
    ]),
  );
  return (language) => views.get(language) ?? { has, configuration, declaring: () => [] };
}

/** Resolves a specifier with the language of the importing file, once for each file and specifier. */
function createResolve(
  listing: Listing,
  languages: readonly Language[],
  repositories: (language: Language) => Repository,
): Resolve {
  const byId = new Map(languages.map((language) => [language.id, language]));
  const known = new Map<string, string | undefined>();
  return (specifier, from) => {
    const key = `${from.path}\n${specifier}`;
    if (known.has(key)) return known.get(key);
    // a document may refer to code of any language: `|python:shop.items`
    const [, id = '', named = specifier] = /^\|(\w{1,40}):(.*)$/s.exec(specifier) ?? [];
    const language = byId.get(id) ?? byId.get(from.language);
    const target = language?.resolve(byId.has(id) ? named : specifier, from.path, repositories(language));
    const path = target === undefined ? undefined : listing.canonical(target);
    const ending = path === undefined ? '' : extensionOf(path);
    // a file that code imports as data is not read as a document
    const isData = language?.dataExtensions?.includes(ending) === true && !specifier.startsWith('|');
    const isDocument = !isData && language?.documents?.includes(ending) === true;
    const isRead = path !== undefined && (hasLanguage(path, languages) || isSettings(path, language) || isDocument);
    const source = isRead && listing.known.has(path) ? path : undefined;
    known.set(key, source);
    return source;
  };
}

/** Files of one folder that are followed; a routes folder has a few dozen. */
const MAX_LISTED = 5000;

/** Lists the sources below a folder in the order of their paths, once for each folder. */
function createList(listing: Listing, languages: readonly Language[]): ListFolder {
  const known = new Map<string, ReturnType<ListFolder>>();
  return (specifier, from) => {
    const folder = posix.join(posix.dirname(from.path), specifier).replace(/\/$/, '');
    if (folder === '..' || folder.startsWith('../')) return [];
    const inside = folder === '.' ? '' : `${folder}/`;
    const found =
      known.get(inside) ??
      [...listing.known]
        .filter((path) => path.startsWith(inside) && hasLanguage(path, languages) && !isTest(path.slice(inside.length)))
        .sort()
        .slice(0, MAX_LISTED)
        .map((path) => ({ path: path.slice(inside.length), file: listing.canonical(path) }));
    known.set(inside, found);
    return found;
  };
}

/** A configuration file whose values code reads by their keys (`application.yml`). */
function isSettings(path: string, language: Language | undefined): boolean {
  const isData = language?.dataExtensions?.includes(extensionOf(path)) === true;
  return language?.configFiles.includes(nameOf(path)) === true && !isData;
}

function hasLanguage(path: string, languages: readonly Language[]): boolean {
  const extension = extensionOf(path);
  return languages.some((language) => language.extensions.includes(extension));
}
