import {
  ABSENT,
  type Expression,
  NULL,
  type ObjectMember,
  type OperatorExpression,
  type PropertyMember,
  type TupleExpression,
} from '../expression.js';
import { constructorOf, type Declaration } from '../fact.js';
import { nullInDoubt } from '../null-in-doubt.js';
import { isLent, type Lazy, type Site } from '../program.js';
import type { Members } from '../shapes/member-list.js';
import { isNullish, mayBeNothing } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/**
 * A struct with its given values. They replace a member's type where that says nothing (Go's `any`) or leaves open whether there
 * is a value; otherwise the member's type counts.
 */
export function filled(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { of } = expression;
  // code sets members of it later
  if (isLent({ expression, site })) return resolver.resolve(resolver, { expression: of, site }, purpose, fuel - 1);
  const base = resolver.resolve(resolver, { expression: of, site }, purpose, fuel - 1);
  const again = base.kind === 'plain' && base.expression.kind === 'operator' && base.expression.operator === 'filled';
  const table = purpose === 'value' ? tableOf(base, expression, site) : undefined;
  if (table !== undefined) return table;
  const isStruct = base.kind === 'type' || again || (base.kind === 'plain' && base.expression.kind === 'object');
  if (!isStruct) return base;
  const { keys: given } = expression;
  const keys = given?.kind === 'tuple' ? inOrder(resolver, base, { expression: of, site }, given.items) : given;
  if (keys?.kind !== 'object') return base;
  if (purpose === 'value') return { kind: 'plain', expression: { ...expression, keys }, site };
  if (base.kind === 'type' && (base.declarations[0]?.asDeclared === true || writesItself(resolver, base, fuel - 1))) return base;
  const struct: Lazy = { expression: of, site };
  const telling = keys.members.flatMap((member): readonly ObjectMember[] => {
    // a later assignment counts, whatever the earlier value
    if (again && member.kind === 'property') return [member];
    if (member.kind === 'rest') return notGiven(resolver, base, member.values, struct, fuel - 1);
    const more = member.kind === 'property' ? tellsMore(resolver, base, member, struct, fuel - 1) : undefined;
    return more === undefined ? [] : [more];
  });
  if (telling.length === 0) return base;
  return { kind: 'plain', expression: { ...expression, keys: { kind: 'object', members: telling } }, site };
}

/** The literal of a declared list or map type; undefined for a type with methods, which may serialize differently. */
function tableOf(base: Target, { keys }: OperatorExpression, site: Site): Target | undefined {
  const kind = base.kind === 'plain' ? base.expression.kind : undefined;
  const isWritten = (kind === 'array' && keys?.kind === 'tuple') || (kind === 'map' && keys?.kind === 'object');
  return isWritten && keys !== undefined ? { kind: 'plain', expression: keys, site } : undefined;
}

/**
 * Values without names fill all fields of a struct in their order. Fields of an embedded struct do not count here.
 *
 * @see https://go.dev/ref/spec#Composite_literals
 */
function inOrder(resolver: Resolver, base: Target, struct: Lazy, values: TupleExpression['items']): Expression | undefined {
  if (base.kind !== 'type' || base.declarations.some((declaration) => declaration.extends !== undefined)) return undefined;
  const fields = [...(resolver.membersOf(resolver, struct)?.named.values() ?? [])];
  if (fields.length !== values.length) return undefined;
  const members = fields.flatMap(({ name, at: { file, line, column = 1 } }, index): ObjectMember[] => {
    const value = values[index];
    return value === undefined || value.kind === 'spread' ? [] : [{ kind: 'property', name, value, file, at: { line, column } }];
  });
  return { kind: 'object', members };
}

/** `null`, as an argument of Java. */
const isNullGiven = (one: TupleExpression['items'][number]): boolean =>
  one.kind === 'union' && one.options.every((option) => isNil(option));

/** Positional values as an object, by the names of the members that they set. */
function byPlace({ order = [], nullsAlone, omitsNull }: Partial<Declaration>, values: TupleExpression['items']): Expression {
  const members = order.flatMap((name, index): readonly PropertyMember[] => {
    const given = values[index];
    if (given === undefined || given.kind === 'spread' || (nullsAlone === true && !isNullGiven(given))) return [];
    const value = omitsNull === true && isNullGiven(given) ? ABSENT : given;
    return [{ kind: 'property', name, value, at: { line: 1, column: 1 } }];
  });
  return { kind: 'object', members };
}

/** A new instance: missing type arguments come from the types of the constructor's arguments. */
export function made(resolver: Resolver, { of, keys }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const type = resolver.resolve(resolver, { expression: of, site }, purpose, fuel);
  const declaration = type.kind === 'type' ? type.declarations[0] : undefined;
  const { parameters, order = [], nullsAlone = false } = declaration ?? {};
  const nulls = keys?.kind === 'tuple' ? keys.items.filter(isNullGiven).length : 0;
  if (keys?.kind === 'tuple' && declaration && order.length > 0 && !(nullsAlone && nulls === 0)) {
    const given = byPlace(declaration, keys.items);
    // the type arguments come from all of the arguments
    const items = keys.items.map((one) => (isNullGiven(one) ? NULL : one));
    const typed: Expression = parameters ? { kind: 'operator', operator: 'made', of, keys: { kind: 'tuple', items } } : of;
    return filled(resolver, { kind: 'operator', operator: 'filled', of: typed, keys: given }, site, purpose, fuel - 1);
  }
  if (type.kind !== 'type' || type.arguments.length > 0 || parameters === undefined || keys?.kind !== 'tuple') return type;
  const values = keys.items.map((one): Lazy => ({ expression: one.kind === 'spread' ? one.value : one, site }));
  const maker = constructorOf(values.length);
  const inside: Site = { file: type.file, passed: new Map(values.map((one, index) => [`${maker}:${index}`, one])) };
  const unbound = (name: string): Expression => ({ kind: 'unknown', why: `the type parameter ${name} is not given` });
  return { ...type, arguments: parameters.map((one) => ({ expression: one.default ?? unbound(one.name), site: inside })) };
}

/**
 * Lists, maps and values of any type among the fields without a given value: nil, which is left out where empty fields are.
 * Embedded structs have values of their own.
 */
function notGiven(resolver: Resolver, base: Target, given: Expression, struct: Lazy, fuel: number): readonly ObjectMember[] {
  const names = new Set(given.kind === 'object' ? given.members.flatMap((one) => ('name' in one ? [one.name] : [])) : []);
  const all = [...(resolver.membersOf(resolver, struct)?.named.values() ?? [])];
  return all.flatMap(
    ({ name, optional, hidden, method, defaulted, embedding = 0, at: { file, line, column = 1 } }): readonly ObjectMember[] => {
      if (names.has(name) || hidden || method !== undefined || defaulted || embedding > 0) return [];
      const value: Expression = optional ? ABSENT : NULL;
      const nil: PropertyMember = { kind: 'property', name, value, file, at: { line, column } };
      if (isAny(resolver.memberOf(resolver, base, name, 'shape', fuel))) return [nil];
      return optional || tellsMore(resolver, base, nil, struct, fuel) === undefined ? [] : [nil];
    },
  );
}

const isNil = ({ kind, ...rest }: Expression): boolean => kind === 'literal' && 'value' in rest && rest.value === null;

/** Whether a method makes its JSON: then the values of its members do not show it. */
function writesItself(resolver: Resolver, base: Target & { kind: 'type' }, fuel: number): boolean {
  const names = base.declarations.flatMap(({ elsewhere }) => elsewhere?.writes ?? []);
  return names.some((name) => resolver.memberOf(resolver, base, name, 'value', fuel)?.kind === 'callable');
}

/** Whether a converter decides what is written, except perhaps of null: the given value then says nothing. */
const isRewritten = (resolver: Resolver, target: Target, fuel: number): boolean =>
  target.kind === 'choice'
    ? fuel > 0 &&
      target.options.some((one) => isRewritten(resolver, resolver.resolve(resolver, one, 'shape', fuel - 1), fuel - 1))
    : target.kind === 'unknown' && target.written === true;

/**
 * A member's given value, if it is more precise than the type: for a value of any type, for whether there is one, for the exact
 * text.
 */
function tellsMore(
  resolver: Resolver,
  base: Target,
  member: PropertyMember,
  struct: Lazy,
  fuel: number,
): ObjectMember | undefined {
  const { expression: of, site } = struct;
  const { value } = member;
  const declared = resolver.memberOf(resolver, base, member.name, 'shape', fuel);
  if (declared === undefined || isRewritten(resolver, declared, fuel)) return undefined;
  if (isNil(value)) return isList(declared) || isAny(declared) || isUnknown(resolver, declared, fuel) ? member : undefined;
  if (member.optional === false || value.kind === 'absent' || isDoubt(value)) return member;
  const given = resolver.resolve(resolver, { expression: value, site }, 'shape', fuel);
  // `send(c, nil)` into a member that is omitted when empty
  const isNilPassed = value.kind === 'parameter' && given.kind === 'plain' && isNil(given.expression);
  if (isNilPassed && isOptional(resolver, struct, member.name)) return isAny(declared) ? { ...member, value: ABSENT } : undefined;
  if (value.kind === 'returns' && (leavesOutNil(resolver, struct, member.name) || isNullable(resolver, declared, fuel))) {
    const there: Expression = { kind: 'operator', operator: 'non-null', of: { kind: 'member', of, name: member.name } };
    const maker = resolver.resolve(resolver, { expression: value.of, site }, 'value', fuel - 1);
    if (maker.kind === 'callable' && maker.callable.neverNull === true) {
      // `ptr(x)` of `func ptr[T any](v T) *T { return &v }` shows what `x` shows
      const [only, ...others] = maker.callable.typeParameters?.length === 1 ? (value.values ?? []) : [];
      const shown = only === undefined || others.length > 0 ? value : only;
      return { ...member, value: isOpenAt(resolver, { expression: shown, site }, fuel) ? there : shown, optional: false };
    }
    return isOpen(resolver, declared, fuel) && !isOpen(resolver, given, fuel)
      ? member
      : { ...member, value: { kind: 'union', options: [there, PERHAPS] } };
  }
  const passed = fromField(resolver, member, struct, fuel);
  if (passed !== undefined) return passed;
  if (isUnknown(resolver, given, fuel)) {
    // `text = row.text ?: ""`: there is a value, whatever its type
    const isOne = value.kind === 'union' || (value.kind === 'operator' && value.operator === 'non-null');
    const mayBe = isOne ? mayBeNothing(resolver, { expression: value, site }, fuel) : true;
    if (mayBe === true || !isNullable(resolver, declared, fuel)) return undefined;
    const there: Expression = { kind: 'operator', operator: 'non-null', of: { kind: 'member', of, name: member.name } };
    return { ...member, value: mayBe === false ? there : { kind: 'union', options: [there, OTHERWISE] } };
  }
  const [isNothing, mayBeNull] = [given.kind === 'plain' && isNil(given.expression), isNullable(resolver, declared, fuel)];
  const isEmpty = (isNothing && !mayBeNull) || isNullable(resolver, given, fuel);
  // an interface that contains a value is never empty, whatever the value
  if (isAnything(resolver, declared, fuel)) return isEmpty ? member : { ...member, optional: false };
  // the literals of a result's fields are gone, which code may replace later
  const isResult = value.kind === 'returns' && given.kind === 'plain' && given.expression.kind === 'operator';
  const saysMore = isResult || isOpen(resolver, declared, fuel) || mayBeNull !== isEmpty || isSpecific(given, declared);
  return saysMore ? member : undefined;
}

/** A new identifier is not empty. */
function isNewIdentifier(resolver: Resolver, { loose, name }: PropertyMember, struct: Lazy): boolean {
  const field = loose === true ? resolver.membersOf(resolver, struct)?.named.get(name) : undefined;
  return field?.loose === true && field.blank !== true;
}

/**
 * `T{ID: other.ID}`: both fields leave out nil, and what filled `other` shows whether its field is ever nil. Undefined: its
 * declared type alone counts.
 */
function fromField(resolver: Resolver, member: PropertyMember, struct: Lazy, fuel: number): ObjectMember | undefined {
  const { value } = member;
  if (isNewIdentifier(resolver, member, struct))
    return { ...member, value: { kind: 'member', of: struct.expression, name: member.name }, optional: false };
  if (value.kind !== 'member' || fuel <= 0 || !leavesOutNil(resolver, struct, member.name)) return undefined;
  const other = resolver.membersOf(resolver, { expression: value.of, site: struct.site })?.named.get(value.name);
  if (other?.blank !== true) return undefined;
  if (!other.optional) return { ...member, optional: false };
  return other.loose === true ? { ...member, value: { kind: 'union', options: [value, PERHAPS] } } : undefined;
}

const isOptional = (resolver: Resolver, struct: Lazy, name: string): boolean =>
  resolver.membersOf(resolver, struct)?.named.get(name)?.optional === true;

/** Whether a field is a pointer that is left out while it is nil. */
function leavesOutNil(resolver: Resolver, struct: Lazy, name: string): boolean {
  const field = resolver.membersOf(resolver, struct)?.named.get(name);
  return field?.optional === true && field.blank === true;
}

const OTHERWISE: Expression = nullInDoubt('whether its default is ever null is not known');
const PERHAPS: Expression = nullInDoubt('whether this pointer is ever nil is not known');

/** Whether the type allows any value, which may be omitted. */
function isAnything(resolver: Resolver, target: Target, fuel: number): boolean {
  if (target.kind !== 'choice') return target.kind === 'unknown';
  const some = target.options.filter((option) => !isNullish(resolver, option, 'shape', fuel - 1));
  return fuel > 0 && some.every((one) => isAnything(resolver, resolver.resolve(resolver, one, 'shape', fuel - 1), fuel - 1));
}

/** Go's `any`. */
const ANY_VALUE = 'a value of any type';
const isAny = (target: Target | undefined): boolean =>
  target?.kind === 'choice'
    ? target.options.some(({ expression }) => expression.kind === 'unknown' && expression.why === ANY_VALUE)
    : target?.kind === 'unknown' && target.why === ANY_VALUE;

const isList = (target: Target): boolean => target.kind === 'plain' && /^(?:array|map)$/.test(target.expression.kind);

/** Whether an earlier evaluation left this doubt: the linker may evaluate a filled struct again. */
const isDoubt = (value: Expression): boolean =>
  value.kind === 'union' && value.options.some((one) => one.kind === 'unknown' && one.nothing === true);

/** Whether the value is unknown, apart from whether it exists. */
function isUnknown(resolver: Resolver, target: Target, fuel: number): boolean {
  if (target.kind !== 'choice') return isOpen(resolver, target, fuel);
  const some = target.options.filter((option) => !isNullish(resolver, option, 'shape', fuel - 1));
  return some.some((option) => isOpenAt(resolver, option, fuel));
}

/** Whether it is one text, or a list with known elements. A setter makes a number of a text. */
function isSpecific(target: Target, declared: Target): boolean {
  if (target.kind !== 'plain') return false;
  const { expression } = target;
  const isOther = declared.kind === 'plain' && declared.expression.kind === 'scalar' && declared.expression.type !== 'string';
  if (expression.kind === 'literal') return typeof expression.value === 'string' && !isOther;
  return expression.kind === 'array' && expression.items.kind === 'operator' && expression.items.operator === 'first-known';
}

/** Whether one of its options is null. */
const isNullable = (resolver: Resolver, target: Target, fuel: number): boolean =>
  target.kind === 'choice' && fuel > 0 && target.options.some((option) => isNullish(resolver, option, 'shape', fuel - 1));

/** Whether the value, one of its options, or an element of it is unknown. */
function isOpen(resolver: Resolver, target: Target, fuel: number): boolean {
  if (target.kind === 'unknown' || target.kind === 'external') return true;
  const inner = (of: Expression, site: Site): boolean => isOpenAt(resolver, { expression: of, site }, fuel);
  if (target.kind === 'choice') return target.options.some((option) => isOpenAt(resolver, option, fuel));
  if (target.kind !== 'plain') return false;
  const { expression, site } = target;
  if (expression.kind === 'array') return inner(expression.items, site);
  return expression.kind === 'map' ? inner(expression.values, site) : expression.kind === 'parameter';
}

function isOpenAt(resolver: Resolver, lazy: Lazy, fuel: number): boolean {
  return fuel <= 0 || isOpen(resolver, resolver.resolve(resolver, lazy, 'shape', fuel - 1), fuel - 1);
}

/** The members of a struct with their given values. */
export function filledMembers(all: Members, keys: Expression | undefined, site: Site): Members {
  const named = new Map(all.named);
  for (const given of keys?.kind === 'object' ? keys.members : []) {
    const member = given.kind === 'property' ? named.get(given.name) : undefined;
    if (given.kind !== 'property' || member === undefined) continue;
    const { value } = given;
    // a member that is omitted when empty is never null
    if (member.optional && isNil(value)) continue;
    const optional = member.optional === true && given.optional !== false;
    if (optional && member.blank === true && isDoubt(value)) {
      named.set(given.name, { ...member, loose: true });
      continue;
    }
    const expression: Expression =
      optional && value.kind !== 'absent' ? { kind: 'operator', operator: 'non-null', of: value } : value;
    named.set(given.name, { ...member, optional, value: { expression, site } });
  }
  return { ...all, named };
}
