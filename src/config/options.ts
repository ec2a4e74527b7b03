import { z } from 'zod';
import { configSchema, type Effect, effectOf } from './schema.js';
import { unwrap } from './schema-keys.js';

/** One row of the table of options. */
export interface OptionRow {
  /** `contract_scans.endpoint_schema_scan`, `services.<name>.path`, `ignore[].rule`. */
  readonly path: string;
  readonly description: string;
  readonly values: string;
  /** As YAML writes it; empty: none. */
  readonly default: string;
  readonly effect: Effect;
}

/** Every option of the configuration, in the order of the schema. */
export function optionRows(): readonly OptionRow[] {
  return rowsOf(configSchema, []);
}

function rowsOf(schema: unknown, path: readonly string[]): readonly OptionRow[] {
  const bare = unwrap(schema);
  const effect = schema instanceof z.ZodType ? effectOf(schema) : undefined;
  if (schema instanceof z.ZodType && effect !== undefined) {
    const initial = defaultOf(schema);
    return [
      {
        path: path.join('.'),
        description: schema.description ?? '',
        values: valuesOf(bare),
        default: initial === undefined ? '' : JSON.stringify(initial),
        effect,
      },
    ];
  }
  if (bare instanceof z.ZodObject) return Object.entries(bare.shape).flatMap(([key, value]) => rowsOf(value, [...path, key]));
  if (bare instanceof z.ZodArray) return rowsOf(bare.element, [...path.slice(0, -1), `${path.at(-1)}[]`]);
  if (bare instanceof z.ZodRecord) return rowsOf(bare.valueType, [...path, '<name>']);
  throw new Error(`The option ${path.join('.')} is not documented.`);
}

function defaultOf(schema: z.ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.parse(undefined) : undefined;
}

function valuesOf(schema: unknown): string {
  if (schema instanceof z.ZodEnum) return schema.options.map(String).join(', ');
  if (schema instanceof z.ZodBoolean) return 'true, false';
  if (schema instanceof z.ZodNumber) return `number from ${schema.minValue ?? 0}`;
  if (schema instanceof z.ZodArray) return 'list';
  if (schema instanceof z.ZodRecord) return `by name: ${valuesOf(schema.valueType)}`;
  return 'text';
}
