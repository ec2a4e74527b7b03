import { type Expected, each, eachMember, lines, type Operation } from '../service.js';
import type { Framework } from './frameworks.js';

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  /** Declarations before the app. */
  readonly before?: string;
  /** The registrations on a router, by its name. */
  readonly routes?: (on: string) => string;
  /** What mounts the routes below the prefix, instead of a router in a variable. */
  readonly mounted?: string;
  /** An expression. */
  readonly prefix?: string;
  /** Other files, by their names without extension. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  /** The object that an operation sends. */
  body(one: Operation): string {
    return `{ ${eachMember(one, ({ name, value }) => `${name}: ${value}`)} }`;
  }

  /** The members of the type of a body. */
  typed(one: Operation): string {
    return eachMember(one, ({ name, isText }) => `${name}: ${isText ? 'string' : 'number'}`, '; ');
  }

  interfaces(isExported = false): string {
    return each((one) => `${isExported ? 'export ' : ''}interface ${one.type} { ${this.typed(one)} }`);
  }

  /** The statements of a handler. */
  answer(one: Operation, before = '', body = this.body(one)): string {
    return lines(before, this.framework.send(body));
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
    return lines(this.framework.imports, ...parts);
  }

  /** The files of the service that an idiom writes. */
  files({ before, routes, mounted, prefix = "'/api'", files = {} }: Idiom): Record<string, string> {
    const { imports, app, root, listen, router, mount } = this.framework;
    const plain = router('routes', routes ?? ((on) => this.register(on)));
    return {
      'package.json': '{ "name": "shop", "type": "module" }',
      'src/index.ts': lines(imports, before, app, mounted ?? lines(plain, mount(root, prefix, 'routes')), listen),
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`src/${name}.ts`, text])),
    };
  }
}
