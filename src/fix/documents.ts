import type { Document } from '../contracts/parse.js';
import { child, descend, entries, isMapping, items, type Place, rootOf, textAt, valueAt } from '../contracts/place.js';
import { Reader, type ReadFile } from '../contracts/reader.js';
import { METHODS } from '../model/endpoint.js';
import type { Location } from '../model/location.js';
import { append } from '../model/multi-map.js';
import { UserError } from '../model/user-error.js';
import type { Dialect } from './components.js';
import { applied, type FileEdit, type Path } from './edits.js';

/** The position of a place, for edits. */
export interface Spot {
  /** From the root of the repository. */
  readonly file: string;
  readonly path: Path;
}

interface Indexed {
  /** Line and column of a key -> its place. */
  readonly places: ReadonlyMap<string, Place>;
  readonly paths: ReadonlyMap<object, Path>;
}

/** Which operations of a contract use which values. */
interface Uses {
  readonly operations: readonly {
    /** `METHOD /path`. */
    readonly subject: string;
    readonly place: Place;
    /** Parameters of the whole path. */
    readonly shared: Place | undefined;
    readonly requests: readonly unknown[];
    readonly responses: unknown;
  }[];
  /** Value -> the values that contain it, or refer to it. */
  readonly holders: ReadonlyMap<object, readonly object[]>;
  readonly above: Map<object, ReadonlySet<object>>;
}

const isIn = (values: ReadonlySet<object>, value: unknown): boolean =>
  typeof value === 'object' && value !== null && values.has(value);

/** The collections that an edit at a path may change. */
export function containers(root: unknown, path: Path): readonly object[] {
  const found: object[] = [];
  let at = root;
  for (const [index, key] of [...path, undefined].entries()) {
    if (typeof at !== 'object' || at === null) break;
    if (index >= path.length - 1) found.push(at);
    at = key !== undefined && Object.hasOwn(at, key) ? (at as Record<string | number, unknown>)[key] : undefined;
  }
  return found;
}

/** Returns a function that restores the current content of a collection. */
function retainedAsItIs(value: object): () => void {
  if (Array.isArray(value)) {
    const before: readonly unknown[] = [...value];
    return () => void value.splice(0, value.length, ...before);
  }
  const before = Object.getOwnPropertyDescriptors(value);
  return () => {
    for (const key of Object.keys(value)) Reflect.deleteProperty(value, key);
    Object.defineProperties(value, before);
  };
}

/** The limit of values that are indexed per document. */
const MAX_VALUES = 2_000_000;

/** The documents of contracts, with the path of each place in them. It reads only what `read` allows. */
export class Documents {
  /** By real path. */
  readonly parsed = new Map<string, Document>();
  readonly #reader: Reader;
  readonly #pathOf: (file: string) => string;
  readonly #indexes = new Map<Document, Indexed>();
  readonly #uses = new Map<string, Uses>();

  /** @param pathOf converts a file's path from the root of the repository to a real path */
  constructor(read: ReadFile, pathOf: (file: string) => string) {
    this.#reader = new Reader(read, this.parsed);
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

  /** The key or list item at a location. */
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

  /** The schema dialect of a contract, by its root document. */
  dialectOf(contract: string): Dialect {
    const root = this.root(contract);
    if (valueAt(root, 'swagger') !== undefined) return 'openapi-2';
    return (textAt(root, 'openapi') ?? '').startsWith('3.0') ? 'openapi-3.0' : 'json-schema';
  }

  /** Whether a schema describes request data. */
  isRequested(contract: string, value: object): boolean {
    const above = this.#above(contract, value);
    return this.#usesOf(contract).operations.some(({ requests }) => requests.some((one) => isIn(above, one)));
  }

  /** The operations whose responses a schema describes: `METHOD /path`. */
  usersOf(contract: string, value: object): readonly string[] {
    const above = this.#above(contract, value);
    return this.#usesOf(contract).operations.flatMap(({ subject, responses }) => (isIn(above, responses) ? [subject] : []));
  }

  /** The response of an operation under a status. */
  responseOf(contract: string, subject: string, status: string): Place | undefined {
    const operation = this.#usesOf(contract).operations.find((one) => one.subject === subject);
    const response = operation && descend(operation.place, 'responses', status);
    return response && this.resolve(response);
  }

  /** The operations that use a value: `METHOD /path`. */
  touching(contract: string, value: object): readonly string[] {
    const above = this.#above(contract, value);
    return this.#usesOf(contract).operations.flatMap(({ subject, place, requests }) =>
      [place.value, ...requests].some((one) => isIn(above, one)) ? [subject] : [],
    );
  }

  /**
   * Applies edits to the parsed documents, not to their texts, so that locations stay. Returns a function that reverts them (call
   * the last one first); undefined: the place of an edit does not exist.
   */
  change(edits: readonly FileEdit[]): (() => void) | undefined {
    const retained: (() => void)[] = [];
    const undo = (): void => {
      for (const one of retained.reverse()) one();
    };
    for (const { file, edit } of edits) {
      const root = this.root(file)?.value;
      retained.push(...containers(root, edit.path).map(retainedAsItIs));
      if (root === undefined || applied(root, edit) === undefined) {
        undo();
        return undefined;
      }
    }
    return undo;
  }

  /** All values that contain a value or lead to it, within the operations of a contract; includes the value itself. */
  #above(contract: string, value: object): ReadonlySet<object> {
    const { above, holders } = this.#usesOf(contract);
    const known = above.get(value);
    if (known !== undefined) return known;
    const seen = new Set<object>([value]);
    // Iterating over a set also visits items that are added meanwhile.
    for (const one of seen) for (const holder of holders.get(one) ?? []) seen.add(holder);
    above.set(value, seen);
    return seen;
  }

  #usesOf(contract: string): Uses {
    const known = this.#uses.get(contract);
    if (known !== undefined) return known;
    const operations = this.#operations(contract);
    const holders = new Map<object, object[]>();
    const seen = new Set<object>();
    const waiting = operations.flatMap(({ place, shared }) => (shared === undefined ? [place] : [place, shared]));
    for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
      const { value } = place;
      if (typeof value !== 'object' || value === null || seen.has(value)) continue;
      seen.add(value);
      const target = textAt(place, '$ref') === undefined ? undefined : this.resolve(place);
      const inner = Array.isArray(value) ? items(place) : entries(place).map(([, at]) => at);
      for (const one of target === undefined ? inner : [...inner, target]) {
        if (typeof one.value !== 'object' || one.value === null) continue;
        append(holders, one.value, value);
        waiting.push(one);
      }
    }
    const uses = { operations, holders, above: new Map() };
    this.#uses.set(contract, uses);
    return uses;
  }

  #operations(contract: string): Uses['operations'] {
    const root = this.root(contract);
    return entries(root && child(root, 'paths')).flatMap(([path, written]) => {
      const item = this.resolve(written);
      if (item === undefined) return [];
      const shared = child(item, 'parameters');
      return entries(item)
        .filter(([method]) => (METHODS as readonly string[]).includes(method.toUpperCase()))
        .map(([method, place]) => ({
          subject: `${method.toUpperCase()} ${path}`,
          place,
          shared,
          requests: [valueAt(place, 'parameters'), valueAt(place, 'requestBody'), shared?.value],
          responses: valueAt(place, 'responses'),
        }));
    });
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
        // The first key of a list item begins where the item does: the deeper place counts.
        places.set(`${line}:${column}`, place);
      }
      const { value } = place;
      // An alias repeats the same object: its first place counts.
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

/** The schema that has a keyword: the one that a use leads to, or the only part of it that has it. */
export function partWith(documents: Documents, use: Place, word: string, depth: number): Place | undefined {
  const schema = documents.resolve(use);
  if (schema === undefined || depth > 8) return undefined;
  if (isMapping(schema.value) && Object.hasOwn(schema.value, word)) return schema;
  const parts = ['allOf', 'oneOf', 'anyOf'].flatMap((name) => items(descend(schema, name)));
  const having = parts.flatMap((part) => partWith(documents, part, word, depth + 1) ?? []);
  const [only, ...others] = having;
  // If all parts have it, the last one that is written inline belongs to the schema itself.
  if (others.length === 0 || only === undefined) return only;
  const own = having.filter(({ parent }) => parent === valueAt(schema, 'allOf'));
  return own.at(-1);
}
