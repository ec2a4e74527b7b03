import type { Profile } from '../profile.js';

/** What the extractor resolves for Bottle, Chalice and Robyn, and what stays unresolved. */
export const decoratedProfile: Profile = {
  id: 'python/decorated',
  title: 'Bottle, Chalice, Robyn',
  resolves: [
    'Bottle: `Bottle()`, the default app, `route` with `method`, `get` and the like, `mount`, `merge`; converters of paths',
    'Chalice: `route` with `methods`, `get` and the like, blueprints with `url_prefix`',
    'Robyn: `get` and the like, sub-routers with `prefix`',
    'returned dictionaries (lists in Chalice), texts of JSON, `HTTPResponse` of Bottle, `Response` of Chalice and Robyn, `response.status`',
  ],
  gaps: ['plugins of Bottle that rewrite what handlers give: all bodies are open', 'handlers that a call or a loop registers'],
  unnamed: true,
  signals: (text) => /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:bottle|chalice|robyn)\b/m.test(text),
};
