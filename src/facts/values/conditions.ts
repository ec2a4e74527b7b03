import type { Expression } from '../expression.js';
import type { Condition } from '../fact.js';
import type { Site } from '../program.js';
import type { MethodCondition } from '../responses/method-condition.js';
import { FUEL, type Resolver } from './target.js';
import { UNREAD } from './texts.js';
import { valueHolds } from './when.js';

/** What is known of the requests that reach a handler. */
export interface Asked {
  readonly path?: string | undefined;
  /** `ANY`: a method that no condition names. */
  readonly method?: string | undefined;
}

/** Whether all of these conditions may hold for such a request: none is certainly false. */
export function mayHold(resolver: Resolver, conditions: readonly Condition[] | undefined, site: Site, asked: Asked): boolean {
  return (conditions ?? []).every((one) => holds(resolver, one, site, asked) !== !one.holds);
}

/** Whether the subject of a condition is true; undefined: undecidable. */
function holds(resolver: Resolver, condition: Condition, site: Site, { path, method }: Asked): boolean | undefined {
  if ('aside' in condition || 'failed' in condition) return undefined;
  if ('methods' in condition) return method === undefined ? undefined : condition.methods.includes(method);
  if ('asks' in condition) {
    const known = knownBy(resolver, condition.asks, site);
    return known === undefined || method === undefined ? undefined : known.methods.includes(method) === known.holds;
  }
  if ('pathParameter' in condition) return path === undefined ? undefined : hasParameter(path, condition.pathParameter);
  return valueHolds(resolver, condition, site);
}

/** The methods by which a function distinguishes requests; undefined: it is unresolved, or distinguishes them differently. */
export function knownBy(resolver: Resolver, expression: Expression, site: Site): MethodCondition | undefined {
  const target = resolver.resolve(resolver, { expression, site }, 'value', FUEL);
  if (target.kind === 'callable') return target.callable.tells;
  // a function that gets a request may also be a view
  const { files } = resolver.program;
  return target.kind === 'router' ? files.get(target.file)?.callables.get(target.router.name)?.tells : undefined;
}

/** Whether a path has a parameter, with a pattern or not; undefined: its unresolved part may have it. */
function hasParameter(path: string, name: string): boolean | undefined {
  const isThere = ['', ':', '*', ':*'].some((mark) => path.includes(`{${name}${mark}}`));
  return isThere || !path.includes(UNREAD) ? isThere : undefined;
}
