import type { FileFacts } from '../facts/fact.js';
import { FACT_FORMAT, type FactSheet } from '../facts/fact-sheet.js';
import { needsOfExport, needsOfRoutes, type Reach, type Steps } from '../facts/references.js';
import { canonicalSheet } from '../facts/sheet-order.js';
import type { Gap } from '../model/gap.js';
import { TOOL } from '../model/tool.js';
import type { FactCache } from './cache.js';
import type { Language } from './extractor.js';
import { extensionOf, type Listing, listFiles } from './files.js';
import { createReader, type Reader } from './reader.js';
import { shardOf } from './shard.js';

export interface CollectRequest {
  /** Absolute. */
  readonly repository: string;
  /** Absolute; really in the repository. */
  readonly dir: string;
  readonly languages: readonly Language[];
  readonly cache?: FactCache;
  /** From 1 to `total`. */
  readonly shard?: { readonly index: number; readonly total: number };
  /** Called now and then with how many of the files were looked at. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** Purposes that one run follows; only a repository made to be slow has more. */
const MAX_QUESTIONS = 500_000;
const PROGRESS_STEP = 250;

/**
 * Reads the facts of the scanned folder: of every file that may register routes, and of the files anywhere in the repository
 * that those refer to. What one file leads to does not depend on the others, so the sheets of all shards together are the
 * sheet of the whole.
 */
export async function collect(request: CollectRequest): Promise<FactSheet> {
  const { repository, dir, languages } = request;
  const listing = listFiles({
    repository,
    dir,
    extensions: languages.flatMap((language) => language.extensions),
    configFiles: languages.flatMap((language) => language.configFiles),
  });
  const reader = createReader(repository, languages, request.cache);
  const { shard } = request;
  const own =
    shard === undefined ? listing.sources : listing.sources.filter((path) => shardOf(path, shard.total) === shard.index);
  const configuration = await readConfiguration(reader, listing);
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
  const closure = await close(roots, { reader, listing, languages, configuration });
  request.cache?.save();
  return canonicalSheet({
    format: FACT_FORMAT,
    tool: TOOL,
    ...(shard === undefined ? {} : { shard }),
    files: [...configuration.values(), ...closure.files.values()],
    resolutions: closure.resolutions,
    gaps: [...listing.gaps, ...reader.gaps, ...closure.gaps, ...emptiness(listing, languages)],
    stats: { files: own.length, cacheHits: reader.hits() },
  });
}

/** Reading is synchronous, the fastest way there is; between batches signals and timers get their turn. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

async function readConfiguration(reader: Reader, listing: Listing): Promise<Map<string, FileFacts>> {
  const configuration = new Map<string, FileFacts>();
  for (const path of listing.configuration) {
    const facts = await reader.read(path);
    if (facts !== undefined) configuration.set(path, facts);
  }
  return configuration;
}

/** A folder without a single source proves nothing about any promise. */
function emptiness(listing: Listing, languages: readonly Language[]): readonly Gap[] {
  if (listing.sources.length > 0) return [];
  const titles = languages.map((language) => language.title).join(', ');
  const detail = `No source file of a language that is read (${titles}) was found here.`;
  return [{ reason: 'unsupported-framework', detail, at: { file: listing.folder || '.', line: 1 }, hides: 'service' }];
}

interface Surroundings {
  readonly reader: Reader;
  readonly listing: Listing;
  readonly languages: readonly Language[];
  readonly configuration: ReadonlyMap<string, FileFacts>;
}

interface Closure {
  readonly files: Map<string, FileFacts>;
  readonly resolutions: Record<string, Record<string, string>>;
  readonly gaps: Gap[];
}

/** One name of one file that is asked for, and what of it. */
interface Question {
  readonly file: FileFacts;
  readonly name: string;
  readonly steps: Steps;
}

/** Follows what the roots refer to, from file to file, until nothing new is asked. */
async function close(roots: readonly FileFacts[], around: Surroundings): Promise<Closure> {
  const closure: Closure = { files: new Map(), resolutions: Object.create(null), gaps: [] };
  const resolve = createResolve(around);
  const open: Question[] = [];
  const asked = new Set<string>();

  async function lead(from: FileFacts, specifier: string): Promise<FileFacts | undefined> {
    const target = resolve(specifier, from);
    return target === undefined ? undefined : around.reader.read(target);
  }
  function record(from: FileFacts, specifier: string, to: FileFacts): void {
    closure.resolutions[from.path] ??= Object.create(null) as Record<string, string>;
    const own = closure.resolutions[from.path];
    if (own !== undefined) own[specifier] = to.path;
    closure.files.set(to.path, to);
  }
  async function follow(from: FileFacts, reach: Reach): Promise<void> {
    for (const { specifier, name, steps } of reach.needs) {
      const target = await lead(from, specifier);
      if (target === undefined) continue;
      record(from, specifier, target);
      ask({ file: target, name, steps });
    }
  }
  function ask(question: Question): void {
    const key = `${question.file.path}\n${question.name}\n${question.steps.join('\n')}`;
    if (asked.has(key) || asked.size > MAX_QUESTIONS) return;
    asked.add(key);
    open.push(question);
  }
  /** Looks through `export *` in order, and through those of their targets, for the one file that exports the name. */
  async function search(from: FileFacts, reach: Reach, question: Question, seen: Set<string>): Promise<boolean> {
    for (const specifier of reach.stars) {
      const path = resolve(specifier, from);
      if (path === undefined || seen.has(path) || !around.reader.mentions(path, question.name)) continue;
      seen.add(path);
      const target = await around.reader.read(path);
      if (target === undefined) continue;
      const inside = needsOfExport(target, question.name, question.steps);
      const found = inside.found && question.name !== '*';
      if (!found && !(await search(target, inside, question, seen))) continue;
      record(from, specifier, target);
      if (found) await follow(target, inside);
      return true;
    }
    return false;
  }

  for (const root of roots) {
    closure.files.set(root.path, root);
    await follow(root, needsOfRoutes(root));
  }
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const reach = needsOfExport(next.file, next.name, next.steps);
    await follow(next.file, reach);
    if (next.name === '*') await everything(next.file, reach);
    else if (!reach.found && next.name !== 'default') await search(next.file, reach, next, new Set([next.file.path]));
  }
  /** `*` of a barrel is `*` of all that it re-exports. */
  async function everything(file: FileFacts, reach: Reach): Promise<void> {
    for (const specifier of reach.stars) {
      const target = await lead(file, specifier);
      if (target === undefined) continue;
      record(file, specifier, target);
      ask({ file: target, name: '*', steps: [] });
    }
  }
  if (asked.size > MAX_QUESTIONS) closure.gaps.push(tooMany());
  return closure;
}

function tooMany(): Gap {
  const detail = 'The sources refer to each other in more ways than are followed.';
  return { reason: 'too-large', detail, at: { file: '.', line: 1 }, hides: 'service' };
}

/** Asks the language of the importing file where a specifier leads, once for each file and specifier. */
function createResolve({
  listing,
  languages,
  configuration,
}: Surroundings): (specifier: string, from: FileFacts) => string | undefined {
  const byId = new Map(languages.map((language) => [language.id, language]));
  const repository = { has: (path: string) => listing.known.has(listing.canonical(path)), configuration };
  const known = new Map<string, string | undefined>();
  return (specifier, from) => {
    const key = `${from.path}\n${specifier}`;
    if (known.has(key)) return known.get(key);
    const target = byId.get(from.language)?.resolve(specifier, from.path, repository);
    const path = target === undefined ? undefined : listing.canonical(target);
    const source = path !== undefined && listing.known.has(path) && hasLanguage(path, languages) ? path : undefined;
    known.set(key, source);
    return source;
  };
}

function hasLanguage(path: string, languages: readonly Language[]): boolean {
  const extension = extensionOf(path);
  return languages.some((language) => language.extensions.includes(extension));
}
