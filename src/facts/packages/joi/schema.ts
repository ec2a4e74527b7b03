import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals } from '../../shapes/members.js';
import { unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { PLAIN_FORMS, type SchemaField, withSchemas } from '../schema-forms.js';
import { argumentsOf, listIn, type SchemaStep } from '../schema-step.js';

/** A joi schema after the calls so far. */
export interface JoiSchema {
  /** The file of the last call. */
  readonly file: string;
  readonly type: string;
  /** The described data, except for keys, items and single values. */
  readonly form: Lazy;
  /** For an object; absent: any keys. */
  readonly keys?: ReadonlyMap<string, SchemaField>;
  /** Why the schema may name other keys. */
  readonly open?: string;
  /** Schemas of values under other keys. */
  readonly patterns: readonly Lazy[];
  /** Whether it passes other keys, whatever the options are. */
  readonly passes?: boolean;
  /** Schemas of an array's items. */
  readonly items: readonly Lazy[];
  readonly sparse?: boolean;
  /** Additionally allowed values, as data. */
  readonly values: readonly Lazy[];
  /** Only `values` are allowed. */
  readonly only?: boolean;
  readonly presence?: 'optional' | 'required' | 'forbidden';
  /** The value in place of a missing one, as data. */
  readonly fallback?: Lazy;
  readonly stripped?: boolean;
  /** Why it is unknown, even whether it is present. */
  readonly unsure?: string;
  readonly preferences: readonly Lazy[];
}
/** The data forms of joi's types. */
export const FORMS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ...PLAIN_FORMS,
  ['object', { kind: 'unknown', why: 'its schema allows any object' }],
  ['array', { kind: 'array', items: { kind: 'unknown', why: 'its schema says nothing of its items' } }],
  ['alternatives', { kind: 'unknown', why: 'its schema names no alternatives' }],
  ['binary', { kind: 'unknown', why: 'what is sent of a Buffer' }],
  ['link', { kind: 'unknown', why: 'its schema refers to another' }],
]);
/** A schema of this type without further rules. */
export function startOf(type: string, file: string): JoiSchema {
  const form = FORMS.get(type);
  const known: Lazy = form === undefined ? unknownOf(file, `${type} is a type of its own`) : { expression: form, site: { file } };
  return { file, type, form: known, patterns: [], items: [], values: [], preferences: [] };
}

/** Adds `{ name: schema, ... }` to the existing keys. */
export function withKeys(resolver: Resolver, made: JoiSchema, given: Lazy): JoiSchema {
  const { fields: keys, open } = withSchemas(resolver, { fields: made.keys ?? new Map(), open: made.open }, given);
  return { ...made, keys, ...(open !== undefined && { open }) };
}

/** `try(a, b)`, `alternatives([a, b])`. */
export function withOptions(resolver: Resolver, made: JoiSchema, step: SchemaStep): JoiSchema {
  const given = argumentsOf(resolver, step);
  const options = given?.flatMap((one) => listIn(resolver, one) ?? [one]);
  return options === undefined
    ? { ...made, items: [unknownOf(step.file, 'not all alternatives of its schema are known')] }
    : { ...made, items: [...made.items, ...options] };
}

/** A flag argument of a method: `unknown()`, `unknown(false)`; undefined: unknown. */
export function flagGiven(resolver: Resolver, given: Lazy | undefined): boolean | undefined {
  if (given === undefined) return true;
  const [value] = literals(resolver, given) ?? [];
  return typeof value === 'boolean' ? value : undefined;
}
