import type { Profile } from '../profile.js';

/** Documentation and signals of the Elysia reader, in a module that does not load the parser. */
export const elysiaProfile: Profile = {
  id: 'typescript/elysia',
  title: 'Elysia',
  resolves: [
    '`new Elysia({ prefix })`, chained or not, `use` with instances, functions and files that are imported when they are needed, `group`, `guard`, `route`, `all`',
    'apps that are served: `listen`, `app.fetch`, the default export of an entry',
    'what handlers return, `set.status`, `status(201, body)`, `error`, `redirect`, `Response`, values instead of handlers; the `response` schemas that bodies are cut to',
    '`onAfterHandle`, `mapResponse` and `onBeforeHandle`, which open the bodies behind them',
  ],
  gaps: ['apps of other frameworks given to `mount`', 'macros', 'plugins of packages that are not known to add no routes'],
  signals: (text) => /\belysia\b|\bElysia\b/.test(text),
};
