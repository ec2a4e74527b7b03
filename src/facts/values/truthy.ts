import type { Expression } from '../expression.js';
import type { Lazy } from '../program.js';
import { eitherAt } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/** The options of a value that a condition asks for, without the literals `false`, `''` and `0`; nested ones are asked alike. */
export function withoutFalsy(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  if (of.kind !== 'choice' || fuel <= 0) return of;
  const left = of.options.flatMap((option): Lazy[] => {
    const target = resolver.resolve(resolver, option, 'value', fuel - 1);
    if (target.kind === 'choice') return [{ ...option, expression: truthy(option.expression) }];
    const isFalsy = target.kind === 'plain' && target.expression.kind === 'literal' && !target.expression.value;
    return isFalsy ? [] : [option];
  });
  const isSame = left.length === of.options.length && left.every((one, index) => one === of.options[index]);
  return left.length === 0 || isSame ? of : eitherAt(resolver, left, purpose, fuel);
}

const truthy = (of: Expression): Expression => ({
  kind: 'operator',
  operator: 'non-null',
  of,
  keys: { kind: 'literal', value: true },
});
