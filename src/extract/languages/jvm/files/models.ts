import type { Expression, ObjectMember, UnknownExpression } from '../../../../facts/expression.js';
import type { Fact } from '../../../../facts/fact.js';
import { schemaPlace } from '../../../../model/shape.js';
import { literal, unknown } from '../source.js';
import { SCHEMA, SUFFIXES } from './build-files.js';

type Schema = Readonly<Record<string, unknown>>;

/** Schemas within schemas deeper than this are hostile. */
const MAX_DEPTH = 20;
const place = { line: 1, column: 1 };

/** The class that a generator makes of a schema. Others of its document refer to it by an import: a build may put another in its place. */
export function modelOf(document: string, schema: string, name: string, of: unknown): readonly Fact[] {
  const own = `${name} (generated)`;
  const type = typeOf(of, {
    depth: 0,
    path: '',
    unread: (why, path) => ({ ...because(why), schema: schemaPlace(document, schema, path) }),
  });
  const form = type.kind === 'object' ? 'class' : type.kind === 'union' ? 'enum' : 'alias';
  return [
    { kind: 'declaration', name: own, form, type, at: place },
    ...SUFFIXES.map((end): Fact => ({ kind: 'export', name: `${name}${end}`, value: { kind: 'name', name: own }, at: place })),
    { kind: 'import', name: reference(schema), specifier: `${SCHEMA}${schema}`, imported: name, at: place },
  ];
}

const because = (why: string): UnknownExpression => ({ kind: 'unknown', why });
const reference = (schema: string): string => `schema ${schema}`;
const OWN = /^#\/(?:components\/schemas|definitions)\/([^/]{1,200})$/;

/** Where a schema stands within the one that has a name. */
interface Within {
  readonly depth: number;
  readonly path: string;
  /** What is generated from a schema that is not read further is what the same schema promises. */
  readonly unread: (why: string, path: string) => Expression;
}
const inside = (within: Within, step: string): Within => ({ ...within, depth: within.depth + 1, path: `${within.path}${step}` });

function typeOf(written: unknown, within: Within): Expression {
  const schema = schemaOf(written);
  if (schema === undefined || within.depth > MAX_DEPTH) return unknown('its schema says nothing');
  if (typeof schema.$ref === 'string') {
    const name = OWN.exec(schema.$ref)?.[1];
    return name === undefined ? unknown('its schema is of another file') : { kind: 'name', name: reference(name) };
  }
  const type = plainType(schema, within);
  return schema.nullable === true || listOf(schema.type).includes('null')
    ? { kind: 'operator', operator: 'nullable', of: type }
    : type;
}

function plainType(schema: Schema, within: Within): Expression {
  const unread = (why: string): Expression => within.unread(why, within.path);
  if (schema.oneOf !== undefined || schema.anyOf !== undefined || schema.discriminator !== undefined)
    return unread('which of several schemas it has is not known');
  if (Array.isArray(schema.allOf)) {
    const parts = schema.allOf.map((one) => typeOf(one, inside(within, '')));
    return { kind: 'intersection', parts: schema.properties === undefined ? parts : [...parts, objectOf(schema, within)] };
  }
  if (Array.isArray(schema.enum)) {
    const texts = schema.enum.filter((one) => typeof one === 'string');
    return texts.length === schema.enum.length ? { kind: 'union', options: texts.map(literal) } : scalarOf(schema, unread);
  }
  const [type, ...others] = listOf(schema.type).filter((one) => one !== 'null');
  if (others.length > 0) return unread('its schema has several types');
  if (type === 'array') return { kind: 'array', items: typeOf(schema.items, inside(within, '[]')) };
  const isObject = type === 'object' || schema.properties !== undefined || schema.additionalProperties !== undefined;
  return isObject ? objectOf(schema, within) : scalarOf(schema, unread);
}

function objectOf(schema: Schema, within: Within): Expression {
  const properties = schemaOf(schema.properties);
  const { additionalProperties: more } = schema;
  const others = schemaOf(more);
  if (properties === undefined && others !== undefined) return { kind: 'map', values: typeOf(others, inside(within, '{}')) };
  if (properties === undefined) return within.unread('an object of any members', within.path);
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const members = Object.entries(properties).map(
    ([name, one]): ObjectMember => ({
      kind: 'property',
      name,
      naming: 'explicit',
      value: typeOf(one, inside(within, `.${name}`)),
      ...(!required.has(name) && { optional: true }),
      ...(schemaOf(one)?.writeOnly === true && { access: 'write' as const }),
      at: place,
    }),
  );
  const rest: Expression | undefined =
    others !== undefined ? typeOf(others, inside(within, '{}')) : more === true ? unknown('any') : undefined;
  return { kind: 'object', members: rest === undefined ? members : [...members, { kind: 'rest', values: rest }] };
}

function scalarOf({ type, format }: Schema, unread: (why: string) => Expression): Expression {
  const name = listOf(type).find((one) => one !== 'null');
  if (name !== 'string' && name !== 'integer' && name !== 'number' && name !== 'boolean') return unread('its schema has no type');
  return { kind: 'scalar', type: name, ...(name === 'string' && typeof format === 'string' && { format }) };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);

function schemaOf(value: unknown): Schema | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}
