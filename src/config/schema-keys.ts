import { z } from 'zod';
import { configSchema } from './schema.js';

/** The schema without its wrappers for defaults and optionality. */
export function unwrap(schema: unknown): unknown {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault || schema instanceof z.ZodOptional)
    return unwrap(schema.unwrap());
  return schema;
}

/** The valid keys of the section at the path. */
export function knownKeys(path: readonly (string | number)[]): readonly string[] {
  let schema = unwrap(configSchema);
  for (const step of path) {
    if (schema instanceof z.ZodObject) schema = unwrap(schema.shape[step]);
    else if (schema instanceof z.ZodRecord) schema = unwrap(schema.valueType);
    else if (schema instanceof z.ZodArray) schema = unwrap(schema.element);
    else return [];
  }
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

/** The section that a misplaced key belongs to. */
export function sectionOf(key: string): string | undefined {
  return knownKeys([]).find((section) => knownKeys([section]).includes(key));
}
