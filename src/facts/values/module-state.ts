import type { Lazy } from '../program.js';
import type { ExternalTarget, Purpose, Resolver } from './target.js';

/** Most alternatives, nested ones included, that it examines. */
const MOST = 20;

/**
 * `globalThis.client ?? new Client()`: the module itself stores the value that outlives it, so the alternatives mean the new
 * instance. Undefined: the alternatives are something else.
 */
export function moduleState(
  resolver: Resolver,
  options: readonly Lazy[],
  purpose: Purpose,
  fuel: number,
): ExternalTarget | undefined {
  if (!options.some(({ expression }) => expression.kind === 'instance')) return undefined;
  const seen = new Set<unknown>();
  const open = [...options];
  let made: ExternalTarget | undefined;
  for (let option = open.pop(); option !== undefined; option = open.pop()) {
    const { expression, site } = option;
    if (seen.has(expression)) continue;
    if (seen.size >= MOST) return undefined;
    seen.add(expression);
    if (expression.kind === 'operator' && expression.operator === 'non-null') {
      open.push({ expression: expression.of, site });
      continue;
    }
    const target = resolver.resolve(resolver, option, purpose, fuel - 1);
    if (target.kind === 'choice') open.push(...target.options);
    else if (target.kind === 'plain' && target.expression.kind === 'absent') continue;
    else if (target.kind !== 'external') return undefined;
    else if (target.specifier !== '') {
      if (made !== undefined && made.path.join() !== target.path.join()) return undefined;
      if (target.call !== undefined || made === undefined) made = target;
    } else if (!/^global(?:This)?$/.test(target.path[0] ?? '')) return undefined;
  }
  return made;
}
