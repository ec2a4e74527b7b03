import type { Profile } from '../profile.js';

/** A file imports an adapter, or a procedure has OpenAPI metadata. */
const ADAPTERS = /["'](?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi)["']/;

/** Documentation and signals of the reader of tRPC's OpenAPI adapters, in a module that does not load the parser. */
export const trpcProfile: Profile = {
  id: 'typescript/trpc',
  title: 'tRPC by trpc-openapi',
  // it makes a regular expression of each path with the flag `i`
  matching: { anyCase: true },
  resolves: [
    'procedures with `.meta({ openapi: { method, path } })`, whatever router they are in, below the path of `createOpenApiExpressMiddleware`',
    'what they send: the schema of `.output()`',
  ],
  gaps: ['a `meta` that is no literal, and the other adapters (Next.js, Fastify, Node.js, Nuxt), hide the service'],
  signals: (text) => ADAPTERS.test(text) || (text.includes('.meta(') && /procedure/i.test(text)),
};
