import { eitherAt } from './elements.js';
import type { Purpose, Resolver, Target } from './target.js';

/** The options of a value that a condition asks for, without a literal `false`. */
export function withoutFalse(resolver: Resolver, of: Target, purpose: Purpose, fuel: number): Target {
  if (of.kind !== 'choice' || fuel <= 0) return of;
  const left = of.options.filter((option) => {
    const target = resolver.resolve(resolver, option, 'value', fuel - 1);
    return target.kind !== 'plain' || target.expression.kind !== 'literal' || target.expression.value !== false;
  });
  return left.length === 0 || left.length === of.options.length ? of : eitherAt(resolver, left, purpose, fuel);
}
