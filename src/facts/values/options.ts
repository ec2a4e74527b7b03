import type { Expression, MemberExpression } from '../expression.js';
import type { Site } from '../program.js';
import type { Purpose, Resolver, Target } from './target.js';

/** What a call gives for a parameter, or a member of one, with a default, which counts only where that is undefined. Undefined: nothing is given. */
export function givenOption(
  resolver: Resolver,
  [first]: readonly Expression[],
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target | undefined {
  const of = first?.kind === 'operator' ? first.of : first;
  const owner = of?.kind === 'member' ? of.of : of;
  if (of === undefined || owner?.kind !== 'parameter' || site.passed?.has(`${owner.callable}:${owner.index}`) !== true)
    return undefined;
  const target = resolver.resolve(resolver, { expression: of, site }, purpose, fuel);
  const isGiven = (one: Target): boolean => {
    if (one.kind === 'plain') return one.expression.kind !== 'absent' && one.expression.kind !== 'parameter';
    return (
      one.kind !== 'choice' ||
      one.options.every((option) => fuel > 0 && isGiven(resolver.resolve(resolver, option, purpose, fuel - 1)))
    );
  };
  return isGiven(target) ? target : undefined;
}

/** An option that a call leaves out: `new Answer({ data })`, where the constructor also takes a message. */
export function leftOut(of: Target, member: MemberExpression, site: Site): Target | undefined {
  if (of.kind !== 'plain' || of.expression.kind !== 'object' || member.of.kind !== 'parameter') return undefined;
  const isWhole = of.expression.members.every(({ kind }) => kind === 'property' || kind === 'method');
  return isWhole && !member.name.startsWith('|') ? { kind: 'plain', expression: { kind: 'absent' }, site } : undefined;
}
