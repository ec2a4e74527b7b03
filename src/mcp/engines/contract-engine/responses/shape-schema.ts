import type { Contract } from '../../../../contracts/contract.js';
import type { Shape } from '../../../../model/shape.js';
import { type SchemaWriting, shapeSchema } from '../../../../model/shape-schema.js';
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
  const writing: SchemaWriting = {
    side: 'expected',
    ref: (name) => {
      const given = nameOf(name);
      if (given === undefined) unsupported.add(`${name} is not described.`);
      return given === undefined ? true : { $ref: refTo(given) };
    },
    unknown: (why) => {
      unsupported.add(`${why.charAt(0).toUpperCase()}${why.slice(1)}.`);
      return true;
    },
  };
  const schema = shapeSchema(shape, writing);
  const defs: Record<string, JsonSchema> = {};
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const definition = definitions.get(name);
    if (definition !== undefined) defs[names.get(name) ?? name] = shapeSchema(definition, writing);
  }
  return { schema, defs, unsupported: [...unsupported] };
}
