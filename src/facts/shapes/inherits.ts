import type { Declaration } from '../fact.js';
import type { Lazy } from '../program.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill } from '../values/target.js';

/** Most base classes of one class that it examines. */
const MOST_BASES = 50;

/** Whether the class `given` (as a value), or one of its base classes, comes from a package and has one of these names. */
export function inherits(resolver: Resolver, given: Lazy, names: readonly string[]): boolean {
  refill(resolver);
  const seen = new Set<Declaration>();
  const waiting = [resolve(resolver, given, 'value')];
  for (let target = waiting.pop(); target !== undefined && seen.size < MOST_BASES; target = waiting.pop()) {
    // an instance that a function makes: `APIRouter()`
    if (target.kind === 'external' && names.includes(target.path.findLast((name) => name !== '()') ?? '')) return true;
    const declaration =
      target.kind === 'class' ? target.declaration : target.kind === 'type' ? target.declarations[0] : undefined;
    if ((target.kind !== 'class' && target.kind !== 'type') || declaration === undefined || seen.has(declaration)) continue;
    seen.add(declaration);
    const site = { file: target.file };
    waiting.push(...(declaration.extends ?? []).map((expression) => resolve(resolver, { expression, site }, 'shape')));
  }
  return false;
}
