import type { Location } from '../../../model/location.js';
import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import { unknownOf } from '../../values/compose.js';
import type { Resolver } from '../../values/target.js';
import { argumentsOf, listIn, type SchemaStep } from '../schema-step.js';

/** A joi schema after the calls so far. */
export interface JoiSchema {
  /** The file of the last call. */
  readonly file: string;
  readonly type: string;
  /** The described data, except for keys, items and single values. */
  readonly form: Lazy;
  /** For an object; absent: any keys. */
  readonly keys?: ReadonlyMap<string, JoiKey>;
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
export interface JoiKey {
  readonly schema: Lazy;
  readonly at: Location;
}

/** The data forms of joi's types. */
export const FORMS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['string', { kind: 'scalar', type: 'string' }],
  ['number', { kind: 'scalar', type: 'number' }],
  ['boolean', { kind: 'scalar', type: 'boolean' }],
  ['date', { kind: 'scalar', type: 'string', format: 'date-time' }],
  ['function', { kind: 'absent' }],
  ['symbol', { kind: 'absent' }],
  ['any', { kind: 'unknown', why: 'its schema allows anything' }],
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
  const members = membersOf(resolver, given);
  if (members === undefined) return { ...made, keys: made.keys ?? new Map(), open: 'the keys of its schema are not known' };
  const added = [...members.named.values()].map((member): [string, JoiKey] => {
    const sure = !member.optional && member.method === undefined;
    const schema = sure ? member.value : unknownOf(member.at.file, 'its schema has it only sometimes');
    return [member.name, { schema, at: member.at }];
  });
  const open = members.open ?? (members.rest === undefined ? made.open : 'not all keys of its schema are known');
  const before = members.open === undefined ? (made.keys ?? []) : [...(made.keys ?? [])].map(doubtful);
  return { ...made, keys: new Map([...before, ...added]), ...(open !== undefined && { open }) };
}

/** An unknown change may replace any key. */
export function doubtful([name, { at }]: [string, JoiKey]): [string, JoiKey] {
  return [name, { schema: unknownOf(at.file, 'what changes its schema is not known'), at }];
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
