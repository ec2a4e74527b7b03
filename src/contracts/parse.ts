import { CORE_SCHEMA, constructFromEvents, EVENT_ID, type Event, mapTag, mergeTag, seqTag, YAMLException } from 'js-yaml';
import { type Parsed, parseForgiving } from '../model/forgiving-yaml.js';
import { placesIn } from '../model/line-table.js';
import { UserError } from '../model/user-error.js';
import { withoutComments } from './json-comments.js';

/** A position in a text; both from 1. */
export interface Spot {
  readonly line: number;
  readonly column: number;
}

/** A parsed YAML or JSON file with the position of everything in it. */
export interface Document {
  /** Its name in reports: relative to the repository, with forward slashes. */
  readonly file: string;
  /** Its real path: it identifies the document, and relative references start from it. */
  readonly path: string;
  /** Plain data. Mappings and lists that YAML aliases repeat are the same object. */
  readonly root: unknown;
  /** The position of a mapping's key or a list's item; the parent's position if it has no such child. */
  readonly spot: (parent: object | undefined, key: string) => Spot;
  /** Keys that a mapping has more than once; the last one counts, as in most parsers of YAML and JSON. */
  readonly doubled?: readonly DoubledKey[];
}

export interface DoubledKey {
  readonly key: string;
  readonly line: number;
  /** The earlier line of the key. */
  readonly before: number;
}

/** js-yaml's message for a duplicate key. */
const DOUBLED = 'duplicated mapping key';

/** A document that merges more keys is no contract but an attack on the parser. */
const MAX_MERGED_KEYS = 100_000;
const ABSENT = -1;

/**
 * Parses YAML 1.2 (with merge keys) or JSON, which is YAML 1.2 too, and allows comments in JSON files. No timestamps: a date
 * stays a string.
 *
 * @param isStrict a duplicate key is an error
 * @throws UserError naming the line, for a syntax error or more than one document
 */
export function parseDocument(text: string, file: string, path: string, isStrict = false): Document {
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const written = /\.jsonc?$/i.test(file) ? withoutComments(plain) : plain;
  try {
    return construct(written, file, path, false);
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    if (error.reason !== DOUBLED || isStrict) throw syntaxError(error, file, text);
    return construct(written, file, path, true);
  }
}

function construct(written: string, file: string, path: string, doubles: boolean): Document {
  const { source, events, added } = parseForgiving(written, file);
  const collections: object[] = [];
  const schema = CORE_SCHEMA.withTags(mergeTag, recording(mapTag, collections), recording(seqTag, collections));
  const options = { source, filename: file, schema, maxTotalMergeKeys: MAX_MERGED_KEYS, json: doubles };
  const documents = constructFromEvents(events, options);
  if (documents.length > 1) throw severalDocuments(events, source, file);
  const offsetsOf = offsets(events, collections);
  const root = { file, path, root: documents[0], spot: spots(source, offsetsOf, added) };
  return doubles ? { ...root, doubled: doubledKeys(source, offsetsOf) } : root;
}

function doubledKeys(source: string, offsetsOf: Offsets): readonly DoubledKey[] {
  const lineAt = placesIn(source);
  const doubled: DoubledKey[] = [];
  for (const [collection, own] of offsetsOf) {
    if (Array.isArray(collection)) continue;
    const seen = new Map<string, number>();
    for (const [key, start] of keyStarts(source, own)) {
      const before = seen.get(key);
      if (before !== undefined && key !== '<<') doubled.push({ key, line: lineAt(start).line, before: lineAt(before).line });
      seen.set(key, start);
    }
  }
  return doubled;
}

/** The tag, which also records each collection that it creates: in the order of the events that opened them. */
function recording<T extends { create: (tagName: string) => object }>(tag: T, created: object[]): T {
  return {
    ...tag,
    create: (tagName: string) => {
      const value = tag.create(tagName);
      created.push(value);
      return value;
    },
  };
}

/** Placeholders of Jinja, Helm, Go, Handlebars, ERB and EJS in a template. */
const TEMPLATE = /\{\{|\{%|<%/;

function syntaxError(error: YAMLException, file: string, text: string): UserError {
  const { mark } = error;
  const kind = file.toLowerCase().endsWith('.json') ? 'JSON' : 'YAML';
  const location = { file, line: (mark?.line ?? 0) + 1, column: (mark?.column ?? 0) + 1 };
  const near = text.split(/\r\n?|\n/).slice(Math.max(0, location.line - 2), location.line + 1);
  const [sign] = TEMPLATE.exec(near.join('\n')) ?? [];
  if (sign !== undefined) {
    return new UserError(`${file}:${location.line} is a template and not ${kind}, because it has \`${sign}\`.`, {
      hint: 'Name the generated contract with --contract, or exclude the template with `!FILE` under `contracts`.',
      location,
    });
  }
  return new UserError(`${file}:${location.line} is not valid ${kind}: ${error.reason}.`, {
    hint: 'Fix that line, or the one above it.',
    location,
  });
}

function severalDocuments(events: readonly Event[], source: string, file: string): UserError {
  const second = events.findIndex((event, index) => event.type === EVENT_ID.DOCUMENT && index > 0);
  const { line } = placesIn(source)(startOf(events[second + 1]));
  return new UserError(`${file}:${line} begins a second YAML document; a contract is one document.`, {
    hint: 'Give every document a file of its own.',
    location: { file, line },
  });
}

/**
 * Collection -> its own offset, then for a list the offset of each item, for a mapping the start and the end of each key (without
 * quotes), in source order.
 */
type Offsets = ReadonlyMap<object, readonly number[]>;

interface Frame {
  readonly offsets: number[] | undefined;
  readonly keyed: boolean;
  isKey: boolean;
}

/** Pairs the events that open collections with the collections made from them. */
function offsets(events: readonly Event[], collections: readonly object[]): Offsets {
  const found = new Map<object, number[]>();
  const stack: Frame[] = [];
  let next = 0;
  for (const event of events) {
    if (event.type === EVENT_ID.POP) {
      stack.pop();
      continue;
    }
    noteChild(stack.at(-1), event);
    if (event.type === EVENT_ID.SCALAR || event.type === EVENT_ID.ALIAS) continue;
    if (event.type === EVENT_ID.DOCUMENT) {
      stack.push({ offsets: undefined, keyed: false, isKey: false });
      continue;
    }
    const collection = collections[next++];
    const own = [startOf(event)];
    if (collection !== undefined) found.set(collection, own);
    const keyed = event.type === EVENT_ID.MAPPING;
    stack.push({ offsets: own, keyed, isKey: keyed });
  }
  return found;
}

function noteChild(frame: Frame | undefined, event: Event): void {
  if (frame === undefined) return;
  const start = startOf(event);
  if (!frame.keyed) frame.offsets?.push(start);
  else if (frame.isKey) frame.offsets?.push(start, event.type === EVENT_ID.SCALAR ? event.valueEnd : start);
  if (frame.keyed) frame.isKey = !frame.isKey;
}

function startOf(event: Event | undefined): number {
  if (event === undefined || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return 0;
  if (event.type === EVENT_ID.ALIAS) return event.anchorStart;
  const own = event.type === EVENT_ID.SCALAR ? event.valueStart : event.start;
  return own === ABSENT ? Math.max(event.anchorStart, event.tagStart, 0) : own;
}

function spots(source: string, offsetsOf: Offsets, added: Parsed['added']): Document['spot'] {
  const placeAt = placesIn(source);
  const keysOf = new Map<object, ReadonlyMap<string, number>>();
  return (parent, key) => {
    const own = parent && offsetsOf.get(parent);
    if (parent !== undefined && own !== undefined && !Array.isArray(parent) && !keysOf.has(parent))
      keysOf.set(parent, keys(source, own));
    const child = Array.isArray(parent) ? own?.[Number(key) + 1] : parent && merged(keysOf.get(parent), key);
    const offset = outsideQuotes(source, child ?? own?.[0] ?? 0);
    const { line, column } = placeAt(offset);
    return { line, column: column - (added.get(line - 1) ?? 0) };
  };
}

/** Offsets of a mapping's keys. A key with escapes that only YAML has (`"\x41"`) is not found: its mapping's position counts. */
const keys = (source: string, own: readonly number[]): ReadonlyMap<string, number> => new Map(keyStarts(source, own));

function* keyStarts(source: string, own: readonly number[]): Iterable<readonly [string, number]> {
  for (let index = 1; index < own.length; index += 2) {
    const start = own[index] ?? 0;
    yield [unquoted(source.slice(start, own[index + 1]), source[start - 1]), start];
  }
}

function unquoted(written: string, quote: string | undefined): string {
  if (quote === "'") return written.replaceAll("''", "'");
  if (quote !== '"' || !written.includes('\\')) return written;
  try {
    return String(JSON.parse(`"${written}"`));
  } catch {
    return written;
  }
}

/** A key from a merge (`<<`) has the position of the merge. */
function merged(offsetOf: ReadonlyMap<string, number> | undefined, key: string): number | undefined {
  return offsetOf?.get(key) ?? offsetOf?.get('<<');
}

/** Quoted texts begin at their quote. */
function outsideQuotes(source: string, offset: number): number {
  return /["']/.test(source[offset - 1] ?? '') ? offset - 1 : offset;
}
