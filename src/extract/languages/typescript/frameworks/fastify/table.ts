import type { Returned } from '../../../../../facts/fact.js';
import { doubledColons } from '../../../../engine/paths.js';
import type { RouterTable } from '../../../../engine/router-table.js';
import { verbMethods } from '../../verb-methods.js';

/** Id of the extractor. */
export const BY = 'typescript/fastify';
/** The media type and status of returned strings and empty values: https://fastify.dev/docs/latest/Reference/Reply/#strings */
export const RETURNED: Returned = { text: 'text/plain', empty: 200 };

/** https://fastify.dev/docs/latest/Reference/Routes/#shorthand-declaration */
export const table: RouterTable = {
  id: BY,
  imported: /["'](?:fastify(?:-[\w-]+)?|@fastify\/[\w-]+)["']/,
  words: /\bfastify\b|\bFastify\w*/,
  makers: [
    {
      packages: /^fastify$/,
      names: /^(?:\*|default|fastify)$/,
      makes: 'app',
      // `caseSensitive`, among `routerOptions` since Fastify 5: https://fastify.dev/docs/latest/Reference/Server/#casesensitive
      settings: ({ arguments: [options] }) =>
        [options, options?.member('routerOptions')].some((one) => one?.member('caseSensitive')?.flag === false)
          ? { matching: { anyCase: true } }
          : {},
    },
  ],
  types: /Fastify|(?:App|Server|Zod|Typed)Instance\b/,
  names:
    /^_?(?:app|server|instance|api|router|scope|f|s|route|routes|parent|child|childServer|\w+(?:App|Server|Instance|Scope))$/,
  sureNames: /fastify/i,
  verbs: verbMethods({ trace: 'TRACE' }),
  fluent:
    /^(?:register|route|decorate\w*|add[A-Z]\w*|set[A-Z]\w*|withTypeProvider|after|use|get|post|put|patch|delete|head|options|trace|all)$/,
  own: /^(?:get|post|put|patch|delete|head|options|trace|all|register|route|listen|ready|close|inject|log|info|debug|warn|error|fatal|after|decorate\w*|add[A-Z]\w*|set[A-Z]\w*|bind|then|push|set|emit|on|once|resolve|withTypeProvider|printRoutes)$/,
  path: doubledColons,
  options: true,
  described: { call: 'route', path: ['url', 'path'], elsewhere: 'values' },
  harmless:
    /^(?:@fastify\/(?!http-proxy|reply-from|express|middie)[\w-]+|fastify-(?:plugin|cors|helmet|jwt|cookie|swagger|sensible|static|multipart|formbody|metrics|healthcheck|raw-body|print-routes|socket\.io|auth|env|mongodb|redis|postgres|rate-limit|websocket|compress|etag|favicon|session|zod-openapi|type-provider-[\w-]+)|@sentry\/[\w-]+|@scalar\/[\w-]+|close-with-grace|@autotelic\/[\w-]+)$/,
  libraries: new Map([
    ['fastify-openapi-glue', {}],
    ['openapi-glue', {}],
    ['fastify-decorators', {}],
    ['fastify-autoroutes', {}],
    ['fastify-file-routes', {}],
    ['fastify-now', {}],
    ['@fastify/http-proxy', {}],
    ['fastify-http-proxy', {}],
    ['mercurius', { below: '/graphql' }],
    ['@trpc/server/adapters/fastify', { below: '/trpc' }],
  ]),
  returned: RETURNED,
};

/** Hooks that may answer before the handler. */
export const ANSWERING = ['onRequest', 'preParsing', 'preValidation', 'preHandler'];
