import type { Field, Shape } from './shape.js';

/** JSON Schema 2020-12. */
export type JsonSchema = boolean | { readonly [word: string]: unknown };

export interface SchemaWriting {
  /** Makes the schema for a definition. */
  readonly ref: (name: string) => JsonSchema;
  /** Makes the schema for an unknown part. */
  readonly unknown: (why: string) => JsonSchema;
  /**
   * `expected`: a contract's shape, for validating responses. `actual`: the shape of what code sends, for writing a contract; it
   * stays open for future fields.
   */
  readonly side: 'expected' | 'actual';
}

/** A shape as JSON Schema. The caller writes the definitions, because it chooses their names. */
export function shapeSchema(shape: Shape, writing: SchemaWriting): JsonSchema {
  const written = (each: Shape): JsonSchema => shapeSchema(each, writing);
  switch (shape.kind) {
    case 'scalar':
      return { type: shape.type, ...(shape.format === undefined ? {} : { format: shape.format }), ...shape.constraints };
    case 'enum':
      return { enum: shape.values };
    case 'array':
      return { type: 'array', items: written(shape.items), ...shape.constraints };
    case 'tuple':
      return { type: 'array', prefixItems: shape.items.map(written) };
    case 'map':
      return { type: 'object', additionalProperties: written(shape.values) };
    case 'object': {
      const required = shape.fields.filter((field) => isRequired(field, writing)).map(({ name }) => name);
      return {
        type: 'object',
        properties: Object.fromEntries(shape.fields.map((field) => [field.name, written(field.shape)])),
        ...(required.length === 0 ? {} : { required }),
        ...restSchema(shape.rest, writing),
      };
    }
    case 'union':
      return { anyOf: shape.options.map(written) };
    case 'ref':
      return writing.ref(shape.name);
    case 'unknown':
      return shape.any === true ? true : writing.unknown(shape.why);
  }
}

function isRequired({ required, access, unsure, leftOut }: Field, { side }: SchemaWriting): boolean {
  if (!required || access === 'write') return false;
  return side === 'expected' || (unsure !== true && leftOut === undefined);
}

function restSchema(rest: boolean | Shape, writing: SchemaWriting): { readonly additionalProperties?: JsonSchema } {
  if (rest === true) return {};
  if (rest === false) return writing.side === 'expected' ? { additionalProperties: false } : {};
  return { additionalProperties: shapeSchema(rest, writing) };
}
