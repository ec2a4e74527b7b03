import type { Profile } from '../../../../extractor.js';

/** What the Vert.x reader resolves, and the gaps it leaves. */
export const vertxProfile: Profile = {
  id: 'jvm/vertx',
  title: 'Vert.x Web',
  matching: { headByGet: false },
  signals: (text) =>
    /\bext\.web\.(?:Router\b|openapi\b|api\.contract\b|\*)|\bcreateHttpServer\b|\bio\.vertx\.core\.http\.HttpServer\b/.test(text),
};
