import type { Profile } from '../profile.js';

/** A file creates an app, by Hono itself or by a function of the service, or has a registration in a form that only Hono has. */
const SIGNALS =
  /\bhono\b|\bHono\b|\b(?:Bun|Deno)\.serve\(|\bserve\(|\.openapi\(|\.createApp\(\)|\.route\(\s*["'`][^"'`\n]*["'`]\s*,/;

/** Documentation and signals of the Hono reader, in a module that does not load the parser. */
export const honoProfile: Profile = {
  id: 'typescript/hono',
  title: 'Hono',
  // https://hono.dev/docs/api/routing#routing-priority
  matching: { firstMatch: true },
  resolves: [
    'apps in any file, `route`, `basePath` as a clone, chained calls, `on` with lists of methods and paths, `all`, `mount` of other Hono apps',
    '`createFactory` with `initApp`, `createApp` and `createHandlers`; functions that make apps or are given one; loops over lists of apps',
    '`@hono/zod-openapi`: `createRoute` in any file with its declared responses, `app.openapi`',
    'apps that are served (`serve`, `Bun.serve`, `handle`, `app.fetch`) or the default export of an entry',
    'what handlers return: `c.json`, `c.text`, `c.html`, `c.body`, `c.redirect`, `Response.json`, `new Response`, by status',
  ],
  gaps: ['other servers given to `mount`', 'paths, methods and lists of apps that are only known when the service runs'],
  signals: (text) => SIGNALS.test(text),
};
