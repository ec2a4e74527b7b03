import { createHash } from 'node:crypto';
import type { Gap } from '../model/gap.js';
import { UserError } from '../model/user-error.js';
import type { Contract } from './contract.js';
import type { Found } from './find.js';
import type { Format } from './formats/format.js';
import { formats } from './formats/index.js';
import type { Document } from './parse.js';
import { isMapping, locate, type Place, rootOf } from './place.js';
import { type FileText, Reader, type ReadFile } from './reader.js';
import { readServiceTable } from './requirements/service-table.js';
import { isAmong } from './shared-models.js';
import { versionNotices } from './versions.js';

/** The result of loading contracts. */
export interface LoadedContracts {
  /** By id. */
  readonly contracts: readonly Contract[];
  readonly gaps: readonly Gap[];
  /** Files that look like contracts and were not read, and why. */
  readonly skipped: readonly { readonly file: string; readonly why: string }[];
  /** How the contracts were chosen, a sentence for each thing that a reader must know. They contain untrusted text. */
  readonly notices?: readonly string[];
}

/** One file to read as a contract. `tolerant`: a pattern matched it, so it may turn out to be no contract. */
export interface NamedContract {
  readonly path: string;
  readonly read: ReadFile;
  readonly tolerant?: boolean;
}

/** The result of reading one file. */
interface Attempt {
  readonly path: string;
  readonly file: string;
  readonly outcome: Contract | UserError | { readonly why: string };
  readonly opened: ReadonlySet<string>;
  /** See `LoadedContracts.notices`. */
  readonly notices: readonly string[];
}

/** Contracts that this process has read: an entry is valid while each file that was read for it is unchanged. */
export type ContractMemory = Map<
  string,
  { readonly attempt: Attempt; readonly asked: string; readonly reads: ReadonlyMap<string, FileText> }
>;

const NOT_READ = {
  'json-schema': 'a JSON Schema; name it to use it as a shared model',
  empty: 'it is empty',
  'no-version': 'it has paths, and no `openapi` or `swagger` at its top that says the version',
};

/**
 * Reads files that the user named; all must be contracts, except those that a pattern matched.
 *
 * @param isStrict a reference to nowhere, or a duplicate key, is an error in its document
 * @param memory of earlier reads
 */
export function readNamed(
  named: readonly NamedContract[],
  shared: readonly string[] = [],
  isStrict = false,
  memory?: ContractMemory,
): LoadedContracts {
  const attemptAt = attempting(shared, isStrict, memory);
  const attempts = named.map(({ path, read }) => (isProse(path) ? attemptTable(path, read) : attemptAt(path, read)));
  for (const [index, { outcome, file }] of attempts.entries()) {
    if (outcome instanceof UserError) throw outcome;
    if ('why' in outcome && named[index]?.tolerant !== true) throw notAContract(file, outcome.why);
  }
  const retained = withoutReferred(attempts);
  if (retained.every(({ outcome }) => 'why' in outcome))
    throw notAContract(attempts[0]?.file ?? '', 'no file that matches is an OpenAPI or AsyncAPI document or a JSON Schema');
  return loaded(retained);
}

/**
 * Reads a contract again after its documents changed in memory; what the configuration says about it stays. Empty: it is no
 * contract any more.
 */
export function readAgain({ service, consumer, role }: Contract, path: string, reader: Reader): readonly Contract[] {
  const { outcome } = attempt(path, reader);
  if (!('kind' in outcome)) return [];
  return [{ ...outcome, ...(service && { service }), ...(consumer && { consumer }), ...(role && { role }) }];
}

/** Selects those of the found files that are contracts of their own. */
export function chooseContracts(
  found: Found,
  read: ReadFile,
  displayed: (path: string) => string,
  shared: readonly string[] = [],
  added: ReadonlySet<string> = new Set(),
  memory?: ContractMemory,
): LoadedContracts {
  const attemptAt = attempting(shared, false, memory);
  const attempts = found.candidates.map(({ path }) => attemptAt(path, read));
  const retained = withoutUnusual(withoutReferred(attempts), found, added);
  const left = forgiving(retained);
  const referred = new Set(attempts.flatMap(({ opened, path }) => [...opened].filter((file) => file !== path)));
  const others = found.others
    .filter(({ path }) => !referred.has(path))
    .map(({ path, kind }) => ({ file: displayed(path), why: NOT_READ[kind] }));
  const result = loaded(withoutDuplicates(left));
  const notices = [...(result.notices ?? []), ...versionNotices(result.contracts)];
  return { ...result, skipped: [...result.skipped, ...others], ...(notices.length === 0 ? {} : { notices }) };
}

/** Selects those of the found requirements files that have a table of services. */
export function chooseTables(paths: readonly string[], read: ReadFile): LoadedContracts {
  return { ...loaded(paths.map((path) => attemptTable(path, read))), skipped: [] };
}

const isProse = (path: string): boolean => /\.(?:md|markdown|txt)$/i.test(path);

function attemptTable(path: string, read: ReadFile): Attempt {
  const found = read(path, undefined);
  if (typeof found === 'string')
    return { path, file: path, outcome: { why: 'it lies outside the repository' }, opened: new Set(), notices: [] };
  const outcome = readServiceTable(found.text, found.file) ?? { why: 'it has no table of services (`SVC-001`, ...)' };
  return { path: found.path, file: found.file, outcome, opened: new Set([found.path]), notices: [] };
}

/** Reads candidates that may share documents. With a memory each is read separately, to record what it depends on. */
function attempting(shared: readonly string[], isStrict: boolean, memory: ContractMemory | undefined) {
  const parsed = new Map<string, Document>();
  const isShared = isAmong(shared);
  const asked = JSON.stringify([shared, isStrict]);
  return (path: string, read: ReadFile): Attempt => {
    if (memory === undefined) return attempt(path, new Reader(read, parsed, isShared, isStrict));
    const known = memory.get(path);
    if (known?.asked === asked && [...known.reads].every(([file, text]) => isSame(read, file, text))) return known.attempt;
    const reads = new Map<string, FileText>();
    let isReadable = true;
    const noting: ReadFile = (file, from) => {
      try {
        const text = read(file, from);
        reads.set(file, text);
        return text;
      } catch (error) {
        isReadable = false;
        throw error;
      }
    };
    const made = attempt(path, new Reader(noting, new Map(), isShared, isStrict));
    if (isReadable) memory.set(path, { attempt: made, asked, reads });
    else memory.delete(path);
    return made;
  };
}

/** Whether a file has the same text as before. */
function isSame(read: ReadFile, file: string, before: FileText): boolean {
  try {
    const now = read(file, undefined);
    if (typeof now === 'string' || typeof before === 'string') return now === before;
    return now.text === before.text && now.path === before.path;
  } catch (error) {
    if (error instanceof UserError) return false;
    throw error;
  }
}

function attempt(path: string, reader: Reader): Attempt {
  let file = path;
  try {
    const document = reader.open(path);
    if (typeof document === 'string')
      return { path, file, outcome: { why: 'it lies outside the repository' }, opened: reader.opened, notices: [] };
    file = document.file;
    const outcome = readDocument(rootOf(document), reader);
    return { path: document.path, file, outcome, opened: reader.opened, notices: reader.notices };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { path, file: error.location?.file ?? file, outcome: error, opened: reader.opened, notices: [] };
  }
}

function readDocument(root: Place, reader: Reader): Contract | UserError | { readonly why: string } {
  if (!isMapping(root.value)) return { why: `it has ${described(root.value)} at its top, but a contract is a mapping` };
  for (const format of formats) {
    const recognised = format.recognise(root);
    if (recognised === 'readable') return format.read(root, reader);
    if (recognised !== undefined) return unsupported(recognised, format);
  }
  return { why: 'it has none of `openapi`, `swagger`, `asyncapi` and `$schema` at its top level' };
}

function described(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  return Array.isArray(value) ? 'a list' : 'a single value';
}

function unsupported(
  { unsupported, at }: Exclude<ReturnType<Format['recognise']>, 'readable' | undefined>,
  format: Format,
): UserError {
  const location = locate(at);
  return new UserError(`${location.file}:${location.line}: ${unsupported}.`, {
    hint: `Tallystick reads ${format.title} ${format.versions}.`,
    location,
  });
}

function notAContract(file: string, why: string): UserError {
  return new UserError(`\`${file}\` is not a contract: ${why}.`, {
    hint: 'Name an OpenAPI (2.0 to 3.2) or AsyncAPI (2.x, 3.x) document or a JSON Schema, as YAML or JSON.',
    location: { file, line: 1 },
  });
}

/**
 * A file that another contract refers to is a part of that contract, unless it has operations that the other lacks: contracts
 * borrow schemas from each other and stay contracts. Of two that refer to each other, the first stays.
 */
function withoutReferred(attempts: readonly Attempt[]): readonly Attempt[] {
  const parts = new Set<string>();
  // Models may refer to each other, and each is a shared model of its own.
  const models = new Set(attempts.flatMap(({ path, outcome }) => (isModel(outcome) ? [path] : [])));
  const expected = new Map(attempts.map(({ path, outcome }) => [path, expectationsOf(outcome)]));
  for (const { path, opened, outcome } of attempts) {
    if (parts.has(path) || !('kind' in outcome)) continue;
    const taken = new Set(expected.get(path));
    const isOwn = (other: string): boolean => expected.get(other)?.every((expectation) => taken.has(expectation)) === false;
    for (const other of opened) if (other !== path && !isOwn(other) && !(isModel(outcome) && models.has(other))) parts.add(other);
  }
  return attempts.filter(({ path }) => !parts.has(path));
}

/**
 * The locations of a document's operations and messages: one that a document takes from another has the same location in both.
 */
function expectationsOf(outcome: Attempt['outcome']): readonly string[] {
  if (!('kind' in outcome)) return [];
  return [...outcome.operations, ...outcome.messages].map(({ at }) => `${at.file}:${at.line}`);
}

const isModel = (outcome: Attempt['outcome']): boolean => 'kind' in outcome && outcome.kind === 'json-schema';

/**
 * A broken document that the user did not name is skipped; if there is no other contract, the run is incomplete (not a usage
 * error).
 */
function forgiving(attempts: readonly Attempt[]): readonly Attempt[] {
  const hasOthers = attempts.some(({ outcome }) => 'kind' in outcome);
  return attempts.map((each): Attempt => {
    const { outcome } = each;
    if (!(outcome instanceof UserError)) return each;
    if (!hasOthers) throw new UserError(outcome.message, { ...outcome, incomplete: true });
    return { ...each, outcome: { why: `it is broken: ${outcome.message}` } };
  });
}

/**
 * If files with usual names are contracts, contracts with other names are only reported. Files in `added`, which a change adds,
 * do not hide others.
 */
function withoutUnusual(attempts: readonly Attempt[], { candidates }: Found, added: ReadonlySet<string>): readonly Attempt[] {
  const usual = new Set(candidates.filter(({ by }) => by === 'name').map(({ path }) => path));
  const deciding = attempts.filter(({ path, file }) => usual.has(path) && !added.has(file));
  const kinds = new Set(deciding.flatMap(({ outcome }) => ('kind' in outcome ? [outcome.kind] : [])));
  if (kinds.size === 0) return attempts;
  return attempts.map((each) => {
    const { outcome } = each;
    if (usual.has(each.path) || isModel(outcome) || ('kind' in outcome && !kinds.has(outcome.kind))) return each;
    const title = formats.find(({ kind }) => 'kind' in outcome && kind === outcome.kind)?.title ?? 'OpenAPI';
    const why = `it is an ${title} document, but others here have a usual name or folder; name it to include it`;
    return { ...each, outcome: { why } };
  });
}

/**
 * The same document in two files (YAML and JSON, source and bundle) is one contract. A document with other operations under the
 * same title is another contract: it must not hide the first.
 */
function withoutDuplicates(attempts: readonly Attempt[]): readonly Attempt[] {
  const alike = new Map<string, { readonly file: string; readonly contract: Contract }[]>();
  const known = new Map<Contract, string>();
  const stated = (contract: Contract): string => {
    const text = known.get(contract) ?? contentHash(contract);
    known.set(contract, text);
    return text;
  };
  return attempts.map((each) => {
    const { outcome: contract, file } = each;
    if (!('kind' in contract) || isModel(contract)) return each;
    const others = alike.get(outline(contract)) ?? [];
    const duplicate = others.find((other) => stated(other.contract) === stated(contract));
    if (duplicate !== undefined)
      return { ...each, outcome: { why: `it has the same title, version and operations as ${duplicate.file}` } };
    alike.set(outline(contract), [...others, { file, contract }]);
    return each;
  });
}

function loaded(attempts: readonly Attempt[]): LoadedContracts {
  const contracts = attempts.flatMap(({ outcome }) => ('kind' in outcome ? [outcome] : []));
  const skipped = attempts.flatMap(({ file, outcome }) => ('why' in outcome ? [{ file, why: outcome.why }] : []));
  contracts.sort((a, b) => (a.id < b.id ? -1 : 1));
  const notices = [...new Set(attempts.flatMap((one) => ('kind' in one.outcome ? one.notices : [])))];
  return { contracts, gaps: contracts.flatMap(({ gaps }) => gaps), skipped, ...(notices.length === 0 ? {} : { notices }) };
}

/** How many levels of references are expanded; below that, each definition is compared by itself. */
const ROUNDS = 4;

/** A cheap key for a document: only documents with equal keys can be the same. */
function outline({ title, version, operations, messages }: Contract): string {
  return JSON.stringify([title, version, [...operations, ...messages].map(({ subject }) => subject).sort()]);
}

/**
 * A hash of what a contract describes: the same for the same document in YAML and JSON, in one file and in several, whatever its
 * schemas are called and wherever they stand.
 */
function contentHash({ definitions, prefixes, operations, messages }: Contract): string {
  let known: ReadonlyMap<string, string> = new Map();
  for (let round = 0; round < ROUNDS; round++) {
    const before = known;
    known = new Map([...definitions].map(([name, shape]) => [name, hashOf(shape, before)]));
  }
  const sorted = [operations, messages].map((each) => each.map((one) => hashOf(one, known)).sort());
  return hashOf([prefixes, sorted, [...new Set(known.values())].sort()], known);
}

function hashOf(value: unknown, known: ReadonlyMap<string, string>): string {
  const text = JSON.stringify(value, (key, each: unknown) => {
    if (key === 'at') return undefined;
    if (isLink(each)) return { to: known.get(each.name) ?? '' };
    return key === 'mapping' && isNames(each) ? Object.entries(each).map(([word, name]) => [word, known.get(name) ?? '']) : each;
  });
  return createHash('sha256').update(text).digest('hex');
}

const isLink = (value: unknown): value is { readonly name: string } =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'ref' && 'name' in value;

const isNames = (value: unknown): value is Readonly<Record<string, string>> =>
  typeof value === 'object' && value !== null && Object.values(value).every((name) => typeof name === 'string');
