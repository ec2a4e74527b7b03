import { capital, each, lines, type Operation } from '../service.js';

/** What a handler does: statements, the body, and the type of the body. */
export interface Answer {
  readonly before?: string;
  readonly body: string;
  readonly type: string;
}

/** The parts of the class that has the routes. */
export interface Parts {
  readonly members?: string;
  readonly prefix: string;
  readonly path: (one: Operation) => string;
  readonly answer: (one: Operation) => Answer;
}

/** How one framework says what every idiom needs. */
export interface Framework {
  readonly name: string;
  readonly dependency: string;
  readonly imports: string;
  /** The `application.yml`. */
  readonly settings?: string;
  /** The class of the routes: annotated methods, or an app with lambdas. */
  readonly shop: (parts: Parts) => string;
  readonly throwAbsent: string;
  /** The answer in the framework's own response. */
  readonly explicit: (answer: Answer) => Answer;
  readonly lambdas?: Lambdas;
}

/** What a framework has whose handlers are lambdas that are registered on a router. */
export interface Lambdas {
  readonly type: string;
  readonly handlerType: string;
  readonly context: string;
  readonly send: (body: string) => string;
  readonly add: (on: string, one: Operation, path: string, handler: string) => string;
  /** The class around the statements that register on `app`. */
  readonly around: (routes: string, members?: string) => string;
}

interface Annotations {
  readonly start: (prefix: string) => string;
  readonly route: (one: Operation, path: string) => string;
}

const annotated =
  ({ start, route }: Annotations) =>
  ({ members, prefix, path, answer }: Parts): string =>
    lines(
      `${start(prefix)}\npublic class ShopController {`,
      members,
      each((one) => {
        const { before, body, type } = answer(one);
        return lines(route(one, path(one)), `public ${type} ${one.key}() {`, before, `return ${body};\n}`);
      }),
      '}',
    );

const ofLambdas =
  ({ send, add, around }: Lambdas) =>
  ({ members, prefix, path, answer }: Parts): string =>
    around(
      each((one) => {
        const { before, body } = answer(one);
        return add('app', one, joined(prefix, path(one)), `ctx -> {\n${lines(before, send(body))}\n}`);
      }),
      members,
    );

/** Two expressions as one path. */
export const joined = (prefix: string, path: string): string =>
  prefix.endsWith('"') && path.startsWith('"') ? `${prefix.slice(0, -1)}${path.slice(1)}` : `${prefix} + ${path}`;

const javalin: Lambdas = {
  type: 'Javalin',
  handlerType: 'Handler',
  context: 'Context ctx',
  send: (body) => `ctx.json(${body});`,
  add: (on, { verb }, path, handler) => `${on}.${verb}(${path}, ${handler});`,
  around: (routes, members) =>
    lines(
      'public class ShopController {',
      members,
      `public static void main(String[] args) {\nJavalin app = Javalin.create();\n${routes}\napp.start(7070);\n}\n}`,
    ),
};

const vertx: Lambdas = {
  type: 'Router',
  handlerType: 'Handler<RoutingContext>',
  context: 'RoutingContext ctx',
  send: (body) => `ctx.json(${body});`,
  add: (on, { verb }, path, handler) => `${on}.${verb}(${path}).handler(${handler});`,
  around: (routes, members) =>
    lines(
      'public class ShopController extends AbstractVerticle {',
      members,
      `@Override\npublic void start() {\nRouter app = Router.router(vertx);\n${routes}\nvertx.createHttpServer().requestHandler(app).listen(8080);\n}\n}`,
    ),
};

export const frameworks: readonly Framework[] = [
  {
    name: 'spring',
    dependency: 'org.springframework.boot:spring-boot-starter-web:3.3.0',
    imports:
      'import org.springframework.http.*;\nimport org.springframework.web.bind.annotation.*;\nimport org.springframework.web.server.ResponseStatusException;',
    shop: annotated({
      start: (prefix) => `@RestController\n@RequestMapping(${prefix})`,
      route: ({ verb }, path) => `@${capital(verb)}Mapping(${path})`,
    }),
    throwAbsent: 'throw new ResponseStatusException(HttpStatus.NOT_FOUND);',
    explicit: ({ body, type }) => ({ body: `ResponseEntity.ok(${body})`, type: `ResponseEntity<${type}>` }),
  },
  {
    name: 'micronaut',
    dependency: 'io.micronaut:micronaut-http-server-netty:4.5.0',
    imports:
      'import io.micronaut.http.*;\nimport io.micronaut.http.annotation.*;\nimport io.micronaut.http.exceptions.HttpStatusException;',
    // Micronaut leaves out empty texts by default.
    settings: 'jackson:\n  serialization-inclusion: ALWAYS',
    shop: annotated({
      start: (prefix) => `@Controller(${prefix})`,
      route: ({ verb }, path) => `@${capital(verb)}(${path})`,
    }),
    throwAbsent: 'throw new HttpStatusException(HttpStatus.NOT_FOUND, "absent");',
    explicit: ({ body, type }) => ({ body: `HttpResponse.ok(${body})`, type: `HttpResponse<${type}>` }),
  },
  {
    name: 'jax-rs',
    dependency: 'io.quarkus:quarkus-rest-jackson:3.12.0',
    imports: 'import jakarta.ws.rs.*;\nimport jakarta.ws.rs.core.*;',
    shop: annotated({
      start: (prefix) => `@Path(${prefix})\n@Produces("application/json")`,
      route: ({ verb }, path) => `@${verb.toUpperCase()}\n@Path(${path})`,
    }),
    throwAbsent: 'throw new NotFoundException();',
    explicit: ({ body }) => ({ body: `Response.ok(${body}).build()`, type: 'Response' }),
  },
  {
    name: 'javalin',
    dependency: 'io.javalin:javalin:6.1.0',
    imports: 'import io.javalin.Javalin;\nimport io.javalin.http.*;',
    shop: ofLambdas(javalin),
    throwAbsent: 'throw new NotFoundResponse();',
    explicit: (answer) => answer,
    lambdas: javalin,
  },
  {
    name: 'vert.x',
    dependency: 'io.vertx:vertx-web:4.5.0',
    imports: 'import io.vertx.core.*;\nimport io.vertx.ext.web.*;',
    shop: ofLambdas(vertx),
    throwAbsent: 'ctx.fail(404);\nreturn;',
    explicit: (answer) => answer,
    lambdas: vertx,
  },
];
