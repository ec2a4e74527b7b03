import { type Expression, INTEGER, type OperatorExpression, type ScalarExpression } from '../expression.js';
import type { Lazy, Site } from '../program.js';
import type { Purpose, Resolver, Target } from './target.js';

/** A dictionary as a list of pairs of key and value. */
export function entriesOf(of: Target): Target {
  if (of.kind === 'unknown') return of;
  const unread: Target = { kind: 'unknown', why: 'what a dictionary holds is not written out' };
  if (of.kind !== 'plain') return unread;
  const { expression, site } = of;
  if (expression.kind === 'map') {
    const items: Expression = { kind: 'tuple', items: [{ kind: 'scalar', type: 'string' }, expression.values] };
    return { kind: 'plain', expression: { kind: 'array', items }, site };
  }
  if (expression.kind !== 'object') return unread;
  const items: Expression[] = [];
  for (const member of expression.members) {
    if (member.kind !== 'property' || member.optional === true || member.unsure !== undefined) return unread;
    items.push({ kind: 'tuple', items: [{ kind: 'literal', value: member.member ?? member.name }, member.value] });
  }
  return { kind: 'plain', expression: { kind: 'tuple', items }, site };
}

/** `a + b`: joins texts and lists, adds numbers; the result for anything else, and of other arithmetic on those, is unknown. */
export function sumOf(
  resolver: Resolver,
  { operator, of, keys }: OperatorExpression,
  site: Site,
  purpose: Purpose,
  fuel: number,
): Target {
  const unread: Target = { kind: 'unknown', why: 'what an operation gives is not worked out' };
  if (keys === undefined) return unread;
  const numbers = [of, keys].map((part) => numberOf(resolver, { expression: part, site }, purpose, fuel));
  if (numbers.every((one) => one !== undefined))
    return { kind: 'plain', expression: numbers.find((one) => one.type === 'number') ?? INTEGER, site };
  if (operator === 'difference') return unread;
  for (const part of [of, keys]) {
    const target = resolver.resolve(resolver, { expression: part, site }, purpose, fuel - 1);
    if (target.kind !== 'plain') continue;
    const { expression } = target;
    const isText =
      expression.kind === 'text' ||
      (expression.kind === 'literal' && typeof expression.value === 'string') ||
      (expression.kind === 'scalar' && expression.type === 'string');
    if (isText) return { kind: 'plain', expression: { kind: 'text', parts: [of, keys] }, site };
    if (expression.kind !== 'tuple' && expression.kind !== 'array') continue;
    const items = [of, keys].map((value) => ({ kind: 'spread' as const, value }));
    return { kind: 'plain', expression: { kind: 'tuple', items }, site };
  }
  return unread;
}

/** The numeric type that covers all possible forms of a value. */
function numberOf(resolver: Resolver, lazy: Lazy, purpose: Purpose, fuel: number): ScalarExpression | undefined {
  const target = fuel <= 0 ? undefined : resolver.resolve(resolver, lazy, purpose, fuel - 1);
  if (target?.kind === 'choice') {
    const all = target.options.map((one) => numberOf(resolver, one, purpose, fuel - 1));
    return all.includes(undefined) ? undefined : (all.find((one) => one?.type === 'number') ?? INTEGER);
  }
  if (target?.kind !== 'plain') return undefined;
  const { expression } = target;
  if (expression.kind === 'scalar' && (expression.type === 'integer' || expression.type === 'number')) return expression;
  if (expression.kind !== 'literal' || typeof expression.value !== 'number') return undefined;
  return Number.isInteger(expression.value) ? INTEGER : { kind: 'scalar', type: 'number', format: 'double' };
}
