import { createHash } from 'node:crypto';
import type { Contract } from './contract.js';

/** How many levels of references are expanded; below that, each definition is compared by itself. */
const ROUNDS = 4;

/** A cheap key for a document: only documents with equal keys can be the same. */
export function outline({ title, version, operations, messages }: Contract): string {
  return JSON.stringify([title, version, [...operations, ...messages].map(({ subject }) => subject).sort()]);
}

/**
 * A hash of what a contract describes: the same for the same document in YAML and JSON, in one file and in several, whatever its
 * schemas are called and wherever they stand.
 */
export function contentHash({ definitions, prefixes, operations, messages }: Contract): string {
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
