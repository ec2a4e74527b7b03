import type { Location } from '../model/location.js';
import type { Document } from './parse.js';

/** A value of a document together with its position: as `key` of `parent`. */
export interface Place {
  readonly document: Document;
  readonly value: unknown;
  /** Absent: the document itself. */
  readonly parent: object | undefined;
  readonly key: string;
}

type Mapping = Readonly<Record<string, unknown>>;

export function rootOf(document: Document): Place {
  return { document, value: document.root, parent: undefined, key: '' };
}

export function isMapping(value: unknown): value is Mapping {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value under a mapping's key, or at a list's index. */
export function child(place: Place, key: string): Place | undefined {
  const { value, document } = place;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
  return { document, value: (value as Mapping)[key], parent: value, key };
}

/** Follows several keys. */
export function descend(place: Place, ...keys: readonly string[]): Place | undefined {
  let at: Place | undefined = place;
  for (const key of keys) at = at && child(at, key);
  return at;
}

/** The values of a mapping by key; none if it is no mapping. */
export function entries(place: Place | undefined): readonly (readonly [string, Place])[] {
  const value = place?.value;
  if (place === undefined || !isMapping(value)) return [];
  return Object.keys(value).map((key) => [key, { document: place.document, value: value[key], parent: value, key }] as const);
}

/** The items of a list; none if it is no list. */
export function items(place: Place | undefined): readonly Place[] {
  const value = place?.value;
  if (place === undefined || !Array.isArray(value)) return [];
  return value.map((item: unknown, index) => ({ document: place.document, value: item, parent: value, key: String(index) }));
}

/** The line and column of its key, or of the item itself in a list. */
export function locate(place: Place): Location {
  return { file: place.document.file, ...place.document.spot(place.parent, place.key) };
}

/** The text under a key. */
export function textAt(place: Place | undefined, key: string): string | undefined {
  const value = valueAt(place, key);
  return typeof value === 'string' ? value : undefined;
}

/** Any value under a key, `undefined` if there is none. */
export function valueAt(place: Place | undefined, key: string): unknown {
  const value = place?.value;
  return isMapping(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

/** The texts of the list under a key. */
export function textsAt(place: Place | undefined, key: string): readonly string[] {
  const value = valueAt(place, key);
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}
