import { readNode } from './syntax/expressions.js';
import { stringValue } from './syntax/literals.js';
import type { Node, Span } from './syntax/node.js';
import { simpleEnd, skipBlank } from './syntax/statement-ends.js';
import type { SourceText } from './syntax/text.js';

/** A source, and the fields of its structs by the start of their bodies, cached because they are requested repeatedly. */
interface Structs {
  readonly text: SourceText;
  readonly fields: Map<number, readonly Field[]>;
}

export interface Field {
  readonly name: string;
  readonly type: Node;
  /** An embedded field: only its type is written. */
  readonly embedded: boolean;
  readonly tag: Tag;
  readonly at: number;
}

/** What a tag means to encoding/json. */
export interface Tag {
  readonly name?: string;
  /** `json:"-"`. */
  readonly hidden: boolean;
  readonly omits?: 'empty' | 'zero';
  /** `,string`: a number or boolean encoded as a text. */
  readonly quoted: boolean;
  /** A validator refuses it where it is missing. */
  readonly required: boolean;
  /** A table has a value in each row. */
  readonly never?: 'null';
  /** What a mapper of tables (gorm, bun, go-pg) reads of the field: a column, or the rows of another table. */
  readonly stored?: 'column' | 'relation' | 'field';
}

/** Fields of one struct beyond this are not analysed. */
const MAX_FIELDS = 2000;
const NAMES = /[\p{L}_][\p{L}\p{Nd}_]*(?:[ \t]*,[ \t]*[\p{L}_][\p{L}\p{Nd}_]*){0,50}(?=[ \t]+[^\s`"/};])/uy;

/** The fields between the braces of a struct. */
export function fieldsOf(source: Structs, body: Span): readonly Field[] {
  const known = source.fields.get(body.start) ?? readFields(source, body);
  source.fields.set(body.start, known);
  return known;
}

function readFields({ text }: Structs, { start, end }: Span): readonly Field[] {
  const fields: Field[] = [];
  for (let at = skipBlank(text, start, end); at < end && fields.length < MAX_FIELDS; ) {
    const last = simpleEnd(text, at, end);
    const tagAt = tagStart(text.bare, at, last);
    const tag = readTag(tagAt === undefined ? '' : stringValue(text.text.slice(tagAt, last).trim()));
    NAMES.lastIndex = at;
    const names = NAMES.exec(text.bare)?.[0];
    const typed: Span = { start: names === undefined ? at : at + names.length, end: tagAt ?? last };
    const type = readNode(text, typed);
    if (names === undefined) fields.push({ name: lastName(type), type, embedded: true, tag, at });
    else for (const name of names.split(',')) fields.push({ name: name.trim(), type, embedded: false, tag, at });
    at = skipBlank(text, Math.max(last, at + 1), end);
  }
  return fields;
}

/** `User` of `*users.User` and of `Page[T]`. */
function lastName(type: Node): string {
  if (type.kind === 'unary' || type.kind === 'index') return lastName(type.of);
  return type.kind === 'name' || type.kind === 'member' ? type.name : '';
}

/** The start of the tag at the end of a field. */
function tagStart(bare: string, start: number, end: number): number | undefined {
  let last = end;
  while (last > start && /\s/.test(bare.charAt(last - 1))) last -= 1;
  const quote = bare.charAt(last - 1);
  if (quote !== '`' && quote !== '"') return undefined;
  const found = bare.lastIndexOf(quote, last - 2);
  return found > start ? found : undefined;
}

const JSON_TAG = /(?:^|\s)json:"([^"]*)"/;

/** https://pkg.go.dev/encoding/json#Marshal: the name, then options. */
function readTag(tag: string): Tag {
  const [, given] = JSON_TAG.exec(tag) ?? [];
  const required = VALIDATOR_TAG.exec(tag)?.[1]?.split(',').includes('required') === true;
  const rest = { quoted: false, required, ...storedAs(tag) };
  if (given === undefined || given === '-') return { hidden: given === '-', ...rest };
  const [name, ...options] = given.split(',');
  const omits = options.includes('omitzero') ? 'zero' : options.includes('omitempty') ? 'empty' : undefined;
  return { ...(name && { name }), hidden: false, ...(omits && { omits }), ...rest, quoted: options.includes('string') };
}

const VALIDATOR_TAG = /(?:^|\s)(?:binding|validate):"([^"]*)"/;
const MAPPER_TAG = /(?:^|\s)(?:gorm|bun|pg):"([^"]*)"/;
const DOCUMENT_TAG = /(?:^|\s)bson:"[^"-]/;
const RELATION = ['foreignkey', 'references', 'many2many', 'polymorphic', 'joinforeignkey', 'rel'];
const COLUMN = ['-', 'type', 'serializer', 'embedded'];
const NEVER_NULL = ['not null', 'notnull', 'pk', 'primarykey', 'primary_key', 'autocreatetime', 'autoupdatetime'];

/** See https://gorm.io/docs/models.html and https://bun.uptrace.dev/guide/models.html. */
function storedAs(tag: string): Pick<Tag, 'stored' | 'never'> {
  // a list in a document is read with it
  if (DOCUMENT_TAG.test(tag)) return { stored: 'column' };
  const [, given] = MAPPER_TAG.exec(tag) ?? [];
  if (given === undefined) return {};
  const names = given.split(/[;,]/).map((part) => (part.split(':', 1)[0] ?? '').trim().toLowerCase());
  const has = (all: readonly string[]): boolean => names.some((name) => all.includes(name));
  return { stored: has(RELATION) ? 'relation' : has(COLUMN) ? 'column' : 'field', ...(has(NEVER_NULL) && { never: 'null' }) };
}
