import { isMethod, type RouteMethod, withoutPatterns } from '../../model/endpoint.js';
import type { Location } from '../../model/location.js';
import type { Branch, Route } from '../fact.js';
import type { Lazy, Site } from '../program.js';
import { type Resolver, refill } from '../values/target.js';
import { type Handler, handlerOf } from './handlers.js';
import { methodsKnown } from './responses.js';
import type { RouteResponses } from './serializing.js';

/** One of the routes that a registration makes. */
export interface Branched {
  readonly method: RouteMethod;
  /** Whether conditions of its handler decide the response for this method, or for all methods that they do not name. */
  readonly known?: 'method' | 'rest';
  readonly path: string;
  /** The function that answers it, if the route's handler distinguishes it. */
  readonly handler?: Handler;
  /** The place where the handler distinguishes it, if that creates the route. */
  readonly at?: Location;
}

/** Splits a route by the methods and values of path parameters that its handler distinguishes. */
export function branched(resolver: Resolver, route: Route, site: Site, path: string): readonly Branched[] {
  const method = route.method as RouteMethod;
  const whole: Branched = { method, path };
  refill(resolver);
  const handler = route.handler === undefined ? undefined : telling(resolver, { expression: route.handler, site }, 0);
  const branches = handler?.callable.branches;
  if (handler === undefined || branches === undefined) {
    const named = method === 'ANY' ? [...methodsKnown(resolver, route, site)].filter(isMethod) : [];
    if (named.length === 0) return [whole];
    return [...named.map((one): Branched => ({ method: one, path, known: 'method' })), { ...whole, known: 'rest' }];
  }
  const known = branches.flatMap((branch) => {
    const answers = handlerOf(resolver, { expression: branch.handler, site: handler.site });
    return answers === undefined ? [] : [{ ...branch, handler: answers }];
  });
  const byMethod = known.flatMap(({ methods, handler: answers }) =>
    (methods ?? []).map((one): Branched => ({ method: one as RouteMethod, path, handler: answers })),
  );
  const own = byMethod.filter((one) => method === 'ANY' || one.method === method);
  const rest = method === 'ANY' ? own.length === 0 || handler.callable.others === true : own.length === 0;
  const byValue = known.flatMap(({ parameter, handler: answers, at }): readonly Branched[] => {
    const named = parameter === undefined ? path : withValue(path, parameter);
    return named === path ? [] : [{ method, path: named, handler: answers, at: { file: handler.file, ...at } }];
  });
  return [...own, ...(rest ? [whole] : []), ...byValue];
}

/** The function that distinguishes requests: a handler, or the function that it wraps. */
function telling(resolver: Resolver, lazy: Lazy, depth: number): Handler | undefined {
  const handler = handlerOf(resolver, lazy);
  if (handler === undefined || handler.callable.branches !== undefined || depth > 5) return handler;
  const { forwards = [] } = handler.callable;
  const [wrapped] = forwards.flatMap(({ call, member }) =>
    call.of.kind === 'parameter' && member === undefined ? [call.of] : [],
  );
  return wrapped === undefined ? handler : telling(resolver, { expression: wrapped, site: handler.site }, depth + 1);
}

/** `/articles/{slug}` with the value `feed`: `/articles/feed`. */
function withValue(path: string, { name, value }: NonNullable<Branch['parameter']>): string {
  const segments = path.split('/');
  return segments.map((segment) => (withoutPatterns(segment) === `{${name}}` ? encodeURIComponent(value) : segment)).join('/');
}

/**
 * Whether a handler that distinguishes methods answers this one only with errors: methods that it does not name with any error, a
 * single one with 405.
 */
export function isRefused({ known }: Branched, { responses, incomplete }: RouteResponses): boolean {
  if (known === undefined || incomplete !== undefined) return false;
  return responses.every(({ status = 0 }) => (known === 'rest' ? status >= 400 : status === 405));
}
