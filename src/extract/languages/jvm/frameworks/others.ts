import type { Extractor } from '../../../extractor.js';
import { at, type Source } from '../source.js';
import { othersProfile } from './others-profile.js';

/** Servers whose routes are not read, by what is imported of them. */
const SERVERS: readonly { readonly title: string; readonly imports: RegExp }[] = [
  { title: 'Javalin', imports: /^io\.javalin\b/ },
  { title: 'Vert.x', imports: /^io\.vertx\.ext\.web\.Router\b/ },
  { title: 'Quarkus routes', imports: /^io\.quarkus\.vertx\.web\b/ },
  { title: 'http4k', imports: /^org\.http4k\.routing\b/ },
  { title: 'Spark', imports: /^spark\.(?:Spark|Service)\b/ },
  { title: 'Helidon', imports: /^io\.helidon\.webserver\b/ },
  { title: 'servlets', imports: /^(?:jakarta|javax)\.servlet\.annotation\.WebServlet\b/ },
];

/** Recognised, but not read: the service may have routes that nobody saw. */
export const others: Extractor<Source> = {
  ...othersProfile,
  extract: (source) => ({
    facts: [],
    gaps: SERVERS.flatMap(({ title, imports }) => {
      const found = source.unit.imports.find(({ path }) => imports.test(path));
      if (found === undefined) return [];
      const detail = `Routes of ${title} are not read.`;
      return [{ reason: 'unsupported-framework' as const, detail, at: at(source, found.index), hides: 'service' as const }];
    }),
  }),
};
