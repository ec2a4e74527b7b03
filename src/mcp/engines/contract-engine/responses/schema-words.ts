import { isMapping, type Place, valueAt } from '../../../../contracts/place.js';
import type { Dialect } from '../../../../contracts/schema/schemas.js';

const TYPES: readonly unknown[] = ['string', 'integer', 'number', 'boolean', 'null', 'object', 'array'];
const COUNTS = ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties', 'minContains', 'maxContains'];
const LIMITS = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'];

/** Keywords of a schema without subschemas. */
export interface PlainWords {
  readonly words: Readonly<Record<string, unknown>>;
  /** Keywords that no validator can express, a sentence each. */
  readonly unsupported: readonly string[];
}

/** The keywords of a schema without subschemas, in JSON Schema 2020-12; invalid ones are left out. */
export function plainWords(place: Place, dialect: Dialect): PlainWords {
  const unsupported: string[] = [];
  const words: Record<string, unknown> = {
    ...typeWords(place, unsupported),
    ...numberWords(place),
    ...textWords(place, unsupported),
    ...objectWords(place),
  };
  const values = valueAt(place, 'enum');
  if (Array.isArray(values) && values.length > 0) words.enum = values;
  const constant = valueAt(place, 'const');
  if (constant !== undefined && dialect !== 'openapi-2' && dialect !== 'openapi-3.0') words.const = constant;
  if (valueAt(place, 'uniqueItems') === true) words.uniqueItems = true;
  const examples = valueAt(place, 'examples');
  const example = valueAt(place, 'example') ?? (Array.isArray(examples) ? examples[0] : undefined) ?? valueAt(place, 'default');
  if (example !== undefined) words.examples = [example];
  if (valueAt(place, 'readOnly') === true) words.readOnly = true;
  for (const word of ['$dynamicRef', '$recursiveRef'])
    if (valueAt(place, word) !== undefined) unsupported.push(`\`${word}\` is not followed.`);
  return { words, unsupported };
}

/** `type: file` of OpenAPI 2 is any text. */
function typeWords(place: Place, unsupported: string[]): Record<string, unknown> {
  const given = valueAt(place, 'type');
  if (given === undefined) return {};
  if (given === 'file') return { type: 'string' };
  const types = [given].flat();
  if (types.length > 0 && types.every((type) => TYPES.includes(type))) return { type: types.length === 1 ? types[0] : types };
  unsupported.push(`\`type: ${String(given).slice(0, 40)}\` is not a valid schema type.`);
  return {};
}

/** Up to draft 4, and in OpenAPI up to 3.0, `exclusiveMinimum: true` made `minimum` exclusive. */
function numberWords(place: Place): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  for (const word of [...COUNTS, ...LIMITS]) {
    const value = valueAt(place, word);
    const isCount = COUNTS.includes(word);
    if (typeof value === 'number' && Number.isFinite(value) && (!isCount || (Number.isInteger(value) && value >= 0)))
      if (word !== 'multipleOf' || value > 0) words[word] = value;
  }
  for (const [exclusive, limit] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (valueAt(place, exclusive) !== true || words[limit] === undefined) continue;
    words[exclusive] = words[limit];
    delete words[limit];
  }
  return words;
}

function textWords(place: Place, unsupported: string[]): Record<string, unknown> {
  const [pattern, format] = [valueAt(place, 'pattern'), valueAt(place, 'format')];
  // Validators would find a property of every object among their formats.
  const words: Record<string, unknown> = typeof format === 'string' && !(format in {}) ? { format } : {};
  if (typeof pattern !== 'string') return words;
  if (isPattern(pattern)) return { ...words, pattern };
  unsupported.push(`The pattern \`${pattern.slice(0, 80)}\` is no regular expression of ECMA-262.`);
  return words;
}

/** Whether a text is a regular expression of ECMA-262 with the Unicode flag, as JSON Schema requires. */
export function isPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

function objectWords(place: Place): Record<string, unknown> {
  const words: Record<string, unknown> = {};
  const required = valueAt(place, 'required');
  if (Array.isArray(required)) words.required = [...new Set(required.filter((name) => typeof name === 'string'))];
  const dependent = valueAt(place, 'dependentRequired') ?? valueAt(place, 'dependencies');
  if (isMapping(dependent)) {
    const lists = Object.entries(dependent).filter(([, names]) => Array.isArray(names));
    if (lists.length > 0) words.dependentRequired = Object.fromEntries(lists);
  }
  return words;
}
