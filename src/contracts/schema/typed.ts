import {
  type Constraints,
  type EnumValue,
  type Field,
  type ScalarShape,
  type ScalarType,
  type Shape,
  unknown,
} from '../../model/shape.js';
import { child, entries, isMapping, items, locate, type Place, textAt, valueAt } from '../place.js';
import { ANY, type Schemas } from './schemas.js';
import { enumOf, unionOf } from './union.js';

const SCALARS: readonly string[] = ['string', 'integer', 'number', 'boolean', 'null'];
const OBJECT_WORDS = ['properties', 'additionalProperties', 'patternProperties', 'required'];
const ARRAY_WORDS = ['items', 'prefixItems'];
const UNDESCRIBED = unknown('the contract does not say what the items are');
/** Items of a list that the schema does not describe: JSON Schema allows any. */
export const ANY_ITEMS: Shape = { ...UNDESCRIBED, any: true };

/**
 * The shape that `type`, `enum`, `const` and type-specific keywords give, without combinations (`allOf`, ...). `undefined`: none
 * of them. Keywords that a `Shape` cannot express (`not`, `if`, `contains`, `dependentRequired`, ...) are left out: the shape is
 * never narrower than the schema.
 */
export function typedShape(place: Place, schemas: Schemas): Shape | undefined {
  const types = typesOf(place);
  const values = enumValues(place);
  if (values !== undefined) {
    const fitting = values.flatMap((value) => fitted(value, types));
    if (fitting.length > 0) return enumOf(fitting);
  }
  if (types.length === 0) return undefined;
  return unionOf(types.map((type) => shapeOfType(type, place, schemas)));
}

/** The declared types; without `type`, those that the other keywords apply to. */
function typesOf(place: Place): readonly string[] {
  const declared = valueAt(place, 'type');
  if (typeof declared === 'string') return [declared];
  if (Array.isArray(declared)) return declared.filter((type): type is string => typeof type === 'string');
  const has = (word: string) => typeof valueAt(place, word) === 'object' && valueAt(place, word) !== null;
  if (OBJECT_WORDS.some(has)) return ['object'];
  return ARRAY_WORDS.some(has) || valueAt(place, 'items') === true ? ['array'] : [];
}

function shapeOfType(type: string, place: Place, schemas: Schemas): Shape {
  if (type === 'object') return objectShape(place, schemas);
  if (type === 'array') return arrayShape(place, schemas);
  if (SCALARS.includes(type)) return scalarShape(type as ScalarType, place, schemas);
  if (type === 'file') return { kind: 'scalar', type: 'string', format: 'binary' };
  schemas.gap('unsupported-contract-feature', `\`type: ${type.slice(0, 40)}\` is not a valid schema type.`, place);
  return unknown(`the contract gives it the type \`${type.slice(0, 40)}\`, which does not exist`);
}

function scalarShape(type: ScalarType, place: Place, schemas: Schemas): ScalarShape {
  const constraints =
    type === 'string' ? stringLimits(place) : type === 'integer' || type === 'number' ? numberLimits(place, schemas) : {};
  const format = formatOf(type, place);
  return {
    kind: 'scalar',
    type,
    ...(format === undefined ? {} : { format }),
    ...(Object.keys(constraints).length === 0 ? {} : { constraints }),
  };
}

/** JSON Schema has `contentEncoding: base64` where OpenAPI 3.0 has `format: byte`. */
function formatOf(type: ScalarType, place: Place): string | undefined {
  const format = valueAt(place, 'format');
  if (typeof format === 'string') return format;
  return type === 'string' && valueAt(place, 'contentEncoding') === 'base64' ? 'byte' : undefined;
}

function arrayShape(place: Place, schemas: Schemas): Shape {
  const single = child(place, 'items');
  const tuple = Array.isArray(single?.value) ? single : child(place, 'prefixItems');
  const rest = Array.isArray(single?.value) ? child(place, 'additionalItems') : single;
  const limits = { ...picked(place, ['minItems', 'maxItems']), ...flag(place, 'uniqueItems') };
  const constraints = Object.keys(limits).length === 0 ? {} : { constraints: limits };
  const positions = items(tuple).map((item) => schemas.shape(item));
  if (positions.length > 0 && !isSchema(rest)) return { kind: 'tuple', items: positions };
  const following = rest !== undefined && isSchema(rest) ? [schemas.shape(rest)] : [];
  if (positions.length === 0 && following.length === 0) {
    // `properties` beside `type: array` are meant for the items
    const isMisplaced = child(place, 'properties') !== undefined;
    return { kind: 'array', items: isMisplaced ? UNDESCRIBED : ANY_ITEMS, ...constraints };
  }
  const [next] = following;
  const places = positions.length > 0 && next !== undefined ? { places: { first: positions, rest: next } } : {};
  return { kind: 'array', items: unionOf([...positions, ...following]), ...places, ...constraints };
}

const isSchema = (place: Place | undefined) => typeof place?.value === 'object' && place.value !== null;

function enumValues(place: Place): readonly EnumValue[] | undefined {
  const constant = child(place, 'const');
  const values: unknown = constant === undefined ? valueAt(place, 'enum') : [constant.value];
  if (!Array.isArray(values)) return undefined;
  return values.every(isPrimitive) ? values : undefined;
}

const isPrimitive = (value: unknown): value is EnumValue =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value);

/** Converts a value to the declared types: YAML reads `[1.0, on]` as a number and a text even beside `type: string`. */
function fitted(value: EnumValue, types: readonly string[]): readonly EnumValue[] {
  if (types.length === 0 || types.some((type) => fits(value, type))) return [value];
  return types.includes('string') && value !== null ? [String(value)] : [];
}

/** Null stays, whatever the type: an author who lists it means it. */
function fits(value: EnumValue, type: string): boolean {
  if (value === null) return true;
  if (typeof value !== 'number') return typeof value === type;
  return type === 'number' || (type === 'integer' && Number.isInteger(value));
}

function stringLimits(place: Place): Constraints {
  const pattern = valueAt(place, 'pattern');
  return { ...picked(place, ['minLength', 'maxLength']), ...(typeof pattern === 'string' ? { pattern } : {}) };
}

/** Up to OpenAPI 3.0 and draft 4, `exclusiveMinimum: true` makes `minimum` exclusive; later it is the limit itself. */
function numberLimits(place: Place, schemas: Schemas): Constraints {
  const limits = picked(place, ['minimum', 'maximum', 'multipleOf', 'exclusiveMinimum', 'exclusiveMaximum']);
  if (schemas.dialect === 'json-schema' || schemas.dialect === 'json-schema-7') return limits;
  const { minimum, maximum, ...others } = limits;
  return {
    ...others,
    ...exclusive('minimum', 'exclusiveMinimum', minimum, valueAt(place, 'exclusiveMinimum') === true),
    ...exclusive('maximum', 'exclusiveMaximum', maximum, valueAt(place, 'exclusiveMaximum') === true),
  };
}

function exclusive(
  open: string,
  closed: string,
  limit: number | undefined,
  isExclusive: boolean,
): Readonly<Record<string, number>> {
  if (limit === undefined) return {};
  return { [isExclusive ? closed : open]: limit };
}

type NumberWord = Exclude<keyof Constraints, 'pattern' | 'uniqueItems'>;

function picked(place: Place, words: readonly NumberWord[]): Partial<Record<NumberWord, number>> {
  const found: Partial<Record<NumberWord, number>> = {};
  for (const word of words) {
    const value = valueAt(place, word);
    if (typeof value === 'number') found[word] = value;
  }
  return found;
}

function flag(place: Place, word: 'uniqueItems'): Constraints {
  return valueAt(place, word) === true ? { [word]: true } : {};
}

/** How far `readOnly` is searched behind `$ref` and `allOf`. */
const MAX_ACCESS_DEPTH = 5;

/** An object, or a map if only `additionalProperties` (or `patternProperties`) describe it. */
function objectShape(place: Place, schemas: Schemas): Shape {
  const rest = restOf(place, schemas);
  const required = new Map(
    items(child(place, 'required')).flatMap((word) => (typeof word.value === 'string' ? [[word.value, word]] : [])),
  );
  const declared = entries(child(place, 'properties')).filter(([, property]) => property.value !== false);
  const fields = declared.map(([name, property]) => fieldOf(name, property, required.has(name), schemas));
  const named = new Set(declared.map(([name]) => name));
  const undeclared = [...required].filter(([name]) => !named.has(name)).map(([name, word]) => undeclaredField(name, rest, word));
  if (fields.length === 0 && undeclared.length === 0 && typeof rest === 'object') return { kind: 'map', values: rest };
  return { kind: 'object', fields: [...fields, ...undeclared], rest };
}

function fieldOf(name: string, property: Place, required: boolean, schemas: Schemas): Field {
  const access = accessOf(property, schemas, 0);
  return {
    name,
    naming: 'declared',
    shape: schemas.shape(property),
    required,
    ...(access === undefined ? {} : { access }),
    at: locate(property),
  };
}

/** `required` may name a property that `properties` does not describe: it must exist, with any value. */
function undeclaredField(name: string, rest: boolean | Shape, word: Place): Field {
  const shape = typeof rest === 'object' ? rest : ANY;
  return { name, naming: 'declared', shape, required: true, at: locate(word) };
}

/** The direction of a property: its own keyword, or that of its `$ref` and `allOf`. */
function accessOf(property: Place, schemas: Schemas, depth: number): Field['access'] {
  if (!isMapping(property.value) || depth > MAX_ACCESS_DEPTH) return undefined;
  const read = valueAt(property, 'readOnly') === true;
  const write = valueAt(property, 'writeOnly') === true;
  if (read !== write) return read ? 'read' : 'write';
  const target = textAt(property, '$ref') === undefined ? undefined : schemas.target(property);
  for (const part of [...(target === undefined ? [] : [target]), ...items(child(property, 'allOf'))]) {
    const access = accessOf(part, schemas, depth + 1);
    if (access !== undefined) return access;
  }
  return undefined;
}

/**
 * Fields besides the named ones. With patterns, other names stay allowed unless `additionalProperties` forbids or describes them.
 */
function restOf(place: Place, schemas: Schemas): boolean | Shape {
  const additional = child(place, 'additionalProperties');
  const patterns = entries(child(place, 'patternProperties')).map(([, pattern]) => pattern);
  const described = additional !== undefined && isMapping(additional.value) ? [additional] : [];
  if (additional?.value !== false && described.length === 0) return true;
  const shapes = [...patterns, ...described].filter(({ value }) => value !== false).map((schema) => schemas.stated(schema));
  if (shapes.length === 0) return false;
  const known = shapes.filter((shape) => shape !== undefined);
  return known.length < shapes.length ? true : unionOf(known);
}
