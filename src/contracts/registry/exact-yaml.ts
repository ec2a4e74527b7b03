import {
  CORE_SCHEMA,
  constructFromEvents,
  defineScalarTag,
  floatCoreTag,
  intCoreTag,
  mergeTag,
  NOT_RESOLVED,
  parseEvents,
  realMapTag,
  YAMLException,
} from 'js-yaml';
import type { ExactJson } from './exact-json.js';

/** Longer numerals count as text: converting them to decimals takes long. */
const LONGEST_NUMERAL = 4_300;
const MAX_MERGED_KEYS = 100_000;
/** Hashing expands aliases: a document that multiplies itself with them is rejected. */
const MAX_VALUES = 5_000_000;
const DEEPEST = 900;

type Exact = { readonly int: string } | { readonly float: number };

const exactInt = defineScalarTag<Exact>('tag:yaml.org,2002:int', {
  ...intCoreTag,
  resolve: (source, isExplicit, tagName) => {
    if (source.length > LONGEST_NUMERAL || intCoreTag.resolve(source, isExplicit, tagName) === NOT_RESOLVED) return NOT_RESOLVED;
    const value = BigInt(source.replace(/^[-+]/, '').replace(/^0+(?=\d)/, ''));
    return { int: String(source.startsWith('-') ? -value : value) };
  },
  identify: () => false,
});

const exactFloat = defineScalarTag<Exact>('tag:yaml.org,2002:float', {
  ...floatCoreTag,
  resolve: (source, isExplicit, tagName) => {
    const value = floatCoreTag.resolve(source, isExplicit, tagName);
    return typeof value === 'number' ? { float: value } : NOT_RESOLVED;
  },
  identify: () => false,
});

const SCHEMA = CORE_SCHEMA.withTags(mergeTag, realMapTag, exactInt, exactFloat);

/**
 * Parses YAML 1.2 as the JSON document that it stands for: keys are texts. `undefined`: it is no YAML, or JSON cannot express it.
 */
export function parseExactYaml(text: string): ExactJson | undefined {
  try {
    const source = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
    const events = parseEvents(source, {});
    const documents = constructFromEvents(events, { source, schema: SCHEMA, maxTotalMergeKeys: MAX_MERGED_KEYS });
    return documents.length === 1 ? plain(documents[0], { left: MAX_VALUES }, 0) : undefined;
  } catch (error) {
    if (error instanceof YAMLException) return undefined;
    throw error;
  }
}

function plain(value: unknown, budget: { left: number }, depth: number): ExactJson | undefined {
  if (budget.left-- <= 0 || depth > DEEPEST) return undefined;
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
  if (isExact(value)) return value;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => plain(item, budget, depth + 1));
    return items.every((item) => item !== undefined) ? items : undefined;
  }
  if (!(value instanceof Map)) return undefined;
  const fields = new Map<string, ExactJson>();
  for (const [key, inner] of value) {
    const name = keyOf(key);
    const exact = plain(inner, budget, depth + 1);
    if (name === undefined || exact === undefined) return undefined;
    fields.set(name, exact);
  }
  return fields;
}

function keyOf(key: unknown): string | undefined {
  if (typeof key === 'string' || key === null || typeof key === 'boolean') return String(key);
  if (!isExact(key)) return undefined;
  return 'int' in key ? key.int : String(key.float);
}

function isExact(value: unknown): value is Exact {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && ('int' in value || 'float' in value);
}
