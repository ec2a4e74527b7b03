import type { z } from 'zod';

/** The parsed value, or its problems: a sentence each, without a full stop. */
export type JsonReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problems: readonly string[] };

/** Reads untrusted JSON. */
export function readJson<Value>(schema: z.ZodType<Value>, text: string): JsonReading<Value> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, problems: ['it is no JSON'] };
  }
  const read = schema.safeParse(value);
  if (read.success) return { ok: true, value: read.data };
  return { ok: false, problems: read.error.issues.map(({ path, message }) => `${path.map(String).join('.')}: ${message}`) };
}
