import { isRewrite } from '../model/rewrites.js';
import type { ResponseTransform } from './fact.js';
import { isOfWriter } from './program.js';
import type { PlacedRoute, PlacedWrap, RouterGraph } from './router-node.js';

/** What wraps the handler of a route because of the service that it is in: wraps without a router (`Wrap.scope`). */
export function serviceWraps({ wide, routes }: RouterGraph): (placed: PlacedRoute) => readonly PlacedWrap[] {
  if (wide.length === 0) return () => [];
  const all = wide.map((placed) => ({ placed, isLibrary: !routes.some((route) => isOf(placed, route)) }));
  return (route) =>
    all.flatMap(({ placed, isLibrary }): PlacedWrap[] => {
      if (isOf(placed, route)) return [placed];
      if (!isLibrary || !isBy(placed, route) || !isOfWriter(placed.wrap, route.route)) return [];
      // a serializer is switched on by libraries as a whole: which members it names otherwise, it says itself
      return [typeof placed.wrap.through === 'string' ? placed : withPlace({ ...placed.wrap, through: MAYBE }, placed)];
    });
}

/** Called with the body, it gives what nobody knows. */
const MAYBE = { kind: 'unknown', why: 'a library of the repository may change what is sent' } as const;

/** Why a body is not known names the place of what changes it: handlers are elsewhere. */
export function withPlace(wrap: ResponseTransform, placed: PlacedWrap): PlacedWrap {
  const { through, at } = wrap;
  if (typeof through === 'string' || through.kind !== 'unknown' || !isRewrite(through.why)) return { ...placed, wrap };
  return { ...placed, wrap: { ...wrap, through: { ...through, why: `${through.why} (${placed.file}:${at.line})` } } };
}

/** `by` is a reader, or a language: all of its readers. */
const isBy = ({ wrap: { by } }: PlacedWrap, { route }: PlacedRoute): boolean => route.by === by || route.by.startsWith(`${by}/`);

function isOf(placed: PlacedWrap, placedRoute: PlacedRoute): boolean {
  const { wrap } = placed;
  const { route, site } = placedRoute;
  const { scope = '' } = wrap;
  return isBy(placed, placedRoute) && isOfWriter(wrap, route) && (scope === '' || site.file.startsWith(`${scope}/`));
}
