import type { Contract } from '../../../../contracts/contract.js';
import type { Shape } from '../../../../model/shape.js';
import { type JsonSchema, refTo, type WrittenSchema } from './schema-writer.js';

/** Writes a shape as JSON Schema with its definitions, for tables of services, which contain no schema. */
export function writeShape(shape: Shape, { definitions }: Contract): WrittenSchema {
  const unsupported = new Set<string>();
  const names = new Map<string, string>();
  const waiting: string[] = [];
  const nameOf = (name: string): string | undefined => {
    if (!definitions.has(name)) return undefined;
    const known = names.get(name);
    if (known !== undefined) return known;
    const given = `${names.size}-${name}`.replace(/[^\w.-]/g, '_').slice(0, 60);
    names.set(name, given);
    waiting.push(name);
    return given;
  };
  const written = (each: Shape): JsonSchema => ofShape(each, { written, nameOf, unsupported });
  const schema = written(shape);
  const defs: Record<string, JsonSchema> = {};
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const definition = definitions.get(name);
    if (definition !== undefined) defs[names.get(name) ?? name] = written(definition);
  }
  return { schema, defs, unsupported: [...unsupported] };
}

interface Writing {
  readonly written: (shape: Shape) => JsonSchema;
  readonly nameOf: (definition: string) => string | undefined;
  readonly unsupported: Set<string>;
}

function ofShape(shape: Shape, { written, nameOf, unsupported }: Writing): JsonSchema {
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
    case 'object':
      return {
        type: 'object',
        properties: Object.fromEntries(shape.fields.map((field) => [field.name, written(field.shape)])),
        required: shape.fields.filter(({ required, access }) => required && access !== 'write').map(({ name }) => name),
        ...(shape.rest === true ? {} : { additionalProperties: shape.rest === false ? false : written(shape.rest) }),
      };
    case 'union':
      return { anyOf: shape.options.map(written) };
    case 'ref': {
      const name = nameOf(shape.name);
      if (name === undefined) unsupported.add(`${shape.name} is not described.`);
      return name === undefined ? true : { $ref: refTo(name) };
    }
    case 'unknown':
      if (shape.any !== true) unsupported.add(`${shape.why.charAt(0).toUpperCase()}${shape.why.slice(1)}.`);
      return true;
  }
}
