import { mayBeNothing } from './elements.js';
import type { Expression, OperatorExpression } from './expression.js';
import type { Condition } from './fact.js';
import type { Lazy, Site } from './program.js';
import { FUEL, type Resolver } from './target.js';

/** A condition on a value, which a caller decides. */
export type ValueCondition = Extract<Condition, { readonly value: Expression }>;

/** `of`, where these conditions hold; those on the path are no matter of values. */
export function under(conditions: readonly Condition[], of: Expression): Expression {
  const items = conditions.flatMap((one): Expression[] => {
    if (!('value' in one)) return [];
    const equals: Expression = one.equals === undefined ? { kind: 'absent' } : { kind: 'literal', value: one.equals };
    return [{ kind: 'tuple', items: [one.value, equals, { kind: 'literal', value: one.holds }] }];
  });
  return items.length === 0 ? of : { kind: 'operator', operator: 'when', of, keys: { kind: 'tuple', items } };
}

/** What is under conditions, if they may hold. */
export function reached(resolver: Resolver, lazy: Lazy, fuel: number): readonly Lazy[] {
  const { expression, site } = lazy;
  if (expression.kind !== 'operator' || expression.operator !== 'when') return [lazy];
  const isOut = conditionsIn(expression).some((one) => valueHolds(resolver, one, site, fuel) === !one.holds);
  return isOut ? [] : [{ expression: expression.of, site }];
}

/** The conditions that an operator names. */
export function conditionsIn({ keys }: OperatorExpression): readonly ValueCondition[] {
  return (keys?.kind === 'tuple' ? keys.items : []).flatMap((one): ValueCondition[] => {
    const [value, equals, holds] = one.kind === 'tuple' ? one.items : [];
    if (value === undefined || value.kind === 'spread' || holds?.kind !== 'literal') return [];
    return [{ value, ...(equals?.kind === 'literal' && { equals: equals.value }), holds: holds.value === true }];
  });
}

/** Whether a value is what a condition asks for; undefined: that cannot be told. */
export function valueHolds(resolver: Resolver, condition: ValueCondition, site: Site, fuel = FUEL): boolean | undefined {
  const lazy: Lazy = { expression: condition.value, site };
  if (condition.equals === null && fuel > 0 && mayBeNothing(resolver, lazy, fuel - 1) === false) return false;
  const target = resolver.resolve(resolver, lazy, 'value', fuel);
  if (target.kind !== 'plain') return undefined;
  const { expression } = target;
  if (expression.kind === 'absent') return condition.equals === undefined ? false : undefined;
  if (expression.kind !== 'literal') return undefined;
  return condition.equals === undefined ? Boolean(expression.value) : expression.value === condition.equals;
}
