import type { Profile } from '../profile.js';

/** What the Javalin reader resolves, and the gaps it leaves. */
export const javalinProfile: Profile = {
  id: 'jvm/javalin',
  title: 'Javalin',
  resolves: [
    '`app.get(path, handler)` and the like, `ApiBuilder` with nested `path`, `crud`, groups in methods and classes (`EndpointGroup`), `routes` and `apiBuilder`, `contextPath`',
    'handlers as lambdas, references to methods and classes with `handle`; what `ctx.json`, `ctx.result`, `ctx.html`, `ctx.status` and `ctx.redirect` send on each way through a handler, also in methods that are given the context',
  ],
  gaps: [
    'paths that are not written out, groups that are made by other calls, routers of plugins (`router.mount`) and annotated routes',
    'handlers that are handed to other code; what a JSON mapper of its own makes of bodies before Jackson writes them; answers of handlers of `exception`, `error` and `before`',
  ],
  // https://javalin.io/documentation#handlers: the first matching endpoint handles the request, and a handler that does nothing
  // sends 200
  matching: { firstMatch: true, silentSuccess: true },
  signals: (text) => /\bio\.javalin\b/.test(text),
};
