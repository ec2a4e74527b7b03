import type { Extractor } from '../../../extractor.js';
import type { RouterFramework } from '../routers/framework.js';
import { readRouters } from '../routers/read.js';
import { h3Form } from '../sends/h3-form.js';
import type { ResultForm, Sender, Source } from '../source.js';
import { adonisjs } from './adonisjs.js';
import { adonisjsForm } from './adonisjs-form.js';
import { bun } from './bun.js';
import { elysia } from './elysia.js';
import { elysiaForm } from './elysia-form.js';
import { encore } from './encore.js';
import { express } from './express.js';
import { fastify } from './fastify.js';
import { feathers } from './feathers.js';
import { findMyWay } from './find-my-way.js';
import { h3 } from './h3.js';
import { hapi } from './hapi.js';
import { hono } from './hono.js';
import { inversify } from './inversify.js';
import { ittyRouter } from './itty-router.js';
import { koa } from './koa.js';
import { lambda } from './lambda.js';
import { loopback } from './loopback.js';
import { nestjs } from './nestjs.js';
import { nextjs } from './nextjs.js';
import { nitro } from './nitro.js';
import { nodeHttp } from './node-http.js';
import { others } from './others.js';
import { restify } from './restify.js';
import { routingControllers } from './routing-controllers.js';
import { sveltekit } from './sveltekit.js';
import { trpc } from './trpc.js';
import { tsRest } from './ts-rest.js';
import { tsRestForm } from './ts-rest-form.js';
import { tsoa } from './tsoa.js';

/** Routers that code makes, mounts and hands around: one reader for all of their tables. */
export const routerFrameworks: readonly RouterFramework[] = [
  elysia,
  express,
  fastify,
  findMyWay,
  h3,
  hapi,
  hono,
  ittyRouter,
  koa,
  restify,
  trpc,
  tsRest,
];
/** Forms of handlers that functions may have in files that show them. */
export const forms: readonly ResultForm[] = [adonisjsForm, elysiaForm, h3Form, tsRestForm];
export const handlerSends: readonly Sender[] = routerFrameworks.flatMap(({ sends }) => sends ?? []);

/** What other readers handle is no router's. */
export const routers: Extractor<Source> = {
  id: 'typescript/routers',
  title: 'routers',
  resolves: [],
  gaps: [],
  signals: (text, path) => routerFrameworks.some((one) => one.signals(text, path)),
  extract: (source) => readRouters(source, routerFrameworks),
};

/** The frameworks whose routes are read from TypeScript and JavaScript, beside routers. */
export const frameworks: readonly Extractor<Source>[] = [
  adonisjs,
  nestjs,
  nextjs,
  nitro,
  sveltekit,
  bun,
  encore,
  feathers,
  tsoa,
  routingControllers,
  inversify,
  loopback,
  nodeHttp,
  lambda,
  others,
];
