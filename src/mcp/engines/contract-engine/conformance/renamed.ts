import { isMapping } from '../../../../contracts/place.js';
import { DEFS, type JsonSchema, LISTS, MAPS, ONE } from '../responses/schema-writer.js';

const SHOWN = ['examples', 'readOnly'];

/** A schema with prefixed reference names and without annotations. */
export function renamed(schema: unknown, prefix: string): JsonSchema {
  if (!isMapping(schema)) return schema !== false;
  const inner = (each: unknown): JsonSchema => renamed(each, prefix);
  const words = Object.entries(schema).filter(([word]) => !SHOWN.includes(word));
  return Object.fromEntries(
    words.map(([word, value]) => {
      if (word === '$ref') return [word, `${prefix}${String(value).slice(`${DEFS}#/$defs/`.length)}`];
      if (word === 'items' || ONE.includes(word)) return [word, inner(value)];
      if (LISTS.includes(word) && Array.isArray(value)) return [word, value.map(inner)];
      if (MAPS.includes(word) && isMapping(value)) return [word, mapped(value, inner)];
      return [word, value];
    }),
  );
}

const mapped = (
  map: Readonly<Record<string, unknown>>,
  inner: (each: unknown) => JsonSchema,
): Readonly<Record<string, JsonSchema>> => Object.fromEntries(Object.entries(map).map(([name, each]) => [name, inner(each)]));
