import type { Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { resolve } from '../values/resolve.js';
import type { Resolver } from '../values/target.js';
import { givenTo, type Handler, handlerOf } from './handlers.js';

/** A handler with the request's type, as its route declares it. */
export function requestedBy(handler: Handler, { request }: Route, site: Site): Handler {
  return request === undefined ? handler : givenTo(handler, [[0, { expression: request, site }]]);
}

/** A handler whose request has all that earlier functions set on it. A handler that sets members itself stays unchanged. */
export function afterThose(resolver: Resolver, before: readonly Lazy[], handler: Handler): Handler {
  const left = new Map<number, Lazy>();
  const given = (one: Handler): Handler => (left.size === 0 ? one : givenTo(one, left));
  if (handler.callable.changes !== undefined) return handler;
  for (const one of before) {
    const middleware = handlerOf(resolver, one);
    // an unresolved function of the service may have set all of that differently; packages set members of their own
    if (middleware === undefined && !isAside(resolver, one)) left.clear();
    for (const { index, value } of middleware?.callable.changes ?? [])
      if (middleware !== undefined) left.set(index, { expression: value, site: given(middleware).site });
  }
  return given(handler);
}

/** Whether it is a function of a package, or a router: also the one that `routes.routes()` of Koa stands for. */
function isAside(resolver: Resolver, lazy: Lazy): boolean {
  const target = resolve(resolver, lazy, 'value');
  if (target.kind === 'choice' && target.readings === true) return target.options.some((one) => isAside(resolver, one));
  return target.kind === 'external' || target.kind === 'router';
}
