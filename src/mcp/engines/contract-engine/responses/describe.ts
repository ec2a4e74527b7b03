import { isMapping } from '../../../../contracts/place.js';
import type { JsonSchema } from './schema-writer.js';
import { DEFS } from './schema-writer.js';

const LONGEST = 120;
const MOST_VALUES = 12;
const DEEPEST = 4;

/** A short description of a schema: `string (date-time)`, `array of object`, `"a" or "b"`. */
export function describeSchema(schema: unknown, defs: Readonly<Record<string, JsonSchema>>, depth = 0): string {
  if (!isMapping(schema) || depth > DEEPEST) return 'any value';
  const { $ref, type, format, enum: values, const: constant, else: otherwise } = schema;
  const inner = (each: unknown): string => describeSchema(each, defs, depth + 1);
  if (Array.isArray(values)) return choice(values.map(describeValue));
  if (constant !== undefined) return describeValue(constant);
  if (typeof $ref === 'string') return inner(defs[$ref.slice(`${DEFS}#/$defs/`.length)]);
  if (isMapping(schema.if) && schema.if.type === 'null') return choice([inner(otherwise), 'null']);
  if (type !== undefined) {
    const named = [type].flat().map((each) => {
      if (each === 'array' && isMapping(schema.items)) return `array of ${inner(schema.items)}`;
      return each === 'string' && typeof format === 'string' ? `string (${format})` : String(each);
    });
    return choice(named);
  }
  for (const word of ['oneOf', 'anyOf']) if (Array.isArray(schema[word])) return choice(schema[word].map(inner));
  const parts = Array.isArray(schema.allOf) ? schema.allOf.map(inner).filter((part) => part !== 'any value') : [];
  return parts[0] ?? (isMapping(schema.properties) ? 'object' : 'any value');
}

/** The type of a value, and a short value itself: `string "x"`, `array of 3`, `null`. */
export function describeKind(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'empty array' : 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** A value as JSON, truncated when long. */
export function describeValue(value: unknown): string {
  const written = JSON.stringify(value) ?? 'nothing';
  return written.length > LONGEST ? `${written.slice(0, LONGEST)}…` : written;
}

/** `a, b or c`, each once. */
export function choice(options: readonly string[]): string {
  const all = [...new Set(options)];
  const shown = all.length > MOST_VALUES ? [...all.slice(0, MOST_VALUES), `${all.length - MOST_VALUES} more`] : all;
  return shown.length < 2 ? (shown[0] ?? 'nothing') : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
