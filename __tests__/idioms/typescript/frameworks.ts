import type { Verb } from '../service.js';

/** How one framework says what every idiom needs. */
export interface Framework {
  readonly name: string;
  /** Imports of a file that registers routes. */
  readonly imports: string;
  /** The app, before its routes. */
  readonly app: string;
  /** The name of the app, which mounts routers. */
  readonly root: string;
  /** What serves the app, after its routes. */
  readonly listen: string;
  /** The type of what routes are registered on. */
  readonly type: string;
  /** The parameters of a handler, and their names alone. */
  readonly parameters: string;
  readonly names: string;
  /** The parameter that answers, and its type. */
  readonly sender: string;
  readonly senderType: string;
  readonly send: (body: string, on?: string) => string;
  /** The statements that answer with 404. */
  readonly sendAbsent: string;
  /** An expression that makes a router; absent: a router is a function that is given one. */
  readonly create?: string;
  /** A router in a variable, with the routes that `routes` registers on the name that it is given. */
  readonly router: (name: string, routes: (on: string) => string) => string;
  readonly mount: (on: string, prefix: string, router: string) => string;
  readonly route: (on: string, verb: Verb, path: string, handler: string) => string;
  /** The method is an expression. */
  readonly computed: (on: string, method: string, path: string, handler: string) => string;
  readonly method: (verb: Verb) => string;
}

const byName = (on: string, verb: Verb, path: string, handler: string): string => `${on}.${verb}(${path}, ${handler});`;
const byComputedName = (on: string, method: string, path: string, handler: string): string =>
  `${on}[${method}](${path}, ${handler});`;

const express: Framework = {
  name: 'express',
  imports: "import express, { Router, type Request, type Response } from 'express';",
  app: 'const app = express();',
  root: 'app',
  listen: 'app.listen(3000);',
  type: 'Router',
  parameters: 'req: Request, res: Response',
  names: 'req, res',
  sender: 'res',
  senderType: 'Response',
  send: (body, on = 'res') => `return ${on}.json(${body});`,
  sendAbsent: "return res.status(404).json({ message: 'absent' });",
  create: 'Router()',
  router: (name, routes) => `const ${name} = Router();\n${routes(name)}`,
  mount: (on, prefix, router) => `${on}.use(${prefix}, ${router});`,
  route: byName,
  computed: byComputedName,
  method: (verb) => `'${verb}'`,
};

const koa: Framework = {
  name: 'koa',
  imports: "import Koa, { type Context } from 'koa';\nimport Router from '@koa/router';",
  app: 'const app = new Koa();\nconst root = new Router();',
  root: 'root',
  listen: 'app.use(root.routes());\napp.listen(3000);',
  type: 'Router',
  parameters: 'ctx: Context',
  names: 'ctx',
  sender: 'ctx',
  senderType: 'Context',
  send: (body, on = 'ctx') => `${on}.body = ${body};`,
  sendAbsent: "ctx.status = 404;\nctx.body = { message: 'absent' };\nreturn;",
  create: 'new Router()',
  router: (name, routes) => `const ${name} = new Router();\n${routes(name)}`,
  mount: (on, prefix, router) => `${on}.use(${prefix}, ${router}.routes());`,
  route: byName,
  computed: byComputedName,
  method: (verb) => `'${verb}'`,
};

const hono: Framework = {
  name: 'hono',
  imports: "import { Hono, type Context } from 'hono';\nimport { serve } from '@hono/node-server';",
  app: 'const app = new Hono();',
  root: 'app',
  listen: 'serve({ fetch: app.fetch, port: 3000 });',
  type: 'Hono',
  parameters: 'c: Context',
  names: 'c',
  sender: 'c',
  senderType: 'Context',
  send: (body, on = 'c') => `return ${on}.json(${body});`,
  sendAbsent: "return c.json({ message: 'absent' }, 404);",
  create: 'new Hono()',
  router: (name, routes) => `const ${name} = new Hono();\n${routes(name)}`,
  mount: (on, prefix, router) => `${on}.route(${prefix}, ${router});`,
  route: byName,
  computed: byComputedName,
  method: (verb) => `'${verb}'`,
};

const fastify: Framework = {
  name: 'fastify',
  imports: "import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';",
  app: 'const app = Fastify();',
  root: 'app',
  listen: 'await app.listen({ port: 3000 });',
  type: 'FastifyInstance',
  parameters: 'request: FastifyRequest, reply: FastifyReply',
  names: 'request, reply',
  sender: 'reply',
  senderType: 'FastifyReply',
  send: (body, on = 'reply') => `return ${on}.send(${body});`,
  sendAbsent: "return reply.code(404).send({ message: 'absent' });",
  router: (name, routes) => `async function ${name}(router: FastifyInstance) {\n${routes('router')}\n}`,
  mount: (on, prefix, router) => `await ${on}.register(${router}, { prefix: ${prefix} });`,
  route: byName,
  computed: (on, method, path, handler) => `${on}.route({ method: ${method}, url: ${path}, handler: ${handler} });`,
  method: (verb) => `'${verb.toUpperCase()}'`,
};

const hapi: Framework = {
  name: 'hapi',
  imports: "import Hapi, { type Request, type ResponseToolkit, type Server } from '@hapi/hapi';",
  app: 'const server = Hapi.server({ port: 3000 });',
  root: 'server',
  listen: 'await server.start();',
  type: 'Server',
  parameters: 'request: Request, h: ResponseToolkit',
  names: 'request, h',
  sender: 'h',
  senderType: 'ResponseToolkit',
  send: (body, on = 'h') => `return ${on}.response(${body});`,
  sendAbsent: "return h.response({ message: 'absent' }).code(404);",
  router: (name, routes) => `const ${name} = { name: '${name}', register: async (router: Server) => {\n${routes('router')}\n} };`,
  mount: (on, prefix, router) => `await ${on}.register(${router}, { routes: { prefix: ${prefix} } });`,
  route: (on, verb, path, handler) => `${on}.route({ method: '${verb.toUpperCase()}', path: ${path}, handler: ${handler} });`,
  computed: (on, method, path, handler) => `${on}.route({ method: ${method}, path: ${path}, handler: ${handler} });`,
  method: (verb) => `'${verb.toUpperCase()}'`,
};

export const frameworks: readonly Framework[] = [express, koa, hono, fastify, hapi];
