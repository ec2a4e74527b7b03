import type { Expression, OperatorExpression } from '../expression.js';
import { nullInDoubt } from '../null-in-doubt.js';
import type { Lazy, Site } from '../program.js';
import type { Member } from '../shapes/member-list.js';
import { isNullish } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

const LEFT_OUT: Expression = {
  kind: 'unknown',
  why: 'whether a request may leave it out is not known',
  nothing: true,
  asAbsent: true,
  written: true,
};
const NULL: Expression = nullInDoubt('whether a request may have null there is not known');
/** Deepest level of objects that it describes: types may refer to themselves. */
const MOST_LEVELS = 3;
const TOO_DEEP: Target = { kind: 'unknown', why: 'what lies that deep in a request is not known', written: true };

/**
 * A request's body, by the type that the code assigns to it. Clients decide which members they omit and where they send null, and
 * an earlier validator may reject those: its optional members and its nulls are unknown.
 */
export function received(resolver: Resolver, expression: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const target = resolver.resolve(resolver, { expression: expression.of, site }, purpose, fuel - 1);
  if (purpose === 'value') return target;
  const inner = (of: Expression): Expression => ({ ...expression, of });
  if (target.kind === 'choice') {
    const options = target.options.map((one): Lazy => {
      if (!isNullish(resolver, one, purpose, fuel - 1)) return { ...one, expression: inner(one.expression) };
      const nothing = resolver.resolve(resolver, one, purpose, fuel - 1);
      const isAbsent = nothing.kind === 'plain' && nothing.expression.kind === 'absent';
      return { ...one, expression: isAbsent ? LEFT_OUT : NULL };
    });
    return { ...target, options };
  }
  if (target.kind === 'plain') {
    const { expression: of } = target;
    if (of.kind === 'array') return { ...target, expression: { ...of, items: inner(of.items) } };
    if (of.kind === 'map') return { ...target, expression: { ...of, values: inner(of.values) } };
    if (of.kind !== 'operator' && of.kind !== 'object' && of.kind !== 'intersection') return target;
  } else if (target.kind !== 'type' || target.declarations[0]?.form === 'enum') return target;
  return levelOf(expression) < MOST_LEVELS ? { kind: 'plain', expression, site } : TOO_DEEP;
}

/** A member of a received value. */
export function receivedMember(member: Member, whole: OperatorExpression): Member {
  if (member.method !== undefined) return member;
  const { expression: of, site } = member.value;
  const level: Expression = { kind: 'literal', value: levelOf(whole) + 1 };
  const inner: Expression = { kind: 'operator', operator: 'received', of, keys: level };
  const expression: Expression = member.optional ? { kind: 'union', options: [inner, LEFT_OUT] } : inner;
  return { ...member, optional: false, value: { expression, site } };
}

const levelOf = ({ keys }: OperatorExpression): number => (keys?.kind === 'literal' ? Number(keys.value) : 0);
