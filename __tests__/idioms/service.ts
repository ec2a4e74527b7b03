import type { Framework, Verb } from './frameworks.js';

/** One operation of the service that every idiom writes: two keep the contract, one sends `colour` where `color` is expected. */
export interface Operation {
  readonly key: string;
  readonly type: string;
  readonly verb: Verb;
  readonly path: string;
  /** The members of its body, as they are sent. */
  readonly sent: Readonly<Record<string, string>>;
}

export const operations: readonly Operation[] = [
  { key: 'book', type: 'Book', verb: 'get', path: '/books', sent: { id: '1', title: "'Emma'" } },
  { key: 'order', type: 'Order', verb: 'post', path: '/orders', sent: { id: '2', total: '12' } },
  { key: 'pen', type: 'Pen', verb: 'get', path: '/pens', sent: { id: '3', colour: "'red'" } },
];

const schemaOf = (members: Readonly<Record<string, string>>): string =>
  `{ type: object, required: [${Object.keys(members).join(', ')}], properties: { ${Object.entries(members)
    .map(([name, type]) => `${name}: { type: ${type} }`)
    .join(', ')} } }`;

const operationOf = (path: string, verb: Verb, schema: string): string =>
  `  ${path}:\n    ${verb}: { responses: { '200': { description: done, content: { application/json: { schema: ${schema} } } } } }\n`;

/** The contract below a base path; nothing serves `/lost`. */
export function contractAt(base: string, isListed: boolean): string {
  const schema = (members: Readonly<Record<string, string>>): string =>
    isListed ? `{ type: array, items: ${schemaOf(members)} }` : schemaOf(members);
  return [
    "openapi: 3.0.3\ninfo: { title: Shop, version: '1' }\npaths:\n",
    operationOf(`${base}/books`, 'get', schema({ id: 'integer', title: 'string' })),
    operationOf(`${base}/orders`, 'post', schema({ id: 'integer', total: 'integer' })),
    operationOf(`${base}/pens`, 'get', schema({ id: 'integer', color: 'string' })),
    operationOf(`${base}/lost`, 'get', schema({ id: 'integer' })),
  ].join('');
}

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom {
  /** Declarations before the app. */
  readonly before?: string;
  /** The registrations on a router, by its name. */
  readonly routes?: (on: string) => string;
  /** What mounts the routes below the prefix, instead of a router in a variable. */
  readonly mounted?: string;
  /** An expression. */
  readonly prefix?: string;
  /** Where the contract expects the routes. */
  readonly base?: string;
  /** The body is a list of what is sent. */
  readonly listed?: true;
  /** Other files, by their names without extension. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  /** The object that an operation sends. */
  body({ sent }: Operation): string {
    return `{ ${Object.entries(sent)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', ')} }`;
  }

  interfaces(isExported = false): string {
    return each(
      ({ type, sent }) =>
        `${isExported ? 'export ' : ''}interface ${type} { ${Object.entries(sent)
          .map(([name, value]) => `${name}: ${value.startsWith("'") ? 'string' : 'number'}`)
          .join('; ')} }`,
    );
  }

  /** The statements of a handler. */
  answer(one: Operation, before = '', body = this.body(one)): string {
    return [before, this.framework.send(body)].filter(Boolean).join('\n');
  }

  arrow(one: Operation, before = '', body = this.body(one)): string {
    return `async (${this.framework.parameters}) => {\n${this.answer(one, before, body)}\n}`;
  }

  /** One registration for each operation. */
  register(
    on: string,
    handler: (one: Operation) => string = (one) => this.arrow(one),
    path: (one: Operation) => string = (one) => `'${one.path}'`,
  ): string {
    return each((one) => this.framework.route(on, one.verb, path(one), handler(one)));
  }

  /** The rows of a table of routes, with handlers by the keys of their operations. */
  rows(row: (method: string, path: string, handler: string) => string): string {
    return each((one) => row(this.framework.method(one.verb), `'${one.path}'`, one.key));
  }

  /** Handlers as functions, by the keys of their operations. */
  functions(isExported = false): string {
    const start = isExported ? 'export async function' : 'async function';
    return each((one) => `${start} ${one.key}(${this.framework.parameters}) {\n${this.answer(one)}\n}`);
  }

  /** Another file that registers routes. */
  file(...parts: readonly string[]): string {
    return [this.framework.imports, ...parts].join('\n');
  }

  /** The files of the service that an idiom writes. */
  files({ before = '', routes, mounted, prefix = "'/api'", base = '/api', files = {}, listed }: Idiom): Record<string, string> {
    const { imports, app, root, listen, router, mount } = this.framework;
    const plain = router('routes', routes ?? ((on) => this.register(on)));
    const main = [imports, before, app, ...(mounted === undefined ? [plain, mount(root, prefix, 'routes')] : [mounted]), listen];
    const others = Object.entries(files).map(([name, text]) => [`src/${name}.ts`, text] as const);
    return {
      'package.json': '{ "name": "shop", "type": "module" }',
      'openapi.yaml': contractAt(base, listed === true),
      'src/index.ts': main.join('\n'),
      ...Object.fromEntries(others),
    };
  }
}

/** A text for each operation. */
export const each = (text: (one: Operation) => string): string => operations.map(text).join('\n');
