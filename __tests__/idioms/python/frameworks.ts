import { each, indented, lines, type Operation, type Verb } from '../service.js';

/** How one framework says what every idiom needs. */
export interface Framework {
  readonly name: string;
  readonly requirement: string;
  readonly imports: string;
  /** The parameters of a handler that is a function. */
  readonly parameters: string;
  readonly isAsync: boolean;
  /** The statement that answers. */
  readonly send: (body: string) => string;
  /** The statement that answers with 404. */
  readonly sendAbsent: string;
  /** The app and its plain routes, from the statements of each handler. */
  readonly plain: (answer: (one: Operation) => string) => string;
  /** It sends no list. */
  readonly noLists?: true;
  readonly routers?: Routers;
}

/** What a framework has whose handlers are functions that are registered on routers. */
export interface Routers {
  readonly app: string;
  readonly make: (name: string) => string;
  readonly mount: (prefix: string, router: string) => string;
  readonly add: (on: string, method: string, path: string, handler: string) => string;
  /** Absent: nothing registers by a decorator. */
  readonly decorator?: (on: string, verb: Verb, path: string) => string;
}

type FunctionFramework = Omit<Framework, 'plain' | 'routers'> & { readonly routers: Routers };

/** A framework whose plain routes are functions that are added to a router. */
const ofFunctions = (framework: FunctionFramework): Framework => ({
  ...framework,
  plain: (answer) => {
    const { app, make, mount, add } = framework.routers;
    return lines(
      app,
      `routes = ${make('routes')}`,
      each((one) =>
        lines(functionOf(framework, one, answer(one)), add('routes', `"${one.verb.toUpperCase()}"`, `"${one.path}"`, one.key)),
      ),
      mount('"/api"', 'routes'),
    );
  },
});

/** A handler as a function with the key of its operation. */
export function functionOf(
  { isAsync, parameters }: Pick<Framework, 'isAsync' | 'parameters'>,
  one: Operation,
  answer: string,
  isMethod = false,
): string {
  const all = [isMethod ? 'self' : '', parameters].filter(Boolean).join(', ');
  return `${isAsync ? 'async ' : ''}def ${one.key}(${all}):\n${indented(answer)}`;
}

const byVerb = (on: string, verb: Verb, path: string): string => `@${on}.${verb}(${path})`;

const flaskLike = (name: string, imports: string, app: string, isAsync: boolean): Framework =>
  ofFunctions({
    name,
    requirement: name,
    imports,
    parameters: '',
    isAsync,
    send: (body) => `return jsonify(${body})`,
    sendAbsent: 'return jsonify({"message": "absent"}), 404',
    routers: {
      app,
      make: (router) => `Blueprint("${router}", __name__)`,
      mount: (prefix, router) => `app.register_blueprint(${router}, url_prefix=${prefix})`,
      add: (on, method, path, handler) => `${on}.add_url_rule(${path}, view_func=${handler}, methods=[${method}])`,
      decorator: byVerb,
    },
  });

export const frameworks: readonly Framework[] = [
  ofFunctions({
    name: 'fastapi',
    requirement: 'fastapi',
    imports: 'from fastapi import APIRouter, FastAPI\nfrom fastapi.responses import JSONResponse',
    parameters: '',
    isAsync: true,
    send: (body) => `return ${body}`,
    sendAbsent: 'return JSONResponse({"message": "absent"}, status_code=404)',
    routers: {
      app: 'app = FastAPI()',
      make: () => 'APIRouter()',
      mount: (prefix, router) => `app.include_router(${router}, prefix=${prefix})`,
      add: (on, method, path, handler) => `${on}.add_api_route(${path}, ${handler}, methods=[${method}])`,
      decorator: byVerb,
    },
  }),
  flaskLike('flask', 'from flask import Blueprint, Flask, jsonify', 'app = Flask(__name__)', false),
  flaskLike('quart', 'from quart import Blueprint, Quart, jsonify', 'app = Quart(__name__)', true),
  ofFunctions({
    name: 'aiohttp',
    requirement: 'aiohttp',
    imports: 'from aiohttp import web',
    parameters: 'request',
    isAsync: true,
    send: (body) => `return web.json_response(${body})`,
    sendAbsent: 'return web.json_response({"message": "absent"}, status=404)',
    routers: {
      app: 'app = web.Application()',
      make: () => 'web.Application()',
      mount: (prefix, router) => `app.add_subapp(${prefix}, ${router})`,
      add: (on, method, path, handler) => `${on}.router.add_route(${method}, ${path}, ${handler})`,
    },
  }),
  ofFunctions({
    name: 'sanic',
    requirement: 'sanic',
    imports: 'from sanic import Blueprint, Sanic, json',
    parameters: 'request',
    isAsync: true,
    send: (body) => `return json(${body})`,
    sendAbsent: 'return json({"message": "absent"}, status=404)',
    routers: {
      app: 'app = Sanic("shop")',
      make: (router) => `Blueprint("${router}")`,
      mount: (prefix, router) => `app.blueprint(${router}, url_prefix=${prefix})`,
      add: (on, method, path, handler) => `${on}.add_route(${handler}, ${path}, methods=[${method}])`,
      decorator: byVerb,
    },
  }),
  ofFunctions({
    name: 'starlette',
    requirement: 'starlette',
    imports:
      'from starlette.applications import Starlette\nfrom starlette.responses import JSONResponse\nfrom starlette.routing import Router',
    parameters: 'request',
    isAsync: true,
    send: (body) => `return JSONResponse(${body})`,
    sendAbsent: 'return JSONResponse({"message": "absent"}, status_code=404)',
    routers: {
      app: 'app = Starlette()',
      make: () => 'Router()',
      mount: (prefix, router) => `app.mount(${prefix}, ${router})`,
      add: (on, method, path, handler) => `${on}.add_route(${path}, ${handler}, methods=[${method}])`,
    },
  }),
  {
    name: 'tornado',
    requirement: 'tornado',
    imports: 'import tornado.web',
    parameters: 'self',
    isAsync: false,
    send: (body) => `self.write(${body})`,
    sendAbsent: 'self.set_status(404)\nself.write({"message": "absent"})\nreturn',
    noLists: true,
    plain: (answer) =>
      lines(
        each(
          (one) =>
            `class ${one.type}Handler(tornado.web.RequestHandler):\n    def ${one.verb}(self):\n${indented(indented(answer(one)))}`,
        ),
        `app = tornado.web.Application([${each(({ path, type }) => `(r"/api${path}", ${type}Handler)`, ', ')}])`,
      ),
  },
  {
    name: 'falcon',
    requirement: 'falcon',
    imports: 'import falcon',
    parameters: 'self, req, resp',
    isAsync: false,
    send: (body) => `resp.media = ${body}`,
    sendAbsent: 'resp.status = falcon.HTTP_404\nresp.media = {"message": "absent"}\nreturn',
    plain: (answer) =>
      lines(
        each((one) => `class ${one.type}Resource:\n    def on_${one.verb}(self, req, resp):\n${indented(indented(answer(one)))}`),
        'app = falcon.App()',
        each(({ path, type }) => `app.add_route("/api${path}", ${type}Resource())`),
      ),
  },
];
