import { isRecord } from '../../model/json.js';
/** Whether a value from outside has a form. `depth` is the number of levels that it may still nest. */
export type Check = (value: unknown, depth: number) => boolean;

interface Field {
  readonly check: Check;
  readonly optional: boolean;
}

/**
 * One entry for every field of `T`, optional exactly where the field is: the compiler rejects a check that differs from its type.
 */
export type FieldsOf<T> = {
  readonly [Key in keyof T]-?: string extends Key
    ? Field | Check
    : Record<never, never> extends Pick<T, Key>
      ? Field & { readonly optional: true }
      : Check;
};

export const text: Check = (value) => typeof value === 'string';
export const count: Check = (value) => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
export const flag: Check = (value) => typeof value === 'boolean';
export const scalar: Check = (value) =>
  value === null ||
  typeof value === 'string' ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value));

export function optional(check: Check): Field & { readonly optional: true } {
  return { check, optional: true };
}

/** Fields that have the same check and may be absent. */
export function optionals<Name extends string>(
  check: Check,
  ...names: readonly Name[]
): Readonly<Record<Name, Field & { readonly optional: true }>> {
  return Object.fromEntries(names.map((name) => [name, optional(check)])) as Record<Name, Field & { readonly optional: true }>;
}

export function oneOf(...values: readonly (string | number | boolean)[]): Check {
  const set = new Set<unknown>(values);
  return (value) => set.has(value);
}

export function either(...checks: readonly Check[]): Check {
  return (value, depth) => checks.some((check) => check(value, depth));
}

export function listOf(item: Check): Check {
  return (value, depth) => {
    if (!Array.isArray(value) || depth <= 0) return false;
    for (const each of value) if (!item(each, depth - 1)) return false;
    return true;
  };
}

export function recordOf(item: Check): Check {
  return (value, depth) => {
    if (!isRecord(value) || depth <= 0) return false;
    for (const key of Object.keys(value)) if (!item(value[key], depth - 1)) return false;
    return true;
  };
}

/** An object with these fields and no others. */
export function objectOf<T>(fields: FieldsOf<T>): Check {
  const entries = Object.entries<Field | Check>(fields).map(([key, field]): readonly [string, Field] => [
    key,
    typeof field === 'function' ? { check: field, optional: false } : field,
  ]);
  return (value, depth) => {
    if (!isRecord(value) || depth <= 0) return false;
    let seen = 0;
    for (const [key, field] of entries) {
      const item = value[key];
      if (item === undefined) {
        if (!field.optional || key in value) return false;
      } else {
        if (!field.check(item, depth - 1)) return false;
        seen += 1;
      }
    }
    return Object.keys(value).length === seen;
  };
}

/** One of several objects, distinguished by `kind`; it checks `kind` itself. */
export function variantOf<T extends { readonly kind: string }>(
  variants: {
    readonly [Kind in T['kind']]: FieldsOf<Omit<Extract<T, { readonly kind: Kind }>, 'kind'>>;
  },
): Check {
  const checks = new Map<unknown, Check>();
  for (const [kind, fields] of Object.entries<object>(variants)) {
    checks.set(kind, objectOf<Record<string, unknown>>({ ...fields, kind: oneOf(kind) }));
  }
  return (value, depth) => isRecord(value) && (checks.get(value.kind)?.(value, depth) ?? false);
}

/** A check that may refer to itself. */
export function lazy(make: () => Check): Check {
  let made: Check | undefined;
  return (value, depth) => {
    made ??= make();
    return made(value, depth);
  };
}
