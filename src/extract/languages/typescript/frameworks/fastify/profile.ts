import type { Profile } from '../../../../extractor.js';

/** A file names Fastify or a reply, registers a plugin, or registers a route with a literal path. */
const SIGNALS =
  /fastify|Fastify|\.register\(|\baddHook\(|\breply\b|\burl:\s?["'`]\/|\.(?:get|post|put|patch|delete|all|head|options|route)\(\s*["'`/]/;
/** Imports that only tests have: their routes are not the service's. */
const TEST_IMPORTS =
  /(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|tape|ava|node:test|light-my-request)["']|\bjest\.mock\(/;

/** Documentation and signals of the Fastify reader, in a module that does not load the parser. */
export const fastifyProfile: Profile = {
  id: 'typescript/fastify',
  title: 'Fastify',
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
