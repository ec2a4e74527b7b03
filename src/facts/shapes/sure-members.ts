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
  const items = withSureItems(resolver, type, value, fuel - 1, depth);
  if (items !== undefined) return items;
  const declared = dataMembers(resolver, type, fuel);
  if (declared === undefined || ![...declared.named.values()].some((one) => mayGain(one, depth))) return undefined;
  const given = dataMembers(resolver, value, fuel)?.named;
  const types = new Map([...(type.site.types ?? []), [OWN, type]]);
  const sure = [...declared.named.values()].flatMap((member): readonly ObjectMember[] => {
    const own = given?.get(member.name);
    const left = own && mayGain(member, depth) ? gained(resolver, member, own, fuel - 1, depth) : undefined;
    if (left === undefined) return [];
    types.set(`${OWN}.${member.name}`, left);
    const { file, line, column = 1 } = member.at;
    const at: Expression = { kind: 'name', name: `${OWN}.${member.name}` };
    return [{ kind: 'property', name: member.wire, member: member.name, value: at, file, at: { line, column } }];
  });
  if (sure.length === 0) return undefined;
  const base: ObjectMember = { kind: 'spread', own: true, value: { kind: 'name', name: OWN } };
  return { kind: 'plain', expression: { kind: 'object', members: [base, ...sure] }, site: { ...type.site, types } };
}

/** The same for the elements of a list. */
function withSureItems(resolver: Resolver, type: Lazy, value: Lazy, fuel: number, depth: number): Target | undefined {
  const all = [type, value].map((one) => resolver.resolve(resolver, one, 'shape', fuel));
  const [each, item] = all.flatMap((one, index): Lazy[] => {
    const { expression, site } = one.kind === 'plain' ? one : {};
    // of a list that is written out, the only element
    const [only, ...others] = index === 1 && expression?.kind === 'tuple' ? expression.items : [];
    const of = expression?.kind === 'array' ? expression.items : others.length > 0 || only?.kind === 'spread' ? undefined : only;
    return of === undefined || site === undefined ? [] : [{ expression: of, site }];
  });
  const sure = each && item && withSureMembers(resolver, each, item, fuel, depth);
  return sure?.kind === 'plain'
    ? { kind: 'plain', expression: { kind: 'array', items: sure.expression }, site: sure.site }
    : undefined;
}

/** The members of a declared type or object literal; a value that writes its own JSON has none that count. */
function dataMembers(resolver: Resolver, lazy: Lazy, fuel: number): Members | undefined {
  const target = resolver.resolve(resolver, lazy, 'shape', fuel);
  const isData =
    target.kind === 'type'
      ? target.declarations[0]?.form !== 'enum'
      : target.kind === 'plain' && (target.expression.kind === 'object' || target.expression.kind === 'intersection');
  const members = isData ? resolver.membersOf(resolver, lazy) : undefined;
  return members?.named.has('toJSON') === true || members?.named.has(MAY_DROP) === true ? undefined : members;
}

/** Whether a member may be missing, or contain one that may. */
function mayGain({ method, hidden, unsure, optional, value: { expression } }: Member, depth: number): boolean {
  if (method !== undefined || hidden || unsure !== undefined) return false;
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
