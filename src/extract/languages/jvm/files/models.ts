import { posix } from 'node:path';
import type { Expression, ObjectMember } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { pointerKey, pointerSegment } from '../../../../model/json-pointer.js';
import { schemaPlace } from '../../../../model/shape.js';
import { fieldsOf } from '../../../open-api.js';
import { literal, unknown } from '../source.js';
import { SCHEMA } from './build-files.js';
import type { Fields, Placed, References } from './references.js';

type Schema = Fields;

/** No real schema nests more deeply. */
const MAX_DEPTH = 20;
/** No real document has more schemas. */
const MAX_SCHEMAS = 5000;
const place = { line: 1, column: 1 };

/** `find-owner by_id` -> `FindOwnerById` */
export function camel(written: string): string {
  return written
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}

/**
 * The classes that a generator creates from the schemas of a document, and from schemas of other files that its operations refer
 * to.
 */
export function modelsOf(
  file: string,
  document: Fields,
  references: References,
  operations: readonly Placed[],
  affixes: Affixes,
): readonly Fact[] {
  const [container, schemas] = [
    ['components/schemas', fieldsOf(fieldsOf(document.components)?.schemas)] as const,
    ['definitions', fieldsOf(document.definitions)] as const,
  ].find(([, found]) => found !== undefined) ?? ['', {}];
  const models = new Models(references);
  for (const [name, schema] of Object.entries(schemas ?? {}).slice(0, MAX_SCHEMAS)) {
    // a schema that only refers to another file gets its name here
    const elsewhere = references.resolve({ value: schema, file });
    const isOwn = elsewhere === undefined || elsewhere.file === file;
    models.add(name, `${file}#/${container}/${pointerSegment(name)}`, isOwn ? { value: schema, file } : elsewhere);
  }
  for (const operation of operations) models.ask(operation);
  for (const operation of operations) models.answers(operation);
  return models.facts(affixes);
}

/** What builds may put before and after the names of schemas. */
export interface Affixes {
  readonly prefixes: readonly string[];
  readonly suffixes: readonly string[];
}

/** The classes of a contract, by the location of their schemas. */
class Models {
  readonly #references: References;
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();
  readonly #waiting: { readonly name: string; readonly at: Placed }[] = [];
  #steps = 0;

  constructor(references: References) {
    this.#references = references;
  }

  add(name: string, target: string, at: Placed): void {
    this.#names.set(target, name);
    this.#taken.add(name);
    if (at.target !== undefined && !this.#names.has(at.target)) this.#names.set(at.target, name);
    this.#waiting.push({ name, at });
  }

  /** The name of the schema that a reference points to; undefined if no class is generated from it. */
  nameOf(ref: string, from: string): string | undefined {
    const target = this.#references.target(ref, from);
    const known = this.#names.get(target);
    if (known !== undefined) return known;
    const pointer = target.slice(target.indexOf('#') + 1);
    const name = CONTAINED.exec(pointer)?.[1] ?? (pointer === '' ? fileName(target) : undefined);
    const at = name === undefined || this.#names.size > MAX_SCHEMAS ? undefined : this.#references.at(target);
    if (name === undefined || at === undefined || this.#taken.has(pointerKey(name))) return undefined;
    this.add(pointerKey(name), target, at);
    return pointerKey(name);
  }

  /** Searches the requests and responses of an operation for references to schemas. */
  ask({ value, file }: Placed, isSchema = false, depth = 0): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS || depth > MAX_DEPTH || typeof value !== 'object' || value === null) return;
    const fields = fieldsOf(value);
    if (typeof fields?.$ref === 'string') {
      const found = isSchema ? this.nameOf(fields.$ref, file) : undefined;
      const next = isSchema || found !== undefined ? undefined : this.#references.resolve({ value, file });
      if (next !== undefined) this.ask(next, false, depth + 1);
      return;
    }
    if (isSchema) this.#inline(fields, file);
    for (const [key, one] of Object.entries(value))
      if (!/^examples?$/.test(key)) this.ask({ value: one, file }, isSchema || key === 'schema', depth + 1);
  }

  /** An inline schema of an operation; generators name its class by its title. */
  #inline(fields: Fields | undefined, file: string): void {
    const title = fields?.title;
    if (typeof title !== 'string' || fields?.properties === undefined || this.#taken.has(pointerKey(title))) return;
    if (this.#taken.size <= MAX_SCHEMAS) this.add(pointerKey(title), `${file}#title/${title}`, { value: fields, file });
  }

  /** Inline response bodies of an operation, by the names of openapi-generator: `find_200_response`. */
  answers({ value, file }: Placed): void {
    const id = fieldsOf(value)?.operationId;
    if (typeof id !== 'string') return;
    for (const [code, written] of Object.entries(fieldsOf(fieldsOf(value)?.responses) ?? {})) {
      const response = this.#references.resolve({ value: written, file });
      const [media] = Object.values(fieldsOf(fieldsOf(response?.value)?.content) ?? {});
      const schema = fieldsOf(fieldsOf(media)?.schema);
      const name = `${id}_${code}_response`;
      this.#written(name, schema, response?.file ?? file);
      this.#written(`${name}_inner`, fieldsOf(schema?.items), response?.file ?? file);
    }
  }

  #written(name: string, schema: Fields | undefined, file: string): void {
    const isObject = schema?.properties !== undefined || (Array.isArray(schema?.allOf) && schema.allOf.length > 1);
    const isPlain = isObject && typeof schema?.$ref !== 'string' && schema?.title === undefined;
    if (isPlain && !this.#taken.has(name) && this.#taken.size <= MAX_SCHEMAS)
      this.add(name, `${file}#answer/${name}`, { value: schema, file });
  }

  facts(affixes: Affixes): readonly Fact[] {
    const facts: Fact[] = [];
    for (let index = 0; index < this.#waiting.length; index++) {
      const one = this.#waiting[index];
      if (one !== undefined) facts.push(...modelOf(one.name, one.at, affixes, (ref) => this.nameOf(ref, one.at.file)));
    }
    return facts;
  }
}

const CONTAINED = /^\/(?:(?:components\/schemas|definitions|\$defs)\/)?([^/]{1,200})$/;
/** Maximum number of values searched in all operations. */
const MAX_STEPS = 200_000;
const fileName = (target: string): string => posix.basename(target.slice(0, target.indexOf('#'))).replace(/\.[^.]*$/, '');

/** The class that a generator creates from a schema. Other schemas refer to it by an import, because a build may replace it. */
function modelOf(
  schema: string,
  { value, file }: Placed,
  { prefixes, suffixes }: Affixes,
  nameOf: Within['nameOf'],
): readonly Fact[] {
  const name = camel(schema);
  const own = `${name} (generated)`;
  const type = typeOf(value, {
    depth: 0,
    path: '',
    nameOf,
    unread: (why, path) => ({ ...unknown(why), schema: schemaPlace(file, schema, path) }),
  });
  const names = prefixes.flatMap((start) => suffixes.map((end) => `${start}${name}${end}`));
  const form = type.kind === 'object' ? 'class' : type.kind === 'union' ? 'enum' : 'alias';
  return [
    { kind: 'declaration', name: own, form, type, at: place },
    ...names.map((one): Fact => ({ kind: 'export', name: one, value: { kind: 'name', name: own }, at: place })),
    { kind: 'import', name: reference(schema), specifier: `${SCHEMA}${schema}`, imported: name, at: place },
  ];
}

const reference = (schema: string): string => `schema ${schema}`;

/** The position of a schema inside the named schema. */
interface Within {
  readonly depth: number;
  readonly path: string;
  /** The name of the class for the schema that a reference points to. */
  readonly nameOf: (ref: string) => string | undefined;
  /** The value of a schema that is not analysed further; its generated code satisfies the same schema in the contract. */
  readonly unread: (why: string, path: string) => Expression;
}
const inside = (within: Within, step: string): Within => ({ ...within, depth: within.depth + 1, path: `${within.path}${step}` });

function typeOf(written: unknown, within: Within): Expression {
  const schema = fieldsOf(written);
  if (schema === undefined || within.depth > MAX_DEPTH) return unknown('its schema says nothing');
  if (typeof schema.$ref === 'string') {
    const name = within.nameOf(schema.$ref);
    return name === undefined ? unknown('the schema that it refers to is not read') : { kind: 'name', name: reference(name) };
  }
  const type = plainType(schema, within);
  return schema.nullable === true || listOf(schema.type).includes('null')
    ? { kind: 'operator', operator: 'nullable', of: type }
    : type;
}

function plainType(schema: Schema, within: Within): Expression {
  const unread = (why: string): Expression => within.unread(why, within.path);
  if (schema.oneOf !== undefined || schema.anyOf !== undefined) return unread(SEVERAL);
  if (schema.discriminator !== undefined) {
    // the classes that extend it have its members as well
    const base = fieldsOf(schema.properties) === undefined ? undefined : objectOf(schema, within);
    const more: ObjectMember = { kind: 'spread', value: unread(SEVERAL) };
    return base?.kind === 'object' ? { ...base, members: [more, ...base.members] } : unread(SEVERAL);
  }
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((one) => typeOf(one, inside(within, '')));
    const all = schema.properties === undefined ? parts : [...parts, objectOf(schema, within)];
    return { kind: 'intersection', parts: [...all, ...requiredOf(schema, all)] };
  }
  if (Array.isArray(schema.enum)) {
    const texts = schema.enum.filter((one) => typeof one === 'string');
    return texts.length === schema.enum.length ? { kind: 'union', options: texts.map(literal) } : scalarOf(schema, unread);
  }
  const [type, ...others] = listOf(schema.type).filter((one) => one !== 'null');
  if (others.length > 0) return unread('its schema has several types');
  if (type === 'array') return { kind: 'array', items: typeOf(schema.items, inside(within, '[]')) };
  const isObject = type === 'object' || schema.properties !== undefined || schema.additionalProperties !== undefined;
  return isObject ? objectOf(schema, within) : scalarOf(schema, unread);
}

const SEVERAL = 'which of several schemas it has is not known';

/** The `required` members of a schema whose parts describe them. */
function requiredOf({ required }: Schema, parts: readonly Expression[]): readonly Expression[] {
  const names = listOf(required).filter((one) => typeof one === 'string');
  if (names.length === 0) return [];
  const keys: Expression = { kind: 'union', options: names.map(literal) };
  const of: Expression = { kind: 'operator', operator: 'pick', of: { kind: 'intersection', parts }, keys };
  return [{ kind: 'operator', operator: 'required', of }];
}

function objectOf(schema: Schema, within: Within): Expression {
  const properties = fieldsOf(schema.properties);
  const { additionalProperties: more } = schema;
  const others = fieldsOf(more);
  if (properties === undefined && others !== undefined) return { kind: 'map', values: typeOf(others, inside(within, '{}')) };
  if (properties === undefined) return within.unread('an object of any members', within.path);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(properties).map(
    ([name, one]): ObjectMember => ({
      kind: 'property',
      name,
      naming: 'explicit',
      value: typeOf(one, inside(within, `.${name}`)),
      ...(!required.has(name) && { optional: true, loose: true }),
      ...(fieldsOf(one)?.writeOnly === true && { access: 'write' as const }),
      at: place,
    }),
  );
  const rest: Expression | undefined =
    others !== undefined ? typeOf(others, inside(within, '{}')) : more === true ? unknown('any') : undefined;
  return { kind: 'object', members: rest === undefined ? members : [...members, { kind: 'rest', values: rest }] };
}

function scalarOf({ type, format }: Schema, unread: (why: string) => Expression): Expression {
  const name = listOf(type).find((one) => one !== 'null');
  if (name !== 'string' && name !== 'integer' && name !== 'number' && name !== 'boolean') return unread('its schema has no type');
  return { kind: 'scalar', type: name, ...(name === 'string' && typeof format === 'string' && { format }) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
