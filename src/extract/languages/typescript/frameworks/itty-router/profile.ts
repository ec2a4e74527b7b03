import type { Profile } from '../profile.js';

/** Documentation and signals of the itty-router reader, in a module that does not load the parser. */
export const ittyRouterProfile: Profile = {
  id: 'typescript/itty-router',
  title: 'itty-router',
  resolves: [
    '`AutoRouter`, `Router`, `IttyRouter` with `base`, routers of routers by `router.fetch`, handlers in a row',
    'what handlers return, `json`, `text`, `html`, `status`, `error`, `Response`; `format` and `finally` of the service open bodies',
  ],
  gaps: ['itty-router-openapi'],
  signals: (text) => /["']itty-router["'/]/.test(text),
};
