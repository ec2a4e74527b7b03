import { isRewrite } from '../../model/rewrites.js';
import type { MemberExpression } from '../expression.js';
import type { ResponseTransform } from '../fact.js';
import { isOfWriter, type Lazy, type Site } from '../program.js';
import { routersOf } from '../routers/router-identity.js';
import type { PlacedRoute, PlacedWrap, RouterGraph } from '../routers/router-node.js';
import { resolve } from '../values/resolve.js';
import { type Resolver, refill } from '../values/target.js';
import { texts } from '../values/texts.js';
import { handlerAt } from './handlers.js';
import { middlewareAt, sentBefore } from './responses.js';

/** Attaches a response transform where it applies: to a whole service, or to the routers that it names. */
export function addWrap(resolver: Resolver, graph: RouterGraph, file: string, wrap: ResponseTransform): void {
  const middleware = wrap.middleware && { expression: wrap.middleware, site: { file } };
  const keepsBodies = middleware !== undefined && middlewareAt(resolver, middleware)?.rewrites === undefined;
  const isIdle = keepsBodies && sentBefore(resolver, middleware, { wraps: [], asked: {} }).length === 0;
  const read = isIdle ? middlewareAt(resolver, middleware) : undefined;
  if (read !== undefined && read.changes === undefined) return;
  const early = keepsBodies ? { early: middleware } : {};
  if (!isApplied(resolver, wrap, { file })) return;
  if (wrap.router === undefined) {
    graph.wide.push(withPlace(wrap, { wrap, file, ...early }));
    return;
  }
  const below = wrap.path === undefined ? {} : { below: texts(resolver, { expression: wrap.path, site: { file } }) };
  for (const node of routersOf(resolver, graph, { expression: wrap.router, site: { file } }) ?? [])
    (wrap.below === true ? node.wraps : graph.wraps).push(withPlace(wrap, { wrap, file, node, ...below, ...early }));
}

/**
 * The transforms around a route's handler that apply to its whole service: transforms without a router
 * (`ResponseTransform.scope`).
 */
export function serviceWraps({ wide, routes }: RouterGraph): (placed: PlacedRoute) => readonly PlacedWrap[] {
  if (wide.length === 0) return () => [];
  const all = wide.map((placed) => ({
    placed,
    isLibrary: !routes.some((route) => isOf(placed, route)),
  }));
  return (route) =>
    all.flatMap(({ placed, isLibrary }): PlacedWrap[] => {
      if (isOf(placed, route)) return [placed];
      if (!isLibrary || !isBy(placed, route) || !isOfWriter(placed.wrap, route.route)) return [];
      // a library enables a serializer as a whole; the serializer's own facts show which members it renames
      return [typeof placed.wrap.through === 'string' ? placed : withPlace({ ...placed.wrap, through: MAYBE }, placed)];
    });
}

/** A function whose result for the body is unknown. */
const MAYBE = { kind: 'unknown', why: 'a library of the repository may change what is sent' } as const;

/** Adds the place of the code that changes the body to the reason why it is unknown: handlers are in other files. */
function withPlace(wrap: ResponseTransform, placed: PlacedWrap): PlacedWrap {
  const { through, at } = wrap;
  if (typeof through === 'string' || through.kind !== 'unknown' || !isRewrite(through.why)) return { ...placed, wrap };
  return { ...placed, wrap: { ...wrap, through: { ...through, why: `${through.why} (${placed.file}:${at.line})` } } };
}

/** `by` is a reader, or a language: then it applies to all of its readers. */
const isBy = ({ wrap: { by } }: PlacedWrap, { route }: PlacedRoute): boolean => route.by === by || route.by.startsWith(`${by}/`);

function isOf(placed: PlacedWrap, placedRoute: PlacedRoute): boolean {
  const { wrap } = placed;
  const { route, site } = placedRoute;
  const { scope = '' } = wrap;
  return isBy(placed, placedRoute) && isOfWriter(wrap, route) && (scope === '' || site.file.startsWith(`${scope}/`));
}

/** Whether a transform applies: its hook changes bodies, and the function that it needs exists. */
export function isApplied(resolver: Resolver, { through, unless, optional }: Applicable, site: Site): boolean {
  if (unless !== undefined && keeps(resolver, { expression: unless, site })) return false;
  if (optional !== true || typeof through === 'string') return true;
  refill(resolver);
  return handlerAt(resolver, { expression: through, site }) !== undefined;
}

type Applicable = Pick<ResponseTransform, 'through' | 'unless' | 'optional'>;

/** Whether a hook returns its body unchanged, or does not exist. */
function keeps(resolver: Resolver, hook: Lazy): boolean {
  refill(resolver);
  if (hook.expression.kind === 'member' && isMissing(resolver, hook.expression, hook.site)) return true;
  return handlerAt(resolver, hook)?.callable.keeps === true;
}

function isMissing(resolver: Resolver, { of, name }: MemberExpression, site: Site): boolean {
  const target = resolve(resolver, { expression: of, site }, 'value');
  if (target.kind === 'callable') return true;
  if (target.kind !== 'plain' || target.expression.kind !== 'object') return false;
  const members = resolver.membersOf(resolver, { expression: target.expression, site: target.site });
  return members !== undefined && members.open === undefined && members.rest === undefined && !members.named.has(name);
}

/** The server whose serializer writes a route is not seen, nor are its settings. */
export function servedElsewhere({ route: { by, at }, site }: PlacedRoute): PlacedWrap {
  const through = { kind: 'unknown', why: 'the server that writes it is made elsewhere' } as const;
  return { wrap: { kind: 'wrap', by, through, past: true, at }, file: site.file };
}
