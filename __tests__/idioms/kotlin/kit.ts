import { capital, type Expected, each, eachMember, indented, lines, type Operation } from '../service.js';

/** What a handler does, where it is not plain. */
export interface Answer {
  readonly before?: string;
  readonly body?: string;
}

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  /** Declarations of the file of the routes. */
  readonly before?: string;
  readonly answer?: (one: Operation) => Answer;
  readonly prefix?: string;
  readonly path?: (one: Operation) => string;
  /** What is in the block of the prefix, instead of plain routes. */
  readonly routes?: string;
  /** Other files, by their names. */
  readonly files?: Readonly<Record<string, string>>;
}

export interface Framework {
  readonly name: string;
  readonly plugin: string;
  readonly imports: string;
  /** What throws or answers with 404, as an expression that never returns. */
  readonly fail: (one: Operation) => string;
  readonly service: (prefix: string, routes: string) => string;
  readonly route: (one: Operation, path: string, before: string | undefined, body: string) => string;
  /** Plain routes are functions of a block, not methods of a class. */
  readonly isNested: boolean;
}

export const ktor: Framework = {
  name: 'ktor',
  plugin: 'id("io.ktor.plugin") version "2.3.12"',
  imports: [
    'io.ktor.http.*',
    'io.ktor.serialization.kotlinx.json.*',
    'io.ktor.server.application.*',
    'io.ktor.server.plugins.contentnegotiation.*',
    'io.ktor.server.response.*',
    'io.ktor.server.routing.*',
  ]
    .map((name) => `import ${name}`)
    .join('\n'),
  fail: ({ verb }) => `return@${verb} call.respond(HttpStatusCode.NotFound, Absent("absent"))`,
  service: (prefix, routes) =>
    `fun Application.module() {\n    install(ContentNegotiation) { json() }\n    routing {\n        route(${prefix}) {\n${indented(indented(indented(routes)))}\n        }\n    }\n}`,
  route: ({ verb }, path, before, body) => `${verb}(${path}) {\n${indented(lines(before, `call.respond(${body})`))}\n}`,
  isNested: true,
};

export const spring: Framework = {
  name: 'spring',
  plugin: 'id("org.springframework.boot") version "3.3.0"',
  imports:
    'import org.springframework.http.*\nimport org.springframework.web.bind.annotation.*\nimport org.springframework.web.server.ResponseStatusException',
  fail: () => 'throw ResponseStatusException(HttpStatus.NOT_FOUND)',
  service: (prefix, routes) => `@RestController\n@RequestMapping(${prefix})\nclass ShopController {\n${indented(routes)}\n}`,
  route: ({ verb, key }, path, before, body) =>
    before === undefined
      ? `@${capital(verb)}Mapping(${path})\nfun ${key}() = ${body}`
      : `@${capital(verb)}Mapping(${path})\nfun ${key}(): Any {\n${indented(lines(before, `return ${body}`))}\n}`,
  isNested: false,
};

/** What idioms are written with, in one framework. */
export class Kit {
  constructor(readonly framework: Framework) {}

  literal(one: Operation, id?: string): string {
    return `${one.type}(${eachMember(one, ({ name, value }) => (name === 'id' && id !== undefined ? id : value))})`;
  }

  /** The routes, with handlers in place. */
  routes(answer?: (one: Operation) => Answer, path: (one: Operation) => string = (one) => `"${one.path}"`): string {
    return each((one) => {
      const { before, body = this.literal(one) } = answer?.(one) ?? {};
      return this.framework.route(one, path(one), before, body);
    });
  }

  files({ before, answer, prefix = '"/api"', path, routes, files = {} }: Idiom): Record<string, string> {
    const { framework } = this;
    const models = lines(
      each(
        (one) =>
          `@Serializable\ndata class ${one.type}(${eachMember(one, ({ name, isText }) => `val ${name}: ${isText ? 'String' : 'Int'}`)})`,
      ),
      '@Serializable\ndata class Absent(val message: String)',
    );
    const all = {
      Shop: lines(before, framework.service(prefix, routes ?? this.routes(answer, path))),
      Models: models,
      ...files,
    };
    return {
      'build.gradle.kts': `plugins {\n    kotlin("jvm") version "2.0.0"\n    ${framework.plugin}\n}\n`,
      ...Object.fromEntries(
        Object.entries(all).map(([name, text]) => [
          `src/main/kotlin/shop/${name}.kt`,
          lines('package shop', framework.imports, 'import kotlinx.serialization.Serializable', text),
        ]),
      ),
    };
  }
}
