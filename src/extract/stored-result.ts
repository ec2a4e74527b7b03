import type { PartStore } from './cache.js';

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
export function readResult(store: PartStore, state: string): StoredResult | undefined {
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
export function writeResult(store: PartStore, state: string, reads: Reads, result: object): void {
  store.write(textOf(state, reads, result));
}

/** A result may have tens of thousands of findings: they become text one by one. */
function* textOf(state: string, reads: Reads, result: object): Generator<string> {
  yield `${JSON.stringify([state, [...reads]])}\n`;
  let before = '{';
  for (const [key, value] of Object.entries(result)) {
    if (value === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    before = ',';
    if (Array.isArray(value)) yield* listText(value);
    else yield JSON.stringify(value);
  }
  yield before === '{' ? '{}' : '}';
}

function* listText(list: readonly unknown[]): Generator<string> {
  yield '[';
  for (const [index, each] of list.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(each)}`;
  yield ']';
}

/** Whether the same files had the same content. */
export function areSame(one: Reads, other: Reads): boolean {
  return one.size === other.size && [...one].every(([key, content]) => other.get(key) === content);
}
