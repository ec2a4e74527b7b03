import type { Expression, ObjectMember, OperatorExpression } from '../expression.js';
import type { Lazy } from '../program.js';
import { isNullish } from '../values/elements.js';
import type { Purpose, Resolver, Target } from '../values/target.js';
import { conditionsKnown, formOf, keysOf, type ValueCondition } from '../values/when.js';
import { eitherOf, type Member } from './member-list.js';

/** Literal that stands for all falsy values. */
export const FALSY = '<falsy>';

/** Name that binds the value whose members are tested. */
const OWN = '|tested';
/** Deepest level of forms within forms that are distinguished. */
const MAX_DEPTH = 10;

/** A value with members narrowed by earlier tests: after `if (!user.mail) return` it has a mail. */
export function withMembersTested(
  resolver: Resolver,
  expression: OperatorExpression,
  inner: Lazy,
  purpose: Purpose,
  fuel: number,
): Target {
  const of = resolver.resolve(resolver, inner, purpose, fuel);
  if (purpose !== 'shape') return of;
  const known = conditionsKnown(resolver, expression, inner.site, fuel - 1).filter((one) => one !== undefined);
  if (of.kind === 'choice') {
    const keys = keysOf(known);
    const tested = (option: Lazy): Lazy => ({ expression: { ...expression, keys, of: option.expression }, site: option.site });
    const isOut = (option: Lazy): boolean => known.some((one) => isRuledOut(resolver, option, one, fuel - 1));
    const left = of.options.filter((one) => isNullish(resolver, one, purpose, fuel) || !isOut(one));
    const options = left.some((one) => !isNullish(resolver, one, purpose, fuel)) ? left : of.options;
    return { ...of, options: options.map((one) => (isNullish(resolver, one, purpose, fuel) ? one : tested(one))) };
  }
  const isData =
    of.kind === 'type' ? of.declarations[0]?.form !== 'enum' : of.kind === 'plain' && of.expression.kind === 'object';
  const members = isData ? resolver.membersOf(resolver, inner)?.named : undefined;
  if (members === undefined || members.has('toJSON')) return of;
  const types = new Map([...(inner.site.types ?? []), [OWN, inner]]);
  const left = [...new Set(known.map(nameIn))].flatMap((name): readonly ObjectMember[] => {
    const conditions = known.filter((one) => nameIn(one) === name);
    const member = members.get(name);
    const value = member && leftOf(resolver, member, conditions, fuel - 1);
    if (member === undefined || value === undefined) return [];
    types.set(`${OWN}.${name}`, value);
    return [setAs(member, conditions)];
  });
  if (left.length === 0) return of;
  const own: ObjectMember = { kind: 'spread', own: true, value: { kind: 'name', name: OWN } };
  return { kind: 'plain', expression: { kind: 'object', members: [own, ...left] }, site: { ...inner.site, types } };
}

/** Whether a form's tag differs from the tested one: `found.kind !== 'open'`. */
function isRuledOut(resolver: Resolver, form: Lazy, condition: ValueCondition, fuel: number): boolean {
  const pair = fuel > 0 ? resolver.resolve(resolver, form, 'shape', fuel) : undefined;
  if (pair?.kind === 'plain' && pair.expression.kind === 'tuple') {
    const part = pair.expression.items[Number(nameIn(condition))];
    return (
      part !== undefined &&
      part.kind !== 'spread' &&
      !isLeftInPair(resolver, { expression: part, site: pair.site }, condition, fuel)
    );
  }
  const member = resolver.membersOf(resolver, form)?.named.get(nameIn(condition));
  if (member === undefined || member.optional || member.method !== undefined) return false;
  const target = resolver.resolve(resolver, member.value, 'shape', fuel);
  return target.kind === 'plain' && target.expression.kind === 'literal' && !isLeft(resolver, member.value, condition, fuel);
}

const nameIn = ({ value }: ValueCondition): string => (value.kind === 'literal' ? String(value.value) : '');

const excludesAbsent = (conditions: readonly ValueCondition[]): boolean =>
  conditions.some(({ equals, holds }) => equals === undefined || (holds && equals !== FALSY));

function setAs(member: Member, conditions: readonly ValueCondition[]): ObjectMember {
  const { file, line, column = 1 } = member.at;
  const isThere = excludesAbsent(conditions);
  const value: Expression = { kind: 'name', name: `${OWN}.${member.name}` };
  return {
    kind: 'property',
    name: member.wire,
    member: member.name,
    // an optional member would leave its earlier value possible
    value: member.optional && !isThere ? { kind: 'union', options: [value, { kind: 'absent' }] } : value,
    ...(member.hidden && { hidden: true }),
    ...(member.unsure !== undefined && !isThere && { unsure: member.unsure }),
    file,
    at: { line, column },
  };
}

/** A member after the tests; undefined: unchanged. */
function leftOf(resolver: Resolver, member: Member, conditions: readonly ValueCondition[], fuel: number): Lazy | undefined {
  if (member.method !== undefined) return undefined;
  const isNew = member.optional && excludesAbsent(conditions);
  const forms = formsOf(resolver, member.value, fuel, 0);
  const left = forms.filter((form) => conditions.every((one) => isLeft(resolver, form, one, fuel)));
  if (left.length === 0 || (left.length === forms.length && !isNew)) return undefined;
  return left.length === forms.length ? member.value : eitherOf(left);
}

/** All options of a member, nested choices flattened. */
function formsOf(resolver: Resolver, value: Lazy, fuel: number, depth: number): readonly Lazy[] {
  const target = fuel > 0 && depth < MAX_DEPTH ? resolver.resolve(resolver, value, 'shape', fuel) : undefined;
  if (target?.kind !== 'choice') return [value];
  return target.options.flatMap((one) => formsOf(resolver, one, fuel - 1, depth + 1));
}

function isLeft(resolver: Resolver, form: Lazy, { equals, holds }: ValueCondition, fuel: number): boolean {
  const target = resolver.resolve(resolver, form, 'shape', fuel);
  const value = target.kind === 'plain' ? constantOf(target.expression) : undefined;
  if (equals === FALSY) return value === undefined ? formOf(target) !== 'object' && formOf(target) !== 'list' : !value.of;
  return value === undefined || (value.of === equals) === holds;
}

/** The same for a part of a pair; an error that is a text is not empty. */
function isLeftInPair(resolver: Resolver, part: Lazy, condition: ValueCondition, fuel: number): boolean {
  const target = resolver.resolve(resolver, part, 'shape', fuel);
  const value = target.kind === 'plain' ? constantOf(target.expression) : undefined;
  if (condition.equals === FALSY && !condition.holds) return value === undefined || Boolean(value.of);
  const isText = target.kind === 'plain' && value === undefined && formOf(target) === 'string';
  return !(isText && condition.equals === FALSY) && isLeft(resolver, part, condition, fuel);
}

function constantOf(expression: Expression): { readonly of?: unknown } | undefined {
  if (expression.kind === 'absent') return {};
  if (expression.kind === 'scalar') return expression.type === 'null' ? { of: null } : undefined;
  return expression.kind === 'literal' ? { of: expression.value } : undefined;
}
