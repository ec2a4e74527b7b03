import type { Location } from '../../model/location.js';
import { ABSENT, type Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { membersOf } from '../shapes/members.js';
import { listOf, orAbsent, orNull, unknownOf, without } from '../values/compose.js';
import type { Resolver } from '../values/target.js';

const anything: Expression = { kind: 'unknown', why: 'its schema allows anything' };

export const text = (format?: string): Expression & { readonly kind: 'scalar' } => ({
  ...{ kind: 'scalar', type: 'string' },
  ...(format !== undefined && { format }),
});

/** The data of the types that packages name alike. */
export const PLAIN_FORMS: ReadonlyMap<string, Expression> = new Map<string, Expression>([
  ['string', text()],
  ...(['number', 'integer', 'boolean'] as const).map((type): [string, Expression] => [type, { kind: 'scalar', type }]),
  ['date', text('date-time')],
  ['null', { kind: 'literal', value: null }],
  ...['undefined', 'void', 'never', 'symbol', 'function'].map((name): [string, Expression] => [name, ABSENT]),
  ...['map', 'set'].map((name): [string, Expression] => [name, { kind: 'object', members: [] }]),
  ['bigint', { kind: 'unknown', why: 'JSON has no form for a bigint' }],
  ['any', anything],
  ['unknown', anything],
]);

/** The data of a schema around another one, by the name of a builder or method; undefined: it is none of those. */
export function wrapping(resolver: Resolver, name: string, inner: Lazy): Lazy | undefined {
  switch (name) {
    case 'array':
      return listOf(inner);
    case 'optional':
    case 'exactOptional':
      return orAbsent(inner);
    case 'nullable':
      return orNull(inner);
    case 'nullish':
      return orAbsent(orNull(inner));
    case 'readonly':
    case 'promise':
    case 'catch':
    case 'fallback':
      return inner;
    case 'nonoptional':
    case 'nonOptional':
    case 'default':
    case '_default':
    case 'prefault':
      return without(resolver, inner, 'absent');
    case 'nonNullable':
      return without(resolver, inner, 'null');
    case 'nonNullish':
      return without(resolver, without(resolver, inner, 'absent'), 'null');
    default:
      return undefined;
  }
}

/** A field of an object schema, with its own schema. */
export interface SchemaField {
  readonly schema: Lazy;
  readonly at: Location;
}

type Fields = ReadonlyMap<string, SchemaField>;

/** Adds `{ name: schema, ... }` to the fields of an object schema; `open`: why there may be further fields. */
export function withSchemas(
  resolver: Resolver,
  before: { readonly fields: Fields; readonly open?: string | undefined },
  given: Lazy,
): { readonly fields: Fields; readonly open?: string } {
  const members = membersOf(resolver, given);
  const unknown = members === undefined ? 'the fields of its schema are not known' : members.open;
  const added = [...(members?.named.values() ?? [])].map(({ name, value, optional, method, at }): [string, SchemaField] => {
    const isSure = !optional && method === undefined;
    return [name, { schema: isSure ? value : unknownOf(at.file, 'its schema has it only sometimes'), at }];
  });
  const open = unknown ?? (members?.rest === undefined ? before.open : 'not all fields of its schema are known');
  const known = [...before.fields].map((entry) => (unknown === undefined ? entry : doubtful(entry)));
  return { fields: new Map([...known, ...added]), ...(open !== undefined && { open }) };
}

/** An unknown change may replace any field. */
export function doubtful([name, { at }]: readonly [string, SchemaField]): [string, SchemaField] {
  return [name, { schema: unknownOf(at.file, 'what changes its schema is not known'), at }];
}
