import type { Extractor } from '../../../extractor.js';
import type { RouterFramework } from '../routers/framework.js';
import { readRouters } from '../routers/read.js';
import { h3Form } from '../sends/h3-form.js';
import type { ResultForm, Sender, Source } from '../source.js';
import { adonisjsForm } from './adonisjs/form.js';
import { adonisjs } from './adonisjs/index.js';
import { bun } from './bun/index.js';
import { elysiaForm } from './elysia/form.js';
import { elysia } from './elysia/index.js';
import { encore } from './encore/index.js';
import { express } from './express/index.js';
import { fastify } from './fastify/index.js';
import { feathers } from './feathers/index.js';
import { findMyWay } from './find-my-way/index.js';
import { h3 } from './h3/index.js';
import { hapi } from './hapi/index.js';
import { hono } from './hono/index.js';
import { inversify } from './inversify/index.js';
import { ittyRouter } from './itty-router/index.js';
import { koa } from './koa/index.js';
import { lambda } from './lambda/index.js';
import { loopback } from './loopback/index.js';
import { nestjs } from './nestjs/index.js';
import { nextjs } from './nextjs/index.js';
import { nitro } from './nitro/index.js';
import { nodeHttp } from './node-http/index.js';
import { oak } from './oak/index.js';
import { others } from './others/index.js';
import { restify } from './restify/index.js';
import { routingControllers } from './routing-controllers/index.js';
import { sveltekit } from './sveltekit/index.js';
import { trpc } from './trpc/index.js';
import { tsRestForm } from './ts-rest/form.js';
import { tsRest } from './ts-rest/index.js';
import { tsoa } from './tsoa/index.js';

/** Frameworks with routers that code creates, mounts and passes around: one reader evaluates all of their tables. */
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
  oak,
  restify,
  trpc,
  tsRest,
];
/** Forms of handlers in files that show them (`ResultForm.shown`). */
export const forms: readonly ResultForm[] = [adonisjsForm, elysiaForm, h3Form, tsRestForm];
export const handlerSends: readonly Sender[] = routerFrameworks.flatMap(({ sends }) => sends ?? []);

/** The router reader skips calls that other readers handle. */
export const routers: Extractor<Source> = {
  id: 'typescript/routers',
  title: 'routers',
  signals: (text, path) => routerFrameworks.some((one) => one.signals(text, path)),
  extract: (source) => readRouters(source, routerFrameworks),
};

/** The frameworks for TypeScript and JavaScript besides the routers. */
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
