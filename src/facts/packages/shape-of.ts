import type { Location } from '../../model/location.js';
import type { Lazy } from '../program.js';
import { membersOf } from '../shapes/members.js';
import { objectOf, type Part, unknownOf, without } from '../values/compose.js';
import { describedBy } from '../values/external.js';
import type { Resolver } from '../values/target.js';

/**
 * An object from `{ name: schema, ... }`; `rest`: values under other keys; `isDefaulted`: whether a schema supplies a default.
 */
export function objectBy(
  resolver: Resolver,
  file: string,
  shape: Lazy | undefined,
  rest?: Lazy,
  isDefaulted?: (schema: Lazy) => boolean,
): Lazy {
  if (shape === undefined) return objectOf(file, [], { first: undefined, rest });
  const members = membersOf(resolver, shape);
  if (members === undefined) return unknownOf(file, 'the shape of its schema is not known');
  const parts = [...members.named.values()].map((member): Part => {
    const schema: Lazy =
      member.method === 'getter'
        ? { expression: { kind: 'returns', of: member.value.expression }, site: member.value.site }
        : member.value;
    const value = member.optional ? unknownOf(file, 'its schema has it only sometimes') : describedBy(schema);
    const defaulted = isDefaulted?.(schema) === true;
    return { name: member.name, value, at: member.at, ...(defaulted && { defaulted }) };
  });
  const why = members.open ?? (members.rest === undefined ? undefined : 'not all keys of its schema are known');
  return objectOf(file, parts, { first: why === undefined ? undefined : unknownOf(file, why), rest });
}

/** An object whose fields are all present. */
export function requiredOf(resolver: Resolver, file: string, of: Lazy): Lazy {
  const members = membersOf(resolver, of);
  if (members === undefined || members.open !== undefined) return unknownOf(file, 'what its schema requires is not known');
  const parts = [...members.named.values()].map(({ name, value, at }) => ({
    name,
    value: without(resolver, value, 'absent'),
    at,
  }));
  return objectOf(file, parts, { rest: members.rest });
}

/**
 * The fields of an object schema with their schemas as values, as in `schema.shape` or `schema.fields`; `open`: why there may be
 * others.
 */
export function schemaObject(
  file: string,
  fields: ReadonlyMap<string, { readonly schema: Lazy; readonly at: Location }>,
  open: string | undefined,
): Lazy {
  const parts = [...fields].map(([name, { schema, at }]) => ({ name, value: schema, at }));
  return objectOf(file, parts, { first: open === undefined ? undefined : unknownOf(file, open) });
}
