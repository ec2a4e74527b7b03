import { capital, type Expected, each, eachMember, lines, type Operation } from '../service.js';
import type { Framework } from './frameworks.js';

/** What a handler does, where it is not plain. */
export interface Answer {
  readonly before?: string;
  readonly body?: string;
}

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  /** Declarations beside the plain types. */
  readonly before?: string;
  readonly answer?: (one: Operation) => Answer;
  /** Where the handlers are no plain functions. */
  readonly handlers?: string;
  /** The registrations on a group of a name. */
  readonly routes?: (on: string) => string;
  /** The group of the routes and what follows, instead of a plain one. */
  readonly grouped?: string;
  readonly prefix?: string;
  /** Other files, by their paths: the text below the package clause and the imports. */
  readonly files?: Readonly<Record<string, string>>;
}

const PACKAGES: Readonly<Record<string, string>> = {
  errors: 'errors',
  fmt: 'fmt',
  os: 'os',
  handlers: 'example.com/shop/handlers',
  paths: 'example.com/shop/paths',
  routes: 'example.com/shop/routes',
  view: 'example.com/shop/view',
};

const fieldOf = (name: string): string => (name === 'id' ? 'ID' : capital(name));

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  /** A literal of what an operation sends. */
  literal(one: Operation, type = one.type, id?: string): string {
    return `${type}{${eachMember(one, ({ name, value }) => `${fieldOf(name)}: ${name === 'id' && id !== undefined ? id : value}`)}}`;
  }

  /** The members as the text between the braces of a map. */
  pairs(one: Operation): string {
    return eachMember(one, ({ name, value }) => `"${name}": ${value}`);
  }

  fields(one: Operation): string {
    return eachMember(one, ({ name, isText }) => `${fieldOf(name)} ${isText ? 'string' : 'int'} \`json:"${name}"\``, '\n');
  }

  structs(): string {
    return each((one) => `type ${one.type} struct {\n${this.fields(one)}\n}`);
  }

  handler(one: Operation, { before, body = this.literal(one) }: Answer = {}, start = `func ${one.key}`): string {
    return `${start}${this.framework.signature} {\n${lines(before, this.framework.send(body))}\n}`;
  }

  handlers(answer?: (one: Operation) => Answer, start?: (key: string) => string): string {
    return each((one) => this.handler(one, answer?.(one), start?.(one.key)));
  }

  register(
    on: string,
    handler: (one: Operation) => string = ({ key }) => key,
    path: (one: Operation) => string = (one) => `"${one.path}"`,
  ): string {
    return each((one) => this.framework.register(on, one.verb.toUpperCase(), path(one), handler(one)));
  }

  rows(row: (method: string, path: string, handler: string) => string): string {
    return each((one) => row(`"${one.verb.toUpperCase()}"`, `"${one.path}"`, one.key));
  }

  file(name: string, text: string): string {
    const used = (one: string): boolean => text.includes(`${one}.`);
    const imports = [
      ...Object.entries(PACKAGES).flatMap(([short, path]) => (used(short) && short !== name ? path : [])),
      ...this.framework.imports.filter((path) =>
        used(
          path
            .replace(/\/v\d+$/, '')
            .split('/')
            .at(-1) ?? '',
        ),
      ),
    ];
    return lines(`package ${name}`, ...imports.map((path) => `import "${path}"`), text);
  }

  files({ before, answer, handlers, routes, grouped, prefix = '"/api"', files = {}, absent }: Idiom): Record<string, string> {
    const { app, listen, group } = this.framework;
    const main = lines(
      this.structs(),
      absent && 'type Absent struct {\nMessage string `json:"message"`\n}',
      before,
      handlers ?? this.handlers(answer),
      `func main() {\n${lines(app, grouped ?? lines(group('api', prefix), routes?.('api') ?? this.register('api')), listen)}\n}`,
    );
    const required = this.framework.package === undefined ? '' : `\nrequire ${this.framework.package}\n`;
    return {
      'go.mod': `module example.com/shop\n\ngo 1.22\n${required}`,
      'main.go': this.file('main', main),
      ...Object.fromEntries(
        Object.entries(files).map(([path, text]) => [
          path,
          this.file(path.includes('/') ? (path.split('/')[0] ?? '') : 'main', text),
        ]),
      ),
    };
  }
}
