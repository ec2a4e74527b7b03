import type { Profile } from '../../../../extractor.js';

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
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
