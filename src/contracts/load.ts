import {
  closeSync,
  type Dirent,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Gap } from '../model/gap.js';
import type { Tracked } from '../model/tracked.js';
import { UserError } from '../model/user-error.js';
import {
  boundedReader,
  type DocumentStates,
  displayed,
  documentReader,
  isInside,
  MAX_BYTES,
  realOf,
  stateOf,
} from './bounded-reader.js';
import { type ContractMemory, chooseContracts, chooseTables, type LoadedContracts, readNamed } from './choose.js';
import { lenientText } from './decode.js';
import { type Candidate, type Found, findContracts, type Tree, type TreeEntry } from './find.js';
import { fitsGlobs } from './glob.js';
import { type ContractList, matching } from './lists.js';
import type { ReadFile } from './reader.js';
import type { TextOverrides } from './text-overrides.js';

export type { DocumentStates } from './bounded-reader.js';
export type { ContractMemory, LoadedContracts } from './choose.js';
export type { ContractList } from './lists.js';

/** What to load. All paths are absolute. */
export interface ContractRequest {
  /** The root of the repository: no file outside is read, and reported paths are relative to it. */
  readonly repository: string;
  /** The folder that is scanned, and searched for contracts. */
  readonly dir: string;
  /**
   * Files that a trusted user named; they may lie outside the repository. They take precedence over `lists`, and lists over the
   * search.
   */
  readonly named?: readonly string[];
  /** Each list is matched separately: one may include what another excludes. */
  readonly lists?: readonly ContractList[];
  /** Contracts that the search finds count in addition to those that the lists match. */
  readonly find?: boolean;
  /** Globs of contracts that are excluded from the search. */
  readonly except?: readonly string[] | undefined;
  /** It is no error if none is found: there are contracts from elsewhere. */
  readonly mayBeNone?: boolean;
  readonly tracked?: Tracked | undefined;
  /** Names of schemas that services share, `*` for any letters. */
  readonly sharedSchemas?: readonly string[] | undefined;
  /** Files, from the root of the repository, that a change under review adds: their names do not hide other files. */
  readonly added?: ReadonlySet<string> | undefined;
  readonly instead?: TextOverrides | undefined;
  readonly memory?: ContractMemory | undefined;
  /** Takes what every document looked like that was read. */
  readonly reads?: DocumentStates | undefined;
  /** Absent: `readdirSync`. */
  readonly readFolder?: ((folder: string) => readonly Dirent[]) | undefined;
}

const MOST_NAMED = 3;
const HEAD_BYTES = 8_192;

/**
 * Finds and reads the contracts of a service.
 *
 * @throws UserError if there is none or one cannot be read; the message names the line if there is one
 */
export async function loadContracts(request: ContractRequest): Promise<LoadedContracts> {
  const repository = realpathSync(request.repository);
  const read = (root: string) => documentReader(request, root, repository);
  if (request.named !== undefined && request.named.length > 0) {
    const named = request.named.map((path) => namedFile(path, repository));
    return readNamed(
      named.map(({ path, boundary }) => ({ path, read: read(boundary) })),
      request.sharedSchemas,
      false,
      request.memory,
    );
  }
  if (request.lists !== undefined && request.lists.length > 0) {
    const { files, notices } = matching(request.lists, { repository, tree: diskTree(request, repository) });
    const paths = files.map((path) => ({ path: join(repository, path), read: read(repository), tolerant: true }));
    const ofLists = { ...readNamed(paths, request.sharedSchemas, false, request.memory), notices };
    return request.find === true ? together(ofLists, lookFor(request, repository)) : ofLists;
  }
  const found = lookFor(request, repository);
  if (found.contracts.length > 0 || request.mayBeNone === true) return found;
  const others = elsewhere(request, repository);
  return foundAbove(request, repository, others) ?? raised(noneFound(nameOfDir(request, repository), found, others));
}

const nameOfDir = ({ dir }: ContractRequest, repository: string): string => displayed(realpathSync(dir), repository);

function raised(error: UserError): never {
  throw error;
}

/** Files at the root of a package: contracts above it belong to other packages. */
const MANIFEST =
  /^(?:package\.json|go\.mod|pyproject\.toml|setup\.py|requirements\.txt|pom\.xml|build\.gradle(?:\.kts)?|.+\.csproj)$/;

/**
 * The contracts in the nearest folder above the scanned one that has any, in the same package: a scan of `src` means its
 * package's contracts.
 */
function foundAbove(request: ContractRequest, repository: string, others: readonly string[]): LoadedContracts | undefined {
  const scanned = nameOfDir(request, repository);
  for (let dir = realpathSync(request.dir); dir !== repository && isInside(dir, repository); dir = dirname(dir)) {
    if (readdirSync(dir).some((name) => MANIFEST.test(name))) return undefined;
    const above = dirname(dir);
    const here = displayed(above, repository);
    const beside = others.filter((file) => join(repository, dirname(file)) === above);
    if (beside.length === 0) continue;
    const loaded = readNamed(
      beside.map((file) => ({
        path: join(repository, file),
        read: documentReader(request, repository, repository),
        tolerant: true,
      })),
      request.sharedSchemas,
      false,
      request.memory,
    );
    const where = here === '' ? 'the root of the repository' : `\`${here}\``;
    const notice = `No contract lies in \`${scanned}\`; ${shortened(beside)} of ${where} is compared with its code.`;
    return loaded.contracts.length === 0 ? undefined : { ...loaded, notices: [...(loaded.notices ?? []), notice] };
  }
  return undefined;
}

/** How to read one file of a repository and the files that it refers to there. @throws UserError if it does not exist */
export function readerFor(file: string, repository: string): { readonly path: string; readonly read: ReadFile } {
  const root = realpathSync(repository);
  const { path, boundary } = namedFile(join(root, file), root);
  return { path, read: boundedReader(boundary, root) };
}

/** Reads documents of a repository, and no file outside it. */
export function repositoryReader(repository: string): ReadFile {
  const root = realpathSync(repository);
  return boundedReader(root, root);
}

/** The text of a file of the repository, by its path from the root; undefined if it cannot be read. */
export function textInside(file: string, repository: string): string | undefined {
  const root = realpathSync(repository);
  try {
    const found = boundedReader(root, root)(join(root, file), undefined);
    return typeof found === 'string' ? undefined : found.text;
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function lookFor(request: ContractRequest, repository: string): LoadedContracts {
  const all = find(request, repository);
  const { found, notices } = without(request.except ?? [], all, (path) => displayed(path, repository));
  const unreadable = found.unreadable.map((folder) => unreadableFolder(displayed(folder, repository)));
  const read = documentReader(request, repository, repository);
  const named = (path: string): string => displayed(path, repository);
  const documents = chooseContracts(found, read, named, request.sharedSchemas, request.added, request.memory);
  // A table of services counts only as long as there is no contract.
  const tables = documents.contracts.length === 0 ? chooseTables(found.tables, read) : undefined;
  const loaded = tables === undefined ? documents : { ...tables, skipped: documents.skipped };
  return { ...loaded, gaps: [...loaded.gaps, ...unreadable], notices: [...(loaded.notices ?? []), ...notices] };
}

/** The found contracts without those that globs exclude, with a sentence for each glob that excludes some. */
function without(globs: readonly string[], found: Found, name: (path: string) => string) {
  const fitting = (glob: string): readonly Candidate[] => found.candidates.filter(({ path }) => fitsGlobs([glob], name(path)));
  const left = new Set(globs.flatMap(fitting));
  const notices = globs.map((glob) => {
    const names = fitting(glob).map(({ path }) => name(path));
    return `\`!${glob}\` leaves out ${names.length === 0 ? 'no contract' : names.join(', ')}.`;
  });
  return { found: { ...found, candidates: found.candidates.filter((each) => !left.has(each)) }, notices };
}

/** The contracts of both, each once. */
function together(one: LoadedContracts, other: LoadedContracts): LoadedContracts {
  const known = new Set(one.contracts.map(({ id }) => id));
  const added = other.contracts.filter(({ id }) => !known.has(id));
  const contracts = [...one.contracts, ...added].sort((a, b) => (a.id < b.id ? -1 : 1));
  const unread = [...one.skipped, ...other.skipped].filter(({ file }) => !known.has(file));
  const left = other.gaps.filter((gap) => !one.gaps.some((each) => JSON.stringify(each) === JSON.stringify(gap)));
  return {
    contracts,
    gaps: [...one.gaps, ...left],
    skipped: unread,
    notices: [...(one.notices ?? []), ...(other.notices ?? [])],
  };
}

/** Absolute paths of the files that look like contracts; the files are not read completely. */
export function contractFiles(request: Pick<ContractRequest, 'repository' | 'dir'>): readonly string[] {
  return find(request, realpathSync(request.repository)).candidates.map(({ path }) => path);
}

function find(request: Pick<ContractRequest, 'dir' | 'tracked' | 'readFolder'>, repository: string): Found {
  if (!existsSync(request.dir)) throw new UserError(`The folder \`${request.dir}\` does not exist.`, { hint: 'Check the path.' });
  const dir = realpathSync(request.dir);
  const steps = relative(repository, dir).split(sep).filter(Boolean);
  const above = steps.map((_, count) => join(repository, ...steps.slice(0, count)));
  const found = findContracts(dir, steps.includes('..') ? [] : above, diskTree(request, repository, request.tracked));
  const retained = new Map<string, Candidate>();
  for (const { path, by } of found.candidates) {
    const real = realOf(path) ?? path;
    if (!retained.has(real)) retained.set(real, { path: real, by });
  }
  return { ...found, candidates: [...retained.values()] };
}

/** Contracts of the repository outside the scanned folder. */
function elsewhere(request: ContractRequest, repository: string): readonly string[] {
  if (realpathSync(request.dir) === repository) return [];
  return contractFiles({ repository, dir: repository }).map((path) => displayed(path, repository));
}

function noneFound(dir: string, { skipped }: LoadedContracts, others: readonly string[]): UserError {
  const seen = skipped.slice(0, 3).map(({ file, why }) => `${file} (${why})`);
  const also = seen.length === 0 ? '' : ` Found, but not read: ${seen.join('; ')}.`;
  return new UserError(`No contract was found in ${dir === '' ? 'the repository' : `\`${dir}\``}.${also}`, {
    incomplete: true,
    hint: `${others.length === 0 ? '' : `Outside of it there is ${shortened(others)}. `}Name one with \`--contract FILE\`, or list globs under \`contracts\` in the configuration. OpenAPI 2.0 to 3.2 and AsyncAPI 2 and 3 are read, as YAML or JSON. For a service that has none, \`tallystick draft -o openapi.yaml\` writes a first one.`,
  });
}

function shortened(files: readonly string[]): string {
  const rest = files.length - MOST_NAMED;
  return `${files
    .slice(0, MOST_NAMED)
    .map((file) => `\`${file}\``)
    .join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}

function unreadableFolder(folder: string): Gap {
  const detail = `The folder \`${folder}\` cannot be read, so contracts in it are not found.`;
  return { reason: 'unreadable-file', detail, at: { file: folder, line: 1 } };
}

/** A named contract outside the repository may refer to files of its own repository, else of its own folder. */
function namedFile(path: string, repository: string): { readonly path: string; readonly boundary: string } {
  if (!existsSync(path)) {
    throw new UserError(`The contract \`${displayed(path, repository)}\` does not exist.`, {
      hint: 'Check the path; it starts from where you are.',
    });
  }
  const real = realpathSync(path);
  return { path: real, boundary: isInside(real, repository) ? repository : ownRoot(dirname(real)) };
}

function ownRoot(folder: string): string {
  for (let at = folder; at !== dirname(at); at = dirname(at)) if (existsSync(join(at, '.git'))) return at;
  return folder;
}

/** Whether every document that named contracts were read from would be read again as it was. */
export function areUnchanged(named: readonly string[], root: string, reads: ReadonlyMap<string, string>): boolean {
  const repository = realpathSync(root);
  try {
    const boundaries = new Set(named.map((path) => namedFile(path, repository).boundary));
    return [...reads].every(([key, state]) => {
      const [boundary, path] = [key.slice(0, key.indexOf('\n')), key.slice(key.indexOf('\n') + 1)];
      return boundaries.has(boundary) && stateOf(boundedReader(boundary, repository)(path, undefined)) === state;
    });
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

function diskTree({ readFolder }: Pick<ContractRequest, 'readFolder'>, repository: string, tracked?: Tracked): Tree {
  const read = readFolder ?? ((folder: string) => readdirSync(folder, { withFileTypes: true }));
  const tree = { list: (folder: string) => listed(folder, repository, read), head, whole, text: ignoreFile, join };
  if (tracked === undefined) return tree;
  const { file, folder } = tracked;
  return {
    ...tree,
    tracked: { file: (path) => file(displayed(path, repository)), folder: (path) => folder(displayed(path, repository)) },
  };
}

function listed(folder: string, repository: string, read: (folder: string) => readonly Dirent[]): ReturnType<Tree['list']> {
  try {
    return read(folder).flatMap((entry): readonly TreeEntry[] => {
      if (entry.isDirectory()) return [{ name: entry.name, kind: 'folder' }];
      if (entry.isFile()) return [{ name: entry.name, kind: 'file' }];
      const real = entry.isSymbolicLink() ? realOf(join(folder, entry.name)) : undefined;
      const isFile = real !== undefined && isInside(real, repository) && statSync(real).isFile();
      return isFile ? [{ name: entry.name, kind: 'file' }] : [];
    });
  } catch {
    return undefined;
  }
}

function head(file: string): string | undefined {
  try {
    const descriptor = openSync(file, 'r');
    try {
      const buffer = Buffer.alloc(HEAD_BYTES);
      return lenientText(buffer.subarray(0, readSync(descriptor, buffer, 0, HEAD_BYTES, 0)));
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return undefined;
  }
}

function whole(file: string, words: readonly string[]): string | undefined {
  try {
    const { size } = statSync(file);
    if (size <= HEAD_BYTES || size > MAX_BYTES) return undefined;
    const bytes = readFileSync(file);
    const has = (word: string): boolean => bytes.includes(word) || bytes.includes(word, 0, 'utf16le');
    return words.some(has) ? lenientText(bytes) : undefined;
  } catch {
    return undefined;
  }
}

function ignoreFile(file: string): string | undefined {
  try {
    return statSync(file).size > HEAD_BYTES * 16 ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
