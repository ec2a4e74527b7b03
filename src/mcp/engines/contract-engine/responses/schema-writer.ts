import { child, entries, isMapping, items, type Place, textAt, valueAt } from '../../../../contracts/place.js';
import type { Reader } from '../../../../contracts/reader.js';
import type { Dialect } from '../../../../contracts/schema/schemas.js';
import { isPattern, plainWords } from './schema-words.js';
import { isBaseOfOthers, OPTIONS, Subschemas } from './subschemas.js';

/** A JSON Schema (2020-12) whose references lead only to the definitions beside it: `defs#/$defs/NAME`. */
export interface WrittenSchema {
  readonly schema: JsonSchema;
  readonly defs: Readonly<Record<string, JsonSchema>>;
  /** Parts of the contract's schema that it cannot express, a sentence each: with any, a valid value may still break the contract. */
  readonly unsupported: readonly string[];
}
/** The described data: `readOnly` counts in responses alone, `writeOnly` in requests. */
export type Side = 'response' | 'request';
export type JsonSchema = boolean | { readonly [word: string]: unknown };

/** The id of the definitions. */
export const DEFS = 'defs';
/** A reference to a definition. */
export const refTo = (name: string): string => `${DEFS}#/$defs/${name}`;
/** The definition of such a reference. */
export const nameOf = (ref: string): string => ref.slice(refTo('').length);

/** Keywords with one subschema, with several, and with named ones. `items` is separate. */
export const ONE = [
  'additionalProperties',
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'unevaluatedProperties',
  'unevaluatedItems',
];
export const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
export const MAPS = ['properties', 'patternProperties', 'dependentSchemas'];
/** No handwritten schema is deeper. */
const DEEPEST = 200;

/**
 * Writes the schema at a place of a contract as JSON Schema 2020-12 for a validator. Translates OpenAPI's own keywords
 * (`nullable`, `discriminator`, older drafts), and follows references to other files.
 *
 * @throws UserError for an unresolved reference
 */
export function writeSchema(schema: Place, reader: Reader, dialect: Dialect, side: Side = 'response'): WrittenSchema {
  const writer = new SchemaWriter(reader, dialect, side);
  const root = writer.write(schema, 0);
  const defs = writer.finish();
  return { schema: root, defs, unsupported: writer.unsupported };
}

class SchemaWriter {
  readonly #reader: Reader;
  readonly #dialect: Dialect;
  readonly #othersOnly: 'readOnly' | 'writeOnly';
  readonly #names = new Map<string, string>();
  readonly #subschemas = new Subschemas();
  readonly #waiting: { readonly name: string; readonly place: Place; readonly isBase: boolean }[] = [];
  /** Depth of fields and items below the first schema. */
  #below = 0;
  readonly #unsupported = new Set<string>();

  constructor(reader: Reader, dialect: Dialect, side: Side) {
    this.#reader = reader;
    this.#dialect = dialect;
    this.#othersOnly = side === 'response' ? 'writeOnly' : 'readOnly';
  }

  get unsupported(): readonly string[] {
    return [...this.#unsupported];
  }

  /** Every referenced schema, by name. */
  finish(): Readonly<Record<string, JsonSchema>> {
    const defs: Record<string, JsonSchema> = {};
    for (let next = this.#waiting.shift(); next !== undefined; next = this.#waiting.shift())
      defs[next.name] = this.write(next.place, 0, next.isBase);
    return defs;
  }

  /** @param isBase written as the base of another schema: its own subschemas do not count */
  write(place: Place, depth: number, isBase = false): JsonSchema {
    const { value } = place;
    if (typeof value === 'boolean') return value;
    if (!isMapping(value)) return this.#not('something that is no schema stands where one is expected');
    if (depth > DEEPEST) return this.#not('a schema is nested too deep');
    const ref = textAt(place, '$ref');
    const own = ref !== undefined && this.#ignoresSiblings() ? {} : this.#words(place, depth, isBase);
    const written = ref === undefined ? own : { ...own, ...this.#link(place, ref, isBase) };
    const isNullable = valueAt(place, 'nullable') === true || valueAt(place, 'x-nullable') === true;
    return isNullable ? orNull(written) : written;
  }

  #words(place: Place, depth: number, isBase: boolean): Record<string, unknown> {
    const { words, unsupported } = plainWords(place, this.#dialect);
    for (const sentence of unsupported) this.#unsupported.add(sentence);
    const inner = (at: Place): JsonSchema => this.write(at, depth + 1);
    const below = (at: Place): JsonSchema => {
      this.#below += 1;
      const schema = inner(at);
      this.#below -= 1;
      return schema;
    };
    const part = (at: Place): JsonSchema => this.write(at, depth + 1, this.#below === 0);
    const written: Record<string, unknown> = { ...words };
    for (const word of ONE) {
      const at = child(place, word);
      if (at !== undefined) written[word] = inner(at);
    }
    for (const word of LISTS) {
      const list = items(child(place, word));
      if (list.length > 0) written[word] = list.map(word === 'allOf' ? part : inner);
    }
    for (const word of MAPS) {
      const map = entries(child(place, word)).filter(([key]) => word !== 'patternProperties' || this.#isUsable(key));
      if (map.length > 0) written[word] = Object.fromEntries(map.map(([key, at]) => [key, below(at)]));
    }
    this.#items(place, written, below);
    this.#required(place, written);
    return this.#discriminated(place, written, isBase);
  }

  #isUsable(pattern: string): boolean {
    if (isPattern(pattern)) return true;
    this.#unsupported.add(`The pattern \`${pattern.slice(0, 80)}\` is no regular expression of ECMA-262.`);
    return false;
  }

  /** Before 2020-12 a list of schemas under `items` described positions, and `additionalItems` the rest. */
  #items(place: Place, written: Record<string, unknown>, inner: (at: Place) => JsonSchema): void {
    const at = child(place, 'items');
    if (at === undefined) return;
    if (!Array.isArray(at.value)) {
      written.items = inner(at);
      return;
    }
    const positions = items(at);
    if (positions.length > 0) written.prefixItems = positions.map(inner);
    const rest = child(place, 'additionalItems');
    if (rest !== undefined) written.items = inner(rest);
  }

  /** `writeOnly` fields are required in requests alone, `readOnly` fields in responses (OpenAPI 3.0, Schema Object). */
  #required(place: Place, written: Record<string, unknown>): void {
    const required = written.required;
    if (!Array.isArray(required)) return;
    const properties = child(place, 'properties');
    const retained = required.filter((name) => {
      const property = properties && child(properties, String(name));
      return property === undefined || !this.#isOthers(property);
    });
    written.required = retained;
  }

  #isOthers(property: Place): boolean {
    if (valueAt(property, this.#othersOnly) === true) return true;
    if (textAt(property, '$ref') === undefined) return false;
    const target = this.#reader.resolve(property).place;
    return target !== undefined && valueAt(target, this.#othersOnly) === true;
  }

  /**
   * With a discriminator one field selects the option, so errors of that option are reported instead of "no option fits".
   * Applies to named options, and to named schemas that extend a base (`allOf`).
   */
  #discriminated(place: Place, written: Record<string, unknown>, isBase: boolean): Record<string, unknown> {
    const discriminator = child(place, 'discriminator');
    // OpenAPI 2 has only the name of the field.
    const field =
      textAt(discriminator, 'propertyName') ?? (this.#dialect === 'openapi-2' ? textAt(place, 'discriminator') : undefined);
    if (field === undefined || discriminator === undefined) return written;
    const mapping = entries(child(discriminator, 'mapping')).flatMap(([value, { value: to }]) =>
      typeof to === 'string' ? [[value, to] as const] : [],
    );
    const before = Array.isArray(written.allOf) ? written.allOf : [];
    const when = (value: string, ref: string, as: boolean) => ({
      if: { properties: { [field]: { const: value } }, required: [field] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: this.#link(place, ref, as),
    });
    const word = OPTIONS.find((each) => child(place, each) !== undefined);
    if (word === undefined) {
      const subschemas = isBase ? [] : this.#subschemasOf(place, mapping).map(([value, ref]) => when(value, ref, true));
      return subschemas.length === 0 ? written : { ...written, allOf: [...before, ...subschemas] };
    }
    const options = items(child(place, word)).map((at) => textAt(at, '$ref'));
    if (!options.every((ref) => ref !== undefined)) return written;
    const cases = options.flatMap((ref) => {
      const mapped = mapping.filter(([, to]) => to === ref || to === lastOf(ref)).map(([value]) => value);
      const values = mapped.length > 0 ? mapped : [lastOf(ref)];
      return values.map((value) => when(value, ref, false));
    });
    const values = cases.map((each) => each.if.properties[field]?.const);
    const { [word]: _options, ...others } = written;
    const chosen = { type: 'object', required: [field], properties: { [field]: { enum: [...new Set(values)] } } };
    return { ...others, allOf: [...before, chosen, ...cases] };
  }

  /** The subschemas of a base by discriminator value: as mapped, else by name. */
  #subschemasOf(base: Place, mapping: readonly (readonly [string, string])[]): readonly (readonly [string, string])[] {
    const mapped = mapping.map(([value, to]) => [value, schemaRef(to)] as const);
    const named = this.#subschemas.of(base);
    if (named === undefined) this.#unsupported.add('A schema has more subschemas than are followed.');
    const taken = new Set(mapped.flatMap(([value, ref]) => [value, lastOf(ref)]));
    return [...mapped, ...(named ?? []).filter(([name]) => !taken.has(name))];
  }

  #link(place: Place, ref: string, isBase: boolean): Record<string, unknown> {
    const reached = this.#reader.follow(place, ref);
    if (reached.place === undefined) {
      this.#unsupported.add(`${reached.unreachable}.`);
      return {};
    }
    const asBase = isBase && isBaseOfOthers(reached.place);
    const target = asBase ? `${reached.target} as base` : reached.target;
    const known = this.#names.get(target);
    const name = known ?? `${this.#names.size}-${lastOf(target)}`.replace(/[^\w.-]/g, '_').slice(0, 60);
    if (known === undefined) {
      this.#names.set(target, name);
      this.#waiting.push({ name, place: reached.place, isBase: asBase });
    }
    return { $ref: refTo(name) };
  }

  /** Siblings of `$ref` are ignored before 2019-09 and OpenAPI 3.1, except `nullable`. */
  #ignoresSiblings(): boolean {
    return this.#dialect !== 'json-schema';
  }

  #not(why: string): JsonSchema {
    this.#unsupported.add(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
    return true;
  }
}

/** A mapping contains a reference, or names a schema of the document (OpenAPI, Discriminator Object). */
const schemaRef = (to: string): string => (/^[\w-]+$/.test(to) ? `#/components/schemas/${to}` : to);

const lastOf = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);

/** A schema that also allows null: `nullable` of OpenAPI 3.0. */
function orNull(written: Record<string, unknown>): Readonly<Record<string, unknown>> {
  const { type, enum: values } = written;
  const isPlain = !['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'const'].some((word) => word in written);
  if (!isPlain || type === undefined) return { if: { type: 'null' }, else: written };
  const types = Array.isArray(type) ? type : [type];
  return {
    ...written,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}
