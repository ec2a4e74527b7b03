import type { Profile } from '../profile.js';

/** What the Vert.x reader resolves, and the gaps it leaves. */
export const vertxProfile: Profile = {
  id: 'jvm/vertx',
  title: 'Vert.x Web',
  resolves: [
    '`Router` with `get(path)`, `route(method, path)` and the like, `mountSubRouter` and `subRouter`, routers that functions are given or give, `requestHandler`',
    'operations of an OpenAPI document that are bound by their ids (`RouterBuilder` with `getRoute` or `operation`, `OpenAPI3RouterFactory` with `addHandlerByOperationId`), also as texts of enums and what getters of handlers give of them',
    'handlers as lambdas and references; what `ctx.json`, `ctx.end` and `ctx.response()` with `setStatusCode` and `end` send on each way through a handler; `JsonObject` and `JsonArray` that are written out',
  ],
  gaps: [
    'builders whose document is not named where they are made, or that functions of other files are given',
    'paths that are regular expressions or are not written out; requests that are answered without a router',
    'handlers that are made by other calls; answers of failure handlers',
  ],
  matching: { headByGet: false },
  signals: (text) =>
    /\bext\.web\.(?:Router\b|openapi\b|api\.contract\b|\*)|\bcreateHttpServer\b|\bio\.vertx\.core\.http\.HttpServer\b/.test(text),
};
