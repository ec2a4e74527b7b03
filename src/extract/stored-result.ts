import type { Store } from './cache.js';

/** Files that were read beside the listed ones -> their content. */
export type Reads = ReadonlyMap<string, string>;

/** The result of an earlier run, which is parsed only when it is needed. */
export interface StoredResult {
  readonly reads: Reads;
  readonly result: () => unknown;
}

/**
 * The result of an earlier run in this state. Stored data is untrusted: a malformed text counts as absent.
 *
 * @param state equal for runs with the same settings over the same files
 */
export function readResult(store: Store, state: string): StoredResult | undefined {
  const text = store.read();
  if (text === undefined) return undefined;
  const end = text.indexOf('\n');
  try {
    const [of, reads]: [unknown, unknown] = JSON.parse(text.slice(0, end));
    if (of !== state || !Array.isArray(reads)) return undefined;
    return { reads: new Map(reads), result: () => JSON.parse(text.slice(end + 1)) };
  } catch {
    return undefined;
  }
}

/** @param result plain data; one that is too large for a text is not stored */
export function writeResult(store: Store, state: string, reads: Reads, result: unknown): void {
  try {
    store.write(`${JSON.stringify([state, [...reads]])}\n${JSON.stringify(result)}`);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/** Whether the same files had the same content. */
export function areSame(one: Reads, other: Reads): boolean {
  return one.size === other.size && [...one].every(([key, content]) => other.get(key) === content);
}
