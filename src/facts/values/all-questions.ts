import { linkMessages } from '../events/messages.js';
import type { FactSheet } from '../fact-sheet.js';
import { responsesOf } from '../responses/responses.js';
import { routerGraph } from '../routers/router-graph.js';
import { type Ask, askKey, questionsOf } from './questions.js';
import { createResolver } from './resolver.js';

/**
 * The questions for inference about the routes and events of some files, reachable or not: one shard does not see what mounts its
 * routers, another does not see their handlers. It asks for both ways of serialising, since the deciding code may be in another
 * shard.
 *
 * Call the returned function again with the sheet and the answers: it does not repeat questions of parts that had none.
 */
export function allQuestions(isOwn: (path: string) => boolean): (sheet: FactSheet) => readonly Ask[] {
  const settled = new Set<string>();
  return (sheet) => {
    const resolver = createResolver(sheet);
    const { routes, wraps } = routerGraph(resolver);
    const ownWraps = wraps.filter(({ file }) => isOwn(file));
    const all = new Map<string, Ask>();
    const silent = new Set<string>();
    const asking = new Set<string>();
    for (const { route, site } of routes) {
      const around = isOwn(site.file) ? [[], wraps] : ownWraps.length > 0 ? [ownWraps] : [];
      const key = `${site.file}:${route.at.line}:${route.at.column} ${route.by} ${route.method}`;
      if (around.length === 0 || settled.has(key)) continue;
      const { asks } = resolver.questions.during(() => {
        for (const some of around) {
          for (const serializer of ['on', 'off'] as const) responsesOf({ ...resolver, serializer }, route, site, some);
        }
      });
      const own = asks();
      (own.length === 0 ? silent : asking).add(key);
      for (const ask of own) all.set(askKey(ask), ask);
    }
    for (const key of silent) if (!asking.has(key)) settled.add(key);
    for (const message of linkMessages(resolver).messages) {
      if (isOwn(message.at.file)) for (const ask of questionsOf(message)) all.set(askKey(ask), ask);
    }
    return [...all].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, ask]) => ask);
  };
}
