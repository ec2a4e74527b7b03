import type { Profile } from '../../../../extractor.js';

/** A file imports Restify, or calls a method of a server or router with a path: `.get('/a'`, `.post({ path: '/a'`. */
const SIGNALS =
  /\brestify\b|\.applyRoutes\(|\.(?:get|post|put|patch|del|head|opts)\(\s{0,9}(?:["'`/]|\{\s{0,9}(?:path|name|version|url)\s{0,9}:)/;
/** Imports that only tests have: their routes are not the service's. */
const TEST_IMPORTS =
  /(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|ava|node:test)["']|\bjest\.mock\(/;

/** Documentation and signals of the Restify reader, in a module that does not load the parser. */
export const restifyProfile: Profile = {
  id: 'typescript/restify',
  title: 'Restify',
  // find-my-way: http://restify.com/docs/home/#routing
  matching: { anyCase: false },
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
