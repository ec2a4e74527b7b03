import type { Profile } from '../../../../extractor.js';

/**
 * Frameworks that are recognised only by their packages; `used`: further evidence, where clients or helpers also import the
 * package.
 */
export const OTHERS: readonly (readonly [title: string, packages: string, used?: RegExp])[] = [
  [
    'trpc-openapi',
    '(?:trpc-openapi|trpc-to-openapi|@lilyrose2798/trpc-openapi)(?:/[\\w/-]{0,60})?',
    /\bcreateOpenApi(?!Express)[A-Z]|\bfastifyTRPCOpenApiPlugin\b/,
  ],
  ['ts-rest by other servers', '@ts-rest/(?:nest|next|serverless)(?:/[\\w/-]{0,60})?'],
  ['Moleculer', 'moleculer-web|moleculer', /\bApiGateway\b|\bmoleculer-web\b|\brest\s{0,9}:/],
  ['LoopBack 3', 'loopback|loopback-boot'],
  ['Exegesis', 'exegesis(?:-express|-koa)?'],
  ['swagger-node', 'swagger-(?:express-mw|hapi|restify-mw|node-runner)|swagger-routes'],
  ['OpenAPI for hapi', 'hapi-openapi|hapi-swaggered|hapi-router|hapi-auto-route|rest-hapi'],
  ['OAS tools', '@oas-tools/core|oas-tools'],
  ['Polka', 'polka'],
  ['tinyhttp', '@tinyhttp/(?:app|router)'],
  ['lazy handlers of h3', 'h3|nitropack(?:/[\\w/-]{0,60})?|nitro|#imports', /\blazyEventHandler\(|\bdefineLazyEventHandler\(/],
  [
    'Remix',
    '@remix-run/(?:node|server-runtime|cloudflare|deno)',
    /\bexport\s{1,9}(?:async\s{1,9}function|function|const)\s{1,9}(?:loader|action)\b/,
  ],
  ['Astro', 'astro', /\bAPIRoute\b/],
  ['TanStack Start', '@tanstack/(?:react-|solid-)?start(?:/[\\w/-]{0,60})?', /\bcreate(?:API|Server)FileRoute\b/],
  ['Azure Functions', '@azure/functions', /\bapp\.(?:http|get|post|put|patch|deleteRequest)\(|\b(?:HttpRequest|AzureFunction)\b/],
  ['AWS Lambda', 'aws-lambda', /\bAPIGateway(?:Proxy)?(?:Event|Handler|Result)\w{0,20}/],
  [
    'Routers for AWS Lambda',
    '@middy/http-router|lambda-api|aws-lambda-router|@aws-lambda-powertools/event-handler(?:/[\\w/-]{0,60})?',
  ],
  ['Functions Framework', '@google-cloud/functions-framework', /\.http\(/],
  [
    'Firebase functions',
    'firebase-functions(?:/[\\w/-]{0,60})?',
    /\bonRequest\(\s{0,20}(?:\{[^{}]{0,200}\},\s{0,20})?(?:async\s{0,9})?(?:\(|function)/,
  ],
  ['Vercel functions', '@vercel/node', /\bVercelRequest\b|\bNowRequest\b/],
  ['itty-router-openapi', 'itty-router-openapi|chanfana'],
  ['Ts.ED', '@tsed/(?:common|platform-http|platform-express|platform-koa|schema)'],
  ['FoalTS', '@foal/core'],
  ['Deepkit', '@deepkit/http'],
  ['Marble.js', '@marblejs/(?:core|http)'],
  ['Midway', '@midwayjs/(?:core|decorator|koa|web|express)'],
  ['Egg', 'egg'],
  ['Sails', 'sails'],
  ['Strapi', '@strapi/strapi'],
  ['Medusa', '@medusajs/(?:medusa|framework)(?:/[\\w/-]{0,60})?', /\bMedusaRequest\b/],
  ['Effect', '@effect/platform(?:/[\\w/-]{0,60})?', /\bHttp(?:Api|Router|ApiGroup|ApiBuilder|LayerRouter)\b/],
  ['uWebSockets.js', 'uWebSockets\\.js|hyper-express'],
  ['microrouter', 'microrouter|micro', /\bmicrorouter\b|\bserve\(|\bmicro\(/],
  ['OvernightJS', '@overnightjs/core'],
  ['Koa controllers', 'koa-(?:swagger-decorator|ts-controllers|decorator|controllers|oas3|smart)|amala|trafficlight'],
  ['Connect', 'connect|connect-route', /\bconnect\(\)/],
];

/** Packages that serve the metrics of a service as soon as they are registered, by default at `/metrics`. */
export const METRICS =
  'express-prom-bundle|express-prometheus-middleware|prometheus-api-metrics|swagger-stats|fastify-metrics|koa-prometheus|@promster/(?:express|fastify|hapi)|@willsoto/nestjs-prometheus|@julr/adonisjs-prometheus(?:/\\w{1,40})?';

const PACKAGES = [METRICS, ...OTHERS.map(([, packages]) => packages)].join('|');
const IMPORTED = new RegExp(`["'](?:${PACKAGES})["']`);

const TEST_IMPORTS =
  /["'](?:supertest|msw(?:\/\w{1,20})?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|ava|node:test)["']|\bjest\.mock\(/;

/** Recognised but not read: no operation of such a service may be reported as missing. */
export const othersProfile: Profile = {
  id: 'typescript/others',
  title: 'Other frameworks of Node.js',
  signals: (text) => IMPORTED.test(text) && !TEST_IMPORTS.test(text),
};
