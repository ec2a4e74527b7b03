import type { Location } from '../../model/location.js';
import { UserError } from '../../model/user-error.js';
import { child, entries, isMapping, items, locate, type Place, textAt } from '../place.js';
import type { Schemas } from './schemas.js';

/** A schema keyword that a `Shape` cannot express: it restricts valid values in a way that is not compared. */
export interface UnsupportedKeyword {
  readonly word: string;
  /** Its content: equal for the same meaning, as far as a comparison of text can show. Absent: too large to analyse. */
  readonly text?: string;
  readonly at: Location;
}

const WORDS = [
  'not',
  'if',
  'then',
  'else',
  'contains',
  'minContains',
  'maxContains',
  'dependentRequired',
  'dependentSchemas',
  'dependencies',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedItems',
];
/** For tuples, shapes do not express these either. */
const OF_TUPLES = ['minItems', 'maxItems', 'uniqueItems', 'additionalItems'];
/** Without a type they restrict only some of the valid values, and the shape of such a schema is any value. */
const OF_TEXTS_AND_NUMBERS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
];
const OF_LISTS = ['minItems', 'maxItems', 'uniqueItems'];
/** They do not change which values are valid. */
const ANNOTATIONS: readonly string[] = [
  'title',
  'description',
  '$comment',
  'example',
  'examples',
  'default',
  'deprecated',
  'externalDocs',
];
/** Below these, keys are names and not keywords. */
const NAMED: readonly string[] = [
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
  'responses',
];
const MAX_DEPTH = 60;

/** How many schema parts may still be analysed, references followed: a few lines can stand for millions. */
export interface Budget {
  left: number;
}
const MOST_OF_A_WORD = 2_000;

/** The keywords of one schema that its shape does not express. */
export function unsupportedKeywords(place: Place, schemas: Schemas, budget: Budget): readonly UnsupportedKeyword[] {
  return wordsBeyond(place).map(([word, inner]) => beyondAt(inner, word, schemas, budget));
}

/** Whether a schema, a part of it or one of its properties has such keywords, or is too large to analyse. */
export function saysMore(place: Place, schemas: Schemas, depth = 0): boolean {
  if (depth > MAX_DEPTH) return true;
  const target = textAt(place, '$ref') === undefined ? place : (targetOf(place, schemas) ?? place);
  const { value } = target;
  if (!isMapping(value)) return false;
  const known = schemas.saysMore.get(value);
  if (known !== undefined) return known;
  schemas.saysMore.set(value, false);
  const parts = [...items(child(target, 'allOf')), ...entries(child(target, 'properties')).map(([, property]) => property)];
  const found = wordsBeyond(target).length > 0 || parts.some((part) => saysMore(part, schemas, depth + 1));
  schemas.saysMore.set(value, found);
  return found;
}

function wordsBeyond(place: Place): readonly (readonly [string, Place])[] {
  const isTuple = child(place, 'prefixItems') !== undefined || Array.isArray(child(place, 'items')?.value);
  const words = [
    ...WORDS,
    ...(isTuple ? OF_TUPLES : []),
    ...untyped(place),
    ...['items', 'additionalItems'].filter((word) => child(place, word)?.value === false),
    ...['enum', 'const'].filter((word) => holdsObjects(child(place, word))),
  ];
  const known = [...new Set(words)].flatMap((word) => {
    const inner = child(place, word);
    return inner === undefined ? [] : [[word, inner] as const];
  });
  const forbidden = entries(child(place, 'properties')).filter(([, property]) => property.value === false);
  return [...known, ...forbidden.map(([name, at]) => [`${name.slice(0, 80)}: false`, at] as const)];
}

/** Limits of a schema without a type: a part of `allOf`, or what stands beside `$ref`. */
function untyped(place: Place): readonly string[] {
  if (['type', 'enum', 'const'].some((word) => child(place, word) !== undefined)) return [];
  const isList = child(place, 'items') !== undefined || child(place, 'prefixItems') !== undefined;
  return isList ? OF_TEXTS_AND_NUMBERS : [...OF_TEXTS_AND_NUMBERS, ...OF_LISTS];
}

/** The content of a place, recorded under this keyword. */
export function beyondAt(
  place: Place,
  word: string,
  schemas: Schemas,
  budget: Budget,
  most = MOST_OF_A_WORD,
): UnsupportedKeyword {
  const given = Math.min(most, budget.left);
  const own = { left: given };
  const text = canonical(place, schemas, own, []);
  budget.left -= given - Math.max(0, own.left);
  return { word, ...(own.left > 0 ? { text } : {}), at: locate(place) };
}

/** Shapes express lists of values as long as none is an object or a list. */
function holdsObjects(place: Place | undefined): boolean {
  const values: unknown = place?.value;
  const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
  return Array.isArray(values) ? values.some(isObject) : isObject(values);
}

/**
 * JSON with sorted keys, without annotations, references replaced by their targets. `inside`: the values that contain the place.
 */
function canonical(place: Place, schemas: Schemas, budget: Budget, inside: readonly unknown[]): string {
  const { value } = place;
  if (inside.includes(value) && typeof value === 'object') return '"again"';
  if (inside.length > MAX_DEPTH) budget.left = 0;
  if (budget.left <= 0) return '';
  budget.left--;
  const around = [...inside, value];
  if (Array.isArray(value)) {
    const texts = items(place).map((item) => canonical(item, schemas, budget, around));
    return `[${texts.join(',')}]`;
  }
  if (!isMapping(value)) return JSON.stringify(value) ?? 'null';
  const target = textAt(place, '$ref') === undefined ? place : targetOf(place, schemas);
  if (target !== undefined && target.value !== value) return canonical(target, schemas, budget, around);
  const isWord = (key: string): boolean => !ANNOTATIONS.includes(key) && !key.startsWith('x-');
  const known = entries(place).filter(([key]) => NAMED.includes(place.key) || isWord(key));
  const sorted = known.sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = sorted.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner, schemas, budget, around)}`);
  return `{${texts.join(',')}}`;
}

/** A reference to nowhere is an error where a shape follows it; here it stays as it is written. */
function targetOf(place: Place, schemas: Schemas): Place | undefined {
  try {
    return schemas.target(place);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
