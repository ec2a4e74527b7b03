import type { Profile } from '../../../../extractor.js';

/**
 * A file may register Express routes when it creates a router or an app, calls a method of one with a path (`.get('/a'`, `.use(`,
 * `.route(`), or passes one on: `register(app)`, `new App([new UserRoutes()])`. Licences contain "express or implied".
 */
const SIGNALS = new RegExp(
  [
    /\bexpress\b(?! or implied)|["']openapi-backend["']|\bRouter\b|[Rr]outer\.\w+\(|\bapp\.(?:use|route)\(/,
    /\.(?:get|post|put|patch|delete|all|head|options|route)\(\s*["'`/]|\b(?:app|router|server)\[[\w.'"`()]+\]\(/,
    // Bounded: otherwise the match would restart at each letter of one long word.
    /\bnew \w{0,60}(?:Rout\w{0,60}|App|Server)\(|[(,]\s*(?:\w{1,40}\.)?(?:app|server|router|routes)\s*[,)]/,
  ]
    .map((one) => one.source)
    .join('|'),
);
/** Imports that only tests have: their routes are not the service's. */
const TEST_IMPORTS =
  /(?:from\s*|require\(\s*|import\s*)["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|chai-http|sinon|node-mocks-http|@playwright\/test|cypress|node:test|ava|tap|@testing-library\/[\w-]+)["']|\bjest\.mock\(/;

/** What every file is asked for Express. */
export const expressProfile: Profile = {
  id: 'typescript/express',
  title: 'Express',
  // https://expressjs.com/en/api.html#express.router, https://expressjs.com/en/guide/using-middleware.html
  matching: { anyCase: true, firstMatch: true },
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
