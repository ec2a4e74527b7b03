import { capital, each, eachMember, indented, lines, type Operation } from '../service.js';
import { type Idiom, type Kit, program, typeOf } from './kit.js';

export type Writing = (kit: Kit) => Idiom;

const loaded = ({ type }: Operation): { readonly body: string } => ({ body: `Shared.Load${type}()` });
const mapped = (one: Operation, handler: string, on = 'api', path = `"${one.path}"`): string =>
  `${on}.Map${capital(one.verb)}(${path}, ${handler});`;
const lambda = (k: Kit, one: Operation): string => `() => ${k.style.ok(k.literal(one))}`;
const methods = (k: Kit, start: string): string =>
  each((one) => `${start} IResult ${one.type}s() => ${k.style.ok(k.literal(one))};`);
const extension = (type: string, body: string): string =>
  `public static class Routes\n{\n    public static void MapShop(this ${type} on)\n    {\n${indented(indented(body))}\n    }\n}`;

/** How minimal APIs are written and mapped. */
export const registrations: Readonly<Record<string, Writing>> = {
  'methods of another class': (k) => ({
    routes: program(each((one) => mapped(one, `Handlers.${one.type}s`))),
    files: { Handlers: `public static class Handlers\n{\n${indented(methods(k, 'public static'))}\n}` },
  }),
  'methods of an instance': (k) => ({
    routes: program(
      lines(
        'var handlers = new Handlers();',
        each((one) => mapped(one, `handlers.${one.type}s`)),
      ),
    ),
    files: { Handlers: `public class Handlers\n{\n${indented(methods(k, 'public'))}\n}` },
  }),
  'local functions': (k) => ({
    routes: program(
      each((one) => mapped(one, `${one.type}s`)),
      undefined,
      methods(k, 'static'),
    ),
  }),
  'asynchronous lambdas': (k) => ({
    routes: program(
      each((one) => mapped(one, `async () =>\n{\n    await Task.Yield();\n    return ${k.style.ok(k.literal(one))};\n}`)),
    ),
  }),
  'an extension of the group': (k) => ({
    routes: program('api.MapShop();'),
    files: {
      Routes: extension(
        'RouteGroupBuilder',
        each((one) => mapped(one, lambda(k, one), 'on')),
      ),
    },
  }),
  'an extension of the app': (k) => ({
    routes: program('app.MapShop();'),
    files: {
      Routes: extension(
        'WebApplication',
        lines(
          'var group = on.MapGroup("/api");',
          each((one) => mapped(one, lambda(k, one), 'group')),
        ),
      ),
    },
  }),
  'a class that maps': (k) => ({
    routes: program('new Routes("shop").Map(api);'),
    files: {
      Routes: `public class Routes(string label)\n{\n    public void Map(IEndpointRouteBuilder on)\n    {\n${indented(indented(each((one) => mapped(one, lambda(k, one), 'on'))))}\n    }\n}`,
    },
  }),
  'classes behind an interface that map': (k) => ({
    routes: program(
      `foreach (var one in new IRoutes[] { ${each(({ type }) => `new ${type}Routes()`, ', ')} })\n{\n    one.Map(api);\n}`,
    ),
    files: {
      Routes: lines(
        'public interface IRoutes\n{\n    void Map(IEndpointRouteBuilder on);\n}',
        each(
          (one) =>
            `public class ${one.type}Routes : IRoutes\n{\n    public void Map(IEndpointRouteBuilder on)\n    {\n        ${mapped(one, lambda(k, one), 'on')}\n    }\n}`,
        ),
      ),
    },
  }),
  'groups of groups': (k) => ({
    routes: program(
      lines(
        'var inner = api.MapGroup("/v1").WithTags("shop");',
        each((one) => mapped(one, lambda(k, one), 'inner')),
      ),
    ),
    base: '/api/v1',
  }),
  'methods in a list': (k) => ({
    routes: program(each((one) => `api.MapMethods("${one.path}", new[] { "${one.verb.toUpperCase()}" }, ${lambda(k, one)});`)),
  }),
  'a table of tuples': (k) => ({
    routes: program(
      `foreach (var (path, handler) in new (string, Delegate)[] { ${each((one) => `("${one.path}", ${lambda(k, one)})`, ', ')} })\n{\n    api.MapMethods(path, new[] { "GET", "POST" }, handler);\n}`,
    ),
  }),
  'named routes': (k) => ({
    routes: program(
      each((one) => mapped(one, lambda(k, one)).replace(';', `.WithName("${one.key}").Produces<${one.type}>(200);`)),
    ),
  }),
};

/** How paths and bodies are made. */
export const idioms: Readonly<Record<string, Writing>> = {
  'a prefix of constants': () => ({
    shared: 'public const string Root = "/api";\npublic const string Prefix = Root + "/v1";',
    prefix: 'Shared.Prefix',
    base: '/api/v1',
  }),
  'a prefix with a value': () => ({
    shared: 'public const string Version = "v1";',
    prefix: '$"/api/{Shared.Version}"',
    base: '/api/v1',
  }),
  'a prefix of another class': () => ({
    prefix: 'Config.Prefix',
    files: { Config: 'public static class Config\n{\n    public const string Prefix = "/api";\n}' },
  }),
  'paths of a nested class': () => ({
    path: ({ type }) => `Paths.Shop.${type}s`,
    files: {
      Paths: `public static class Paths\n{\n    public static class Shop\n    {\n${each(({ type, path }) => `        public const string ${type}s = "${path.slice(1)}";`)}\n    }\n}`,
    },
  }),
  'paths with a value': () => ({
    shared: 'public const string Root = "";',
    path: ({ path }) => `$"{Shared.Root}${path.slice(1)}"`,
  }),
  'a variable': (k) => ({ answer: (one) => ({ before: `var made = ${k.literal(one)};`, body: 'made' }) }),
  'an anonymous object': (k) => ({ answer: (one) => ({ body: `new { ${k.named(one)} }` }) }),
  'an anonymous object with names in lower case': (k) => ({
    answer: (one) => ({ body: `new { ${k.named(one, (name) => name)} }` }),
  }),
  'a dictionary': () => ({
    answer: (one) => ({
      body: `new Dictionary<string, object> { ${eachMember(one, ({ name, value }) => `["${name}"] = ${value}`)} }`,
    }),
  }),
  'a dictionary of pairs': () => ({
    answer: (one) => ({
      body: `new Dictionary<string, object> { ${eachMember(one, ({ name, value }) => `{ "${name}", ${value} }`)} }`,
    }),
  }),
  'a dictionary that is filled': () => ({
    answer: (one) => ({
      before: lines(
        'var made = new Dictionary<string, object>();',
        eachMember(one, ({ name, value }) => `made["${name}"] = ${value};`, '\n'),
      ),
      body: 'made',
    }),
  }),
  'an initializer': (k) => ({
    answer: (one) => ({ body: `new ${one.type}View { ${k.named(one)} }` }),
    files: { Views: each((one) => `public class ${one.type}View\n{\n${k.properties(one)}\n}`) },
  }),
  'properties set one by one': (k) => ({
    answer: (one) => ({
      before: lines(
        `var made = new ${one.type}View();`,
        eachMember(one, ({ name, value }) => `made.${capital(name)} = ${value};`, '\n'),
      ),
      body: 'made',
    }),
    files: { Views: each((one) => `public class ${one.type}View\n{\n${k.properties(one)}\n}`) },
  }),
  'a constructor': (k) => ({
    answer: (one) => ({ body: k.literal(one, `${one.type}View`) }),
    files: {
      Views: each(
        (one) =>
          `public class ${one.type}View\n{\n${k.properties(one, '{ get; set; }')}\n    public ${one.type}View(${eachMember(one, (member) => `${typeOf(member)} ${member.name}`)})\n    {\n${eachMember(one, ({ name }) => `        ${capital(name)} = ${name};`, '\n')}\n    }\n}`,
      ),
    },
  }),
  'properties of a base class': (k) => ({
    answer: (one) => ({ body: `new ${one.type}View { ${k.named(one)} }` }),
    files: {
      Views: lines(
        'public class WithId\n{\n    public int Id { get; set; }\n}',
        each((one) => `public class ${one.type}View : WithId\n{\n${k.properties(one).replace(/^.* Id .*\n/m, '')}\n}`),
      ),
    },
  }),
  'a copy with another value': (k) => ({
    answer: (one) => ({ before: `var made = ${k.literal(one)};`, body: 'made with { Id = 4 }' }),
  }),
  'one of two': (k) => ({
    answer: (one) => ({
      before: `${one.type} made;\nif (Environment.GetEnvironmentVariable("DRY") != null)\n{\n    made = ${k.literal(one)};\n}\nelse\n{\n    made = ${k.literal(one)};\n}`,
      body: 'made',
    }),
  }),
  'a conditional expression': (k) => ({
    answer: (one) => ({
      before: `var made = Environment.GetEnvironmentVariable("DRY") != null ? ${k.literal(one)} : ${k.literal(one)};`,
      body: 'made',
    }),
  }),
  'a switch expression': (k) => ({
    answer: (one) => ({
      before: `var made = Environment.GetEnvironmentVariable("MODE") switch\n{\n    "dry" => ${k.literal(one)},\n    _ => ${k.literal(one)},\n};`,
      body: 'made',
    }),
  }),
  'a method': (k) => ({
    shared: each((one) => `public static ${one.type} Load${one.type}() => ${k.literal(one)};`),
    answer: loaded,
  }),
  'a method of a class that is used by its members': (k) => ({
    shared: each((one) => `public static ${one.type} Load${one.type}() => ${k.literal(one)};`),
    answer: ({ type }) => ({ body: `Load${type}()` }),
    files: { Usings: 'global using static Shop.Shared;' },
  }),
  'a method of anything': (k) => ({
    shared: each((one) => `public static object Load${one.type}() => ${k.literal(one)};`),
    answer: loaded,
  }),
  'a method with an argument': (k) => ({
    shared: each(
      (one) => `public static ${one.type} To${one.type}(int id)\n{\n    return ${k.literal(one, undefined, 'id')};\n}`,
    ),
    answer: ({ type }) => ({ body: `Shared.To${type}(1)` }),
  }),
  'a generic method': (k) => ({
    shared: 'public static T Same<T>(T value) => value;',
    answer: (one) => ({ body: `Shared.Same(${k.literal(one)})` }),
  }),
  'a local function': (k) => ({
    answer: (one) => ({ before: `${one.type} Make() => ${k.literal(one)};`, body: 'Make()' }),
  }),
  'a delegate': (k) => ({
    shared: each(
      (one) => `public static readonly Func<int, ${one.type}> To${one.type} = id => ${k.literal(one, undefined, 'id')};`,
    ),
    answer: ({ type }) => ({ body: `Shared.To${type}(1)` }),
  }),
  'an extension that maps': (k) => ({
    answer: ({ type }) => ({ body: `new ${type}Row(1).ToView()` }),
    files: {
      Rows: lines(
        each(({ type }) => `public record ${type}Row(int Key);`),
        `public static class Mapping\n{\n${each((one) => `    public static ${one.type} ToView(this ${one.type}Row row) => ${k.literal(one, undefined, 'row.Key')};`)}\n}`,
      ),
    },
  }),
  'a static method that makes it': (k) => ({
    answer: ({ type }) => ({ body: `${type}View.Of(1)` }),
    files: {
      Views: each(
        (one) =>
          `public record ${one.type}View(${k.parameters(one)})\n{\n    public static ${one.type}View Of(int id) => new(${eachMember(one, ({ name, value }) => (name === 'id' ? 'id' : value))});\n}`,
      ),
    },
  }),
  'a builder': (k) => ({
    answer: (one) => ({
      body: `new ${one.type}Builder()${eachMember(one, ({ name, value }) => `.With${capital(name)}(${value})`, '')}.Build()`,
    }),
    files: {
      Builders: each(
        (one) =>
          `public class ${one.type}Builder\n{\n    private readonly ${one.type}View made = new();\n${eachMember(one, (member) => `    public ${one.type}Builder With${capital(member.name)}(${typeOf(member)} value)\n    {\n        made.${capital(member.name)} = value;\n        return this;\n    }`, '\n')}\n    public ${one.type}View Build() => made;\n}\npublic class ${one.type}View\n{\n${k.properties(one)}\n}`,
      ),
    },
  }),
  'a service': (k) => ({
    shared: 'public static readonly Service Service = new();',
    answer: ({ type }) => ({ body: `Shared.Service.Load${type}()` }),
    files: {
      Service: `public class Service\n{\n${each((one) => `    public ${one.type} Load${one.type}() => ${k.literal(one)};`)}\n}`,
    },
  }),
  'a service behind an interface': (k) => ({
    shared: 'public static readonly IService Service = new MemoryService();',
    answer: ({ type }) => ({ body: `Shared.Service.Load${type}()` }),
    files: {
      Service: lines(
        `public interface IService\n{\n${each(({ type }) => `    ${type} Load${type}();`)}\n}`,
        `public class MemoryService : IService\n{\n${each((one) => `    public ${one.type} Load${one.type}() => ${k.literal(one)};`)}\n}`,
      ),
    },
  }),
  'a generic base class': (k) => ({
    answer: ({ type }) => ({ body: `new ${type}Service().Load()` }),
    files: {
      Services: lines(
        'public abstract class Base<T>\n{\n    protected abstract T Make();\n    public T Load() => Make();\n}',
        each(
          (one) =>
            `public class ${one.type}Service : Base<${one.type}>\n{\n    protected override ${one.type} Make() => ${k.literal(one)};\n}`,
        ),
      ),
    },
  }),
  'an early answer': (k) => ({
    absent: true,
    answer: () => ({ before: `if (Environment.GetEnvironmentVariable("EMPTY") != null) return ${k.style.notFound};` }),
  }),
  'one of two answers': (k) => ({
    absent: true,
    answer: (one) => ({
      result: `Environment.GetEnvironmentVariable("EMPTY") != null ? ${k.style.notFound} : ${k.style.ok(k.literal(one))}`,
    }),
  }),
  'a pattern that it fits': (k) => ({
    absent: true,
    shared: each((one) => `public static ${one.type}? Find${one.type}() => ${k.literal(one)};`),
    answer: ({ type }) => ({ result: `Shared.Find${type}() is { } found ? ${k.style.ok('found')} : ${k.style.notFound}` }),
  }),
  'a store that is a dictionary': (k) => ({
    absent: true,
    shared: each(
      (one) => `public static readonly Dictionary<string, ${one.type}> ${one.type}s = new() { ["a"] = ${k.literal(one)} };`,
    ),
    answer: ({ type }) => ({
      before: `if (!Shared.${type}s.TryGetValue("a", out var found)) return ${k.style.notFound};`,
      body: 'found',
    }),
  }),
  'the first that fits': (k) => ({
    absent: true,
    shared: each((one) => `public static readonly List<${one.type}> All${one.type}s = [${k.literal(one)}];`),
    answer: ({ type }) => ({
      before: `var found = Shared.All${type}s.FirstOrDefault(one => one.Id == 1);\nif (found is null) return ${k.style.notFound};`,
      body: 'found',
    }),
  }),
  'a list': (k) => ({ body: 'list', answer: (one) => ({ body: `new[] { ${k.literal(one)} }` }) }),
  'a list that is filled': (k) => ({
    body: 'list',
    answer: (one) => ({ before: `var made = new List<${one.type}>();\nmade.Add(${k.literal(one)});`, body: 'made' }),
  }),
  'a list that is made of another': (k) => ({
    body: 'list',
    answer: (one) => ({ body: `new[] { 1, 2 }.Select(id => ${k.literal(one, undefined, 'id')}).ToList()` }),
  }),
  'a list of a query': (k) => ({
    body: 'list',
    answer: (one) => ({
      before: `var made = from id in new[] { 1, 2 } select ${k.literal(one, undefined, 'id')};`,
      body: 'made.ToList()',
    }),
  }),
  'a list that is yielded': (k) => ({
    body: 'list',
    shared: each((one) => `public static IEnumerable<${one.type}> All${one.type}s()\n{\n    yield return ${k.literal(one)};\n}`),
    answer: ({ type }) => ({ body: `Shared.All${type}s()` }),
  }),
  'a generic envelope': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `new Envelope<${one.type}>(${k.literal(one)})` }),
    files: { Envelope: 'public record Envelope<T>(T Data);' },
  }),
  'a generic envelope of a static method': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `Envelope.Of(${k.literal(one)})` }),
    files: {
      Envelope:
        'public class Envelope<T>\n{\n    public required T Data { get; init; }\n}\npublic static class Envelope\n{\n    public static Envelope<T> Of<T>(T data) => new() { Data = data };\n}',
    },
  }),
  'an anonymous envelope': (k) => ({ body: 'data', answer: (one) => ({ body: `new { data = ${k.literal(one)} }` }) }),
};
