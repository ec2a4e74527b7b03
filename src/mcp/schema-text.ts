/** The used keywords of JSON Schema. */
interface Schema {
  readonly type?: unknown;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly items?: unknown;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: unknown;
}

/** A JSON Schema, as zod writes it, in TypeScript's syntax. */
export function schemaText(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'unknown';
  const { type, anyOf, items, ...given } = schema as Schema;
  if (given.const !== undefined) return JSON.stringify(given.const);
  if (given.enum !== undefined) return given.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(schemaText))].join(' | ');
  if (type === 'array') {
    const item = schemaText(items);
    return item.includes(' | ') && !item.startsWith('{') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') return objectText(given);
  return typeof type === 'string' ? type : 'unknown';
}

function objectText({ properties, required = [], additionalProperties }: Schema): string {
  const fields = Object.entries(properties ?? {}).map(
    ([name, inner]) => `${name}${required.includes(name) ? '' : '?'}: ${schemaText(inner)}`,
  );
  if (fields.length > 0) return `{ ${fields.join('; ')} }`;
  return additionalProperties === undefined || additionalProperties === false ? '{}' : 'object';
}
