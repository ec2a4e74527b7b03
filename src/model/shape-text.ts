import type { Definitions, Field, Shape } from './shape.js';

/** Further fields of an object are only counted. */
const MAX_FIELDS = 12;

/**
 * Describes a shape in a notation close to TypeScript: `{ id: integer, name?: string | null, tags: string[] }`. Named shapes are
 * expanded `depth` levels deep (0: names only) and never inside themselves.
 */
export function describeShape(shape: Shape, definitions: Definitions, depth = 0): string {
  return describe(shape, definitions, depth, []);
}

function describe(shape: Shape, definitions: Definitions, depth: number, inside: readonly string[]): string {
  switch (shape.kind) {
    case 'scalar':
      return shape.format === undefined ? shape.type : `${shape.type} (${shape.format})`;
    case 'enum':
      return shape.values.map((value) => JSON.stringify(value)).join(' | ');
    case 'array':
      return `${group(shape.items, describe(shape.items, definitions, depth, inside))}[]`;
    case 'tuple':
      return `[${shape.items.map((item) => describe(item, definitions, depth, inside)).join(', ')}]`;
    case 'map':
      return `{ [key]: ${describe(shape.values, definitions, depth, inside)} }`;
    case 'object':
      return describeObject(shape.fields, shape.rest, definitions, depth, inside);
    case 'union':
      return [...new Set(shape.options.map((option) => describe(option, definitions, depth, inside)))].join(' | ');
    case 'ref':
      return describeRef(shape.name, definitions, depth, inside);
    case 'unknown':
      return shape.possibly === undefined ? 'unknown' : `perhaps ${describe(shape.possibly, definitions, depth, inside)}`;
  }
}

function group(items: Shape, text: string): string {
  return items.kind === 'union' || (items.kind === 'enum' && items.values.length > 1) ? `(${text})` : text;
}

function describeObject(
  fields: readonly Field[],
  rest: boolean | Shape,
  definitions: Definitions,
  depth: number,
  inside: readonly string[],
): string {
  const parts = fields
    .slice(0, MAX_FIELDS)
    .map(
      (field) =>
        `${field.name}${field.required && field.unsure !== true && field.leftOut === undefined ? '' : '?'}: ${describe(field.shape, definitions, depth, inside)}`,
    );
  if (fields.length > MAX_FIELDS) parts.push(`${fields.length - MAX_FIELDS} more`);
  if (typeof rest === 'object')
    parts.push(rest.kind === 'unknown' ? '...unknown' : `[key]: ${describe(rest, definitions, depth, inside)}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function describeRef(name: string, definitions: Definitions, depth: number, inside: readonly string[]): string {
  const target = definitions.get(name);
  if (target === undefined || depth <= 0 || inside.includes(name)) return shortName(name);
  return describe(target, definitions, depth - 1, [...inside, name]);
}

/** `src/user.ts#User` -> `User`: the name of a shape for readers. The part after the bar is an extractor's own name. */
function shortName(name: string): string {
  const read = (part: string): string => part.slice(part.lastIndexOf('#') + 1).split('|', 1)[0] ?? '';
  return name.replace(/[^<>,\s]+/g, read).replace(/@(?:on|maybe)\b/g, '');
}
