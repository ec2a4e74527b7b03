import { capital, type Expected, each, eachMember, indented, lines, type Member, type Operation } from '../service.js';

/** What a handler does: statements and what it answers with. */
export interface Answer {
  readonly before?: string;
  /** The body, which is sent as `Ok`. */
  readonly body?: string;
  /** What it returns, instead of the body as `Ok`. */
  readonly result?: string;
}

/** The parts that an idiom says in its own way; what it leaves out is said plainly. */
export interface Idiom extends Expected {
  readonly answer?: (one: Operation) => Answer;
  /** Members of a static class `Shared`. */
  readonly shared?: string;
  readonly prefix?: string;
  readonly path?: (one: Operation) => string;
  /** Other files, by their names: what follows the namespace. */
  readonly files?: Readonly<Record<string, string>>;
  /** The files of the routes, where they are not plain. */
  readonly routes?: Readonly<Record<string, string>>;
}

export const typeOf = ({ isText }: Member): string => (isText ? 'string' : 'int');

/** How one style of ASP.NET says what every idiom needs. */
export interface Style {
  readonly name: string;
  readonly ok: (body: string) => string;
  readonly notFound: string;
  readonly routes: (
    prefix: string,
    path: (one: Operation) => string,
    answer: (one: Operation) => string,
  ) => Record<string, string>;
}

const PROGRAM = 'var builder = WebApplication.CreateBuilder(args);';

/** A program around what it maps, with the routes on `api`. */
export const program = (mapped: string, prefix = '"/api"', after?: string): Readonly<Record<string, string>> => ({
  Program: lines(
    'using Shop;',
    PROGRAM,
    'var app = builder.Build();',
    `var api = app.MapGroup(${prefix});`,
    mapped,
    'app.Run();',
    after,
  ),
});

export const minimal: Style = {
  name: 'minimal APIs',
  ok: (body) => `Results.Ok(${body})`,
  notFound: 'Results.NotFound(new Absent("absent"))',
  routes: (prefix, path, answer) =>
    program(
      each((one) => `api.Map${capital(one.verb)}(${path(one)}, () =>\n{\n${indented(answer(one))}\n});`),
      prefix,
    ),
};

export const controllers: Style = {
  name: 'controllers',
  ok: (body) => `Ok(${body})`,
  notFound: 'NotFound(new Absent("absent"))',
  routes: (prefix, path, answer) => ({
    Program: lines(
      PROGRAM,
      'builder.Services.AddControllers();',
      'var app = builder.Build();',
      'app.MapControllers();',
      'app.Run();',
    ),
    ShopController: lines(
      'using Microsoft.AspNetCore.Mvc;\nnamespace Shop;',
      `[ApiController]\n[Route(${prefix})]\npublic class ShopController : ControllerBase\n{`,
      each(
        (one) =>
          `    [Http${capital(one.verb)}(${path(one)})]\n    public IActionResult ${one.type}s()\n    {\n${indented(indented(answer(one)))}\n    }`,
      ),
      '}',
    ),
  }),
};

/** What idioms are written with, in one style. */
export class Kit {
  constructor(readonly style: Style) {}

  literal(one: Operation, type = one.type, id?: string): string {
    return `new ${type}(${eachMember(one, ({ name, value }) => (name === 'id' && id !== undefined ? id : value))})`;
  }

  /** Members that an initializer or an anonymous object sets. */
  named(one: Operation, name: (member: string) => string = capital): string {
    return eachMember(one, (member) => `${name(member.name)} = ${member.value}`);
  }

  parameters(one: Operation): string {
    return eachMember(one, (member) => `${typeOf(member)} ${capital(member.name)}`);
  }

  properties(one: Operation, isText = '{ get; set; } = "";'): string {
    return eachMember(
      one,
      (member) => `    public ${typeOf(member)} ${capital(member.name)} ${member.isText ? isText : '{ get; set; }'}`,
      '\n',
    );
  }

  /** The statements of a handler. */
  statements(one: Operation, { before, body = this.literal(one), result = this.style.ok(body) }: Answer = {}): string {
    return lines(before, `return ${result};`);
  }

  files({
    answer,
    shared = '',
    prefix = '"/api"',
    path = (one) => `"${one.path.slice(1)}"`,
    files = {},
    routes,
  }: Idiom): Record<string, string> {
    const written = routes ?? this.style.routes(prefix, path, (one) => this.statements(one, answer?.(one)));
    const others = {
      Models: lines(
        each((one) => `public record ${one.type}(${this.parameters(one)});`),
        'public record Absent(string Message);',
      ),
      Shared: `public static class Shared\n{\n${indented(shared)}\n}`,
      ...files,
    };
    return {
      'Shop.csproj':
        '<Project Sdk="Microsoft.NET.Sdk.Web"><PropertyGroup><TargetFramework>net8.0</TargetFramework><Nullable>enable</Nullable><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>',
      ...Object.fromEntries(Object.entries(written).map(([name, text]) => [`${name}.cs`, text])),
      ...Object.fromEntries(
        Object.entries(others).map(([name, text]) => [
          `${name}.cs`,
          text.startsWith('global ') ? text : `namespace Shop;\n${text}`,
        ]),
      ),
    };
  }
}
