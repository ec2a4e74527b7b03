import type { Lazy } from '../program.js';
import { without } from '../values/compose.js';
import type { Resolver } from '../values/target.js';
import type { Member, Members } from './member-list.js';

/**
 * Members for a spread over others: a member that a schema makes optional (`v.optional(…)`, `z.boolean().optional()`) leaves the
 * earlier value, like an optional member of a type. A literal counts as it is: a spread also copies undefined.
 */
export function leavingEarlier(resolver: Resolver, before: Members, spread: Members): Members {
  const named = new Map(
    [...spread.named].map(([name, member]): [string, Member] => [
      name,
      before.named.has(name) && isDescribed(member.value) ? leavable(resolver, member) : member,
    ]),
  );
  return { ...spread, named };
}

function leavable(resolver: Resolver, member: Member): Member {
  const target = resolver.resolve(resolver, member.value, 'shape');
  const isAbsent = (one: Lazy): boolean => {
    const of = resolver.resolve(resolver, one, 'shape');
    return of.kind === 'plain' && of.expression.kind === 'absent';
  };
  if (target.kind !== 'choice' || !target.options.some(isAbsent)) return member;
  return { ...member, optional: true, value: without(resolver, member.value, 'absent') };
}

/** Whether a schema describes a value in all of its forms. */
function isDescribed({ expression, site }: Lazy): boolean {
  if (expression.kind === 'operator') return expression.operator === 'described';
  if (expression.kind === 'union')
    return expression.options.length > 0 && expression.options.every((one) => isDescribed({ expression: one, site }));
  const bound = expression.kind === 'name' && expression.space === undefined ? site.types?.get(expression.name) : undefined;
  return bound !== undefined && isDescribed(bound);
}
