import { collect } from '../../src/extract/collect.js';
import { languages } from '../../src/extract/languages/index.js';
import { link } from '../../src/facts/link.js';
import { folderOf, removeFolders } from '../temporary-folder.js';

afterEach(removeFolders);

const go = (module: string, router: string, method: string, more = '') =>
  `package main\nimport "${module}"\nfunc main() {\n r := ${router}\n r.${method}("/users/ID", h)${more}\n r.${method}("/names/NAME", h)${more}\n}\n`;
const jvm = (imports: string, marks: string, get: string) =>
  `import ${imports};\n${marks}\npublic class Users {\n ${get}("/users/ID") public String one() { return ""; }\n ${get}("/names/NAME") public String other() { return ""; }\n}\n`;
const js = (start: string, method = 'app.get') => `${start}\n${method}('/users/ID', h);\n${method}('/names/NAME', h);\n`;
const py = (start: string, route: string) =>
  `${start}\n@${route}('/users/ID')\ndef one(id):\n    return {}\n@${route}('/names/NAME')\ndef other(name):\n    return {}\n`;

/** The framework, a file of a service, and how a parameter of digits and one of any text are written there. */
const SERVICES: readonly (readonly [string, string, string, string, string])[] = [
  ['Express', 'a.js', js("const app = require('express')();"), ':id(\\\\d+)', ':name([^/]+)'],
  ['Koa', 'a.js', js("const app = new (require('@koa/router'))();"), ':id(\\\\d+)', ':name'],
  ['Fastify', 'a.js', js("const app = require('fastify')();"), ':id(^\\\\d+$)', ':name'],
  ['Hono', 'a.ts', js("import { Hono } from 'hono';\nconst app = new Hono();"), ':id{[0-9]{1,4}}', ':name{[^/]+}'],
  ['gorilla', 'a.go', go('github.com/gorilla/mux', 'mux.NewRouter()', 'HandleFunc'), '{id:[0-9]{1,4}}', '{name:[^/]+}'],
  ['chi', 'a.go', go('github.com/go-chi/chi/v5', 'chi.NewRouter()', 'Get'), '{id:[0-9]+}', '{name:.+}'],
  ['fiber', 'a.go', go('github.com/gofiber/fiber/v2', 'fiber.New()', 'Get'), ':id<int>', ':name'],
  [
    'ASP.NET',
    'Program.cs',
    'var app = WebApplication.Create(args);\napp.MapGet("/users/ID", () => 1);\napp.MapGet("/names/NAME", () => 1);\napp.Run();\n',
    '{id:int:min(1)}',
    '{name:required}',
  ],
  [
    'Spring',
    'Users.java',
    jvm('org.springframework.web.bind.annotation.*', '@RestController', '@GetMapping'),
    '{id:[0-9]{1,4}}',
    '{name:.+}',
  ],
  ['JAX-RS', 'Users.java', jvm('jakarta.ws.rs.*', '@Path("/")', '@GET @Path'), '{id: [0-9]+}', '{name: [^/]+}'],
  ['Micronaut', 'Users.java', jvm('io.micronaut.http.annotation.*', '@Controller', '@Get'), '{id:[0-9]+}', '{name}'],
  ['Flask', 'a.py', py('from flask import Flask\napp = Flask(__name__)', 'app.get'), '<int:id>', '<string:name>'],
  ['FastAPI', 'a.py', py('from fastapi import FastAPI\napp = FastAPI()', 'app.get'), '{id:int}', '{name:str}'],
  [
    'aiohttp',
    'a.py',
    py('from aiohttp import web\nroutes = web.RouteTableDef()\napp = web.Application()\napp.add_routes(routes)', 'routes.get'),
    '{id:\\\\d+}',
    '{name:[^/]+}',
  ],
];

test.each(SERVICES)('%s: a route whose parameter has to match a pattern says so', async (_, file, source, id, name) => {
  const folder = folderOf({ [file]: source.replaceAll('ID', () => id).replaceAll('NAME', () => name) });
  const { routes } = link(await collect({ repository: folder, dir: folder, languages }));
  expect(routes.map(({ path, constrained }) => [path, constrained])).toEqual([
    ['/names/{name}', undefined],
    ['/users/{id}', [1]],
  ]);
});

test.each([
  ['Express', 'a.js', "const app = require('express')();\napp.get(/^(?!\\/api\\/).*/, h);"],
  ['Express 4', 'a.js', "const app = require('express')();\napp.get('/((?!api\\/).*)', h);"],
  [
    'ASP.NET',
    'Program.cs',
    'var app = WebApplication.Create(args);\napp.MapGet("/{**path:regex(^(?!api/).*)}", () => 1);\napp.Run();\n',
  ],
  [
    'gorilla',
    'a.go',
    go('github.com/gorilla/mux', 'mux.NewRouter()', 'HandleFunc').replace('/users/ID', () => '/{rest:(?!api/).*}'),
  ],
])('%s: a catch-all whose pattern excludes beginnings says so', async (_, file, source) => {
  const folder = folderOf({ [file]: source });
  const { routes } = link(await collect({ repository: folder, dir: folder, languages }));
  expect(routes.find(({ path }) => path.startsWith('/{') && path.endsWith('*}'))?.excluded).toEqual(['api/']);
});
