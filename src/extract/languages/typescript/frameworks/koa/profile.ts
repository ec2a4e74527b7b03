import type { Profile } from '../profile.js';

/** A file imports Koa or one of its routers, registers a route, mounts a router, or answers through a context. */
const SIGNALS = /\bkoa\b|koa-|@koa\/|[Rr]outer\.\w+\(|\bapp\.use\(|\.routes\(\)|\bRouter\(/;
const TEST_IMPORTS =
  /(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|ava|node:test)["']|\bjest\.mock\(/;

/** Documentation and signals of the Koa reader, in a module that does not load the parser. */
export const koaProfile: Profile = {
  id: 'typescript/koa',
  title: 'Koa',
  // https://github.com/koajs/router/blob/master/API.md#new-routeropts
  matching: { anyCase: true, firstMatch: true },
  resolves: [
    '`@koa/router` and `koa-router`: verbs, `del`, `all`, `register`, named routes, lists of paths, prefixes of routers and `router.prefix`',
    'routers nested by `use` with `routes()` or `middleware()`, in any file; `koa-mount`, `koa-compose`, `koa-route`, `koa-joi-router`',
    'what handlers set as `ctx.body`, `ctx.status` and `ctx.type`, before or after each other; generators of Koa 1',
  ],
  gaps: [
    'functions that the service adds to the context; bodies that middleware changes after the handler',
    'paths and routers that are only known when the service runs; regular expressions as paths',
  ],
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
