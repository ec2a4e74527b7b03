import type { OperatorExpression } from '../expression.js';
import type { Lazy } from '../program.js';
import { isPerhaps } from './elements.js';
import type { ExternalTarget, Purpose, Resolver } from './target.js';

/** Most alternatives, nested ones included, that it examines. */
const MOST = 20;

type Otherwise = Lazy & { readonly expression: OperatorExpression };

/** The left side of `??` or `||`. */
const isOtherwise = (option: Lazy): option is Otherwise =>
  option.expression.kind === 'operator' && option.expression.operator === 'non-null';

/**
 * `globalThis.client ?? new Client()`: the module itself stores the value that outlives it, so the alternatives mean the new
 * instance, or what a call makes. Undefined: the alternatives are something else.
 */
export function moduleState(
  resolver: Resolver,
  options: readonly Lazy[],
  purpose: Purpose,
  fuel: number,
): ExternalTarget | undefined {
  const isNew = options.some(({ expression }) => expression.kind === 'instance');
  if (!isNew && !(options.some(isOtherwise) && options.some(({ expression }) => expression.kind === 'returns'))) return undefined;
  const seen = new Set<unknown>();
  const open = [...options];
  let made: ExternalTarget | undefined;
  let isStored = false;
  for (let option = open.pop(); option !== undefined; option = open.pop()) {
    const { expression, site } = option;
    if (seen.has(expression)) continue;
    if (seen.size >= MOST) return undefined;
    seen.add(expression);
    if (isPerhaps(expression)) continue;
    if (isOtherwise(option)) {
      open.push({ expression: option.expression.of, site });
      continue;
    }
    const target = resolver.resolve(resolver, option, purpose, fuel - 1);
    if (target.kind === 'choice') open.push(...target.options);
    else if (target.kind === 'plain' && target.expression.kind === 'absent') continue;
    else if (target.kind !== 'external') return undefined;
    else if (target.specifier !== '') {
      if (made !== undefined && made.path.join() !== target.path.join()) return undefined;
      if (target.call !== undefined || made === undefined) made = target;
    } else if (/^global(?:This)?$/.test(target.path[0] ?? '')) isStored = true;
    else return undefined;
  }
  return isNew || isStored ? made : undefined;
}
