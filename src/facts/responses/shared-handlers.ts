import type { PlacedRoute } from '../routers/router-node.js';

/** The routes whose handler also answers at other places: at another path, or on another router. */
export function sharedHandlers(routes: readonly PlacedRoute[]): ReadonlySet<PlacedRoute> {
  const byHandler = new Map<string, { readonly places: Set<string>; readonly routes: PlacedRoute[] }>();
  for (const placed of routes) {
    const handler = handlerOf(placed);
    if (handler === undefined) continue;
    const of = byHandler.get(handler) ?? { places: new Set(), routes: [] };
    byHandler.set(handler, of);
    of.places.add(JSON.stringify([placed.node?.id, placed.paths]));
    of.routes.push(placed);
  }
  return new Set([...byHandler.values()].flatMap(({ places, routes: all }) => (places.size > 1 ? all : [])));
}

/** Handlers of one file are the same if their expressions are equal. */
function handlerOf({ route: { handler }, site }: PlacedRoute): string | undefined {
  return handler === undefined ? undefined : `${site.file} ${JSON.stringify(handler)}`;
}
