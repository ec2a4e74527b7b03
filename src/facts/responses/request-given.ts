import type { Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { resolve } from '../values/resolve.js';
import type { Resolver } from '../values/target.js';
import { givenTo, type Handler, handlerOf } from './handlers.js';

/** A handler with what its route says of the request that it is given. */
export function requestedBy(handler: Handler, { request }: Route, site: Site): Handler {
  return request === undefined ? handler : givenTo(handler, [[0, { expression: request, site }]]);
}

/** A handler that is given the request with all that the functions before it set on it. One that sets more itself is left as it is. */
export function afterThose(resolver: Resolver, before: readonly Lazy[], handler: Handler): Handler {
  const left = new Map<number, Lazy>();
  const given = (one: Handler): Handler => (left.size === 0 ? one : givenTo(one, left));
  if (handler.callable.changes !== undefined) return handler;
  for (const one of before) {
    const middleware = handlerOf(resolver, one);
    // one that is not found may have set all of that otherwise; packages set members of their own
    if (middleware === undefined && !ASIDE.has(resolve(resolver, one, 'value').kind)) left.clear();
    for (const { index, value } of middleware?.callable.changes ?? [])
      if (middleware !== undefined) left.set(index, { expression: value, site: given(middleware).site });
  }
  return given(handler);
}

const ASIDE: ReadonlySet<string> = new Set(['external', 'router']);
