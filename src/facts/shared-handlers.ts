import type { PlacedRoute } from './router-node.js';

/** Tells whether the handler of a route answers at other places as well: at another path, or on another router. */
export function sharedHandlers(routes: readonly PlacedRoute[]): (placed: PlacedRoute) => boolean {
  const places = new Map<string, string>();
  const shared = new Set<string>();
  for (const placed of routes) {
    const handler = handlerOf(placed);
    if (handler === undefined) continue;
    const place = JSON.stringify([placed.node?.id, placed.paths]);
    if ((places.get(handler) ?? place) !== place) shared.add(handler);
    places.set(handler, place);
  }
  return (placed) => shared.has(handlerOf(placed) ?? '');
}

/** The handlers of one file are the same where they are written alike. */
function handlerOf({ route: { handler }, site }: PlacedRoute): string | undefined {
  return handler === undefined ? undefined : `${site.file} ${JSON.stringify(handler)}`;
}
