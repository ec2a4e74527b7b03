import type { EnumValue } from '../../model/shape.js';
import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import type { Members } from '../shapes/member-list.js';
import { literals, membersOf } from '../shapes/members.js';
import { sharedSchema } from '../shapes/shared-schemas.js';
import { compose, listOf, mapOf, objectOf, orNull, type Part, unknownOf } from '../values/compose.js';
import { describedBy } from '../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../values/target.js';
import { literalsOf } from './literal-values.js';
import { listIn } from './schema-step.js';

/** The schema object that is being read. */
interface Schema {
  readonly resolver: Resolver;
  readonly file: string;
  readonly of: (name: string) => Lazy | undefined;
  /** The values of a constant keyword; undefined: it is missing, or unknown. */
  readonly values: (name: string) => readonly EnumValue[] | undefined;
}

/** The data that a JSON Schema object literal describes (https://json-schema.org/draft/2020-12, and OpenAPI's `nullable`). */
function object(resolver: Resolver, given: Lazy): Lazy {
  const { file } = given.site;
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined)
    return unknownOf(file, 'not all of its schema is known');
  const of = (name: string): Lazy | undefined => members.named.get(name)?.value;
  const values = (name: string): readonly EnumValue[] | undefined => {
    const value = of(name);
    return value && literals(resolver, value);
  };
  const schema: Schema = { resolver, file, of, values };
  if (isUnsure(members)) return unknownOf(file, 'part of its schema is there only sometimes');
  const data = formOf(schema);
  return values('nullable')?.[0] === true ? orNull(data) : data;
}

function isUnsure({ named }: Members): boolean {
  return [...named.values()].some(({ optional }) => optional);
}

function formOf(schema: Schema): Lazy {
  const { resolver, file, of, values } = schema;
  const reference = of('$ref');
  if (reference !== undefined) {
    const name = String(values('$ref')?.[0] ?? 'another');
    const shared = sharedSchema(resolver, name);
    return shared?.data ?? unknownOf(file, `its schema refers to ${name}`);
  }
  const constant = of('const') ?? of('enum');
  if (constant !== undefined) return literalsOf(resolver, constant) ?? unknownOf(file, 'not all values of its schema are known');
  const options = of('oneOf') ?? of('anyOf');
  if (options !== undefined) return combined(schema, options, 'union');
  const parts = of('allOf');
  if (parts !== undefined) return combined(schema, parts, 'intersection');
  const types = values('type') ?? (of('type') === undefined && of('properties') !== undefined ? ['object'] : undefined);
  if (types === undefined || types.length === 0) return unknownOf(file, 'its schema names no type');
  const forms = types.map((type) => typed(schema, String(type)));
  const [only] = forms;
  if (only !== undefined && forms.length === 1) return only;
  return compose(file, (put) => ({ kind: 'union', options: forms.map(put) }));
}

/** `anyOf` and similar keywords describe the whole only if no other keyword adds to them. */
function combined(schema: Schema, list: Lazy, kind: 'union' | 'intersection'): Lazy {
  const items = listIn(schema.resolver, list);
  if (items === undefined || schema.of('properties') !== undefined)
    return unknownOf(schema.file, 'what its schema is combined of is not known');
  return compose(schema.file, (put): Expression => {
    const parts = items.map((item) => put(describedBy(item)));
    return kind === 'union' ? { kind, options: parts } : { kind, parts };
  });
}

function typed(schema: Schema, type: string): Lazy {
  const { file, of, values } = schema;
  const here = (expression: Expression): Lazy => ({ expression, site: { file } });
  switch (type) {
    case 'string': {
      const format = values('format')?.[0];
      return here({ kind: 'scalar', type, ...(typeof format === 'string' && { format }) });
    }
    case 'integer':
    case 'number':
    case 'boolean':
    case 'null':
      return here({ kind: 'scalar', type });
    case 'array': {
      const items = of('items');
      return listOf(items === undefined ? unknownOf(file, 'its schema says nothing of its items') : itemsOf(schema, items));
    }
    case 'object':
      return fields(schema);
    default:
      return unknownOf(file, `its schema has the type ${type}`);
  }
}

function itemsOf({ resolver, file }: Schema, items: Lazy): Lazy {
  const listed = listIn(resolver, items);
  return listed === undefined ? describedBy(items) : unknownOf(file, 'its schema tells items apart by their place');
}

function fields(schema: Schema): Lazy {
  const { resolver, file, of, values } = schema;
  const properties = of('properties');
  const rest = restOf(schema);
  if (properties === undefined) return rest === undefined ? unknownOf(file, 'its schema allows any object') : mapOf(rest);
  const members = membersOf(resolver, properties);
  if (members === undefined) return unknownOf(file, 'the properties of its schema are not known');
  const required = of('required') === undefined ? new Set<EnumValue>() : namesOf(values('required'));
  const parts = [...members.named.values()].map((member): Part => {
    if (required === undefined || member.optional)
      return { name: member.name, value: unknownOf(file, 'whether its schema requires it is not known'), at: member.at };
    const part: Part = { name: member.name, value: describedBy(member.value), at: member.at };
    if (required.has(member.name)) return part;
    return { ...part, optional: true, ...(hasDefault(resolver, member.value) && { defaulted: true }) };
  });
  const why = members.open ?? (members.rest === undefined ? undefined : 'not all properties of its schema are known');
  return objectOf(file, parts, { first: why === undefined ? undefined : unknownOf(file, why), rest });
}

/** Whether a schema, or the shared one that it refers to, has a `default`. */
function hasDefault(resolver: Resolver, schema: Lazy): boolean {
  const named = membersOf(resolver, schema)?.named;
  if (named?.has('default') === true) return true;
  const reference = named?.get('$ref')?.value;
  const [name] = (reference && literals(resolver, reference)) ?? [];
  const shared = typeof name === 'string' ? sharedSchema(resolver, name) : undefined;
  return shared !== undefined && membersOf(resolver, shared.schema)?.named.has('default') === true;
}

const namesOf = (names: readonly EnumValue[] | undefined): ReadonlySet<EnumValue> | undefined => names && new Set(names);

/** Values under keys without a name of their own; undefined: there are none. */
function restOf({ file, of, values }: Schema): Lazy | undefined {
  if (of('patternProperties') !== undefined) return unknownOf(file, 'its schema names properties by patterns');
  const more = of('additionalProperties');
  if (more === undefined) return undefined;
  const flag = values('additionalProperties')?.[0];
  if (flag === false) return undefined;
  return flag === true ? unknownOf(file, 'its schema allows other properties') : describedBy(more);
}

/** `FromSchema<typeof schema>` of json-schema-to-ts. */
function type(_: Resolver, of: ExternalTarget): Lazy | undefined {
  const [schema] = of.arguments;
  return of.path.join() === 'FromSchema' && schema !== undefined ? describedBy(schema) : undefined;
}

export const jsonSchema: KnownPackage = {
  title: 'JSON Schema',
  specifiers: /^json-schema-to-ts$/,
  object,
  type,
};
