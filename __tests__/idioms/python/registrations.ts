import { each, indented, lines, operations } from '../service.js';
import type { Idiom, RouterKit } from './kit.js';

export type Registration = (kit: RouterKit) => Idiom;

const keys = operations.map(({ key }) => key);

/** How handlers are written and found, and how routes are listed and mounted. */
export const registrations: Readonly<Record<string, Registration>> = {
  'functions of another file': (k) => ({
    imports: 'import handlers',
    routes: k.service(k.added('routes', ({ key }) => `handlers.${key}`)),
    files: { handlers: k.file(k.functions()) },
  }),
  'imports by another name': (k) => ({
    imports: `from handlers import ${keys.map((key) => `${key} as ${key}_handler`).join(', ')}`,
    routes: k.service(k.added('routes', ({ key }) => `${key}_handler`)),
    files: { handlers: k.file(k.functions()) },
  }),
  'static methods': (k) => ({
    before: `class Shop:\n${indented(k.functions().replace(/^(?=async def|def)/gm, '@staticmethod\n'))}`,
    routes: k.service(k.added('routes', ({ key }) => `Shop.${key}`)),
  }),
  'methods of an instance': (k) => ({
    before: `class Shop:\n${indented(k.functions(true))}\n\nshop = Shop()`,
    routes: k.service(k.added('routes', ({ key }) => `shop.${key}`)),
  }),
  'methods of a base class': (k) => ({
    before: `class Base:\n${indented(k.functions(true))}\n\nclass Shop(Base):\n    pass\n\nshop = Shop()`,
    routes: k.service(k.added('routes', ({ key }) => `shop.${key}`)),
  }),
  'functions that a function makes': (k) => ({
    before: `def make_handlers(label):\n${indented(k.functions())}\n    return ${keys.join(', ')}`,
    routes: k.service(lines(`${keys.join(', ')} = make_handlers("shop")`, k.added('routes'))),
  }),
  'handlers in a dictionary': (k) => ({
    before: `${k.functions()}\nHANDLERS = {${keys.map((key) => `"${key}": ${key}`).join(', ')}}`,
    routes: k.service(k.added('routes', ({ key }) => `HANDLERS["${key}"]`)),
  }),
  'decorated by a function': (k) => ({
    imports: 'import functools',
    before: `def logged(handler):\n${indented(k.wrapping('"called"'))}`,
    routes: k.service(k.decorated('routes', undefined, '@logged')),
  }),
  'decorated with arguments': (k) => ({
    imports: 'import functools',
    before: `def named(label):\n    def around(handler):\n${indented(indented(k.wrapping('label')))}\n    return around`,
    routes: k.service(k.decorated('routes', undefined, '@named("shop")')),
  }),
  'decorated by a function of another file': (k) => ({
    imports: 'from logs import logged',
    routes: k.service(k.decorated('routes', undefined, '@logged')),
    files: { logs: `import functools\n\ndef logged(handler):\n${indented(k.wrapping('"called"'))}` },
  }),
  'a table of tuples': (k) => ({
    before: `${k.functions()}\nTABLE = [\n${k.rows((...row) => `(${row.join(', ')})`)}\n]`,
    routes: k.service(`for method, path, handler in TABLE:\n    ${k.routers.add('routes', 'method', 'path', 'handler')}`),
  }),
  'a table of dictionaries': (k) => ({
    before: `${k.functions()}\nTABLE = [\n${k.rows((method, path, handler) => `{"method": ${method}, "path": ${path}, "handler": ${handler}}`)}\n]`,
    routes: k.service(`for row in TABLE:\n    ${k.routers.add('routes', 'row["method"]', 'row["path"]', 'row["handler"]')}`),
  }),
  'a dictionary by paths': (k) => ({
    before: `${k.functions()}\nTABLE = {\n${k.rows((method, path, handler) => `${path}: (${method}, ${handler})`)}\n}`,
    routes: k.service(
      `for path, (method, handler) in TABLE.items():\n    ${k.routers.add('routes', 'method', 'path', 'handler')}`,
    ),
  }),
  'a table of another file': (k) => ({
    imports: 'from table import TABLE',
    routes: k.service(`for method, path, handler in TABLE:\n    ${k.routers.add('routes', 'method', 'path', 'handler')}`),
    files: { table: k.file(k.functions(), `TABLE = [\n${k.rows((...row) => `(${row.join(', ')})`)}\n]`) },
  }),
  'a table of named tuples': (k) => ({
    imports: 'from typing import Callable, NamedTuple',
    before: `class Row(NamedTuple):\n    method: str\n    path: str\n    handler: Callable\n\n${k.functions()}\nTABLE = [\n${k.rows((...row) => `Row(${row.join(', ')})`)}\n]`,
    routes: k.service(`for row in TABLE:\n    ${k.routers.add('routes', 'row.method', 'row.path', 'row.handler')}`),
  }),
  'a registry that a decorator fills': (k) => ({
    before: lines(
      'REGISTRY = []\n\ndef route(method, path):\n    def register(handler):\n        REGISTRY.append((method, path, handler))\n        return handler\n    return register\n',
      k.functions().replace(/^(?:async )?def (\w+)/gm, (start, key) => {
        const one = operations.find((operation) => operation.key === key);
        return `@route("${one?.verb.toUpperCase()}", "${one?.path}")\n${start}`;
      }),
    ),
    routes: k.service(`for method, path, handler in REGISTRY:\n    ${k.routers.add('routes', 'method', 'path', 'handler')}`),
  }),
  'a function that registers': (k) => ({
    before: `${k.functions()}\ndef add_routes(target):\n${indented(k.added('target'))}`,
    routes: k.service('add_routes(routes)'),
  }),
  'a function of another file that registers': (k) => ({
    imports: 'from shop import add_routes',
    routes: k.service('add_routes(routes)'),
    files: { shop: k.file(k.functions(), `def add_routes(target):\n${indented(k.added('target'))}`) },
  }),
  'a function that registers one route': (k) => ({
    before: `${k.functions()}\ndef add(target, method, path, handler):\n    ${k.routers.add('target', 'method', 'path', 'handler')}`,
    routes: k.service(each((one) => `add(routes, "${one.verb.toUpperCase()}", "${one.path}", ${one.key})`)),
  }),
  'a class that registers': (k) => ({
    before: `${k.functions()}\nclass Routes:\n    def __init__(self, target):\n        self.target = target\n\n    def register(self):\n${indented(indented(k.added('self.target')))}`,
    routes: k.service('Routes(routes).register()'),
  }),
  'a class that registers its methods': (k) => ({
    before: `class Shop:\n    def __init__(self, target):\n        self.target = target\n${indented(indented(k.added('self.target', ({ key }) => `self.${key}`)))}\n\n${indented(k.functions(true))}`,
    routes: k.service('Shop(routes)'),
  }),
  'a router of another file': (k) => ({
    imports: 'from shop import routes',
    routes: lines(k.routers.app, k.routers.mount('"/api"', 'routes')),
    files: { shop: k.file(`routes = ${k.routers.make('routes')}`, k.decorated('routes')) },
  }),
  'a router that a function makes': (k) => ({
    before: `${k.functions()}\ndef make_routes():\n    made = ${k.routers.make('made')}\n${indented(k.added('made'))}\n    return made`,
    routes: lines(k.routers.app, k.routers.mount('"/api"', 'make_routes()')),
  }),
  'routers in a list': (k) => ({
    before: lines(`first = ${k.routers.make('first')}`, k.decorated('first')),
    routes: lines(k.routers.app, 'ROUTERS = [first]', `for each in ROUTERS:\n    ${k.routers.mount('"/api"', 'each')}`),
  }),
  'an app that a function makes': (k) => ({
    before: lines(`routes = ${k.routers.make('routes')}`, k.decorated('routes')),
    routes: `def create_app():\n${indented(lines(k.routers.app, k.routers.mount('"/api"', 'routes'), 'return app'))}\n\napp = create_app()`,
  }),
  'a prefix in an f-string': (k) => ({
    before: 'VERSION = "v1"',
    routes: k.service(undefined, 'f"/api/{VERSION}"'),
    base: '/api/v1',
  }),
  'a prefix of another file': (k) => ({
    imports: 'import config',
    routes: k.service(undefined, 'config.PREFIX'),
    files: { config: 'PREFIX = "/api"' },
  }),
  'a prefix of settings': (k) => ({
    imports: 'from config import settings',
    routes: k.service(undefined, 'settings.prefix'),
    files: { config: 'class Settings:\n    prefix = "/api"\n\nsettings = Settings()' },
  }),
  'a prefix of typed settings': (k) => ({
    imports: 'from config import settings',
    routes: k.service(undefined, 'settings.prefix'),
    files: {
      config:
        'from pydantic_settings import BaseSettings\n\nclass Settings(BaseSettings):\n    prefix: str = "/api"\n\nsettings = Settings()',
    },
  }),
  'a prefix of the environment, with a default': (k) => ({
    before: 'PREFIX = os.getenv("PREFIX", "/api")',
    routes: k.service(undefined, 'PREFIX'),
  }),
  'a prefix that a function makes': (k) => ({
    before: 'def versioned(version):\n    return f"/api/v{version}"',
    routes: k.service(undefined, 'versioned(1)'),
    base: '/api/v1',
  }),
  'a prefix that joins a list': (k) => ({
    routes: k.service(undefined, '"/".join(["", "api", "v1"])'),
    base: '/api/v1',
  }),
  'paths in constants': (k) => ({
    before: each(({ key, path }) => `${key.toUpperCase()} = "${path}"`),
    routes: k.service(k.decorated('routes', ({ key }) => key.toUpperCase())),
  }),
  'paths of a class of another file': (k) => ({
    imports: 'from paths import Paths',
    routes: k.service(k.decorated('routes', ({ key }) => `Paths.${key.toUpperCase()}`)),
    files: { paths: `class Paths:\n${each(({ key, path }) => `    ${key.toUpperCase()} = "${path}"`)}` },
  }),
  'paths of an enum': (k) => ({
    imports: 'from enum import Enum',
    before: `class Paths(str, Enum):\n${each(({ key, path }) => `    ${key.toUpperCase()} = "${path}"`)}`,
    routes: k.service(k.decorated('routes', ({ key }) => `Paths.${key.toUpperCase()}.value`)),
  }),
  'paths of a dictionary': (k) => ({
    before: `PATHS = {${each(({ key, path }) => `"${key}": "${path}"`, ', ')}}`,
    routes: k.service(k.decorated('routes', ({ key }) => `PATHS["${key}"]`)),
  }),
  'paths that a function makes': (k) => ({
    before: 'def at(name):\n    return "/" + name',
    routes: k.service(k.decorated('routes', ({ path }) => `at("${path.slice(1)}")`)),
  }),
  'paths with a format': (k) => ({
    before: 'ROOT = ""',
    routes: k.service(k.decorated('routes', ({ path }) => `"{}${path}".format(ROOT)`)),
  }),
};
