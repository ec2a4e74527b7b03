import { posix } from 'node:path';
import { descend, entries } from '../contracts/place.js';
import type { CodeRoute } from '../facts/codebase.js';
import { withoutPatterns } from '../model/endpoint.js';
import type { Definitions } from '../model/shape.js';
import type { Violation } from '../rules/rule.js';
import { Components } from './components.js';
import type { Documents } from './documents.js';
import type { FileEdit } from './edits.js';

/** One alternative for making a contract describe the code. */
export interface Way {
  readonly edits: readonly FileEdit[];
  /** The result as a part of a sentence: "`price` is a string". */
  readonly says: string;
}

/** The alternatives for some findings: the first one without a new finding is used. */
export interface Proposal {
  readonly findings: readonly Violation[];
  /** The operation to add; absent: the proposal is about findings. */
  readonly subject?: string;
  readonly ways: readonly Way[];
  /** Why there is no alternative, or no other one. */
  readonly why?: string | undefined;
}

/** The path of a route below a contract's base path, in the contract's notation; undefined: it is not below it. */
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

/** The relative path from a document to a contract, for the part of a reference before `#`. */
export function leadFrom(file: string, contract: string): string {
  const path = posix.relative(posix.dirname(file), contract);
  return file === contract ? '' : encodeURI(path.startsWith('.') ? path : `./${path}`);
}

/** The path of a contract's named schemas. */
export const holderOf = (contract: string, documents: Documents): readonly string[] =>
  documents.dialectOf(contract) === 'openapi-2' ? ['definitions'] : ['components', 'schemas'];

/** The names of a contract's schemas. */
export function schemaNames(contract: string, documents: Documents): readonly string[] {
  const root = documents.root(contract);
  return entries(root && descend(root, ...holderOf(contract, documents))).map(([name]) => name);
}

/** Edits that add named schemas to a document. */
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
