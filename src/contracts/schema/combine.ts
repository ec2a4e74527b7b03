import type { Discriminator, Shape } from '../../model/shape.js';
import { unknown } from '../../model/shape.js';
import { child, entries, isMapping, items, type Place, textAt, valueAt } from '../place.js';
import { conflict, intersect } from './intersect.js';
import { ANY, type Schemas } from './schemas.js';
import { typedShape } from './typed.js';
import { exclusiveUnionOf, nullable, unionOf } from './union.js';
import { saysMore } from './unsupported-keywords.js';

/** Further parts of an `allOf` are not merged: each merge costs a pass over all parts before it. */
const MAX_PARTS = 1000;

/**
 * The shape of a whole schema: its `$ref`, its own keywords, `allOf`, `oneOf`, `anyOf` and nullability. `undefined`: it says
 * nothing.
 */
export function combinedShape(place: Place, schemas: Schemas): Shape | undefined {
  const isLink = textAt(place, '$ref') !== undefined;
  if (isLink && schemas.dialect !== 'json-schema') return withNull(schemas.link(place), place);
  if (textAt(place, '$dynamicRef') !== undefined) {
    schemas.gap('unsupported-contract-feature', '`$dynamicRef` is not followed.', place);
    return unknown('`$dynamicRef` is not followed');
  }
  const parts = [
    isLink ? schemas.link(place) : undefined,
    typedShape(place, schemas),
    ...items(child(place, 'allOf')).map((part) => schemas.stated(part)),
    alternatives('oneOf', place, schemas),
    alternatives('anyOf', place, schemas),
  ].filter((part) => part !== undefined);
  const whole = parts.length === 0 ? undefined : together(parts, place, schemas);
  return whole && withNull(closed(whole, place), place);
}

function together(parts: readonly Shape[], place: Place, schemas: Schemas): Shape {
  if (parts.length > MAX_PARTS) {
    schemas.gap('unsupported-contract-feature', `More than ${MAX_PARTS} parts are required together.`, place);
    return unknown(`more than ${MAX_PARTS} parts are required together here`);
  }
  let whole: Shape = ANY;
  for (const part of parts) {
    const both = intersect(whole, part, schemas);
    if (both === undefined) {
      schemas.gap('unsupported-contract-feature', 'No value can fit all that this schema demands.', place);
      return conflict({ shape: whole }, { shape: part }, schemas, 'no value can fit all that the contract demands here');
    }
    whole = both;
  }
  return whole;
}

/**
 * Adds null: OpenAPI 3.0 `nullable`, OpenAPI 2.0 `x-nullable`. Both count in all dialects and beside `$ref`, although the
 * specification ignores them there: authors mean them. So it is with `{ allOf: [{ $ref }, { type: [object, 'null'] }] }`, which
 * generators write for a link that may be null.
 */
function withNull(shape: Shape, place: Place): Shape {
  const isMeant = valueAt(place, 'nullable') === true || valueAt(place, 'x-nullable') === true;
  return isMeant || items(child(place, 'allOf')).some(isOnlyNullable) ? nullable(shape) : shape;
}

function isOnlyNullable(part: Place): boolean {
  const types = valueAt(part, 'type');
  const names = entries(part).map(([name]) => name);
  return Array.isArray(types) && types.includes('null') && names.every((name) => name === 'type' || name === 'description');
}

/** `unevaluatedProperties: false` closes what all parts describe together (JSON Schema 2020-12, 11.3). */
function closed(shape: Shape, place: Place): Shape {
  const closes = valueAt(place, 'unevaluatedProperties') === false;
  return closes && shape.kind === 'object' && shape.rest === true ? { ...shape, rest: false } : shape;
}

function alternatives(word: 'oneOf' | 'anyOf', place: Place, schemas: Schemas): Shape | undefined {
  const options = items(child(place, word));
  if (options.length === 0) return undefined;
  const shapes = options.map((option) => schemas.stated(option) ?? ANY);
  const discriminator = discriminatorOf(place, options, shapes, schemas);
  // Keywords that shapes lack may make the options exclusive.
  const isExclusive = word === 'oneOf' && discriminator === undefined && !options.some((option) => saysMore(option, schemas));
  const union = isExclusive ? exclusiveUnionOf(shapes) : unionOf(shapes, discriminator);
  return union === ANY ? undefined : union;
}

/** OpenAPI 3: `propertyName` and `mapping`; a schema without a mapping is selected by its own name. */
function discriminatorOf(
  place: Place,
  options: readonly Place[],
  shapes: readonly Shape[],
  schemas: Schemas,
): Discriminator | undefined {
  const discriminator = child(place, 'discriminator');
  const field = textAt(discriminator, 'propertyName');
  if (discriminator === undefined || field === undefined) return undefined;
  const byName = new Map(options.flatMap((option) => namesOf(option).map((name) => [name, option] as const)).reverse());
  const explicit = entries(child(discriminator, 'mapping')).flatMap(([value, mapped]) => {
    const shape = typeof mapped.value === 'string' ? mappedTo(mapped.value, place, byName, schemas) : undefined;
    return shape?.kind === 'ref' ? [[value, shape.name] as const] : [];
  });
  const mapped = new Set(explicit.map(([, name]) => name));
  const implicit = shapes.flatMap((shape, index) => {
    const value = implicitValue(options[index]);
    return shape.kind === 'ref' && value !== undefined && !mapped.has(shape.name) ? [[value, shape.name] as const] : [];
  });
  return { field, mapping: Object.fromEntries([...implicit, ...explicit]) };
}

/** A mapping's value is a reference, or the name of a schema; the last part of an option's reference also selects that option. */
function mappedTo(value: string, place: Place, byName: ReadonlyMap<string, Place>, schemas: Schemas): Shape | undefined {
  const option = byName.get(value);
  if (option !== undefined) return schemas.link(option);
  return /[#/]|\.(?:ya?ml|json)$/i.test(value) ? schemas.linkTo(place, value) : undefined;
}

function namesOf(option: Place): readonly string[] {
  return [textAt(option, '$ref'), implicitValue(option)].filter((name) => name !== undefined);
}

/** The last part of the option's reference, as in OpenAPI's implicit mapping. */
function implicitValue(option: Place | undefined): string | undefined {
  const ref = option !== undefined && isMapping(option.value) ? textAt(option, '$ref') : undefined;
  const last = ref?.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1);
  return last?.replace(/\.(?:ya?ml|json)$/i, '');
}
