import { each, type Idiom, type Kit, operations } from './service.js';

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
        const sets = Object.entries(one.sent).map(([name, value]) => `made.${name} = ${value};`);
        return k.arrow(one, `const made = {} as ${one.type};\n${sets.join('\n')}`, 'made');
      }),
  }),
  'members by their own names': (k) => ({
    routes: (on) =>
      k.register(on, (one) => {
        const constants = Object.entries(one.sent).map(([name, value]) => `const ${name} = ${value};`);
        return k.arrow(one, constants.join('\n'), `{ ${Object.keys(one.sent).join(', ')} }`);
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
    before: each(
      ({ type, sent }) =>
        `class ${type} {\n${Object.entries(sent)
          .map(([name, value]) => `${name} = ${value};`)
          .join('\n')}\n}`,
    ),
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
      ({ type, sent }) =>
        `interface ${type}Row { ${Object.entries(sent)
          .map(([name, value]) => `${name}: ${value.startsWith("'") ? 'string' : 'number'}`)
          .join('; ')}; secret: string }\ndeclare function load${type}(): Promise<Omit<${type}Row, 'secret'>>;`,
    ),
    routes: (on) => k.register(on, (one) => k.arrow(one, '', `await load${one.type}()`)),
  }),
  'a list that is filled': (k) => ({
    before: k.interfaces(),
    listed: true,
    routes: (on) => k.register(on, (one) => k.arrow(one, `const list: ${one.type}[] = [];\nlist.push(${k.body(one)});`, 'list')),
  }),
  'a list that is made of another': (k) => ({
    listed: true,
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
