import type { Profile } from '../../../extractor.js';
import { expressProfile } from './express/profile.js';
import { feathersProfile } from './feathers/profile.js';
import { lambdaProfile } from './lambda/profile.js';
import { nextjsProfile } from './nextjs/profile.js';
import { nitroProfile } from './nitro/profile.js';
import { othersProfile } from './others/profile.js';

/** What every file is asked before it is parsed: a row for each framework, in the order of the documentation. */
export const frameworkProfiles = {
  adonisjs: {
    id: 'typescript/adonisjs',
    title: 'AdonisJS',
    signals: (text) =>
      /["'](?:@adonisjs\/core\/(?:services\/router|http|types\/http)|@ioc:Adonis\/Core\/(?:Route|HttpContext))["']/.test(text),
  },
  elysia: {
    id: 'typescript/elysia',
    title: 'Elysia',
    signals: (text) => /\belysia\b|\bElysia\b/.test(text),
  },
  express: expressProfile,
  fastify: {
    id: 'typescript/fastify',
    title: 'Fastify',
    // A file names Fastify or a reply, registers a plugin, or registers a route with a literal path.
    // Imports that only tests have: their routes are not the service's.
    signals: (text) =>
      /fastify|Fastify|\.register\(|\baddHook\(|\breply\b|\burl:\s?["'`]\/|\.(?:get|post|put|patch|delete|all|head|options|route)\(\s*["'`/]/.test(
        text,
      ) &&
      !/(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|tape|ava|node:test|light-my-request)["']|\bjest\.mock\(/.test(
        text,
      ),
  },
  findMyWay: {
    id: 'typescript/find-my-way',
    title: 'find-my-way',
    matching: {},
    signals: (text) => text.includes('find-my-way'),
  },
  h3: {
    id: 'typescript/h3',
    title: 'h3',
    signals: (text) => /["']h3["']/.test(text) && /\b(?:createApp|createRouter|H3)\b/.test(text),
  },
  hapi: {
    id: 'typescript/hapi',
    title: 'hapi',
    // A file names hapi, or has objects in the form of hapi's routes or plugins.
    signals: (text) =>
      (/\bhapi\b|\bHapi\b|\bserver\.(?:route|register)\(|\bResponseToolkit\b|\bServerRoute\b/.test(text) ||
        (/\bmethod\s*:[^\n]{0,80}/.test(text) && /\bpath\s*:/.test(text) && /\b(?:handler|config|options)\b/.test(text))) &&
      !/(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:@hapi\/lab|lab|@hapi\/code|@jest\/globals|vitest|mocha|chai|sinon|node:test)["']|\bjest\.mock\(/.test(
        text,
      ),
  },
  hono: {
    id: 'typescript/hono',
    title: 'Hono',
    // https://hono.dev/docs/api/routing#routing-priority
    matching: { firstMatch: true },
    // A file creates an app, by Hono itself or by a function of the service, or has a registration in a form that only Hono has.
    signals: (text) =>
      /\bhono\b|\bHono\b|\b(?:Bun|Deno)\.serve\(|\bserve\(|\.openapi\(|\.createApp\(\)|\.route\(\s*["'`][^"'`\n]*["'`]\s*,/.test(
        text,
      ),
  },
  koa: {
    id: 'typescript/koa',
    title: 'Koa',
    // https://github.com/koajs/router/blob/master/API.md#new-routeropts
    matching: { anyCase: true, firstMatch: true },
    // A file imports Koa or one of its routers, registers a route, mounts a router, or answers through a context.
    signals: (text) =>
      /\bkoa\b|koa-|@koa\/|[Rr]outer\.\w+\(|\bapp\.use\(|\.routes\(\)|\bRouter\(/.test(text) &&
      !/(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|ava|node:test)["']|\bjest\.mock\(/.test(
        text,
      ),
  },
  oak: {
    id: 'typescript/oak',
    title: 'oak',
    // https://jsr.io/@oak/oak/doc/router/~/RouterOptions
    matching: { anyCase: true, firstMatch: true },
    signals: (text) => /\boak\b|[Rr]outer\.\w+\(|\bapp\.use\(|\.routes\(\)|\bRouter\(/.test(text),
  },
  ittyRouter: {
    id: 'typescript/itty-router',
    title: 'itty-router',
    signals: (text) => /["']itty-router["'/]/.test(text),
  },
  inversify: {
    id: 'typescript/inversify',
    title: 'inversify-express-utils',
    // as Express, which it registers with
    matching: { anyCase: true, firstMatch: true },
    signals: (text) => text.includes('inversify-express-utils') && /["']inversify-express-utils["']/.test(text),
  },
  loopback: {
    id: 'typescript/loopback',
    title: 'LoopBack 4',
    // What starts an application need not name a package.
    signals: (text) =>
      (text.includes('@loopback/') && /["']@loopback\/(?:rest|openapi-v3|core|context)["']/.test(text)) ||
      (text.includes('.boot()') && /\bnew [A-Z]\w{0,60}App(?:lication)?\(/.test(text)),
  },
  nestjs: {
    id: 'typescript/nestjs',
    title: 'NestJS',
    // like Express, its default platform: https://docs.nestjs.com/first-steps#platform
    matching: { anyCase: true, firstMatch: true },
    // The parts of NestJS that register routes or change them. Services and DTOs have none: they are read when code names them.
    // Methods by which a function configures an application, whatever type it declares.
    signals: (text) =>
      (text.includes('@nest') &&
        /@(?:Controller|Module|Get|Post|Put|Patch|Delete|All|Head|Options|Sse|RequestMapping|Crud)\s*\(|NestFactory|NestInterceptor|setGlobalPrefix|enableVersioning|useGlobalInterceptors|TypedRoute|applyDecorators|UseInterceptors/.test(
          text,
        )) ||
      /\.(?:setGlobalPrefix|enableVersioning|useGlobalInterceptors)\(/.test(text),
  },
  nextjs: nextjsProfile,
  nitro: nitroProfile,
  sveltekit: {
    id: 'typescript/sveltekit',
    title: 'SvelteKit',
    signals: (text, path) =>
      /(?:^|\/)\+server\.[cm]?[jt]s$/.test(path) ||
      /(?:^|\/)hooks\.server\.[cm]?[jt]s$/.test(path) ||
      (/(?:^|\/)svelte\.config\.[cm]?[jt]s$/.test(path) && text.includes('base')),
  },
  bun: {
    id: 'typescript/bun',
    title: 'Bun.serve',
    signals: (text) => /\bBun\.serve(?:<[^<>()]{0,80}>)?\(|["']bun["']/.test(text),
  },
  encore: {
    id: 'typescript/encore',
    title: 'Encore',
    signals: (text) => /["']encore\.dev\/api["']/.test(text),
  },
  feathers: feathersProfile,
  restify: {
    id: 'typescript/restify',
    title: 'Restify',
    // find-my-way: http://restify.com/docs/home/#routing
    matching: { anyCase: false },
    // A file imports Restify, or calls a method of a server or router with a path: `.get('/a'`, `.post({ path: '/a'`.
    // Imports that only tests have: their routes are not the service's.
    signals: (text) =>
      /\brestify\b|\.applyRoutes\(|\.(?:get|post|put|patch|del|head|opts)\(\s{0,9}(?:["'`/]|\{\s{0,9}(?:path|name|version|url)\s{0,9}:)/.test(
        text,
      ) &&
      !/(?:from\s{0,9}|require\(\s{0,9}|import\s{0,9})["'](?:supertest|msw(?:\/\w+)?|nock|@jest\/globals|vitest|mocha|chai|sinon|tap|ava|node:test)["']|\bjest\.mock\(/.test(
        text,
      ),
  },
  trpc: {
    id: 'typescript/trpc',
    title: 'tRPC by trpc-openapi, oRPC',
    // it makes a regular expression of each path with the flag `i`
    matching: { anyCase: true },
    // A file imports an adapter, or a procedure has OpenAPI metadata.
    // A procedure of oRPC, or of its contract.
    signals: (text) =>
      /["'](?:trpc-openapi|trpc-to-openapi|@lilyrose2798\/trpc-openapi|@orpc\/openapi(?:\/[\w-]{1,40})?)["']/.test(text) ||
      (/\.route\(\s{0,20}\{/.test(text) && /\.(?:handler|output)\(/.test(text)) ||
      (text.includes('.meta(') && /procedure/i.test(text)),
  },
  tsRest: {
    id: 'typescript/ts-rest',
    title: 'ts-rest',
    signals: (text) => /["']@ts-rest\//.test(text),
  },
  routingControllers: {
    id: 'typescript/routing-controllers',
    title: 'routing-controllers',
    // like Express and @koa/router, which it registers with
    matching: { anyCase: true, firstMatch: true },
    signals: (text) => text.includes('routing-controllers') && /["']routing-controllers["']/.test(text),
  },
  tsoa: {
    id: 'typescript/tsoa',
    title: 'tsoa',
    // like Express, its default: https://tsoa-community.github.io/docs/getting-started.html
    matching: { anyCase: true, firstMatch: true },
    signals: (text) => /tsoa["'/]|RegisterRoutes|TsoaRoute/.test(text),
  },
  nodeHttp: {
    id: 'typescript/node-http',
    title: 'node:http',
    signals: (text) => text.includes('createServer') && /["'](?:node:)?https?2?["']/.test(text) && /\.url\b/.test(text),
  },
  lambda: lambdaProfile,
  others: othersProfile,
} satisfies Readonly<Record<string, Profile>>;
