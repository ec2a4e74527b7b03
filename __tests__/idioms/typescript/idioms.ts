import { each, eachMember, type Operation, operations } from '../service.js';
import type { Idiom, Kit } from './kit.js';

/** An idiom in one framework; undefined: the framework has no such thing. */
export type Writing = (kit: Kit) => Idiom | undefined;

const keys = operations.map(({ key }) => key);
const all = keys.join(', ');
const TABLE_ROW = (method: string, path: string, handler: string): string =>
  `  { method: ${method}, path: ${path}, handler: ${handler} },`;

/** How handlers are written and found. */
export const handlers: Readonly<Record<string, Writing>> = {
  'functions in constants': (k) => ({
    before: each((one) => `const ${one.key} = ${k.arrow(one)};`),
    routes: (on) => k.register(on, ({ key }) => key),
  }),
  'members of an object': (k) => ({
    before: `const handlers = {\n${each((one) => `${one.key}: ${k.arrow(one)},`)}\n};`,
    routes: (on) => k.register(on, ({ key }) => `handlers.${key}`),
  }),
  'an object that is taken apart': (k) => ({
    before: `const handlers = {\n${each((one) => `${one.key}: ${k.arrow(one)},`)}\n};\nconst { ${all} } = handlers;`,
    routes: (on) => k.register(on, ({ key }) => key),
  }),
  'functions of another file': (k) => ({
    before: `import { ${all} } from './handlers.js';`,
    routes: (on) => k.register(on, ({ key }) => key),
    files: { handlers: k.file(k.functions(true)) },
  }),
  'imports by another name': (k) => ({
    before: `import { ${keys.map((key) => `${key} as ${key}Handler`).join(', ')} } from './handlers.js';`,
    routes: (on) => k.register(on, ({ key }) => `${key}Handler`),
    files: { handlers: k.file(k.functions(true)) },
  }),
  'a module as a namespace': (k) => ({
    before: "import * as handlers from './handlers.js';",
    routes: (on) => k.register(on, ({ key }) => `handlers.${key}`),
    files: { handlers: k.file(k.functions(true)) },
  }),
  'an object that is the default export': (k) => ({
    before: "import handlers from './handlers.js';",
    routes: (on) => k.register(on, ({ key }) => `handlers.${key}`),
    files: { handlers: k.file(k.functions(), `export default { ${all} };`) },
  }),
  'functions that functions make': (k) => ({
    before: each((one) => `function make${one.type}(label: string) {\nreturn ${k.arrow(one, 'console.log(label);')};\n}`),
    routes: (on) => k.register(on, ({ type }) => `make${type}('shop')`),
  }),
  'a controller that a function makes': (k) => ({
    before: `function controllerOf(label: string) {\nreturn {\n${each((one) => `${one.key}: ${k.arrow(one, 'console.log(label);')},`)}\n};\n}\nconst controller = controllerOf('shop');`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
  }),
  'members of a class': (k) => ({
    before: `class Controller {\n${each((one) => `${one.key} = ${k.arrow(one)};`)}\n}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
  }),
  'members that a class inherits': (k) => ({
    before: `class Base {\n${each((one) => `${one.key} = ${k.arrow(one)};`)}\n}\nclass Controller extends Base {}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
  }),
  'static methods': (k) => ({
    before: `class Controller {\n${each((one) => `static async ${one.key}(${k.framework.parameters}) {\n${k.answer(one)}\n}`)}\n}`,
    routes: (on) => k.register(on, ({ key }) => `Controller.${key}`),
  }),
  'methods that an arrow calls': (k) => ({
    before: `class Controller {\n${each((one) => `async ${one.key}(${k.framework.parameters}) {\n${k.answer(one)}\n}`)}\n}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `(${k.framework.parameters}) => controller.${key}(${k.framework.names})`),
  }),
  'one of two that a condition chooses': (k) => ({
    before: k.functions(),
    routes: (on) => k.register(on, ({ key }) => `process.env.DRY ? ${key} : ${key}`),
  }),
  'wrapped by a function of another file': (k) => ({
    before: "import { safely } from './safely.js';",
    routes: (on) => k.register(on, (one) => `safely(${k.arrow(one)})`),
    files: {
      safely: k.file(
        `export function safely(handler: (${k.framework.parameters}) => unknown) {`,
        `return async (${k.framework.parameters}) => {\ntry {\nreturn await handler(${k.framework.names});\n} catch (error) {\nconsole.error(error);\nthrow error;\n}\n};\n}`,
      ),
    },
  }),
  'wrapped with all arguments': (k) => ({
    before:
      'const logged = <A extends unknown[], R>(handler: (...all: A) => R) => (...all: A): R => {\nconsole.log("called");\nreturn handler(...all);\n};',
    routes: (on) => k.register(on, (one) => `logged(${k.arrow(one)})`),
  }),
};

/** How handlers are made of their needs. */
export const factories: Readonly<Record<string, Writing>> = {
  'handlers with what they need': (k) => ({
    before: `interface Needs { load: () => void }\nconst handlersOf = ({ load }: Needs) => ({\n${each((one) => `${one.key}: ${k.arrow(one, 'load();')},`)}\n});\nconst handlers = handlersOf({ load: () => console.log('loaded') });`,
    routes: (on) => k.register(on, ({ key }) => `handlers.${key}`),
  }),
  'handlers of a Map': (k) => ({
    before: `const handlers = new Map([\n${each((one) => `['${one.key}', ${k.arrow(one)}],`)}\n]);`,
    routes: (on) => k.register(on, ({ key }) => `handlers.get('${key}')!`),
  }),
  'bound methods': (k) => ({
    before: `class Controller {\n${each((one) => `async ${one.key}(${k.framework.parameters}) {\n${k.answer(one)}\n}`)}\n}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}.bind(controller)`),
  }),
  'methods that the constructor binds': (k) => ({
    before: `class Controller {\nconstructor() {\n${each(({ key }) => `this.${key} = this.${key}.bind(this);`)}\n}\n${each((one) => `async ${one.key}(${k.framework.parameters}) {\n${k.answer(one)}\n}`)}\n}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
  }),
  'a controller of another file that is made once': (k) => ({
    before: "import { Controller } from './controller.js';\nconst controller = Controller.instance();",
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
    files: {
      controller: k.file(
        `export class Controller {\nprivate static made?: Controller;\nstatic instance() {\nController.made ??= new Controller();\nreturn Controller.made;\n}\n${each((one) => `${one.key} = ${k.arrow(one)};`)}\n}`,
      ),
    },
  }),
  'a controller with a base that answers': (k) => ({
    before: `abstract class Base {\nprotected ok(${k.framework.sender}: ${k.framework.senderType}, body: unknown) {\n${k.framework.send('body')}\n}\n}\nclass Controller extends Base {\n${each((one) => `${one.key} = async (${k.framework.parameters}) => {\nreturn this.ok(${k.framework.sender}, ${k.body(one)});\n};`)}\n}\nconst controller = new Controller();`,
    routes: (on) => k.register(on, ({ key }) => `controller.${key}`),
  }),
  'handlers that a template method makes': (k) => ({
    before: `abstract class Endpoint<T> {\nabstract load(): Promise<T>;\nhandle = async (${k.framework.parameters}) => {\nconst found = await this.load();\n${k.framework.send('found')}\n};\n}\n${k.interfaces()}\n${each((one) => `class ${one.type}Endpoint extends Endpoint<${one.type}> {\nasync load(): Promise<${one.type}> {\nreturn ${k.body(one)};\n}\n}`)}`,
    routes: (on) => k.register(on, ({ type }) => `new ${type}Endpoint().handle`),
  }),
  'a function of a loader': (k) => ({
    before: `const answer = <T>(load: () => Promise<T>) => async (${k.framework.parameters}) => {\nconst found = await load();\n${k.framework.send('found')}\n};\n${each((one) => `const load${one.type} = async () => (${k.body(one)});`)}`,
    routes: (on) => k.register(on, ({ type }) => `answer(load${type})`),
  }),
  'wrapped by several functions': (k) => ({
    before: `type Handler = (${k.framework.parameters}) => unknown;\nconst logged = (handler: Handler): Handler => (${k.framework.names}) => {\nconsole.log('called');\nreturn handler(${k.framework.names});\n};\nconst timed = (label: string) => (handler: Handler): Handler => async (${k.framework.names}) => {\nconsole.time(label);\nreturn handler(${k.framework.names});\n};`,
    routes: (on) => k.register(on, (one) => `logged(timed('shop')(${k.arrow(one)}))`),
  }),
};

/** How routes are listed, grouped and mounted. */
export const routing: Readonly<Record<string, Writing>> = {
  'a table of objects': (k) => ({
    before: `${k.functions()}\nconst table = [\n${k.rows(TABLE_ROW)}\n] as const;`,
    routes: (on) => `for (const one of table) {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
  }),
  'a table that the loop takes apart': (k) => ({
    before: `${k.functions()}\nconst table = [\n${k.rows(TABLE_ROW)}\n] as const;`,
    routes: (on) =>
      `for (const { method, path, handler } of table) {\n${k.framework.computed(on, 'method', 'path', 'handler')}\n}`,
  }),
  'a table by places': (k) => ({
    before: `${k.functions()}\nconst table = [\n${k.rows(TABLE_ROW)}\n] as const;`,
    routes: (on) =>
      `for (let at = 0; at < table.length; at++) {\n${k.framework.computed(on, 'table[at].method', 'table[at].path', 'table[at].handler')}\n}`,
  }),
  'a table of lists': (k) => ({
    before: `${k.functions()}\nconst table = [\n${k.rows((...row) => `[${row.join(', ')}],`)}\n] as const;`,
    routes: (on) => `table.forEach(([method, path, handler]) => {\n${k.framework.computed(on, 'method', 'path', 'handler')}\n});`,
  }),
  'an object by paths': (k) => ({
    before: `${k.functions()}\nconst table = {\n${k.rows((method, path, handler) => `${path}: { method: ${method}, handler: ${handler} },`)}\n} as const;`,
    routes: (on) =>
      `for (const [path, one] of Object.entries(table)) {\n${k.framework.computed(on, 'one.method', 'path', 'one.handler')}\n}`,
  }),
  'a Map by paths': (k) => ({
    before: `${k.functions()}\nconst table = new Map<string, { method: string; handler: (...all: any[]) => unknown }>([\n${k.rows((method, path, handler) => `[${path}, { method: ${method}, handler: ${handler} }],`)}\n]);`,
    routes: (on) =>
      `for (const [path, one] of table) {\n${k.framework.computed(`(${on} as any)`, 'one.method', 'path', 'one.handler')}\n}`,
  }),
  'a table of another file': (k) => ({
    before: "import { table } from './table.js';",
    routes: (on) => `for (const one of table) {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
    files: { table: k.file(k.functions(), `export const table = [\n${k.rows(TABLE_ROW)}\n] as const;`) },
  }),
  'a function that registers': (k) => ({
    before: `function add(on: ${k.framework.type}) {\n${k.register('on')}\n}`,
    routes: (on) => `add(${on});`,
  }),
  'a function of another file that registers': (k) => ({
    before: "import add from './add.js';",
    routes: (on) => `add(${on});`,
    files: { add: k.file(`export default function add(on: ${k.framework.type}) {\n${k.register('on')}\n}`) },
  }),
  'a method that registers': (k) => ({
    before: `class Routes {\nadd(on: ${k.framework.type}) {\n${k.register('on')}\n}\n}`,
    routes: (on) => `new Routes().add(${on});`,
  }),
  'a static method that registers': (k) => ({
    before: `class Routes {\nstatic add(on: ${k.framework.type}) {\n${k.register('on')}\n}\n}`,
    routes: (on) => `Routes.add(${on});`,
  }),
  'a function that runs at once': (k) => ({ routes: (on) => `(() => {\n${k.register(on)}\n})();` }),
  'another name in a block': (k) => ({ routes: (on) => `{\nconst api = ${on};\n${k.register('api')}\n}` }),
  'a router that is the default export': (k) => ({
    before: "import shop from './shop.js';",
    mounted: k.framework.mount(k.framework.root, "'/api'", 'shop'),
    files: {
      shop: k.file(
        k.framework.router('shop', (on) => k.register(on)),
        'export default shop;',
      ),
    },
  }),
  'a router that a function of another file makes': (k) => ({
    before: "import { shopOf } from './shop.js';",
    mounted: k.framework.mount(k.framework.root, "'/api'", 'shopOf()'),
    files: { shop: k.file(`export function shopOf() {\n${k.framework.router('shop', (on) => k.register(on))}\nreturn shop;\n}`) },
  }),
  'a router of a class behind a getter': (k) =>
    k.framework.create === undefined
      ? undefined
      : {
          before: `class Shop {\nprivate readonly made = ${k.framework.create};\nconstructor() {\n${k.register('this.made')}\n}\nget router() {\nreturn this.made;\n}\n}`,
          mounted: k.framework.mount(k.framework.root, "'/api'", 'new Shop().router'),
        },
  'routers in an object': (k) =>
    k.framework.create === undefined
      ? undefined
      : {
          before: `${k.framework.router('shop', (on) => k.register(on))}\nconst routers = { shop };`,
          mounted: k.framework.mount(k.framework.root, "'/api'", 'routers.shop'),
        },
};

/** How routes are listed before they are registered. */
export const registries: Readonly<Record<string, Writing>> = {
  'a list that is pushed to': (k) => ({
    before: `${k.functions()}\nconst table: any[] = [];\n${k.rows((method, path, handler) => `table.push({ method: ${method}, path: ${path}, handler: ${handler} });`)}`,
    routes: (on) => `for (const one of table) {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
  }),
  'lists that are joined': (k) => ({
    before: `${k.functions()}\nconst [first, ...others] = [\n${k.rows(TABLE_ROW)}\n];\nconst table = [first, ...others];`,
    routes: (on) => `for (const one of table) {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
  }),
  'lists of several files': (k) => ({
    before: `${each(({ key }) => `import { ${key}Routes } from './${key}.js';`)}`,
    routes: (on) =>
      `for (const one of [${keys.map((key) => `...${key}Routes`).join(', ')}]) {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
    files: Object.fromEntries(
      operations.map((one) => [
        one.key,
        k.file(
          `export const ${one.key}Routes = [{ method: ${k.framework.method(one.verb)}, path: '${one.path}', handler: ${k.arrow(one)} }] as const;`,
        ),
      ]),
    ),
  }),
  'a function that makes one route': (k) => ({
    before: `type Handler = (${k.framework.parameters}) => unknown;\nconst route = (method: string, path: string, handler: Handler) => ({ method, path, handler });\n${k.functions()}\nconst table = [\n${k.rows((...row) => `route(${row.join(', ')}),`)}\n];`,
    routes: (on) =>
      `for (const one of table) {\n${k.framework.computed(`(${on} as any)`, 'one.method', 'one.path', 'one.handler')}\n}`,
  }),
  'a class that collects': (k) => ({
    before: `type Handler = (${k.framework.parameters}) => unknown;\n${k.functions()}\nclass Registry {\nprivate readonly all: { method: string; path: string; handler: Handler }[] = [];\nadd(method: string, path: string, handler: Handler) {\nthis.all.push({ method, path, handler });\nreturn this;\n}\napply(on: any) {\nfor (const one of this.all) {\n${k.framework.computed('on', 'one.method', 'one.path', 'one.handler')}\n}\n}\n}\nconst registry = new Registry()${k.rows((...row) => `.add(${row.join(', ')})`)};`,
    routes: (on) => `registry.apply(${on});`,
  }),
  'a function that registers one route': (k) => ({
    before: `${k.functions()}\nconst add = (on: ${k.framework.type}, method: 'get' | 'post', path: string, handler: (${k.framework.parameters}) => unknown) => {\n${k.framework.computed('on', 'method', 'path', 'handler')}\n};`,
    routes: (on) => k.rows((...row) => `add(${on}, ${row.join(', ')});`),
  }),
  'functions in a list that register': (k) => ({
    before: each(
      (one) =>
        `const add${one.type} = (on: ${k.framework.type}) => {\n${k.framework.route('on', one.verb, `'${one.path}'`, k.arrow(one))}\n};`,
    ),
    routes: (on) => `[${operations.map(({ type }) => `add${type}`).join(', ')}].forEach((add) => add(${on}));`,
  }),
  'an object of functions that register': (k) => ({
    before: `const modules = {\n${each((one) => `${one.key}: { add(on: ${k.framework.type}) {\n${k.framework.route('on', one.verb, `'${one.path}'`, k.arrow(one))}\n} },`)}\n};`,
    routes: (on) => `Object.values(modules).forEach((one) => one.add(${on}));`,
  }),
  'classes with a base that registers': (k) => ({
    before: `abstract class Base {\nabstract add(on: ${k.framework.type}): void;\ninstall(on: ${k.framework.type}) {\nthis.add(on);\n}\n}\nclass Shop extends Base {\nadd(on: ${k.framework.type}) {\n${k.register('on')}\n}\n}`,
    routes: (on) => `new Shop().install(${on});`,
  }),
};

/** How paths and prefixes are put together. */
export const paths: Readonly<Record<string, Writing>> = {
  'a prefix in a template': () => ({ before: "const VERSION = 'v1';", prefix: '`/api/$' + '{VERSION}`', base: '/api/v1' }),
  'a prefix that joins a list': () => ({ prefix: "['', 'api', 'v1'].join('/')", base: '/api/v1' }),
  'a prefix of an enum': () => ({ before: "enum Prefix {\nApi = '/api',\n}", prefix: 'Prefix.Api' }),
  'a prefix of an enum of another file': () => ({
    before: "import { Prefix } from './prefix.js';",
    prefix: 'Prefix.Api',
    files: { prefix: "export enum Prefix {\nApi = '/api',\n}" },
  }),
  'a prefix of a configuration': () => ({
    before: "import config from './config.js';",
    prefix: 'config.http.prefix',
    files: { config: "export default { http: { prefix: '/api' } };" },
  }),
  'a prefix that a function makes': () => ({
    before: 'const versioned = (version: number): string => `/api/v$' + '{version}`;',
    prefix: 'versioned(1)',
    base: '/api/v1',
  }),
  'a prefix of the environment, with a default': () => ({ prefix: "process.env.PREFIX ?? '/api'" }),
  'paths of an enum': (k) => ({
    before: `enum Paths {\n${each(({ type, path }) => `${type} = '${path}',`)}\n}`,
    routes: (on) => k.register(on, undefined, ({ type }) => `Paths.${type}`),
  }),
  'paths of another file': (k) => ({
    before: `import { ${keys.map((key) => `${key}Path`).join(', ')} } from './paths.js';`,
    routes: (on) => k.register(on, undefined, ({ key }) => `${key}Path`),
    files: { paths: each(({ key, path }) => `export const ${key}Path = '${path}';`) },
  }),
  'paths that a function makes': (k) => ({
    before: "const at = (name: string) => '/' + name;",
    routes: (on) => k.register(on, undefined, ({ path }) => `at('${path.slice(1)}')`),
  }),
};

/** More constants that paths come from. */
export const constants: Readonly<Record<string, Writing>> = {
  'paths of nested objects of another file': (k) => ({
    before: "import { PATHS } from './paths.js';",
    routes: (on) => k.register(on, undefined, ({ key }) => `PATHS.shop.${key}.list`),
    files: {
      paths: `export const PATHS = {\nshop: {\n${each(({ key, path }) => `${key}: { list: '${path}' },`)}\n},\n} as const;`,
    },
  }),
  'paths of functions of an object': (k) => ({
    before: `const PATHS = {\n${each(({ key, path }) => `${key}: () => '${path}',`)}\n};`,
    routes: (on) => k.register(on, undefined, ({ key }) => `PATHS.${key}()`),
  }),
  'paths of static members': (k) => ({
    before: `class Paths {\n${each(({ key, path }) => `static readonly ${key} = '${path}';`)}\n}`,
    routes: (on) => k.register(on, undefined, ({ key }) => `Paths.${key}`),
  }),
  'paths that are concatenated': (k) => ({
    before: "const ROOT = '';",
    routes: (on) => k.register(on, undefined, ({ path }) => `ROOT.concat('${path}')`),
  }),
  'a prefix of a list of parts': () => ({
    before: "const parts = ['api', 'v1'];",
    prefix: '`/$' + "{parts.join('/')}`",
    base: '/api/v1',
  }),
  'a prefix of an environment that a function reads': () => ({
    before: 'const env = (name: string, otherwise: string) => process.env[name] ?? otherwise;',
    prefix: "env('PREFIX', '/api')",
  }),
};

/** A function for each operation that returns its body. */
const loaders = (k: Kit, body: (one: Operation) => string = (one) => k.body(one)): string =>
  each((one) => `const load${one.type} = () => (${body(one)});`);
const answering =
  (k: Kit, written: (one: Operation) => readonly [before: string, body: string]) =>
  (on: string): string =>
    k.register(on, (one) => k.arrow(one, ...written(one)));

/** How values go through code before they are sent. */
export const values: Readonly<Record<string, Writing>> = {
  'a result that is found or not': (k) => ({
    absent: true,
    before: `type Result<T> = { ok: true; value: T } | { ok: false; error: string };\n${k.interfaces()}\n${each((one) => `const load${one.type} = (): Result<${one.type}> => ({ ok: true, value: ${k.body(one)} });`)}`,
    routes: answering(k, ({ type }) => [
      `const result = load${type}();\nif (!result.ok) {\n${k.framework.sendAbsent}\n}`,
      'result.value',
    ]),
  }),
  'an early answer': (k) => ({
    absent: true,
    before: loaders(k),
    routes: answering(k, ({ type }) => [
      `if (process.env.EMPTY) {\n${k.framework.sendAbsent}\n}\nconst found = load${type}();`,
      'found',
    ]),
  }),
  'a store that is a Map': (k) => ({
    absent: true,
    before: each((one) => `const ${one.key}s = new Map([['a', ${k.body(one)}]]);`),
    routes: answering(k, ({ key }) => [`const found = ${key}s.get('a');\nif (!found) {\n${k.framework.sendAbsent}\n}`, 'found']),
  }),
  'the first of a list': (k) => ({
    absent: true,
    before: each((one) => `const ${one.key}s = [${k.body(one)}];`),
    routes: answering(k, ({ key }) => [
      `const found = ${key}s.find(({ id }) => id === 1);\nif (found === undefined) {\n${k.framework.sendAbsent}\n}`,
      'found',
    ]),
  }),
  'an envelope of a function': (k) => ({
    body: 'data',
    before: 'const envelope = <T>(data: T) => ({ data });',
    routes: answering(k, (one) => ['', `envelope(${k.body(one)})`]),
  }),
  'an envelope of a generic class': (k) => ({
    body: 'data',
    before: 'class Envelope<T> {\nconstructor(readonly data: T) {}\nstatic of<T>(data: T) {\nreturn new Envelope(data);\n}\n}',
    routes: answering(k, (one) => ['', `Envelope.of(${k.body(one)})`]),
  }),
  'members that a list chooses': (k) => ({
    before:
      'const pick = <T extends object, K extends keyof T>(value: T, keys: readonly K[]): Pick<T, K> =>\nObject.fromEntries(keys.map((key) => [key, value[key]])) as Pick<T, K>;',
    routes: answering(k, (one) => [
      `const whole = { secret: 1, ...${k.body(one)} };`,
      `pick(whole, [${eachMember(one, ({ name }) => `'${name}'`)}])`,
    ]),
  }),
  'entries that are put together again': (k) => ({
    routes: answering(k, (one) => [`const whole = ${k.body(one)};`, 'Object.fromEntries(Object.entries(whole))']),
  }),
  'a serializer with a base': (k) => ({
    before: `abstract class Serializer<T> {\nabstract one(): T;\nserialize() {\nreturn this.one();\n}\n}\n${k.interfaces()}\n${each((one) => `class ${one.type}Serializer extends Serializer<${one.type}> {\none() {\nreturn ${k.body(one)};\n}\n}`)}`,
    routes: answering(k, ({ type }) => ['', `new ${type}Serializer().serialize()`]),
  }),
  'a builder': (k) => ({
    before: each(
      (one) =>
        `class ${one.type}Builder {\nprivate made = {} as { ${k.typed(one)} };\n${eachMember(one, ({ name, isText }) => `${name}(value: ${isText ? 'string' : 'number'}) {\nthis.made.${name} = value;\nreturn this;\n}`, '\n')}\nbuild() {\nreturn this.made;\n}\n}`,
    ),
    routes: answering(k, (one) => [
      '',
      `new ${one.type}Builder()${eachMember(one, ({ name, value }) => `.${name}(${value})`, '')}.build()`,
    ]),
  }),
  'a function of a function': (k) => ({
    before: each((one) => `const maker${one.type} = (id: number) => () => (${k.body(one).replace(/id: \d/, 'id')});`),
    routes: answering(k, ({ type }) => ['', `maker${type}(1)()`]),
  }),
  'a function that runs at once': (k) => ({
    routes: answering(k, (one) => [`const made = await (async () => (${k.body(one)}))();`, 'made']),
  }),
  'a value that is kept': (k) => ({
    before: `${k.interfaces()}\n${each(({ key, type }) => `let ${key}Cache: ${type} | undefined;`)}`,
    routes: answering(k, (one) => [`${one.key}Cache ??= ${k.body(one)};`, `${one.key}Cache`]),
  }),
  'a member that is there sometimes': (k) => ({
    routes: answering(k, (one) => ['', `{ ...${k.body(one)}, ...(process.env.DRY ? { extra: 1 } : {}) }`]),
  }),
  'a member that is deleted': (k) => ({
    routes: answering(k, (one) => [`const made: any = { secret: 1, ...${k.body(one)} };\ndelete made.secret;`, 'made']),
  }),
  'a member that gets another name': (k) => ({
    routes: answering(k, (one) => [
      `const made: any = ${k.body(one).replace('id:', '_id:')};\nmade.id = made._id;\ndelete made._id;`,
      'made',
    ]),
  }),
  'a member that is filled where it is missing': (k) => ({
    routes: answering(k, (one) => [
      `const made: any = ${k.body(one).replace(/id: \d, /, '')};\nif (!made.id) made.id = 1;`,
      'made',
    ]),
  }),
  'a result beside an error': (k) => ({
    absent: true,
    before: `${k.interfaces()}\n${each(({ type }) => `declare function load${type}(): Promise<{ data: ${type} | null; error: string | null }>;`)}`,
    routes: answering(k, ({ type }) => [
      `const { data, error } = await load${type}();\nif (error) {\n${k.framework.sendAbsent}\n}`,
      'data',
    ]),
  }),
  'a tuple': (k) => ({
    before: loaders(k, (one) => `[${k.body(one)}, 1] as const`),
    routes: answering(k, ({ type }) => [`const [made, count] = load${type}();`, 'made']),
  }),
  'a promise that is handled': (k) => ({
    before: each((one) => `const load${one.type} = () => Promise.resolve(${k.body(one)});`),
    routes: answering(k, ({ type }) => [`const made = await load${type}().then((one) => ({ ...one }));`, 'made']),
  }),
  'a tried value': (k) => ({
    before: `${k.interfaces()}\n${loaders(k)}`,
    routes: answering(k, ({ type }) => [
      `let made: ${type};\ntry {\nmade = load${type}();\n} catch (error) {\nthrow new Error('no', { cause: error });\n}`,
      'made',
    ]),
  }),
  overloads: (k) => ({
    before: `${k.interfaces()}\n${each((one) => `function load${one.type}(id: string): ${one.type};\nfunction load${one.type}(id: number): ${one.type};\nfunction load${one.type}(_: unknown): ${one.type} {\nreturn ${k.body(one)};\n}`)}`,
    routes: answering(k, ({ type }) => ['', `load${type}(1)`]),
  }),
  'a list of a length': (k) => ({
    body: 'list',
    routes: answering(k, (one) => ['', `Array.from({ length: 2 }, () => (${k.body(one)}))`]),
  }),
  'a list that is flat': (k) => ({
    body: 'list',
    routes: answering(k, (one) => ['', `[1, 2].flatMap((id) => [${k.body(one).replace(/id: \d/, 'id')}])`]),
  }),
  'a list that is reduced': (k) => ({
    body: 'list',
    before: k.interfaces(),
    routes: answering(k, (one) => [
      `const made = [1, 2].reduce<${one.type}[]>((all, id) => [...all, ${k.body(one).replace(/id: \d/, 'id')}], []);`,
      'made',
    ]),
  }),
  'a list of a generator': (k) => ({
    body: 'list',
    before: each((one) => `function* all${one.type}s() {\nyield ${k.body(one)};\n}`),
    routes: answering(k, ({ type }) => ['', `[...all${type}s()]`]),
  }),
  'a list that is grouped and taken': (k) => ({
    body: 'list',
    before: each((one) => `const by${one.type} = new Map<string, { ${k.typed(one)} }[]>([['all', [${k.body(one)}]]]);`),
    routes: answering(k, ({ type }) => ['', `by${type}.get('all') ?? []`]),
  }),
};

/** How bodies are made. */
export const bodies: Readonly<Record<string, Writing>> = {
  'a copy with more': (k) => ({
    routes: (on) => k.register(on, (one) => k.arrow(one, `const whole = ${k.body(one)};`, '{ ...whole }')),
  }),
  'parts that are assigned': (k) => ({
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `Object.assign({}, ${k.body(one)})`)),
  }),
  'a frozen object': (k) => ({ routes: (on) => k.register(on, (one) => k.arrow(one, '', `Object.freeze(${k.body(one)})`)) }),
  'a copy by JSON': (k) => ({
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `JSON.parse(JSON.stringify(${k.body(one)}))`)),
  }),
  'a structured clone': (k) => ({ routes: (on) => k.register(on, (one) => k.arrow(one, '', `structuredClone(${k.body(one)})`)) }),
  'members set one by one': (k) => ({
    before: k.interfaces(),
    routes: (on) =>
      k.register(on, (one) => {
        const sets = eachMember(one, ({ name, value }) => `made.${name} = ${value};`, '\n');
        return k.arrow(one, `const made = {} as ${one.type};\n${sets}`, 'made');
      }),
  }),
  'members by their own names': (k) => ({
    routes: (on) =>
      k.register(on, (one) => {
        const constants = eachMember(one, ({ name, value }) => `const ${name} = ${value};`, '\n');
        return k.arrow(one, constants, `{ ${Object.keys(one.sent).join(', ')} }`);
      }),
  }),
  'a key that is a constant': (k) => ({
    before: "const ID = 'id';",
    routes: (on) => k.register(on, (one) => k.arrow(one, '', k.body(one).replace('id:', '[ID]:'))),
  }),
  'all but one member': (k) => ({
    routes: (on) =>
      k.register(on, (one) => k.arrow(one, `const { secret, ...rest } = { secret: 1, ...${k.body(one)} };`, 'rest')),
  }),
  'one of two': (k) => ({
    before: k.interfaces(),
    routes: (on) =>
      k.register(on, (one) =>
        k.arrow(one, `let made: ${one.type};\nif (process.env.DRY) made = ${k.body(one)};\nelse made = ${k.body(one)};`, 'made'),
      ),
  }),
  'one of several cases': (k) => ({
    before: k.interfaces(),
    routes: (on) =>
      k.register(on, (one) =>
        k.arrow(
          one,
          `let made: ${one.type};\nswitch (process.env.MODE) {\ncase 'dry':\nmade = ${k.body(one)};\nbreak;\ndefault:\nmade = ${k.body(one)};\n}`,
          'made',
        ),
      ),
  }),
  'a function with a default': (k) => ({
    before: each((one) => `function to${one.type}(id = 1) {\nreturn ${k.body(one).replace(/id: \d/, 'id')};\n}`),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `to${one.type}()`)),
  }),
  'a generic function': (k) => ({
    before: 'function same<T>(value: T): T {\nreturn value;\n}',
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `same(${k.body(one)})`)),
  }),
  'an instance of a class': (k) => ({
    before: each((one) => `class ${one.type} {\n${eachMember(one, ({ name, value }) => `${name} = ${value};`, '\n')}\n}`),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `new ${one.type}()`)),
  }),
  'a class that says its own JSON': (k) => ({
    before: each((one) => `class ${one.type} {\nsecret = 1;\ntoJSON() {\nreturn ${k.body(one)};\n}\n}`),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `new ${one.type}()`)),
  }),
  'a static method that makes it': (k) => ({
    before: each((one) => `class ${one.type}Dto {\nstatic of() {\nreturn ${k.body(one)};\n}\n}`),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `${one.type}Dto.of()`)),
  }),
  'a service of another file': (k) => ({
    before: "import { Shop } from './shop.js';\nconst shop = new Shop();",
    routes: (on) => k.register(on, (one) => k.arrow(one, `const found = await shop.${one.key}();`, 'found')),
    files: {
      shop: `${k.interfaces(true)}\nexport class Shop {\n${each((one) => `async ${one.key}(): Promise<${one.type}> {\nreturn ${k.body(one)};\n}`)}\n}`,
    },
  }),
  'several promises at once': (k) => ({
    before: each((one) => `const load${one.type} = async () => (${k.body(one)});`),
    routes: (on) => k.register(on, (one) => k.arrow(one, `const [found] = await Promise.all([load${one.type}(), 1]);`, 'found')),
  }),
  'a type without some members': (k) => ({
    before: each(
      (one) =>
        `interface ${one.type}Row { ${k.typed(one)}; secret: string }\ndeclare function load${one.type}(): Promise<Omit<${one.type}Row, 'secret'>>;`,
    ),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `await load${one.type}()`)),
  }),
  'a list that is filled': (k) => ({
    before: k.interfaces(),
    body: 'list',
    routes: (on) => k.register(on, (one) => k.arrow(one, `const list: ${one.type}[] = [];\nlist.push(${k.body(one)});`, 'list')),
  }),
  'a list that is made of another': (k) => ({
    body: 'list',
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `['a', 'b'].map(() => (${k.body(one)}))`)),
  }),
  'what a helper of another file sends': (k) => ({
    before: "import { ok } from './ok.js';",
    routes: (on) =>
      k.register(on, (one) => `async (${k.framework.parameters}) => {\nreturn ok(${k.framework.sender}, ${k.body(one)});\n}`),
    files: {
      ok: k.file(
        `export function ok(${k.framework.sender}: ${k.framework.senderType}, body: unknown) {\n${k.framework.send('body')}\n}`,
      ),
    },
  }),
};
