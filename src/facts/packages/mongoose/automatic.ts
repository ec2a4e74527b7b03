import { type Expression, INTEGER, STRING } from '../../expression.js';
import { literals, membersOf } from '../../shapes/members.js';
import type { Part } from '../../values/compose.js';
import { pathsOf } from './paths.js';
import type { MongooseSchema } from './schema.js';
import type { StoredPath } from './stored.js';

/** The form of a document: plain as in the database, or by one of its methods. */
export type Form = 'lean' | 'toJSON' | 'toObject';

const DATE: Expression = { kind: 'scalar', type: 'string', format: 'date-time' };

/**
 * `_id`, `__v`, `createdAt` and `updatedAt`, which a schema need not declare (https://mongoosejs.com/docs/guide.html#options).
 */
export function automatic(schema: MongooseSchema, paths: readonly StoredPath[], isTop: boolean): readonly Part[] {
  const { file } = schema;
  const at = { file, line: placeOf(schema) };
  const here = (name: string, expression: Expression): Part => ({ name, value: { expression, site: { file } }, at });
  const version = isTop ? versionKey(schema) : undefined;
  // a definition of which nothing is known may have a key of its own
  const isUnread = paths.length === 0 && pathsOf(schema).open !== undefined;
  const id = isFalse(schema, '_id') || isUnread || paths.some(({ name }) => name === '_id') ? [] : [idPart(schema)];
  return [...id, ...timesOf(schema).map((name) => here(name, DATE)), ...(version === undefined ? [] : [here(version, INTEGER)])];
}

export const idPart = (schema: MongooseSchema): Part => ({
  name: '_id',
  value: { expression: STRING, site: { file: schema.file } },
  at: { file: schema.file, line: placeOf(schema) },
});

export function placeOf(schema: MongooseSchema): number {
  return pathsOf(schema).paths[0]?.at.line ?? 1;
}

export const isFalse = (schema: MongooseSchema, name: string): boolean => flagOf(schema, name) === false;
export const isStrict = (schema: MongooseSchema): boolean =>
  ['undefined', 'true', 'throw'].includes(String(flagOf(schema, 'strict')));

function flagOf(schema: MongooseSchema, name: string): unknown {
  const given = schema.option(name);
  if (given === undefined) return undefined;
  const values = literals(schema.resolver, given);
  return values?.length === 1 ? values[0] : 'unknown';
}

/** Undefined: documents have no version key. */
export function versionKey(schema: MongooseSchema): string | undefined {
  const flag = flagOf(schema, 'versionKey');
  return flag === false ? undefined : typeof flag === 'string' ? flag : '__v';
}

function timesOf(schema: MongooseSchema): readonly string[] {
  const given = schema.option('timestamps');
  if (given === undefined) return [];
  const flag = literals(schema.resolver, given)?.[0];
  if (flag !== undefined) return flag === true ? ['createdAt', 'updatedAt'] : [];
  const members = membersOf(schema.resolver, given);
  return ['createdAt', 'updatedAt'].flatMap((name) => {
    const own = members?.named.get(name);
    const value = own === undefined ? true : literals(schema.resolver, own.value)?.[0];
    return value === true ? [name] : typeof value === 'string' ? [value] : [];
  });
}

function optionOf(schema: MongooseSchema, form: Form, name: string): unknown {
  const options = form === 'lean' ? undefined : schema.option(form);
  const given = options && membersOf(schema.resolver, options)?.named.get(name)?.value;
  return given && literals(schema.resolver, given)?.[0];
}

export const isOff = (schema: MongooseSchema, form: Form, name: string): boolean => optionOf(schema, form, name) === false;
export const asksVirtuals = (schema: MongooseSchema, form: Form): boolean => optionOf(schema, form, 'virtuals') === true;
