import { dirname, posix, resolve as resolvePath } from 'node:path';
import type { GapReason } from '../model/gap.js';
import { pointerKey, pointerSegment } from '../model/json-pointer.js';
import type { Location } from '../model/location.js';
import { decodedPart } from '../model/repository-path.js';
import { UserError } from '../model/user-error.js';
import { type Document, parseDocument } from './parse.js';
import { child, isMapping, locate, type Place, rootOf, textAt } from './place.js';

/** The result of reading a file. `outside`: it lies outside the readable folders, whether it exists or not. */
export type FileText = { readonly path: string; readonly file: string; readonly text: string } | 'absent' | 'outside';

/**
 * Reads files inside one boundary; `file` is the name for reports, `path` the real path. Throws UserError for a file that is no
 * text.
 */
export type ReadFile = (path: string, from: Location | undefined) => FileText;

/** A reference that is not followed, and why. */
export interface Unreachable {
  readonly place?: never;
  readonly unreachable: string;
  readonly reason: GapReason;
}
/** The end of a reference. `target` identifies the place: equal for equal places. */
type Reached = { readonly place: Place; readonly target: string } | Unreachable;
/** The end of a chain of references; no `target` if there was no reference. */
type Resolved = { readonly place: Place; readonly target: string | undefined } | Unreachable;

const MAX_STEPS = 100;
/** The maximum number of duplicate keys that are listed per document. */
const MOST_DOUBLED = 5;
const SCHEME = /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i;

/** Opens the documents of one contract and follows the `$ref`s between them: local files only, never the network. */
export class Reader {
  /** Whether the configuration marks a named schema as shared between services. */
  readonly isShared: (name: string) => boolean;
  /**
   * Whether a reference to nowhere or a duplicate key is an error of the whole document. Else the reference breaks only what
   * reaches it, and the last of the duplicate keys counts.
   */
  readonly isStrict: boolean;
  readonly #read: ReadFile;
  /** The errors of files that could not be read, cached: many references may lead to one. */
  readonly #refused = new Map<string, UserError>();
  readonly #parsed: Map<string, Document>;
  readonly #opened = new Set<string>();
  readonly #indexes = new WeakMap<Document, ReadonlyMap<string, Place>>();
  #depth = 0;

  /** @param parsed documents already parsed, by real path: several contracts may share files */
  constructor(
    read: ReadFile,
    parsed: Map<string, Document>,
    isShared: (name: string) => boolean = () => false,
    isStrict = false,
  ) {
    this.isShared = isShared;
    this.isStrict = isStrict;
    this.#read = read;
    this.#parsed = parsed;
  }

  /** Real paths of all files that were opened. */
  get opened(): ReadonlySet<string> {
    return this.#opened;
  }

  /** Notices about the documents that were opened, a sentence each. They contain untrusted text. */
  get notices(): readonly string[] {
    return [...this.#opened].flatMap((path) => {
      const { file, doubled = [] } = this.#parsed.get(path) ?? { file: path };
      const named = doubled.slice(0, MOST_DOUBLED).map(({ key, line, before }) => `\`${key}\` in lines ${before} and ${line}`);
      const more = doubled.length > MOST_DOUBLED ? ` and ${doubled.length - MOST_DOUBLED} more` : '';
      return named.length === 0 ? [] : [`${file} has duplicate keys, and the last one counts: ${named.join(', ')}${more}.`];
    });
  }

  /** @throws UserError if the file cannot be read or parsed */
  open(path: string, from?: Place): Document | 'absent' | 'outside' {
    const refused = this.#refused.get(path);
    if (refused !== undefined) throw refused;
    try {
      return this.#parse(path, from);
    } catch (error) {
      if (error instanceof UserError) this.#refused.set(path, error);
      throw error;
    }
  }

  #parse(path: string, from?: Place): Document | 'absent' | 'outside' {
    const found = this.#parsed.get(path) ?? this.#read(path, from && locate(from));
    if (typeof found === 'string') return found;
    const known = this.#parsed.get(found.path);
    const document = known ?? ('text' in found ? parseDocument(found.text, found.file, found.path, this.isStrict) : found);
    this.#parsed.set(found.path, document);
    this.#opened.add(found.path);
    return document;
  }

  /** Follows a reference by one step. @throws UserError if a local file has no such place */
  follow(from: Place, ref: string): Reached {
    const [uri, fragment] = splitRef(ref);
    const byId = uri === '' ? undefined : this.#index(from.document).get(uri);
    if (byId !== undefined) return this.#reach(byId, `${byId.document.path}#${uri}`, fragment, from, ref);
    const beside = SCHEME.test(uri) ? besideOwn(from.document, uri) : undefined;
    if (beside !== undefined) {
      const document = this.open(beside, from);
      if (typeof document !== 'string') return this.#reach(rootOf(document), document.path, fragment, from, ref);
    }
    if (SCHEME.test(uri)) {
      return {
        unreachable: `\`${ref}\` is not on this machine, and Tallystick never uses the network`,
        reason: 'unresolved-reference',
      };
    }
    const document = uri === '' ? from.document : this.open(resolvePath(dirname(from.document.path), decodedPart(uri)), from);
    if (document === 'outside') return { unreachable: `\`${ref}\` lies outside the repository`, reason: 'outside-repository' };
    if (document === 'absent') throw nowhere(from, ref, 'there is no such file');
    return this.#reach(rootOf(document), document.path, fragment, from, ref);
  }

  /** Follows `$ref`s until a place has none. @throws UserError if they form a circle */
  resolve(from: Place): Resolved {
    let resolved: Resolved = { place: from, target: undefined };
    for (let steps = 0; steps < MAX_STEPS; steps++) {
      const ref: string | undefined = resolved.place && textAt(resolved.place, '$ref');
      if (resolved.place === undefined || ref === undefined) return resolved;
      resolved = this.follow(resolved.place, ref);
    }
    throw circle(from);
  }

  #reach(base: Place, name: string, fragment: string, from: Place, ref: string): Reached {
    if (fragment === '') return { place: base, target: `${name}#` };
    if (!fragment.startsWith('/')) {
      const anchored = this.#index(base.document).get(`#${fragment}`);
      if (anchored === undefined) throw nowhere(from, ref, 'there is no such anchor');
      return { place: anchored, target: `${name}#${fragment}` };
    }
    const keys = fragment.slice(1).split('/').map(pointerKey);
    let at: Place | undefined = base;
    for (const key of keys) at = at && this.#stepInto(at, key);
    if (at === undefined) throw nowhere(from, ref, 'there is nothing at that place');
    return { place: at, target: `${name}#/${keys.map(pointerSegment).join('/')}` };
  }

  /** A pointer may lead through a `$ref` on its way. */
  #stepInto(at: Place, key: string): Place | undefined {
    const direct = child(at, key);
    if (direct !== undefined || textAt(at, '$ref') === undefined) return direct;
    if (this.#depth >= MAX_STEPS) throw circle(at);
    this.#depth++;
    const through = this.resolve(at);
    this.#depth--;
    return through.place && child(through.place, key);
  }

  #index(document: Document): ReadonlyMap<string, Place> {
    const known = this.#indexes.get(document) ?? identified(document);
    this.#indexes.set(document, known);
    return known;
  }
}

/** The file whose position relative to a document is that of its URI relative to the document's `$id`. */
function besideOwn(document: Document, uri: string): string | undefined {
  const own = idOf(rootOf(document));
  if (own === undefined || !URL.canParse(own) || !URL.canParse(uri)) return undefined;
  const [from, to] = [new URL(own), new URL(uri)];
  if (from.origin !== to.origin || from.origin === 'null') return undefined;
  return resolvePath(dirname(document.path), posix.relative(posix.dirname(from.pathname), decodedPart(to.pathname)));
}

/** `$id`; `id` in draft 4. */
function idOf(place: Place): string | undefined {
  const isOld = /draft-0[34]\//.test(textAt(rootOf(place.document), '$schema') ?? '');
  return textAt(place, '$id') ?? (isOld ? textAt(place, 'id') : undefined);
}

/** File part and fragment, the latter without `#`. */
function splitRef(ref: string): readonly [string, string] {
  const hash = ref.indexOf('#');
  return hash === -1 ? [ref, ''] : [ref.slice(0, hash), decodedPart(ref.slice(hash + 1))];
}

/** Places by `$id` and by `#$anchor` (JSON Schema 2020-12, 8.2). Collections that aliases repeat are visited once. */
function identified(document: Document): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  const seen = new Set<object>();
  const waiting: Place[] = [rootOf(document)];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    const value = place.value;
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    const id = idOf(place);
    const anchor = textAt(place, '$anchor');
    if (id !== undefined && !found.has(id)) found.set(id, place);
    if (anchor !== undefined && !found.has(`#${anchor}`)) found.set(`#${anchor}`, place);
    for (const key of Object.keys(value)) {
      const inner = child(place, key);
      if (inner !== undefined && (isMapping(inner.value) || Array.isArray(inner.value))) waiting.push(inner);
    }
  }
  return found;
}

function nowhere(from: Place, ref: string, why: string): UserError {
  const location = locate(child(from, '$ref') ?? from);
  return new UserError(`${location.file}:${location.line} refers to \`${ref}\`, but ${why}.`, {
    hint: 'Correct the `$ref`; relative ones start from the file they stand in.',
    location,
  });
}

function circle(from: Place): UserError {
  const location = locate(child(from, '$ref') ?? from);
  return new UserError(
    `${location.file}:${location.line} refers to itself: its \`$ref\` leads through other \`$ref\`s back to it.`,
    {
      hint: 'Replace one of these references with a schema.',
      location,
    },
  );
}
