import { BUILD, TOOL, UNBUNDLED } from '../model/tool.js';
import { type AnswerCache, openAnswers } from './answer-cache.js';
import { type FactCache, keepAside, keepParsed, openCache, openStore, type PartStore, type Store } from './cache.js';
import type { CollectRequest } from './collect.js';
import { openStamps, type StampTable, stampsOf } from './stamps.js';

const VERSION = `${TOOL.version} ${BUILD}`;

/**
 * Facts that the scans of one process share: the base of a change differs from its head in few files. Other programs cannot write
 * it, unlike a folder.
 */
export interface Memory {
  readonly facts: Map<string, FactCache>;
  readonly answers: Store;
  /** For a process that scans the same folder again and again: files that it need not open. */
  readonly stamps?: Map<string, StampTable>;
}

/** @param isLasting the process scans the same folder again and again */
export function openMemory(isLasting = false): Memory {
  let text: string | undefined;
  const write = (written: string): void => {
    text = written;
  };
  const memory = { facts: new Map(), answers: { read: () => text, write } };
  return isLasting ? { ...memory, stamps: new Map() } : memory;
}

/** Where facts are cached. */
export interface CacheSettings {
  /** Absolute; absent: no folder. */
  readonly cacheDirectory?: string | undefined;
  /** Takes precedence over a folder. */
  readonly memory?: Memory | undefined;
}

/**
 * Facts of earlier runs. A development build (sources not bundled) may have changed since it cached facts, which no version
 * number shows: then none.
 *
 * @param repository whose facts
 * @param kind which facts of it
 */
export function cachedFacts(
  repository: string,
  kind: string,
  { cacheDirectory: directory, memory }: CacheSettings,
): Pick<CollectRequest, 'cache' | 'stamps'> {
  if (memory !== undefined) {
    const cache = memory.facts.get(kind) ?? { ...(memory.stamps ? keepParsed() : keepAside()), save: () => undefined };
    memory.facts.set(kind, cache);
    if (memory.stamps === undefined) return { cache };
    const table = memory.stamps.get(kind) ?? new Map();
    memory.stamps.set(kind, table);
    return { cache, stamps: stampsOf(table, Date.now()) };
  }
  const of = `${repository}${kind}`;
  if (directory === undefined || BUILD === UNBUNDLED) return {};
  return {
    cache: openCache(directory, of, VERSION),
    stamps: openStamps(openStore(directory, of, 'stamps', VERSION)),
  };
}

/**
 * The result of an earlier run, under the same conditions as {@link cachedFacts}; a process that has a memory needs none.
 *
 * @param what the scan: another one does not replace its result
 */
export function cachedResult(
  what: readonly unknown[],
  { cacheDirectory: directory, memory }: CacheSettings,
): PartStore | undefined {
  if (memory !== undefined || directory === undefined || BUILD === UNBUNDLED) return undefined;
  return openStore(directory, JSON.stringify(what), 'result', VERSION);
}

/** Inferred answers of earlier runs, under the same conditions as {@link cachedFacts}. */
export function cachedAnswers(repository: string, { cacheDirectory: directory, memory }: CacheSettings): AnswerCache | undefined {
  if (memory !== undefined) return openAnswers(memory.answers);
  if (directory === undefined || BUILD === UNBUNDLED) return undefined;
  return openAnswers(openStore(directory, repository, 'answers', VERSION));
}
