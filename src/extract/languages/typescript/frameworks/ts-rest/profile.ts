import type { Profile } from '../profile.js';

/** Documentation and signals of the ts-rest reader, in a module that does not load the parser. */
export const tsRestProfile: Profile = {
  id: 'typescript/ts-rest',
  title: 'ts-rest',
  resolves: [
    'contracts of `c.router` in any file, nested, with `pathPrefix`; endpoints that other files hold',
    '`createExpressEndpoints`, `registerRouter` and `plugin` of Fastify, with `initServer().router` or plain objects',
    'what handlers return as `{ status, body }`, with bodies, queries and path parameters by the schemas of the contract',
  ],
  gaps: ['NestJS, Next.js and serverless adapters', 'handlers that a class or a function of a package makes'],
  signals: (text) => /["']@ts-rest\//.test(text),
};
