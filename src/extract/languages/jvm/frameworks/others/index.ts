import type { Extractor } from '../../../../extractor.js';
import { rewriting } from '../../body-filters.js';
import { at, type Source } from '../../source.js';
import { othersProfile } from './profile.js';
import { providedByBuild, providedRoutes } from './provided.js';
import { UNREAD_SERVERS } from './servers.js';
import { registeredServlets } from './servlets.js';

/** Frameworks that are recognised but not analysed: the service may have unknown routes, or change its handlers' responses. */
export const others: Extractor<Source> = {
  ...othersProfile,
  extract: (source) => ({
    facts: [...rewriting(source), ...providedByBuild(source, othersProfile.id)],
    gaps: [
      ...UNREAD_SERVERS.flatMap(({ title, imports }) => {
        const found = source.unit.imports.find(({ path, all }) => imports.test(all ? `${path}.` : path));
        if (found === undefined) return [];
        const detail = `Routes of ${title} are not read.`;
        return [{ reason: 'unsupported-framework' as const, detail, at: at(source, found.index), hides: 'service' as const }];
      }),
      ...registeredServlets(source),
      ...providedRoutes(source),
    ],
  }),
};
