import type { Extractor } from '../../../extractor.js';
import type { Source } from '../source.js';
import { express } from './express.js';
import { fastify } from './fastify.js';
import { hapi } from './hapi.js';
import { hono } from './hono.js';
import { inversify } from './inversify.js';
import { koa } from './koa.js';
import { nestjs } from './nestjs.js';
import { nextjs } from './nextjs.js';
import { nodeHttp } from './node-http.js';
import { others } from './others.js';
import { routingControllers } from './routing-controllers.js';
import { tsoa } from './tsoa.js';

/** The frameworks whose routes are read from TypeScript and JavaScript. Express comes last: it takes what nobody claimed. */
export const frameworks: readonly Extractor<Source>[] = [
  nestjs,
  nextjs,
  tsoa,
  routingControllers,
  inversify,
  hono,
  fastify,
  koa,
  hapi,
  nodeHttp,
  others,
  express,
];
