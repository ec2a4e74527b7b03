import type { Expression, OperatorExpression } from '../expression.js';
import type { Site } from '../program.js';
import type { Purpose, Resolver, Target } from '../values/target.js';

/**
 * A value inside an object with its serializer's name for it: the class name, or the name that the class declares
 * (`Declaration.root`).
 */
export function rooted(resolver: Resolver, { of }: OperatorExpression, site: Site, purpose: Purpose, fuel: number): Target {
  const target = resolver.resolve(resolver, { expression: of, site }, 'shape', fuel - 1);
  if (target.kind === 'plain' && target.expression.kind === 'unknown') return target.expression;
  const [first] = target.kind === 'type' ? target.declarations : [];
  const own = first?.form === 'class' && first.extends?.some(({ kind }) => kind === 'unknown') !== true ? first.name : undefined;
  const name = first?.root ?? own?.slice(own.lastIndexOf('.') + 1);
  if (name === undefined || first === undefined) return { kind: 'unknown', why: 'the name around it depends on its class' };
  const members: Expression = {
    kind: 'object',
    members: [{ kind: 'property', name, naming: 'explicit', value: of, at: first.at }],
  };
  return resolver.resolve(resolver, { expression: members, site }, purpose, fuel - 1);
}
