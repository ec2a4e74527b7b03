import { type Expected, each, eachMember, indented, lines, type Operation } from '../service.js';
import { type Framework, functionOf, type Routers } from './frameworks.js';

/** What a handler does, where it is not plain. */
export interface Answer {
  readonly before?: string;
  readonly body?: string;
}

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  readonly imports?: string;
  /** Declarations before the app. */
  readonly before?: string;
  readonly answer?: (one: Operation) => Answer;
  /** What the service has instead of its plain routes. */
  readonly routes?: string;
  /** Other files, by their names without extension. */
  readonly files?: Readonly<Record<string, string>>;
}

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  /** A literal of what an operation sends. */
  dict(one: Operation, id?: string): string {
    return `{${eachMember(one, ({ name, value }) => `"${name}": ${name === 'id' && id !== undefined ? id : value}`)}}`;
  }

  /** Arguments or assignments of its members. */
  named(one: Operation): string {
    return eachMember(one, ({ name, value }) => `${name}=${value}`);
  }

  /** The fields of a class. */
  fields(one: Operation): string {
    return eachMember(one, ({ name, isText }) => `    ${name}: ${isText ? 'str' : 'int'}`, '\n');
  }

  classes(start: (type: string) => string): string {
    return each((one) => `${start(one.type)}\n${this.fields(one)}`);
  }

  statements(one: Operation, { before, body = this.dict(one) }: Answer = {}): string {
    return lines(before, this.framework.send(body));
  }

  /** Handlers as functions, by the keys of their operations. */
  functions(isMethod = false): string {
    return each((one) => functionOf(this.framework, one, this.statements(one), isMethod));
  }

  /** A file whose functions answer. */
  file(...parts: readonly string[]): string {
    return lines(this.framework.imports, ...parts);
  }

  files({ imports, before, answer, routes, files = {} }: Idiom): Record<string, string> {
    const main = lines(
      'import os',
      this.framework.imports,
      imports,
      before,
      routes ?? this.framework.plain((one) => this.statements(one, answer?.(one))),
    );
    return {
      'requirements.txt': `${this.framework.requirement}\n`,
      'main.py': main,
      ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`${name}.py`, text])),
    };
  }
}

/** A kit of a framework with routers, for idioms of registration. */
export class RouterKit extends Kit {
  constructor(
    framework: Framework,
    readonly routers: Routers,
  ) {
    super(framework);
  }

  /** One registration for each operation. */
  added(
    on: string,
    handler: (one: Operation) => string = ({ key }) => key,
    path: (one: Operation) => string = (one) => `"${one.path}"`,
  ): string {
    return each((one) => this.routers.add(on, `"${one.verb.toUpperCase()}"`, path(one), handler(one)));
  }

  /** Handlers and their registration, by decorators where the framework has them. */
  decorated(on: string, path: (one: Operation) => string = (one) => `"${one.path}"`, below?: string): string {
    const { decorator, add } = this.routers;
    return each((one) => {
      const handler = lines(below, functionOf(this.framework, one, this.statements(one)));
      return decorator === undefined
        ? lines(handler, add(on, `"${one.verb.toUpperCase()}"`, path(one), one.key))
        : lines(decorator(on, one.verb, path(one)), handler);
    });
  }

  /** An app with a router that `routes` fills. */
  service(routes = this.decorated('routes'), prefix = '"/api"'): string {
    const { app, make, mount } = this.routers;
    return lines(app, `routes = ${make('routes')}`, routes, mount(prefix, 'routes'));
  }

  /** The rows of a table of routes. */
  rows(row: (method: string, path: string, handler: string) => string): string {
    return each((one) => `    ${row(`"${one.verb.toUpperCase()}"`, `"${one.path}"`, one.key)},`);
  }

  wrapping(call: string): string {
    const { isAsync } = this.framework;
    return `@functools.wraps(handler)\n${isAsync ? 'async ' : ''}def inner(*args, **kwargs):\n${indented(`print(${call})\nreturn ${isAsync ? 'await ' : ''}handler(*args, **kwargs)`)}\nreturn inner`;
  }
}
