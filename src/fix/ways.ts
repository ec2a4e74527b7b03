import { posix } from 'node:path';
import { descend, entries } from '../contracts/place.js';
import type { CodeRoute } from '../facts/codebase.js';
import { withoutPatterns } from '../model/endpoint.js';
import type { Definitions } from '../model/shape.js';
import type { Violation } from '../rules/rule.js';
import { Components } from './components.js';
import type { Documents } from './documents.js';
import type { FileEdit } from './edits.js';

/** One way to make a contract say what the code does. */
export interface Way {
  readonly edits: readonly FileEdit[];
  /** What is written then, as a part of a sentence: "`price` is a string". */
  readonly says: string;
}

/** What may be done about some findings: the first way that leads to no new finding is taken. */
export interface Proposal {
  readonly findings: readonly Violation[];
  /** The operation that is added; absent: it is about findings. */
  readonly subject?: string;
  readonly ways: readonly Way[];
  /** Why there is no way, or no other one. */
  readonly why?: string | undefined;
}

/** The path of a route below the base path of a contract, as contracts write it; undefined: it is not below it. */
export function pathBelow({ path, prefixUnknown }: CodeRoute, base: string | null | undefined): string | undefined {
  if (prefixUnknown === true || base === undefined || base === null) return undefined;
  const whole = withoutPatterns(path);
  if (whole.includes('*}')) return undefined;
  if (base === '/') return whole;
  return whole === base ? '/' : whole.startsWith(`${base}/`) ? whole.slice(base.length) : undefined;
}

/** @param file the document that uses them */
export function componentsFor(contract: string, types: Definitions, documents: Documents, file = contract): Components {
  const dialect = documents.dialectOf(contract);
  return new Components(types, { dialect, taken: schemaNames(contract, documents), from: leadFrom(file, contract) });
}

/** What leads from a document to a contract, before the `#` of a reference. */
export function leadFrom(file: string, contract: string): string {
  const path = posix.relative(posix.dirname(file), contract);
  return file === contract ? '' : encodeURI(path.startsWith('.') ? path : `./${path}`);
}

/** Where a contract has its named schemas. */
export const holderOf = (contract: string, documents: Documents): readonly string[] =>
  documents.dialectOf(contract) === 'openapi-2' ? ['definitions'] : ['components', 'schemas'];

/** The names that schemas of a contract have. */
export function schemaNames(contract: string, documents: Documents): readonly string[] {
  const root = documents.root(contract);
  return entries(root && descend(root, ...holderOf(contract, documents))).map(([name]) => name);
}

/** What puts new named schemas into a document. */
export function schemaEdits(
  contract: string,
  schemas: Readonly<Record<string, unknown>>,
  documents: Documents,
): readonly FileEdit[] {
  const root = documents.root(contract);
  const keys = holderOf(contract, documents);
  const names = Object.keys(schemas);
  if (names.length === 0 || root === undefined) return [];
  const there = keys.findIndex((_, index) => descend(root, ...keys.slice(0, index + 1)) === undefined);
  if (there >= 0) {
    const inner = keys.slice(there + 1).reduceRight<unknown>((value, key) => ({ [key]: value }), schemas);
    return [{ file: contract, edit: { do: 'set', path: keys.slice(0, there + 1), value: inner } }];
  }
  return names.map((name) => ({ file: contract, edit: { do: 'set', path: [...keys, name], value: schemas[name] } }));
}
