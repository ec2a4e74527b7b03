import type { Profile } from '../profile.js';

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
  resolves: [
    '`get` to `all` and `route({ method, url, handler })` with options objects, lists of methods, parameters with patterns, wildcards, optional parameters',
    'plugins in any file, nested, imported when needed, wrapped by fastify-plugin; `register` with prefixes and options that plugins read',
    '`@fastify/autoload`: folders, index files, `autoPrefix`, `prefixOverride`, `routeParams`, `dirNameRoutePrefix`, `maxDepth`, filters of literal text and alternatives, `autoHooks`',
    'what handlers return and send through their reply, by status; response schemas by status, `2xx` and `default`, by which Fastify serialises, with schemas that `addSchema` shares',
    '`preSerialization` hooks that return another body',
  ],
  gaps: [
    'plugins, folders and prefixes that are only known when the service runs; `onSend` hooks that change the body',
    'functions that the service adds to the reply; routes that libraries build out of a specification or decorators',
    'filters of autoload that decide by more than literal text',
  ],
  signals: (text) => SIGNALS.test(text) && !TEST_IMPORTS.test(text),
};
