import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import { compose, listOf, objectOf, orAbsent, orNull, type Part, unknownOf } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { ExternalTarget, KnownPackage, Resolver } from '../../values/target.js';
import type { SchemaField } from '../schema-forms.js';
import { schemaObject } from '../shape-of.js';
import type { YupSchema } from './fields.js';
import { yupMade, yupSchema } from './schema.js';

/** The way to read a schema: as its inferred type, or as a value that passed it. */
interface Reading {
  readonly resolver: Resolver;
  /** Values keep keys that their schema does not name. */
  readonly keeps: boolean;
  /** Missing objects are built from the defaults of their fields. */
  readonly builds: boolean;
  /** Defaults are not inserted. */
  readonly strict: boolean;
}
const inferred = (resolver: Resolver): Reading => ({ resolver, keeps: false, builds: false, strict: false });

/** Schemas nested deeper than this are hostile. */
const MAX_DEPTH = 30;

function dataOf(reading: Reading, schema: YupSchema, depth = 0): Lazy {
  const { file, values, unsure } = schema;
  if (unsure !== undefined) return unknownOf(file, unsure);
  if (depth > MAX_DEPTH) return unknownOf(file, 'its schema is nested too deeply');
  const data = values.length === 0 ? (named(reading, schema) ?? formOf(reading, schema, depth)) : oneOf(reading, schema);
  return schema.nullable ? orNull(data) : data;
}

/** `oneOf` does not allow `null`; only `nullable` does. */
function oneOf({ resolver }: Reading, { file, values }: YupSchema): Lazy {
  const retained = values.filter((one) => literals(resolver, one)?.[0] !== null);
  return compose(file, (put) => ({ kind: 'union', options: retained.map((one): Expression => put(one)) }));
}

function formOf(reading: Reading, schema: YupSchema, depth: number): Lazy {
  const { type, form, file, item, items, fields, open } = schema;
  if (type === 'object') return fields.size === 0 && open === undefined ? form : objectData(reading, schema, depth);
  if (item !== undefined) return listOf(within(reading, item, depth + 1));
  if (items === undefined) return form;
  return compose(file, (put) => ({ kind: 'tuple', items: items.map((one) => put(within(reading, one, depth + 1))) }));
}

/** The data of a schema that may contain itself: as a named type. */
function named(reading: Reading, { lazy, file }: YupSchema): Lazy | undefined {
  if (lazy === undefined) return undefined;
  return isType(reading) ? describedBy(lazy) : unknownOf(file, 'its schema is made where it is needed');
}

const isType = ({ keeps, builds, strict }: Reading): boolean => !keeps && !builds && !strict;

/** The data of a nested schema. */
function within(reading: Reading, value: Lazy, depth: number): Lazy {
  const made = yupSchema(reading.resolver, value);
  if (made === undefined) return unknownOf(value.site.file, 'its schema is not known');
  return isType(reading) && made.lazy === undefined ? describedBy(value) : dataOf(reading, made, depth);
}

function objectData(reading: Reading, schema: YupSchema, depth: number): Lazy {
  const { file, open, closed } = schema;
  const inner = { ...reading, strict: reading.strict || schema.strict === true };
  const parts = [...schema.fields].flatMap(([name, field]) => fieldPart(inner, name, field, depth));
  const isRetained = reading.keeps && closed !== true;
  return objectOf(file, parts, {
    first: open === undefined ? undefined : unknownOf(file, open),
    rest: isRetained ? unknownOf(file, 'other keys pass through its schema') : undefined,
  });
}

function fieldPart(reading: Reading, name: string, { schema, at }: SchemaField, depth: number): Part[] {
  const made = yupSchema(reading.resolver, schema);
  if (made?.stripped === true && made.unsure === undefined) return [];
  // an object is built where its fields are missing, if it has fields
  const isOpen = made?.fallback === undefined && made?.fields.size === 0 && made.open !== undefined;
  if ((made?.fallback === 'unknown' || isOpen) && made?.optional !== false)
    return [{ name, value: unknownOf(at.file, 'whether it has a default is not known'), at }];
  const isThere = made === undefined || made.unsure !== undefined || !mayBeMissing(reading, made);
  return [{ name, value: within(reading, schema, depth + 1), at, ...(!isThere && { optional: true }) }];
}

/** Whether a value may be missing in the result. Missing objects with fields are built from the fields' defaults. */
function mayBeMissing({ builds, strict }: Reading, { type, fields, optional, fallback }: YupSchema): boolean {
  if (optional === false) return false;
  if (strict || fallback === 'nothing') return true;
  if (fallback !== undefined) return false;
  return type === 'object' && fields.size > 0 ? !builds && optional === true : true;
}

function schema(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const made = yupMade(resolver, of);
  return made && dataOf(inferred(resolver), made);
}

/** The result of `schema.validate(value)` and similar methods. */
function call(resolver: Resolver, of: ExternalTarget, given: Lazy): Lazy | undefined {
  const { expression, site } = given;
  const name = of.path.at(-1) ?? '';
  if (expression.kind !== 'returns' || expression.of.kind !== 'member' || !of.path.includes('()')) return undefined;
  if (/^(?:isValid|isValidSync|isType)$/.test(name)) return { expression: { kind: 'scalar', type: 'boolean' }, site };
  if (!/^(?:validate|validateSync|cast)$/.test(name) || expression.more !== undefined) return undefined;
  const made = yupSchema(resolver, { expression: expression.of.of, site });
  const options = expression.values?.[1];
  const reading = options === undefined ? { strips: false, strict: false } : read(resolver, { expression: options, site });
  if (made === undefined) return undefined;
  if (reading === undefined) return unknownOf(site.file, 'the options of its schema are not known');
  return dataOf({ resolver, keeps: !reading.strips, builds: !reading.strict, strict: reading.strict }, made);
}

/** Undefined: the options are unknown, or change values in another way. */
function read(resolver: Resolver, options: Lazy): { readonly strips: boolean; readonly strict: boolean } | undefined {
  const members = membersOf(resolver, options);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return undefined;
  const flags = new Map([...members.named].map(([name, { value }]) => [name, literals(resolver, value)?.[0]]));
  if (['recursive', 'assert'].some((name) => flags.has(name) && flags.get(name) !== true)) return undefined;
  if (['stripUnknown', 'strict'].some((name) => flags.has(name) && typeof flags.get(name) !== 'boolean')) return undefined;
  return { strips: flags.get('stripUnknown') === true, strict: flags.get('strict') === true };
}

/** `yup.InferType<typeof schema>`, and the schemas in `schema.fields`. */
function type(resolver: Resolver, of: ExternalTarget): Lazy | undefined {
  const name = of.path.at(-1) ?? '';
  if (name === 'fields' && of.on !== undefined) {
    const made = yupMade(resolver, of.on);
    return made && schemaObject(made.file, made.fields, made.open);
  }
  const [argument] = of.arguments;
  if (!/^(?:InferType|TypeOf|Asserts)$/.test(name) || argument === undefined) return undefined;
  const made = yupSchema(resolver, argument);
  if (made === undefined) return undefined;
  const data = describedBy(argument);
  return mayBeMissing(inferred(resolver), made) ? orAbsent(data) : data;
}

/** https://github.com/jquense/yup, version 1: a value after its schema, and the inferred type. */
export const yup: KnownPackage = {
  title: 'yup',
  specifiers: /^yup$/,
  schema,
  call,
  type,
};
