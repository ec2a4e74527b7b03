import type { Definitions, Shape } from '../model/shape.js';
import { type JsonSchema, type SchemaWriting, shapeSchema } from '../model/shape-schema.js';
import { compareTexts } from '../model/text-order.js';

/** The schema dialects of contracts. */
export type Dialect = 'openapi-2' | 'openapi-3.0' | 'json-schema';

export interface ComponentOptions {
  readonly dialect?: Dialect;
  /** Names that other schemas already have. */
  readonly taken?: Iterable<string>;
  /** The relative path to the document with the schemas, from the one that uses them; absent: it is the same. */
  readonly from?: string;
}

/** The named schemas of a document, named after their types. */
export class Components {
  readonly #types: Definitions;
  readonly #names = new Map<string, string>();
  readonly #taken: Set<string>;
  readonly #dialect: Dialect;
  readonly #from: string;

  constructor(types: Definitions, { dialect = 'json-schema', taken = [], from = '' }: ComponentOptions = {}) {
    this.#types = types;
    this.#dialect = dialect;
    this.#taken = new Set(taken);
    this.#from = from;
  }

  #writing(from: string): SchemaWriting {
    const holder = this.#dialect === 'openapi-2' ? 'definitions' : 'components/schemas';
    return {
      side: 'actual',
      ref: (name) => ({ $ref: `${from}#/${holder}/${this.#nameOf(name)}` }),
      unknown: (why) => ({ 'x-unknown': why }),
    };
  }

  /** The schema that any of the shapes fits. */
  schemaOf(shapes: readonly Shape[]): JsonSchema {
    const written = new Map(
      shapes.map((shape) => {
        const schema = shapeSchema(shape, this.#writing(this.#from));
        return [JSON.stringify(schema), schema] as const;
      }),
    );
    const [only, ...others] = [...written.values()];
    return this.#dialected(others.length === 0 && only !== undefined ? only : { anyOf: [...written.values()] });
  }

  /** All schemas that were referred to, and those that they refer to. */
  written(): Readonly<Record<string, JsonSchema>> {
    const schemas = new Map<string, JsonSchema>();
    // Iterating over a map also visits entries that are added meanwhile.
    for (const [name, given] of this.#names) {
      const shape = this.#types.get(name);
      const schema =
        shape === undefined ? { 'x-unknown': 'its declaration was not found' } : shapeSchema(shape, this.#writing(''));
      schemas.set(given, this.#dialected(schema));
    }
    return Object.fromEntries([...schemas].sort(([a], [b]) => compareTexts(a, b)));
  }

  #dialected(written: JsonSchema): JsonSchema {
    const schema = writable(written, false);
    return this.#dialect === 'json-schema' ? schema : olderSchema(schema, this.#dialect);
  }

  /**
   * `src/book.ts#Book` is `Book`; a second one is `Book2`. Component names allow only a few characters (OpenAPI, Components
   * Object).
   */
  #nameOf(type: string): string {
    const known = this.#names.get(type);
    if (known !== undefined) return known;
    const words = type.slice(type.lastIndexOf('#') + 1).match(/[A-Za-z0-9._-]+/g) ?? [];
    const base = words.join('_').slice(0, 60) || 'Schema';
    let name = base;
    for (let number = 2; this.#taken.has(name); number += 1) name = `${base}${number}`;
    this.#taken.add(name);
    this.#names.set(type, name);
    return name;
  }
}

type Schema = { readonly [word: string]: unknown };

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);
const isNull = (schema: unknown): boolean => isSchema(schema) && schema.type === 'null';

/** Schemas within schemas; each may take four levels of a YAML document. */
const MAX_DEPTH = 16;
const TYPES: Readonly<Record<string, string>> = { string: 'string', boolean: 'boolean', number: 'number' };

/**
 * A constant becomes its type: the next value violates no contract. In alternatives it stays, because it distinguishes them.
 * Endless nesting (a folder's children) is cut: parsers limit the depth of documents.
 */
function writable(schema: JsonSchema, isAlternative: boolean, depth = 0): JsonSchema {
  if (!isSchema(schema)) return schema;
  if (depth > MAX_DEPTH) return { 'x-unknown': 'it is nested too deeply to be written out' };
  const { enum: values, anyOf } = schema;
  if (Array.isArray(values)) {
    const [only, ...others]: readonly unknown[] = values;
    const type = Number.isInteger(only) ? 'integer' : TYPES[typeof only];
    return others.length > 0 || isAlternative || type === undefined ? schema : { type };
  }
  const options: readonly unknown[] = Array.isArray(anyOf) ? anyOf : [];
  const isOne = isAlternative || options.filter((option) => !isNull(option)).length > 1;
  const inner = (one: unknown): unknown => (isSchema(one) ? writable(one, isOne, depth + 1) : one);
  const within = (word: string, value: unknown): unknown => {
    if (word === 'properties' && isSchema(value))
      return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
    if (word === 'anyOf' || word === 'prefixItems') return Array.isArray(value) ? value.map(inner) : value;
    return word === 'items' || word === 'additionalProperties' ? inner(value) : value;
  };
  return Object.fromEntries(Object.entries(schema).map(([word, value]) => [word, within(word, value)]));
}

/** Converts a schema of JSON Schema 2020-12 to an older OpenAPI: no null type, no tuples, in 2.0 no alternatives either. */
function olderSchema(schema: JsonSchema, dialect: 'openapi-2' | 'openapi-3.0'): JsonSchema {
  if (!isSchema(schema)) return {};
  const inner = (one: unknown): JsonSchema => olderSchema(isSchema(one) ? one : {}, dialect);
  const mapped = (value: unknown): unknown =>
    isSchema(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, inner(one)])) : value;
  const { prefixItems, anyOf, ...words } = schema;
  const plain: Record<string, unknown> = { ...words };
  if ('properties' in plain) plain.properties = mapped(plain.properties);
  for (const word of ['items', 'additionalProperties'])
    if (isSchema(plain[word]) || plain[word] === true) plain[word] = inner(plain[word]);
  if (Array.isArray(prefixItems)) plain.items = inner(anyOfThese(prefixItems));
  if (plain.type === 'null') return withNull({}, dialect);
  if (!Array.isArray(anyOf)) return plain;
  const options = anyOf.filter((option) => !isNull(option)).map(inner);
  const [only, ...others] = options;
  const whole = others.length === 0 && isSchema(only) ? only : dialect === 'openapi-2' ? {} : { anyOf: options };
  return options.length < anyOf.length ? withNull(whole, dialect) : whole;
}

/** Any of some schemas, without duplicates. */
function anyOfThese(schemas: readonly unknown[]): unknown {
  const distinct = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
  return distinct.length === 1 ? distinct[0] : { anyOf: distinct };
}

/** A schema that also accepts null. */
export function withNull(schema: Schema, dialect: Dialect): Schema {
  const { $ref, type } = schema;
  if (dialect !== 'json-schema') {
    const word = dialect === 'openapi-2' ? 'x-nullable' : 'nullable';
    return typeof $ref === 'string' ? { allOf: [{ $ref }], [word]: true } : { ...schema, ...nullInEnum(schema), [word]: true };
  }
  if (typeof type === 'string') return { ...schema, ...nullInEnum(schema), type: [type, 'null'] };
  if (Array.isArray(type)) return { ...schema, ...nullInEnum(schema), type: [...(type as unknown[]), 'null'] };
  if (Array.isArray(schema.enum)) return { ...schema, ...nullInEnum(schema) };
  return { anyOf: [schema, { type: 'null' }] };
}

function nullInEnum({ enum: values }: Schema): Schema {
  return Array.isArray(values) && !values.includes(null) ? { enum: [...(values as unknown[]), null] } : {};
}
