import { isMapping } from '../../../../contracts/place.js';
import { DEFS, type JsonSchema, type WrittenSchema } from '../responses/schema-writer.js';

type Defs = WrittenSchema['defs'];

const DEEPEST = 12;
const BY_FORMAT: Readonly<Record<string, string>> = {
  date: '2024-05-17',
  'date-time': '2024-05-17T09:30:00Z',
  time: '09:30:00Z',
  duration: 'P1D',
  email: 'reader@example.com',
  uuid: '8c5f1a44-6d0f-4f5e-9a37-0b8f4f2f7c11',
  uri: 'https://example.com/',
  'uri-reference': '/',
  url: 'https://example.com/',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  byte: 'dGFsbHk=',
};

/**
 * A value that a request schema allows, always the same: its example, else only required parts. With patterns or rare keywords
 * it may be invalid, so callers validate it.
 */
export function sampleOf(schema: unknown, defs: Defs, depth = 0): unknown {
  if (!isMapping(schema) || depth > DEEPEST) return 'text';
  const { examples, enum: values, const: constant, $ref } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (constant !== undefined) return constant;
  if (Array.isArray(values)) return values.find((value) => value !== null) ?? null;
  if (typeof $ref === 'string') return sampleOf(defs[$ref.slice(`${DEFS}#/$defs/`.length)], defs, depth + 1);
  if (isMapping(schema.else)) return sampleOf(schema.else, defs, depth + 1);
  const combined = [...listAt(schema, 'allOf'), ...listAt(schema, 'oneOf').slice(0, 1), ...listAt(schema, 'anyOf').slice(0, 1)];
  const own = ownSample(schema, defs, depth);
  if (combined.length === 0) return own;
  return combined.reduce((made: unknown, part) => together(made, sampleOfPart(part, made, defs, depth + 1)), own);
}

/** Conditional parts use the value so far: options of a discriminator. */
function sampleOfPart(part: unknown, made: unknown, defs: Defs, depth: number): unknown {
  if (!isMapping(part) || !isMapping(part.if)) return sampleOf(part, defs, depth);
  const properties = part.if.properties;
  const entries = isMapping(properties) ? Object.entries(properties) : [];
  const isMeant = entries.every(([name, schema]) => isMapping(made) && isMapping(schema) && made[name] === schema.const);
  return isMeant ? sampleOf(part.then, defs, depth) : undefined;
}

/** The first value wins, because it is more specific. */
function together(one: unknown, other: unknown): unknown {
  if (isMapping(one) && isMapping(other)) return { ...other, ...one };
  return one === undefined || one === 'text' ? (other ?? one) : one;
}

function ownSample(schema: Readonly<Record<string, unknown>>, defs: Defs, depth: number): unknown {
  const type = [schema.type].flat().find((each) => each !== 'null');
  if (type === 'object' || isMapping(schema.properties)) return objectSample(schema, defs, depth);
  if (type === 'array') return arraySample(schema, defs, depth);
  if (type === 'integer' || type === 'number') return numberSample(schema, type === 'integer');
  if (type === 'boolean') return true;
  if (type === undefined && schema.type === 'null') return null;
  return type === undefined &&
    listAt(schema, 'allOf').length + listAt(schema, 'oneOf').length + listAt(schema, 'anyOf').length > 0
    ? undefined
    : textSample(schema);
}

function objectSample(schema: Readonly<Record<string, unknown>>, defs: Defs, depth: number): unknown {
  const properties = isMapping(schema.properties) ? schema.properties : {};
  const names = listAt(schema, 'required').map(String);
  const shown = Object.entries(properties).flatMap(([name, inner]) =>
    isMapping(inner) && Array.isArray(inner.examples) && inner.readOnly !== true ? [name] : [],
  );
  return Object.fromEntries(
    [...new Set([...names, ...shown])].map((name) => [name, sampleOf(properties[name], defs, depth + 1)]),
  );
}

function arraySample(schema: Readonly<Record<string, unknown>>, defs: Defs, depth: number): unknown {
  const positions = listAt(schema, 'prefixItems').map((item) => sampleOf(item, defs, depth + 1));
  const least = Math.min(Math.max(countAt(schema, 'minItems') ?? 1, positions.length), 20);
  const items: JsonSchema | undefined = isMapping(schema.items) ? schema.items : undefined;
  const most = countAt(schema, 'maxItems') ?? least;
  const following = Math.max(0, Math.min(least, most) - positions.length);
  return [...positions, ...Array.from({ length: following }, () => sampleOf(items, defs, depth + 1))];
}

function numberSample(schema: Readonly<Record<string, unknown>>, isWhole: boolean): number {
  const step = countAt(schema, 'multipleOf') ?? (isWhole ? 1 : undefined);
  const least = countAt(schema, 'minimum') ?? (countAt(schema, 'exclusiveMinimum') ?? 0) + 1;
  const most =
    countAt(schema, 'maximum') ?? (countAt(schema, 'exclusiveMaximum') ?? Number.POSITIVE_INFINITY) - (isWhole ? 1 : 0);
  const requested = Math.min(Math.max(least, Math.min(1, most)), most);
  return step === undefined ? requested : Math.ceil(requested / step) * step;
}

function textSample(schema: Readonly<Record<string, unknown>>): string {
  const { format } = schema;
  const known = typeof format === 'string' && Object.hasOwn(BY_FORMAT, format) ? BY_FORMAT[format] : undefined;
  if (known !== undefined) return known;
  const least = Math.min(countAt(schema, 'minLength') ?? 0, 10_000);
  return 'text'.padEnd(least, 'x').slice(0, Math.max(countAt(schema, 'maxLength') ?? Number.POSITIVE_INFINITY, least));
}

const listAt = (schema: Readonly<Record<string, unknown>>, word: string): readonly unknown[] => {
  const value = schema[word];
  return Array.isArray(value) ? value : [];
};

const countAt = (schema: Readonly<Record<string, unknown>>, word: string): number | undefined => {
  const value = schema[word];
  return typeof value === 'number' ? value : undefined;
};
