import type { Field, Shape } from '../../model/shape.js';
import { child, entries, isMapping, items, locate, type Place, textAt, valueAt } from '../place.js';
import { ANY, type Schemas } from './schemas.js';
import { unionOf } from './union.js';

/** How far `readOnly` is searched behind `$ref` and `allOf`. */
const MAX_ACCESS_DEPTH = 5;

/** An object, or a map if only `additionalProperties` (or `patternProperties`) describe it. */
export function objectShape(place: Place, schemas: Schemas): Shape {
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
