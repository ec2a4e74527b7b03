import type { FactSheet } from './fact-sheet.js';
import type { Ask } from './questions.js';
import { createResolver } from './resolver.js';
import { responsesOf } from './responses.js';
import { routerGraph } from './router-graph.js';

/**
 * What inference may be asked for the routes of some files, whether anything leads to them or not: a shard does not see what mounts
 * its routers, and another does not see their handlers. Both ways of serialising are asked for, as what decides may be elsewhere.
 */
export function allQuestions(sheet: FactSheet, isOwn: (path: string) => boolean): readonly Ask[] {
  const resolver = createResolver(sheet);
  const { routes, wraps } = routerGraph(resolver);
  const ownWraps = wraps.filter(({ file }) => isOwn(file));
  const { asks } = resolver.questions.during(() => {
    for (const { route, site } of routes) {
      const around = isOwn(site.file) ? [[], wraps] : ownWraps.length > 0 ? [ownWraps] : [];
      for (const some of around) {
        for (const serializer of ['on', 'off'] as const) responsesOf({ ...resolver, serializer }, route, site, some);
      }
    }
  });
  return asks();
}
