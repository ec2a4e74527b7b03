import { type NamingPolicy, namedBy } from '../../model/naming-policy.js';
import { type Shape, unknown } from '../../model/shape.js';
import type { Expression } from '../expression.js';
import type { Declaration, SettingValue } from '../fact.js';
import { isOfWriter, type Program, writerOf } from '../program.js';
import type { Resolver } from '../values/target.js';
import type { Member } from './member-list.js';

interface Placed {
  readonly key: string;
  readonly language: string;
  readonly scope: string;
  readonly writer?: string;
  readonly value: SettingValue;
  /** For rules of its own: the type of the written value, where known. */
  readonly writes?: string;
}

const placed = new WeakMap<Program, readonly Placed[]>();

/** The setting of the nearest service above a file, for its language; a library beside it has that of the only service. */
function serviceSetting(
  resolver: Resolver,
  file: string,
  key: 'enums' | 'nulls' | 'defaults' | 'nothing',
): SettingValue | undefined {
  const { program } = resolver;
  const all = allOf(program);
  if (all.length === 0) return undefined;
  const language = program.files.get(file)?.facts.language;
  const own = all.filter((one) => one.key === key && one.language === language && isOfWriter(one, resolver));
  const around = own.filter(({ scope }) => scope === '' || file.startsWith(`${scope}/`));
  const [nearest] = around.toSorted(
    (one, other) => other.scope.length - one.scope.length || Number(isDefault(one)) - Number(isDefault(other)),
  );
  if (nearest !== undefined || key === 'nothing') return nearest?.value;
  const stated = own.some((one) => !isDefault(one)) ? own.filter((one) => !isDefault(one)) : own;
  const [first] = stated;
  return own.every(({ scope }) => scope === first?.scope) && stated.every(({ value }) => value === first?.value)
    ? first?.value
    : undefined;
}

/** Whether it is a framework's default, which another setting may override. */
const isDefault = ({ value }: Placed): boolean => String(value).endsWith(BY_DEFAULT);
const BY_DEFAULT = ' by default';

function allOf(program: Program): readonly Placed[] {
  const all = placed.get(program) ?? collect(program);
  placed.set(program, all);
  return all;
}

const KEYS: ReadonlySet<string> = new Set(['enums', 'nulls', 'serializers', 'defaults', 'nothing']);

function collect(program: Program): readonly Placed[] {
  const all = collected(program);
  return all.flatMap((one) => (isUse(one.value) ? registered(one, one.value, all) : one));
}

/**
 * The serializers behind a class name in a service's settings: the class declares what it writes; for one of a package, its name
 * may show it.
 */
function registered(use: Placed, { uses, of }: Use, all: readonly Placed[]): readonly Placed[] {
  const made = all.filter(({ language, value }) => language === use.language && isSerializer(value) && value.by === uses);
  if (made.length === 0) return (of ?? []).map((value) => ({ ...use, value }));
  return made.flatMap(({ value }) =>
    isSerializer(value)
      ? value.of.map((kind) => ({ ...use, value: kind, ...(value.writes !== '' && { writes: value.writes }) }))
      : [],
  );
}

interface Use {
  readonly uses: string;
  readonly of?: readonly string[];
}
const isUse = (value: SettingValue): value is Use & { readonly [key: string]: string | readonly string[] } =>
  typeof value === 'object' && typeof value.uses === 'string' && typeof value.of !== 'string';

interface Serializer {
  readonly by: string;
  readonly of: readonly string[];
  readonly writes: string;
}
const isSerializer = (value: SettingValue): value is Serializer & { readonly [key: string]: string | readonly string[] } =>
  typeof value === 'object' && typeof value.by === 'string' && typeof value.writes === 'string' && typeof value.of === 'object';

function collected(program: Program): readonly Placed[] {
  return [...program.files.values()].flatMap(({ facts: { language, facts } }) =>
    facts.flatMap((fact) =>
      fact.kind === 'setting' && KEYS.has(fact.key)
        ? [{ key: fact.key, language, scope: fact.scope, ...writerOf(fact), value: fact.value }]
        : [],
    ),
  );
}

/** The written form of an enum: its values, or its names if the serializer of its service writes those. */
export function enumType(resolver: Resolver, file: string, { type, statics = [] }: Declaration): Expression {
  const how = serviceSetting(resolver, file, 'enums');
  if (typeof how !== 'string') return type;
  const names = statics.flatMap((one) => (one.kind === 'property' ? [one.name] : []));
  const written = names.map((name) => (how === 'names' ? name : namedBy(how as NamingPolicy, name)));
  if (names.length === 0 || written.includes(undefined))
    return { kind: 'unknown', why: 'a converter decides how enums are written' };
  return { kind: 'union', options: written.map((value): Expression => ({ kind: 'literal', value: value ?? null })) };
}

const omitsNulls = (resolver: Resolver, file: string): boolean =>
  resolver.omitsNulls === true || /^(?:empty )?omitted/.test(String(serviceSetting(resolver, file, 'nulls')));

/** A member's shape if the serializer of its service omits nulls; undefined: it is never null, or nulls are written. */
export function withoutNull(resolver: Resolver, file: string, shape: Shape): Shape | undefined {
  return omitsNulls(resolver, file) ? nonNull(shape) : undefined;
}

/** Whether a member is never sent, since it is always null. */
export const isNullLeftOut = (resolver: Resolver, { at: { file }, blank }: Member, shape: Shape): boolean =>
  isNull(shape) && (omitsNulls(resolver, file) || (blank === true && omitsDefaults(resolver, file) === true));

/** A shape without its null option; undefined: it has none. */
export function nonNull(shape: Shape): Shape | undefined {
  if (shape.kind !== 'union' || !shape.options.some(isNull)) return undefined;
  const options = shape.options.filter((option) => !isNull(option));
  const [only] = options;
  return options.length === 1 && only !== undefined ? only : { ...shape, options };
}

/** Marks a value that may be null as possibly omitted, if the serializer of its service omits nulls. */
export function mayBeLeftOut(resolver: Resolver, file: string, shape: Shape): Shape {
  const isDoubtful = ({ kind, ...rest }: Shape): boolean => kind === 'unknown' && 'asNull' in rest;
  if (shape.kind !== 'union' || !shape.options.some(isDoubtful)) return shape;
  if (!omitsNulls(resolver, file)) return shape;
  const options = shape.options.map((option): Shape => (option.kind === 'unknown' ? unknown(option.why) : option));
  return { ...shape, options };
}

/** Whether the serializer of a service omits a value of this shape while it is empty. */
export function withoutEmpty(resolver: Resolver, file: string, shape: Shape): boolean {
  const mayBeEmpty =
    shape.kind === 'array' ||
    shape.kind === 'map' ||
    (shape.kind === 'scalar' && shape.type === 'string' && shape.format === undefined);
  return mayBeEmpty && String(serviceSetting(resolver, file, 'nulls')).startsWith('empty omitted');
}

const isNull = (shape: Shape): boolean => shape.kind === 'scalar' && shape.type === 'null';

const OWN_RULES = 'a serializer of the service writes values of this type';
const DATES = 'dates may be numbers here: nothing says how the service writes them';

/**
 * The shape of a value of some kind (a scalar's type or format, `enum`, `class Name`) for which the code has its own serializer;
 * undefined: it has none. The service of a mapper cannot be determined, so it applies to the whole language.
 */
export function ownRules(resolver: Resolver, file: string, ...kinds: readonly (string | undefined)[]): Shape | undefined {
  const { program } = resolver;
  const all = allOf(program);
  if (all.length === 0) return undefined;
  const language = program.files.get(file)?.facts.language;
  const own = all.filter((one) => one.key === 'serializers' && one.language === language && isOfWriter(one, resolver));
  const rules = own.find(({ value }) => typeof value === 'string' && kinds.includes(value));
  if (rules !== undefined) return written(rules.writes);
  const isByDefault = (one: Placed): boolean => {
    const kind = kindByDefault(one);
    return kind !== undefined && kinds.includes(kind) && isLeft(one, own, file);
  };
  return own.some(isByDefault) ? unknown(DATES) : undefined;
}

function written(type: string | undefined): Shape {
  return type === 'string' || type === 'number' || type === 'boolean' ? { kind: 'scalar', type } : unknown(OWN_RULES);
}

/** Dates are texts, whatever the framework's default. */
export const DATES_AS_TEXTS = 'dates as texts';

function kindByDefault({ value }: Placed): string | undefined {
  const text = String(value);
  return text.endsWith(BY_DEFAULT) ? text.slice(0, -BY_DEFAULT.length) : undefined;
}

/** Whether a framework's default applies to a file: inside its own module, unless the module or one above sets something else. */
function isLeft({ scope }: Placed, own: readonly Placed[], file: string): boolean {
  if (!isAround(scope, file)) return false;
  return !own.some((one) => one.value === DATES_AS_TEXTS && (one.scope === scope || isAround(one.scope, scope)));
}

function isAround(scope: string, path: string): boolean {
  return scope === '' || path.startsWith(`${scope}/`);
}

/** Whether the serializer of a service omits members with their default value; undefined: it may. */
export function omitsDefaults(resolver: Resolver, file: string): boolean | undefined {
  const value = serviceSetting(resolver, file, 'defaults');
  return value === 'unsure' ? undefined : value === 'omitted';
}

/** Whether the service sends null as a body if there is no value. */
export function sendsNull(resolver: Resolver, file: string): boolean {
  return serviceSetting(resolver, file, 'nothing') === 'null';
}
