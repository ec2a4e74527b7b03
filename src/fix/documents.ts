import type { Document } from '../contracts/parse.js';
import { child, descend, entries, isMapping, items, type Place, rootOf, textAt, valueAt } from '../contracts/place.js';
import { Reader, type ReadFile } from '../contracts/reader.js';
import { METHODS } from '../model/endpoint.js';
import type { Location } from '../model/location.js';
import { UserError } from '../model/user-error.js';
import type { Dialect } from './components.js';
import type { Path } from './text-edits.js';

/** Where a place stands, for edits. */
export interface Spot {
  /** From the root of the repository. */
  readonly file: string;
  readonly path: Path;
}

interface Indexed {
  /** Line and column of a key -> what stands there. */
  readonly places: ReadonlyMap<string, Place>;
  readonly paths: ReadonlyMap<object, Path>;
}

/** More values of one document are not looked at. */
const MAX_VALUES = 2_000_000;

/** The documents of contracts, with the way to every place in them. Nothing is read but what `read` allows. */
export class Documents {
  readonly #reader: Reader;
  readonly #pathOf: (file: string) => string;
  readonly #indexes = new Map<Document, Indexed>();
  readonly #requests = new Map<string, ReadonlySet<object>>();
  readonly #users = new Map<string, readonly (readonly [string, ReadonlySet<object>])[]>();

  /** @param pathOf the path of a file that is named from the root of the repository */
  constructor(read: ReadFile, pathOf: (file: string) => string) {
    this.#reader = new Reader(read, new Map());
    this.#pathOf = pathOf;
  }

  root(file: string): Place | undefined {
    try {
      const document = this.#reader.open(this.#pathOf(file));
      return typeof document === 'string' ? undefined : rootOf(document);
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /** The key, or the item of a list, that stands at a location. */
  at({ file, line, column }: Location): Place | undefined {
    const root = this.root(file);
    return root && column !== undefined ? this.#index(root.document).places.get(`${line}:${column}`) : undefined;
  }

  spotOf({ document, parent, key }: Place): Spot | undefined {
    if (parent === undefined) return { file: document.file, path: [] };
    const path = this.#index(document).paths.get(parent);
    return path === undefined ? undefined : { file: document.file, path: [...path, Array.isArray(parent) ? Number(key) : key] };
  }

  /** The end of a chain of `$ref`s. */
  resolve(place: Place): Place | undefined {
    try {
      return this.#reader.resolve(place).place;
    } catch (error) {
      if (error instanceof UserError) return undefined;
      throw error;
    }
  }

  /** The dialect of the schemas of a contract, by its root document. */
  dialectOf(contract: string): Dialect {
    const root = this.root(contract);
    if (valueAt(root, 'swagger') !== undefined) return 'openapi-2';
    return (textAt(root, 'openapi') ?? '').startsWith('3.0') ? 'openapi-3.0' : 'json-schema';
  }

  /** Whether a schema describes what requests bring. */
  isRequested(contract: string, value: object): boolean {
    const known = this.#requests.get(contract);
    if (known !== undefined) return known.has(value);
    const seen = new Set<object>();
    for (const { place, shared } of this.#operations(contract)) {
      for (const word of ['parameters', 'requestBody']) this.#reach(child(place, word), seen);
      this.#reach(shared, seen);
    }
    this.#requests.set(contract, seen);
    return seen.has(value);
  }

  /** The operations whose responses a schema describes: `METHOD /path`. */
  usersOf(contract: string, value: object): readonly string[] {
    const known =
      this.#users.get(contract) ??
      this.#operations(contract).map(({ subject, place }) => {
        const seen = new Set<object>();
        this.#reach(child(place, 'responses'), seen);
        return [subject, seen] as const;
      });
    this.#users.set(contract, known);
    return known.flatMap(([subject, seen]) => (seen.has(value) ? [subject] : []));
  }

  #operations(contract: string) {
    const root = this.root(contract);
    return entries(root && child(root, 'paths')).flatMap(([path, written]) => {
      const item = this.resolve(written);
      if (item === undefined) return [];
      const shared = child(item, 'parameters');
      return entries(item)
        .filter(([method]) => (METHODS as readonly string[]).includes(method.toUpperCase()))
        .map(([method, place]) => ({ subject: `${method.toUpperCase()} ${path}`, place, shared }));
    });
  }

  /** Everything that a place holds and refers to. */
  #reach(from: Place | undefined, seen: Set<object>): void {
    const waiting = from === undefined ? [] : [from];
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { value } = place;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      if (textAt(place, '$ref') !== undefined) {
        const target = this.resolve(place);
        if (target !== undefined) waiting.push(target);
      }
      waiting.push(...(Array.isArray(value) ? items(place) : entries(place).map(([, inner]) => inner)));
    }
  }

  #index(document: Document): Indexed {
    const known = this.#indexes.get(document);
    if (known !== undefined) return known;
    const places = new Map<string, Place>();
    const paths = new Map<object, Path>();
    const waiting: { readonly place: Place; readonly path: Path }[] = [{ place: rootOf(document), path: [] }];
    for (let one = waiting.pop(); one !== undefined && paths.size < MAX_VALUES; one = waiting.pop()) {
      const { place, path } = one;
      if (place.parent !== undefined) {
        const { line, column } = document.spot(place.parent, place.key);
        // The first key of an item of a list begins where the item does: what lies deeper is meant.
        places.set(`${line}:${column}`, place);
      }
      const { value } = place;
      // What an alias repeats is the same object: its first place counts.
      if (typeof value !== 'object' || value === null || paths.has(value)) continue;
      paths.set(value, path);
      const inner = isMapping(value) ? entries(place) : items(place).map((at, index) => [index, at] as const);
      for (const [key, at] of [...inner].reverse()) waiting.push({ place: at, path: [...path, key] });
    }
    const found = { places, paths };
    this.#indexes.set(document, found);
    return found;
  }
}

/** Steps from a use of a schema into its items (`[]`) and values (`{}`): to the use of the schema there. */
export function within(documents: Documents, use: Place, suffix: string): Place | undefined {
  let at: Place | undefined = use;
  for (const [bracket] of suffix.matchAll(/\[\d*\]|\{\}/g)) {
    const word = bracket === '{}' ? 'additionalProperties' : 'items';
    at = at && partWith(documents, at, word, 0);
    at = at && child(at, word);
  }
  return at;
}

/** The schema that has a word: the one that a use leads to, or the only part of it that has it. */
export function partWith(documents: Documents, use: Place, word: string, depth: number): Place | undefined {
  const schema = documents.resolve(use);
  if (schema === undefined || depth > 8) return undefined;
  if (isMapping(schema.value) && Object.hasOwn(schema.value, word)) return schema;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => items(descend(schema, name)));
  const having = parts.flatMap((part) => partWith(documents, part, word, depth + 1) ?? []);
  const [only, ...others] = having;
  // Of parts that all hold the last one that is written in place is the schema's own.
  if (others.length === 0 || only === undefined) return only;
  const own = having.filter(({ parent }) => parent === valueAt(schema, 'allOf'));
  return own.at(-1);
}
