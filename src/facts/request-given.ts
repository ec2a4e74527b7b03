import type { Route } from './fact.js';
import { type Handler, handlerOf } from './handlers.js';
import type { Lazy, Site } from './program.js';
import { resolve } from './resolve.js';
import type { Resolver } from './target.js';

/** A handler with what its route says of the request that it is given. */
export function requestedBy(handler: Handler, { request }: Route, site: Site): Handler {
  if (request === undefined) return handler;
  const key = `${handler.callable.name}:0`;
  const passed = new Map([...(handler.site.passed ?? []), [key, { expression: request, site }] as const]);
  return { ...handler, site: { ...handler.site, passed } };
}

/** A handler that is given the request with all that the functions before it set on it. One that sets more itself is left as it is. */
export function afterThose(resolver: Resolver, before: readonly Lazy[], handler: Handler): Handler {
  const left = new Map<number, Lazy>();
  const given = ({ callable, site }: Handler): Site => {
    const passed = [...left].map(([index, value]): readonly [string, Lazy] => [`${callable.name}:${index}`, value]);
    return left.size === 0 ? site : { ...site, passed: new Map([...(site.passed ?? []), ...passed]) };
  };
  if (handler.callable.changes !== undefined) return handler;
  for (const one of before) {
    const middleware = handlerOf(resolver, one);
    // one that is not found may have set all of that otherwise; packages set members of their own
    if (middleware === undefined && !ASIDE.has(resolve(resolver, one, 'value').kind)) left.clear();
    for (const { index, value } of middleware?.callable.changes ?? [])
      if (middleware !== undefined) left.set(index, { expression: value, site: given(middleware) });
  }
  return { ...handler, site: given(handler) };
}

const ASIDE: ReadonlySet<string> = new Set(['external', 'router']);
