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
  const made = target.kind === 'plain' && target.expression.kind === 'operator' ? target.expression : undefined;
  const type =
    made?.operator === 'filled' && target.kind === 'plain'
      ? resolver.resolve(resolver, { expression: made.of, site: target.site }, 'shape', fuel - 1)
      : target;
  const [first] = type.kind === 'type' ? type.declarations : [];
  const own = first?.form === 'class' && first.extends?.some(({ kind }) => kind === 'unknown') !== true ? first.name : undefined;
  const name = rootOf(resolver, type, fuel - 1) ?? own?.slice(own.lastIndexOf('.') + 1);
  if (name === undefined || first === undefined) return { kind: 'unknown', why: 'the name around it depends on its class' };
  const members: Expression = {
    kind: 'object',
    members: [{ kind: 'property', name, naming: 'explicit', value: of, at: first.at }],
  };
  return resolver.resolve(resolver, { expression: members, site }, purpose, fuel - 1);
}

/** The name that the class, or a class that it extends, declares: serializers look for it there as well. */
function rootOf(resolver: Resolver, target: Target, fuel: number): string | undefined {
  const [first] = target.kind === 'type' ? target.declarations : [];
  if (first === undefined || target.kind !== 'type' || first.root !== undefined || fuel <= 0) return first?.root;
  for (const base of first.extends ?? []) {
    const found = rootOf(
      resolver,
      resolver.resolve(resolver, { expression: base, site: { file: target.file } }, 'shape', fuel - 1),
      fuel - 1,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}
