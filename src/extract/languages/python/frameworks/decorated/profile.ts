import type { Profile } from '../profile.js';

/** What the extractor resolves for Bottle, Chalice, Robyn and BlackSheep, and what stays unresolved. */
export const decoratedProfile: Profile = {
  id: 'python/decorated',
  title: 'Bottle, Chalice, Robyn, BlackSheep',
  resolves: [
    'Bottle: `Bottle()`, the default app, `route` with `method`, `get` and the like, `mount`, `merge`; converters of paths',
    'Chalice: `route` with `methods`, `get` and the like, blueprints with `url_prefix`',
    'Robyn: `get` and the like, sub-routers with `prefix`',
    'BlackSheep: `Application`, `Router`, module functions, `app.router`, controllers with `route` or `version`; `json`, `ok` and the like',
    'returned dictionaries (lists in Chalice), texts of JSON, `HTTPResponse` of Bottle, `Response` of Chalice and Robyn, `response.status`',
  ],
  gaps: ['plugins of Bottle that rewrite what handlers give: all bodies are open', 'handlers that a call or a loop registers'],
  unnamed: true,
  signals: (text) => /(?:^|;)[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:bottle|chalice|robyn|blacksheep)\b/m.test(text),
};
