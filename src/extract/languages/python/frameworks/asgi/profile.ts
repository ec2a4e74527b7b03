import type { Profile } from '../profile.js';

/** What the extractor resolves for Starlette, Sanic and aiohttp, and what stays unresolved. */
export const asgiProfile: Profile = {
  id: 'python/asgi',
  title: 'Starlette, Sanic, aiohttp',
  resolves: [
    'Starlette: `Starlette(routes=[...])`, `Route`, `Mount`, `Router`, endpoint classes',
    'Sanic: apps and blueprints with `url_prefix`, decorators by method, `route`, `add_route`',
    'aiohttp: `add_get` and the like, `add_routes`, `web.get(...)`, `RouteTableDef`',
    'Sanic: methods that give path, methods and handler, which a base class registers by `getmembers`',
    'classes of handlers: `HTTPEndpoint`, `HTTPMethodView`, `web.View`',
    'returned `JSONResponse(...)`, `json(...)` and `json_response(...)`',
  ],
  gaps: ['groups of blueprints', 'routes that a loop makes of lists or of members under conditions of their own'],
  unnamed: true,
  signals: (text) =>
    /^[ \t]{0,40}(?:from|import)[ \t]{1,9}(?:starlette\.(?:applications|routing|responses)|sanic\b|aiohttp\b)/m.test(text),
};
