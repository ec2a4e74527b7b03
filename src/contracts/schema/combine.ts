import type { Discriminator, Shape } from '../../model/shape.js';
import { unknown } from '../../model/shape.js';
import { child, entries, isMapping, items, type Place, textAt, valueAt } from '../place.js';
import { conflict, intersect } from './intersect.js';
import { ANY, type Schemas } from './schemas.js';
import { typedShape } from './typed.js';
import { exclusiveUnionOf, nullable, unionOf } from './union.js';
import { saysMore } from './unsupported-keywords.js';

/** More parts of an `allOf` are not merged: each is merged with all before it. */
const MAX_PARTS = 1000;

/** What a schema says as a whole: its `$ref`, its own words, `allOf`, `oneOf`, `anyOf` and nullability. `undefined`: nothing. */
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
    ...items(child(place, 'allOf')).map((part) => schemas.said(part)),
    alternatives('oneOf', place, schemas),
    alternatives('anyOf', place, schemas),
  ].filter((part) => part !== undefined);
  const whole = parts.length === 0 ? undefined : together(parts, place, schemas);
  return whole && withNull(closed(whole, place), place);
}

function together(parts: readonly Shape[], place: Place, schemas: Schemas): Shape {
  if (parts.length > MAX_PARTS) {
    schemas.gap('unsupported-contract-feature', `More than ${MAX_PARTS} parts are demanded together.`, place);
    return unknown(`more than ${MAX_PARTS} parts are demanded together here`);
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
 * Null beside the rest: OpenAPI 3.0 `nullable`, OpenAPI 2.0 `x-nullable`; both are read in every dialect, and beside `$ref` too, where
 * the specification ignores them: who writes them means them.
 */
function withNull(shape: Shape, place: Place): Shape {
  return valueAt(place, 'nullable') === true || valueAt(place, 'x-nullable') === true ? nullable(shape) : shape;
}

/** `unevaluatedProperties: false` closes what all parts together describe (JSON Schema 2020-12, 11.3). */
function closed(shape: Shape, place: Place): Shape {
  const closes = valueAt(place, 'unevaluatedProperties') === false;
  return closes && shape.kind === 'object' && shape.rest === true ? { ...shape, rest: false } : shape;
}

function alternatives(word: 'oneOf' | 'anyOf', place: Place, schemas: Schemas): Shape | undefined {
  const options = items(child(place, word));
  if (options.length === 0) return undefined;
  const shapes = options.map((option) => schemas.said(option) ?? ANY);
  const discriminator = discriminatorOf(place, options, shapes, schemas);
  // Words that shapes lack may keep the options apart.
  const isExclusive = word === 'oneOf' && discriminator === undefined && !options.some((option) => saysMore(option, schemas));
  const union = isExclusive ? exclusiveUnionOf(shapes) : unionOf(shapes, discriminator);
  return union === ANY ? undefined : union;
}

/** OpenAPI 3: `propertyName` and `mapping`; a schema that is not mapped goes by its own name. */
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

/** A mapping's value is a reference, or the name of a schema; a name that an option ends with is that option. */
function mappedTo(value: string, place: Place, byName: ReadonlyMap<string, Place>, schemas: Schemas): Shape | undefined {
  const option = byName.get(value);
  if (option !== undefined) return schemas.link(option);
  return /[#/]|\.(?:ya?ml|json)$/i.test(value) ? schemas.linkTo(place, value) : undefined;
}

function namesOf(option: Place): readonly string[] {
  return [textAt(option, '$ref'), implicitValue(option)].filter((name) => name !== undefined);
}

/** The last part of the option's reference, as OpenAPI's implicit mapping takes it. */
function implicitValue(option: Place | undefined): string | undefined {
  const ref = option !== undefined && isMapping(option.value) ? textAt(option, '$ref') : undefined;
  const last = ref?.slice(Math.max(ref.lastIndexOf('/'), ref.lastIndexOf('#')) + 1);
  return last?.replace(/\.(?:ya?ml|json)$/i, '');
}
