import type { Gap } from '../../model/gap.js';
import type { Expression } from '../expression.js';
import type { Mount } from '../fact.js';
import type { Lazy } from '../program.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, type Target, undeclared } from '../values/target.js';

/** Whether an unresolved value may answer routes where it is mounted. */
export function mayRoute(resolver: Resolver, mount: Mount, unread: Lazy, prefixes: readonly string[]): boolean {
  if (mount.certainty !== 'maybe') return mount.certainty === 'router';
  if (isPlainBase(resolver, unread)) return false;
  const bare = prefixes.every((prefix) => prefix === '' || prefix === '/');
  return !bare || insideRepository(resolver, unread);
}

/** Whether these are the handlers of a base class that extends nothing: a class with routes would be a router. */
function isPlainBase(resolver: Resolver, { expression, site }: Lazy): boolean {
  if (expression.kind !== 'member' || expression.name !== 'handlers') return false;
  const base = resolve(resolver, { expression: expression.of, site }, 'value');
  return base.kind === 'class' && (base.declaration.extends ?? []).length === 0;
}

/** Whether a value comes from a package: beside routers, that is a middleware. */
export function isOfPackage(resolver: Resolver, lazy: Lazy): boolean {
  const target = originOf(resolver, lazy);
  return target.kind === 'external' && target.specifier !== '';
}

export type UnreadMount = Pick<Gap, 'reason' | 'detail'>;

/** The gap for an unresolved mount: a class that a build generates and a router of a package are declared in no file. */
export function unreadMount(resolver: Resolver, mounted: Expression, unread: readonly Lazy[], isPartly: boolean): UnreadMount {
  for (const part of unread) {
    const target = originOf(resolver, part);
    if (target.kind !== 'external' || target.specifier === '') continue;
    return { reason: 'undeclared-router', detail: `${undeclared(resolver, target)}: its routes are not known` };
  }
  const what = isPartly ? 'some of what may be mounted here' : 'what is mounted here';
  const why = mounted.kind === 'unknown' ? `: ${mounted.why}` : '';
  return { reason: 'dynamic-mount', detail: `${what} cannot be read${why}` };
}

/** The innermost target of a chain of calls and members. */
function originOf(resolver: Resolver, { expression: whole, site }: Lazy): Target {
  let expression = whole;
  while (expression.kind === 'returns' || expression.kind === 'member' || expression.kind === 'instance')
    expression = expression.of;
  return resolve(resolver, { expression, site }, 'value');
}

/**
 * Whether unresolved code belongs to the repository: it may answer routes, while a package's middleware answers none of the
 * service.
 */
function insideRepository(resolver: Resolver, lazy: Lazy): boolean {
  const target = originOf(resolver, lazy);
  return target.kind === 'callable'
    ? target.callable.inferred !== undefined && !['absent', 'unknown'].includes(target.callable.inferred.kind)
    : target.kind === 'class';
}
