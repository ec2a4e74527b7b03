import type { Expression, ObjectMember, OperatorExpression } from './expression.js';
import type { Members } from './member-list.js';
import type { Lazy, Site } from './program.js';
import type { Purpose, Resolver, Target } from './target.js';

/**
 * A struct with the values that it was given: they tell more than a member's type where that says nothing (Go's `any`) or leaves open
 * whether there is a value at all. What else a member's type says stands.
 */
export function filled(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const { of, keys } = expression;
  const base = resolver.resolve(resolver, { expression: of, site }, purpose, fuel - 1);
  const isStruct = base.kind === 'type' || (base.kind === 'plain' && base.expression.kind === 'object');
  if (purpose === 'value' || !isStruct || keys?.kind !== 'object') return base;
  if (base.kind === 'type' && writesItself(resolver, base, fuel - 1)) return base;
  const telling = keys.members.filter((member) => tellsMore(resolver, base, member, site, fuel - 1));
  if (telling.length === 0) return base;
  return { kind: 'plain', expression: { ...expression, keys: { kind: 'object', members: telling } }, site };
}

/** Its JSON is made by a method: what its members hold does not tell. */
function writesItself(resolver: Resolver, base: Target & { kind: 'type' }, fuel: number): boolean {
  const names = base.declarations.flatMap(({ elsewhere }) => elsewhere?.writes ?? []);
  return names.some((name) => resolver.memberOf(resolver, base, name, 'value', fuel)?.kind === 'callable');
}

function tellsMore(resolver: Resolver, base: Target, member: ObjectMember, site: Site, fuel: number): boolean {
  if (member.kind !== 'property') return false;
  const declared = resolver.memberOf(resolver, base, member.name, 'shape', fuel);
  if (declared === undefined || !isOpen(resolver, declared, fuel)) return false;
  return !isOpen(resolver, resolver.resolve(resolver, { expression: member.value, site }, 'shape', fuel), fuel);
}

/** Nothing is known of it, of one of its forms, or of what is in it. */
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

/** Members of a struct with the values that it was given. */
export function filledMembers(all: Members, keys: Expression | undefined, site: Site): Members {
  const named = new Map(all.named);
  for (const given of keys?.kind === 'object' ? keys.members : []) {
    const member = given.kind === 'property' ? named.get(given.name) : undefined;
    if (given.kind === 'property' && member !== undefined)
      named.set(given.name, { ...member, value: { expression: given.value, site } });
  }
  return { ...all, named };
}
