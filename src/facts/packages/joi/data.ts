import type { Expression } from '../../expression.js';
import type { Lazy } from '../../program.js';
import { literals, membersOf } from '../../shapes/members.js';
import { compose, listOf, objectOf, orNull, type Part, unknownOf } from '../../values/compose.js';
import { describedBy } from '../../values/external.js';
import type { Resolver } from '../../values/target.js';
import type { SchemaField } from '../schema-forms.js';
import { listIn } from '../schema-step.js';
import type { JoiSchema } from './schema.js';
import { schemaFrom } from './steps.js';

/** Options of a schema and all schemas inside it (https://joi.dev/api/#anyvalidatevalue-options). */
export interface JoiOptions {
  readonly presence?: 'optional' | 'required';
  /** Keys that the schema does not name: rejected, passed, or removed. */
  readonly others: 'refused' | 'kept' | 'dropped';
  /** Why the options are unknown. */
  readonly open?: string;
}

/** The options without any setting. */
export const DEFAULTS: JoiOptions = { others: 'refused' };

/** Schemas nested deeper than this are hostile. */
const MAX_DEPTH = 30;

/** A value after its schema. */
export function dataOf(resolver: Resolver, schema: JoiSchema, outer: JoiOptions, depth = 0): Lazy {
  const { file } = schema;
  if (schema.unsure !== undefined) return unknownOf(file, schema.unsure);
  if (depth > MAX_DEPTH) return unknownOf(file, 'its schema is nested too deeply');
  const options = schema.preferences.reduce((all, given) => optionsGiven(resolver, given, all), outer);
  if (options.open !== undefined) return unknownOf(file, options.open);
  const fallback = fallbackOf(resolver, schema);
  const isOnlyDefault = schema.presence === 'forbidden';
  const forms = schema.only === true || isOnlyDefault ? [] : formsOf(resolver, schema, options, depth);
  const all = [...forms, ...(isOnlyDefault ? [] : schema.values), ...fallback];
  const [only] = all;
  if (only !== undefined && all.length === 1) return only;
  return compose(file, (put) => ({ kind: 'union', options: all.map((one): Expression => put(one)) }));
}

/** The default for a missing value, if that adds a form: an empty list is an array as well. */
function fallbackOf(resolver: Resolver, { type, presence, fallback }: JoiSchema): readonly Lazy[] {
  if (fallback === undefined || presence === 'required') return [];
  return type === 'array' && listIn(resolver, fallback)?.length === 0 ? [] : [fallback];
}

function formsOf(resolver: Resolver, schema: JoiSchema, options: JoiOptions, depth: number): readonly Lazy[] {
  const { type, form, items, keys, patterns } = schema;
  const inner = (one: Lazy): Lazy => within(resolver, one, options, depth + 1);
  switch (type) {
    case 'object':
      return [keys === undefined && patterns.length === 0 ? form : objectData(resolver, schema, options, depth)];
    case 'alternatives':
      return items.length === 0 ? [form] : items.map(inner);
    case 'array': {
      const retained = items.filter((one) => !isLeftOut(schemaFrom(resolver, one)));
      if (retained.length === 0) return [form];
      const item = compose(schema.file, (put) => ({
        kind: 'union',
        options: retained.map((one): Expression => put(inner(one))),
      }));
      return [listOf(schema.sparse === true ? orNull(item) : item)];
    }
    default:
      return [form];
  }
}

/** The data of a nested schema: by its own name, unless outer options affect it. */
function within(resolver: Resolver, value: Lazy, options: JoiOptions, depth: number): Lazy {
  const made = schemaFrom(resolver, value);
  if (made === undefined) return unknownOf(value.site.file, 'its schema is not known');
  const isNamed = resolver.resolve(resolver, value, 'value').kind === 'external';
  return isNamed && options === DEFAULTS ? describedBy(value) : dataOf(resolver, made, options, depth);
}

function objectData(resolver: Resolver, schema: JoiSchema, options: JoiOptions, depth: number): Lazy {
  const { file, open, patterns } = schema;
  const parts = [...(schema.keys ?? [])].flatMap(([name, key]) => keyPart(resolver, name, key, options, depth));
  const passes = schema.passes ?? options.others === 'kept';
  const passing = passes ? [unknownOf(file, 'other keys pass through its schema')] : [];
  const others = [...patterns.map((one) => within(resolver, one, options, depth + 1)), ...passing];
  const rest =
    others.length === 0
      ? undefined
      : compose(file, (put) => ({ kind: 'union', options: others.map((one): Expression => put(one)) }));
  return objectOf(file, parts, { first: open === undefined ? undefined : unknownOf(file, open), rest });
}

function keyPart(resolver: Resolver, name: string, { schema, at }: SchemaField, options: JoiOptions, depth: number): Part[] {
  const made = schemaFrom(resolver, schema);
  if (made === undefined) return [{ name, value: unknownOf(at.file, 'its schema is not known'), at }];
  if (isLeftOut(made)) return [];
  const value = within(resolver, schema, options, depth + 1);
  const isThere = (made.presence ?? options.presence) === 'required' || made.fallback !== undefined || made.unsure !== undefined;
  return [{ name, value, at, ...(!isThere && { optional: true }) }];
}

/** Whether a key is surely removed, or never present. */
function isLeftOut(schema: JoiSchema | undefined): boolean {
  if (schema === undefined || schema.unsure !== undefined) return false;
  return schema.stripped === true || (schema.presence === 'forbidden' && schema.fallback === undefined);
}

/** Options that do not affect the form of the resulting value. */
const SILENT =
  /^(?:abortEarly|cache|context|convert|dateFormat|debug|errors|externals|messages|nonEnumerables|skipFunctions|language|artifacts|warnings)$/;

/** Adds the options of an object to others. */
export function optionsGiven(resolver: Resolver, given: Lazy, outer: JoiOptions): JoiOptions {
  const open = { ...outer, open: 'the options of its schema are not known' };
  const members = membersOf(resolver, given);
  if (members === undefined || members.open !== undefined || members.rest !== undefined) return open;
  const flags = new Map<string, boolean>();
  let { presence } = outer;
  for (const { name, value, optional } of members.named.values()) {
    if (SILENT.test(name)) continue;
    const [flag] = literals(resolver, value) ?? [];
    const stripped = name === 'stripUnknown' ? membersOf(resolver, value)?.named.get('objects')?.value : undefined;
    const [objects] = (stripped && literals(resolver, stripped)) ?? [];
    const known = flag ?? objects;
    if (optional || known === undefined || (name === 'noDefaults' && known !== false)) return open;
    if (name === 'presence') {
      if (known !== 'optional' && known !== 'required') return open;
      presence = known;
    } else if (typeof known === 'boolean') flags.set(name, known);
  }
  const strips = flags.get('stripUnknown') ?? outer.others === 'dropped';
  const allows = flags.get('allowUnknown') ?? outer.others === 'kept';
  const others = strips ? 'dropped' : allows ? 'kept' : 'refused';
  if (presence === outer.presence && others === outer.others) return outer;
  return { ...outer, others, ...(presence !== undefined && { presence }) };
}
