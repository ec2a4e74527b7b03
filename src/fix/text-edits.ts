import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, isSeq, type Node, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import { applied, type Edit, type Path } from './edits.js';

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Each round parses the text once; edits that are too close to each other wait for the next one. */
const MAX_ROUNDS = 200;
const MAX_CHARACTERS = 8_000_000;

/**
 * The text with all edits applied: comments, order, quotes and indentation of the rest stay unchanged. Undefined: an edit cannot
 * be applied to this text (its place does not exist, or an alias writes it). The result is compared with what the edits demand,
 * so that no splice can break a document.
 */
export function edited(text: string, edits: readonly Edit[]): string | undefined {
  if (text.length > MAX_CHARACTERS) return undefined;
  let document = parsed(text);
  const expected = edits.reduce<unknown>((value, edit) => value && applied(value, edit), contentOf(document));
  if (expected === undefined) return undefined;
  let current = text;
  let waiting = edits;
  for (let round = 0; waiting.length > 0; round += 1) {
    const next = round < MAX_ROUNDS ? oneRound(current, document, waiting) : undefined;
    if (next === undefined) return undefined;
    current = next.text;
    waiting = next.waiting;
    document = parsed(current);
  }
  return isDeepStrictEqual(contentOf(document), expected) ? current : undefined;
}

const parsed = (text: string): Document => parseDocument(text, { merge: true, uniqueKeys: false });

function contentOf(document: Document): unknown {
  if (document.errors.length > 0) return undefined;
  try {
    return structuredClone(document.toJS({ maxAliasCount: 1000 }) as unknown);
  } catch {
    return undefined;
  }
}

/** Collects the edits that can be applied to one text; edits that are too close to each other wait. */
class Round {
  readonly #text: string;
  readonly #document: Document;
  readonly #layout: Layout;
  readonly #splices: { splice: Splice; readonly holder: unknown }[] = [];
  readonly #paths = new Set<string>();
  /** Collections that change, with the number of items that are removed. */
  readonly #changed = new Map<unknown, number>();

  constructor(text: string, document: Document) {
    this.#text = text;
    this.#document = document;
    this.#layout = layoutOf(text, document);
  }

  /** Whether an edit can be applied together with those before it; undefined: it cannot be applied at all. */
  take(edit: Edit): boolean | undefined {
    const parent = nodeAt(this.#document, edit.path.slice(0, -1));
    const list = edit.do === 'add' || edit.do === 'remove' ? nodeAt(this.#document, edit.path) : undefined;
    const holder = isSeq(list) && (edit.do === 'add' || list.items.length > 1) ? list : parent;
    const isTaken = edit.do === 'delete' || edit.do === 'remove';
    const taken = (this.#changed.get(holder) ?? 0) + (isTaken ? 1 : 0);
    const path = JSON.stringify(edit.path);
    // A collection that becomes empty needs another notation.
    if (this.#paths.has(path) || (isTaken && taken > 1 && taken >= sizeOf(holder))) return false;
    const splice = spliceOf(this.#text, this.#document, edit, this.#layout);
    if (splice === undefined)
      return [...prefixes(this.#document, edit.path)].some((node) => this.#changed.has(node)) ? false : undefined;
    const near = this.#splices.filter(({ splice: other }) => overlap(splice, other));
    const [other, more] = near;
    const isNext = other?.holder === holder && isInsertion(splice) && /^[^\r\n]/.test(splice.text);
    if (other !== undefined && more === undefined && isNext) other.splice = { ...splice, text: other.splice.text + splice.text };
    // Two edits in one flow collection may need the same comma.
    else if (other !== undefined || (isFlow(holder) && this.#changed.has(holder))) return false;
    else this.#splices.push({ splice, holder });
    this.#paths.add(path);
    this.#changed.set(holder, taken);
    return true;
  }

  /** Undefined: nothing changed. */
  written(): string | undefined {
    if (this.#splices.length === 0) return undefined;
    const sorted = this.#splices.map(({ splice }) => splice).sort((a, b) => b.start - a.start || b.end - a.end);
    return sorted.reduce((whole, { start, end, text }) => whole.slice(0, start) + text + whole.slice(end), this.#text);
  }
}

const isFlow = (node: unknown): boolean => (isMap(node) || isSeq(node)) && node.flow === true;
const sizeOf = (node: unknown): number => (isMap(node) || isSeq(node) ? node.items.length : 0);
const isInsertion = ({ start, end }: Splice): boolean => start === end;

/** Whether two splices change the same characters, or insert at the same position. */
const overlap = (one: Splice, other: Splice): boolean =>
  isInsertion(one) && isInsertion(other) ? one.start === other.start : one.start < other.end && other.start < one.end;

/** Applies as many edits as possible to one text. Undefined: one of them cannot be applied. */
function oneRound(
  text: string,
  document: Document,
  edits: readonly Edit[],
): { readonly text: string; readonly waiting: readonly Edit[] } | undefined {
  const round = new Round(text, document);
  const waiting: Edit[] = [];
  for (const edit of edits) {
    const isMade = round.take(edit);
    if (isMade === undefined) return undefined;
    if (!isMade) waiting.push(edit);
  }
  const written = round.written();
  return written === undefined ? undefined : { text: written, waiting };
}

/** The nodes on the path to a place, including the place. */
function* prefixes(document: Document, path: Path): Generator<unknown> {
  for (let length = 0; length <= path.length; length += 1) yield nodeAt(document, path.slice(0, length));
}

/** The node at a place; undefined: it does not exist, or an alias is on the path. */
function nodeAt(document: Document, path: Path): Node | undefined {
  let node: unknown = document.contents;
  for (const key of path) {
    if (isMap(node)) node = pairOf(node, key)?.value;
    else if (isSeq(node)) node = node.items[Number(key)];
    else return undefined;
  }
  return isMap(node) || isSeq(node) || isScalar(node) ? node : undefined;
}

function pairOf(map: YAMLMap, key: string | number): Pair<unknown, unknown> | undefined {
  return map.items.find((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
}

interface Layout {
  /** One level of indentation. */
  readonly unit: string;
  readonly eol: string;
  readonly json: boolean;
}

function layoutOf(text: string, document: Document): Layout {
  const json = /^\uFEFF?\s*\{/.test(text);
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const root = document.contents;
  const inner = isMap(root)
    ? root.items.map(({ value }) => value).find((value) => isMap(value) && !json && value.flow !== true)
    : undefined;
  const [, ofJson] = /\{\r?\n([ \t]+)"/.exec(text.slice(0, 10_000)) ?? [];
  const width = isMap(inner) ? columnOf(text, startOf(inner.items[0]?.key)) : 2;
  return { unit: json ? (ofJson ?? '') : ' '.repeat(Math.min(Math.max(width, 1), 8)), eol, json };
}

const startOf = (node: unknown): number => (node as Node | undefined)?.range?.[0] ?? 0;
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1;
const columnOf = (text: string, at: number): number => at - lineStart(text, at);
/** The indentation of the line of a place. */
const indentAt = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(lineStart(text, at), at))?.[0] ?? '';

/** The end of a node's text, without the comments and empty lines after it. */
function endOf(node: unknown, otherwise: number): number {
  if (isMap(node) && node.flow !== true && node.items.length > 0) {
    const last = node.items.at(-1);
    return endOf(last?.value, (last?.key as Node | undefined)?.range?.[1] ?? otherwise);
  }
  if (isSeq(node) && node.flow !== true && node.items.length > 0) return endOf(node.items.at(-1), otherwise);
  return (node as Node | null | undefined)?.range?.[1] ?? otherwise;
}

/** The beginning of the next line. */
function afterLine(text: string, at: number): number {
  if (text[at - 1] === '\n') return at;
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

function spliceOf(text: string, document: Document, edit: Edit, layout: Layout): Splice | undefined {
  const last = edit.path.at(-1);
  const parent = nodeAt(document, edit.path.slice(0, -1));
  if (last === undefined || parent === undefined) return undefined;
  const writer = { text, layout };
  if (edit.do === 'add' || edit.do === 'remove') {
    const list = nodeAt(document, edit.path);
    if (list === undefined && edit.do === 'add' && isMap(parent)) return inserted(writer, parent, String(last), [edit.value]);
    if (!isSeq(list)) return undefined;
    if (edit.do === 'add') return withItem(writer, list, edit.value);
    const index = list.items.findIndex((item) => isScalar(item) && item.value === edit.value);
    if (index < 0) return undefined;
    if (list.items.length > 1) return withoutItem(writer, list, index);
    return isMap(parent) ? withoutPair(writer, parent, last) : undefined;
  }
  if (isSeq(parent)) {
    const item = parent.items[Number(last)];
    if (edit.do === 'delete') return parent.items.length > 1 ? withoutItem(writer, parent, Number(last)) : undefined;
    return edit.do === 'set' && item !== undefined ? replacedItem(writer, parent, item, edit.value) : undefined;
  }
  if (!isMap(parent)) return undefined;
  if (edit.do === 'delete') return withoutPair(writer, parent, last);
  const pair = pairOf(parent, last);
  if (edit.do === 'rename') return pair === undefined ? undefined : renamedKey(writer, pair, edit.to);
  return pair === undefined ? inserted(writer, parent, String(last), edit.value) : replaced(writer, parent, pair, edit.value);
}

interface Writer {
  readonly text: string;
  readonly layout: Layout;
}

/** A key and its value as lines of a block, without the indentation of the first. */
function blockLines({ layout }: Writer, value: unknown, indent: string): string {
  const written = stringify(value, { lineWidth: 0, indent: layout.unit.length, aliasDuplicateObjects: false }).trimEnd();
  return written.split('\n').join(`${layout.eol}${indent}`);
}

/** A value inside braces. */
function flowText({ layout }: Writer, value: unknown, indent: string, wide: boolean): string {
  if (!layout.json) return flowYaml(value);
  if (!wide || layout.unit === '') return JSON.stringify(value);
  return JSON.stringify(value, null, layout.unit).split('\n').join(`${layout.eol}${indent}`);
}

const flowYaml = (value: unknown): string =>
  stringify(value, {
    lineWidth: 0,
    collectionStyle: 'flow',
    flowCollectionPadding: !Array.isArray(value),
    aliasDuplicateObjects: false,
  })
    .trimEnd()
    .replaceAll(/\n\s*/g, ' ');

const keyText = ({ layout }: Writer, key: string, singleQuote = false): string =>
  layout.json ? JSON.stringify(key) : stringify(key, { lineWidth: 0, singleQuote }).trimEnd();

function inserted(writer: Writer, map: YAMLMap, key: string, value: unknown): Splice | undefined {
  const { text, layout } = writer;
  const last = map.items.at(-1);
  const [from = 0, to = 0] = map.range ?? [];
  if (last === undefined) {
    const indent = indentAt(text, from) + layout.unit;
    if (layout.json && layout.unit !== '')
      return {
        start: from,
        end: to,
        text: `{${layout.eol}${indent}${flowPair(writer, key, value, indent, true)}${layout.eol}${indentAt(text, from)}}`,
      };
    return { start: from, end: to, text: `{ ${flowPair(writer, key, value, '', false)} }` };
  }
  const keyAt = startOf(last.key);
  const end = endOf(last.value, (last.key as Node).range?.[1] ?? keyAt);
  const ownLine = text.slice(lineStart(text, keyAt), keyAt).trim() === '';
  if (map.flow === true) {
    const indent = indentAt(text, keyAt);
    const gap = ownLine ? `${layout.eol}${indent}` : ' ';
    return { start: end, end, text: `,${gap}${flowPair(writer, key, value, indent, ownLine)}` };
  }
  const indent = ' '.repeat(columnOf(text, keyAt));
  const at = afterLine(text, end);
  const before = at === text.length && !text.endsWith('\n') ? layout.eol : '';
  return { start: at, end: at, text: `${before}${indent}${blockLines(writer, { [key]: value }, indent)}${layout.eol}` };
}

const flowPair = (writer: Writer, key: string, value: unknown, indent: string, wide: boolean): string =>
  `${keyText(writer, key)}: ${flowText(writer, value, indent, wide && writer.layout.json)}`;

function withoutPair({ text }: Writer, map: YAMLMap, key: string | number): Splice | undefined {
  const index = map.items.findIndex((pair) => isScalar(pair.key) && String(pair.key.value) === String(key));
  const pair = map.items[index];
  if (pair === undefined) return undefined;
  const [from = 0, to = 0] = map.range ?? [];
  const start = startOf(pair.key);
  const end = endOf(pair.value, (pair.key as Node).range?.[1] ?? start);
  const next = map.items[index + 1];
  const before = map.items[index - 1];
  if (map.items.length === 1) return { start: from, end: map.flow === true ? to : end, text: '{}' };
  if (map.flow === true)
    return withoutFlow(
      startOf(next?.key),
      next !== undefined,
      start,
      end,
      before && endOf(before.value, (before.key as Node).range?.[1] ?? 0),
    );
  const line = lineStart(text, start);
  // The first key of a list item follows the dash.
  if (text.slice(line, start).trim() !== '') return next === undefined ? undefined : { start, end: startOf(next.key), text: '' };
  return { start: line, end: afterLine(text, end), text: '' };
}

function withoutFlow(next: number, hasNext: boolean, start: number, end: number, before: number | undefined): Splice | undefined {
  if (hasNext) return { start, end: next, text: '' };
  return before === undefined ? undefined : { start: before, end, text: '' };
}

function withoutItem(
  { text }: Writer,
  list: { readonly items: unknown[]; readonly flow?: boolean | undefined },
  index: number,
): Splice | undefined {
  const item = list.items[index];
  const [start, end] = [startOf(item), endOf(item, startOf(item))];
  const next = list.items[index + 1];
  const before = list.items[index - 1];
  if (list.flow === true)
    return withoutFlow(startOf(next), next !== undefined, start, end, before === undefined ? undefined : endOf(before, 0));
  const line = lineStart(text, start);
  return text.slice(line, start).trim() === '-' ? { start: line, end: afterLine(text, end), text: '' } : undefined;
}

function withItem(
  writer: Writer,
  list: { readonly items: unknown[]; readonly flow?: boolean | undefined; range?: Node['range'] },
  value: unknown,
): Splice | undefined {
  const { text, layout } = writer;
  const last = list.items.at(-1);
  if (last === undefined) return { start: list.range?.[0] ?? 0, end: list.range?.[1] ?? 0, text: `[${JSON.stringify(value)}]` };
  const start = startOf(last);
  const end = endOf(last, start);
  const line = lineStart(text, start);
  if (list.flow === true) {
    const gap = text.slice(line, start).trim() === '' ? `${layout.eol}${indentAt(text, start)}` : ' ';
    return { start: end, end, text: `,${gap}${layout.json ? JSON.stringify(value) : scalarText(value)}` };
  }
  const dash = text.indexOf('-', line);
  if (text.slice(line, dash).trim() !== '' || dash > start) return undefined;
  const at = afterLine(text, end);
  const newLine = at === text.length && !text.endsWith('\n') ? layout.eol : '';
  return { start: at, end: at, text: `${newLine}${text.slice(line, dash)}- ${scalarText(value)}${layout.eol}` };
}

/** A scalar that means the same inside brackets. */
function scalarText(value: unknown): string {
  const written = stringify(value, { lineWidth: 0 }).trimEnd();
  return /[\n,[\]{}]/.test(written) ? JSON.stringify(value) : written;
}

function replacedItem(writer: Writer, list: { readonly flow?: boolean | undefined }, item: unknown, value: unknown): Splice {
  const { text, layout } = writer;
  const start = startOf(item);
  const indent = layout.json ? indentAt(text, start) : ' '.repeat(columnOf(text, start));
  const put = list.flow === true ? flowText(writer, value, indent, layout.json) : blockLines(writer, value, indent);
  return { start, end: endOf(item, start), text: put };
}

function replaced(writer: Writer, map: YAMLMap, pair: Pair<unknown, unknown>, value: unknown): Splice | undefined {
  const { text, layout } = writer;
  const key = pair.key as Node;
  const keyEnd = key.range?.[1] ?? 0;
  const isCollection = typeof value === 'object' && value !== null;
  const old = pair.value;
  if (map.flow === true) {
    const start = startOf(old);
    return { start, end: endOf(old, start), text: flowText(writer, value, indentAt(text, startOf(key)), layout.json) };
  }
  const colon = text.indexOf(':', keyEnd);
  if (colon < 0) return undefined;
  const end = Math.max(endOf(old, colon + 1), colon + 1);
  // The text of a block includes its last line break.
  const tail = text[end - 1] === '\n' ? layout.eol : '';
  const isEmpty = isCollection && Object.keys(value).length === 0;
  const indent = ' '.repeat(columnOf(text, startOf(key)));
  if (!isCollection || isEmpty)
    return { start: colon + 1, end, text: ` ${isEmpty ? JSON.stringify(value) : scalarText(value)}${tail}` };
  const inner = indent + layout.unit;
  return { start: colon + 1, end, text: `${layout.eol}${inner}${blockLines(writer, value, inner)}${tail}` };
}

function renamedKey(writer: Writer, pair: Pair<unknown, unknown>, to: string): Splice | undefined {
  const [start, end] = (pair.key as Node).range ?? [];
  if (start === undefined || end === undefined) return undefined;
  return { start, end, text: keyText(writer, to, isScalar(pair.key) && pair.key.type === 'QUOTE_SINGLE') };
}
