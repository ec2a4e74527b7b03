import type { Expression, ObjectMember } from '../expression.js';
import type { Lazy } from '../program.js';
import { isNullish } from '../values/elements.js';
import { isSurely } from '../values/surely.js';
import type { Resolver, Target } from '../values/target.js';
import type { Member, Members } from './member-list.js';

/** A hidden member of classes that may make null of what their instances are given. */
export const MAY_DROP = '|may-drop';

/** Name that binds the declared type while its members are compared with those of a value. */
const OWN = '|sure';
/** Deepest level of objects inside objects; deeper ones stay as declared. */
const MAX_DEPTH = 3;

/**
 * A declared type whose optional members the value surely has: `{ name?: string }`, given `{ name: 'a' }`. Undefined: the value
 * is no more precise than the type.
 */
export function withSureMembers(resolver: Resolver, type: Lazy, value: Lazy, fuel: number, depth = 0): Target | undefined {
  if (fuel <= 0 || depth >= MAX_DEPTH) return undefined;
  // `view(note, isLong ? { body } : undefined)`: the default of the parameter has no member
  if (value.expression.kind === 'union' && value.expression.options.some(({ kind }) => kind === 'absent')) return undefined;
  // members that are made of the value itself: each level has fewer steps than the one around it
  return withShare(resolver, () => sureMembers(resolver, type, value, fuel, depth), SURE_SHARE);
}

function sureMembers(resolver: Resolver, type: Lazy, value: Lazy, fuel: number, depth: number): Target | undefined {
  const [each, item] = itemsOf([type, value].map((one) => resolver.resolve(resolver, one, 'shape', fuel - 1)));
  const list = listOf(each && item && withSureMembers(resolver, each, item, fuel - 1, depth));
  if (list !== undefined) return list;
  const declared = dataMembers(resolver, type, fuel);
  if (declared === undefined || ![...declared.named.values()].some((one) => mayGain(one, depth))) return undefined;
  const given = formsOf(resolver, value, fuel).map((one) => dataMembers(resolver, one, fuel)?.named);
  const types = new Map([...(type.site.types ?? []), [OWN, type]]);
  const sure = [...declared.named.values()].flatMap((member): readonly ObjectMember[] => {
    if (!mayGain(member, depth)) return [];
    const all = given.map((one) => {
      const own = one?.get(member.name);
      // what lies inside them differs from form to form
      return own && gained(resolver, member, own, fuel - 1, given.length > 1 ? MAX_DEPTH : depth);
    });
    const [left] = all;
    if (left === undefined || all.includes(undefined)) return [];
    types.set(`${OWN}.${member.name}`, left);
    const { file, line, column = 1 } = member.at;
    const at: Expression = { kind: 'name', name: `${OWN}.${member.name}` };
    const hidden = member.hidden ? { hidden: true } : {};
    return [{ kind: 'property', name: member.wire, member: member.name, value: at, ...hidden, file, at: { line, column } }];
  });
  if (sure.length === 0) return undefined;
  const base: ObjectMember = { kind: 'spread', own: true, value: { kind: 'name', name: OWN } };
  return { kind: 'plain', expression: { kind: 'object', members: [base, ...sure] }, site: { ...type.site, types } };
}

/** The forms of a value that may be one of several, without null. */
function formsOf(resolver: Resolver, value: Lazy, fuel: number): readonly Lazy[] {
  const target = resolver.resolve(resolver, value, 'shape', fuel);
  if (target.kind !== 'choice' || target.options.length > MOST_FORMS) return [value];
  return target.options.filter((one) => !isNullish(resolver, one, 'shape', fuel - 1));
}
/** Values with more forms are no more precise than their type. */
const MOST_FORMS = 8;

/** Name that binds a value's members which its declared type lacks. */
const MORE = '|more';

/**
 * A declared type with the members that the value has besides: types of TypeScript take none away (`const pub: Pub = load()`).
 * Undefined: it has no others.
 */
export function withMoreMembers(resolver: Resolver, type: Lazy, value: Lazy, fuel: number): Target | undefined {
  if (fuel <= 0 || resolver.program.files.get(value.site.file)?.facts.language !== 'typescript') return undefined;
  // a function that calls itself: each level has fewer steps than the one around it
  return withShare(resolver, () => moreMembers(resolver, type, value, fuel), MORE_SHARE);
}

/** The part of the steps left for a response that one comparison of members may take. */
const SHARE = 0.1;
/** The same where values that are typed again and again, one in the other, are followed. */
const MORE_SHARE = 0.5;
/** The same where a value is as deep as its type. */
const SURE_SHARE = 0.9;

/** A comparison of members with a part of the steps that are left: what it compares may be large, and its type must stay known. */
export function withShare<T>({ budget }: Resolver, step: () => T, share = SHARE): T {
  const reserved = budget.left * (1 - share);
  budget.left -= reserved;
  const found = step();
  budget.left = Math.max(budget.left, 0) + reserved;
  return found;
}

function moreMembers(resolver: Resolver, type: Lazy, value: Lazy, fuel: number): Target | undefined {
  const targets = [type, value].map((one) => resolver.resolve(resolver, one, 'shape', fuel - 1));
  const [declared, given] = targets;
  if (declared?.kind === 'choice' || given?.kind === 'choice') return withMoreOf(resolver, targets, [type, value], fuel - 1);
  const [each, item] = itemsOf(targets);
  const list = listOf(each && item && withMoreMembers(resolver, each, item, fuel - 1));
  if (list !== undefined) return list;
  const known = dataMembers(resolver, type, fuel);
  const all = known === undefined || known.open !== undefined || known.rest ? undefined : dataMembers(resolver, value, fuel);
  const others = [...(all?.named.values() ?? [])].filter(
    ({ name, method, hidden }) => method === undefined && !hidden && known?.named.has(name) !== true,
  );
  if (others.length === 0) return undefined;
  const types = new Map([...(type.site.types ?? []), [OWN, type]]);
  const members = others.map((member): ObjectMember => {
    types.set(`${MORE}.${member.name}`, member.value);
    const { file, line, column = 1 } = member.at;
    const at: Expression = { kind: 'name', name: `${MORE}.${member.name}` };
    const why = member.serialized === undefined ? member.unsure : 'whether its class is serialized is not known';
    const how = { ...(member.optional && { optional: true }), ...(why !== undefined && { unsure: why }) };
    return { kind: 'property', name: member.wire, member: member.name, value: at, ...how, file, at: { line, column } };
  });
  const base: ObjectMember = { kind: 'spread', own: true, value: { kind: 'name', name: OWN } };
  return { kind: 'plain', expression: { kind: 'object', members: [base, ...members] }, site: { ...type.site, types } };
}

/** The same where either may be nothing. */
function withMoreOf(resolver: Resolver, targets: readonly Target[], own: readonly Lazy[], fuel: number): Target | undefined {
  const some = targets.map((one, index) => {
    const options = one.kind === 'choice' ? one.options : own.slice(index, index + 1);
    return options.filter((option) => !isNullish(resolver, option, 'shape', fuel));
  });
  const [[each, ...otherTypes] = [], [item, ...otherValues] = []] = some;
  if (each === undefined || item === undefined || otherTypes.length > 0 || otherValues.length > 0) return undefined;
  const more = withMoreMembers(resolver, each, item, fuel);
  const [declared] = targets;
  if (more?.kind !== 'plain' || declared?.kind !== 'choice') return more;
  const left: Lazy = { expression: more.expression, site: more.site };
  return { ...declared, options: declared.options.map((one) => (one === each ? left : one)) };
}

/** The list of elements that are known more precisely than declared. */
const listOf = (of: Target | undefined): Target | undefined =>
  of?.kind === 'plain' ? { kind: 'plain', expression: { kind: 'array', items: of.expression }, site: of.site } : undefined;

/** The elements of a type and of its value, where both are lists; else fewer. */
function itemsOf(all: readonly Target[]): readonly Lazy[] {
  return all.flatMap((one, index): Lazy[] => {
    const { expression, site } = one.kind === 'plain' ? one : {};
    // of a list that is written out, the only element
    const [only, ...others] = index === 1 && expression?.kind === 'tuple' ? expression.items : [];
    const of = expression?.kind === 'array' ? expression.items : others.length > 0 || only?.kind === 'spread' ? undefined : only;
    return of === undefined || site === undefined ? [] : [{ expression: of, site }];
  });
}

/** The members of a declared type or object literal; a value that writes its own JSON has none that count. */
function dataMembers(resolver: Resolver, lazy: Lazy, fuel: number): Members | undefined {
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  const isData =
    target.kind === 'type' ? target.declarations[0]?.form !== 'enum' : target.kind === 'plain' && isWritten(target.expression);
  const members = isData ? resolver.membersOf(resolver, lazy) : undefined;
  return members?.named.has('toJSON') === true || members?.named.has(MAY_DROP) === true ? undefined : members;
}

const isWritten = (of: Expression): boolean =>
  of.kind === 'object' || of.kind === 'intersection' || (of.kind === 'operator' && of.operator === 'filled');

/** Whether a member may be missing, or contain one that may. */
function mayGain({ method, unsure, optional, value: { expression } }: Member, depth: number): boolean {
  if (method !== undefined || unsure !== undefined) return false;
  return optional || mayBeNullable(expression) || (depth + 1 < MAX_DEPTH && INNER.has(expression.kind));
}
const INNER: ReadonlySet<Expression['kind']> = new Set(['object', 'name', 'array']);

const mayBeNullable = (of: Expression): boolean =>
  of.kind === 'union' || (of.kind === 'operator' && of.operator === 'nullable' && of.keys === undefined);

/** The value of a declared member; undefined: it may be missing in the value as well, or is as declared. */
function gained(resolver: Resolver, member: Member, given: Member, fuel: number, depth: number): Lazy | undefined {
  if (given.optional || given.method !== undefined || given.unsure !== undefined) return undefined;
  const { expression, site } = member.value;
  const isOpen = member.optional || isNullable(resolver, member.value, fuel);
  if (isOpen && !isSurely(resolver, given.value, fuel)) return undefined;
  const present: Lazy = isOpen ? { expression: { kind: 'operator', operator: 'non-null', of: expression }, site } : member.value;
  const inner = withSureMembers(resolver, present, given.value, fuel - 1, depth + 1);
  if (inner?.kind === 'plain') return { expression: inner.expression, site: inner.site };
  return isOpen ? present : undefined;
}

function isNullable(resolver: Resolver, value: Lazy, fuel: number): boolean {
  const target = mayBeNullable(value.expression) ? resolver.resolve(resolver, value, 'shape', fuel) : undefined;
  return target?.kind === 'choice' && target.options.some((one) => isNullish(resolver, one, 'shape', fuel - 1));
}
