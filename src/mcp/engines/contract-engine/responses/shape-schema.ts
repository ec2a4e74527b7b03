import type { Contract } from '../../../../contracts/contract.js';
import type { Shape } from '../../../../model/shape.js';
import { type JsonSchema, refTo, type WrittenSchema } from './schema-writer.js';

/** Writes what a table of services promises, which has no schemas of its own, as JSON Schema. */
export function writeShape(shape: Shape, { definitions }: Contract): WrittenSchema {
  const unsaid = new Set<string>();
  const names = new Map(
    [...definitions.keys()].map((name, index) => [name, `${index}-${name}`.replace(/[^\w.-]/g, '_').slice(0, 60)]),
  );
  const written = (each: Shape): JsonSchema => ofShape(each, { written, names, unsaid });
  const defs = Object.fromEntries([...definitions].map(([name, each]) => [names.get(name) ?? name, written(each)]));
  return { schema: written(shape), defs, unsaid: [...unsaid] };
}

interface Writing {
  readonly written: (shape: Shape) => JsonSchema;
  readonly names: ReadonlyMap<string, string>;
  readonly unsaid: Set<string>;
}

function ofShape(shape: Shape, { written, names, unsaid }: Writing): JsonSchema {
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
      const name = names.get(shape.name);
      if (name === undefined) unsaid.add(`${shape.name} is not described.`);
      return name === undefined ? true : { $ref: refTo(name) };
    }
    case 'unknown':
      if (shape.any !== true) unsaid.add(`${shape.why.charAt(0).toUpperCase()}${shape.why.slice(1)}.`);
      return true;
  }
}
