import { capital, each, eachMember, lines, type Operation } from '../service.js';
import { type Idiom, type Kit, type LambdaKit, typeOf } from './kit.js';

const called = ({ type }: Operation): { readonly body: string } => ({ body: `load${type}()` });
const load = ({ type }: Operation): string => `load${type}`;
/** A type for each operation. */
const typed = (name: (one: Operation) => string, text: (one: Operation) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    each((one) => `${name(one)}\t${text(one).replaceAll('\n', ' ')}`)
      .split('\n')
      .map((line) => line.split('\t') as [string, string]),
  );

/** How lambdas are written and registered. */
export const registrations: Readonly<Record<string, (kit: LambdaKit) => Idiom>> = {
  'references of static methods': (k) => ({
    shop: k.lambdas.around(k.added('app', ({ key }) => `Handlers::${key}`)),
    types: { Handlers: `public class Handlers {\n${k.handlers('public static')}\n}` },
  }),
  'references of methods of an instance': (k) => ({
    shop: k.lambdas.around(
      lines(
        'Handlers handlers = new Handlers();',
        k.added('app', ({ key }) => `handlers::${key}`),
      ),
    ),
    types: { Handlers: `public class Handlers {\n${k.handlers('public')}\n}` },
  }),
  'lambdas in fields': (k) => ({
    shop: k.lambdas.around(
      k.added('app', ({ key }) => key),
      each((one) => `static final ${k.lambdas.handlerType} ${one.key} = ${k.lambda(one)};`),
    ),
  }),
  'lambdas that methods make': (k) => ({
    shop: k.lambdas.around(
      k.added('app', ({ key }) => `${key}("shop")`),
      each((one) => `static ${k.lambdas.handlerType} ${one.key}(String label) {\nreturn ${k.lambda(one)};\n}`),
    ),
  }),
  'a method that registers': (k) => ({
    shop: k.lambdas.around('addRoutes(app);', `static void addRoutes(${k.lambdas.type} on) {\n${k.added('on')}\n}`),
  }),
  'a method of another class that registers': (k) => ({
    shop: k.lambdas.around('new Routes().register(app);'),
    types: { Routes: `public class Routes {\npublic void register(${k.lambdas.type} on) {\n${k.added('on')}\n}\n}` },
  }),
  'a class with a router': (k) => ({
    shop: k.lambdas.around('new Routes(app).register();'),
    types: {
      Routes: `public class Routes {\nprivate final ${k.lambdas.type} on;\npublic Routes(${k.lambdas.type} on) {\nthis.on = on;\n}\npublic void register() {\n${k.added('on')}\n}\n}`,
    },
  }),
};

/** How paths and bodies are made. */
export const idioms: Readonly<Record<string, (kit: Kit) => Idiom>> = {
  'a prefix in a constant': () => ({ members: 'private static final String PREFIX = "/api";', prefix: 'PREFIX' }),
  'a prefix of another class': () => ({
    prefix: 'Paths.PREFIX',
    types: {
      Paths:
        'public final class Paths {\npublic static final String ROOT = "/api";\npublic static final String PREFIX = ROOT + "/v1";\n}',
    },
    base: '/api/v1',
  }),
  'paths in constants': () => ({
    members: each(({ type, path }) => `private static final String ${type.toUpperCase()} = "${path}";`),
    path: ({ type }) => type.toUpperCase(),
  }),
  'paths of another class': () => ({
    path: ({ type }) => `Paths.${type.toUpperCase()}`,
    types: { Paths: `public interface Paths {\n${each(({ type, path }) => `String ${type.toUpperCase()} = "${path}";`)}\n}` },
  }),
  'paths of a nested class': () => ({
    path: ({ type }) => `Paths.Shop.${type.toUpperCase()}`,
    types: {
      Paths: `public final class Paths {\npublic static final class Shop {\n${each(({ type, path }) => `public static final String ${type.toUpperCase()} = "${path}";`)}\n}\n}`,
    },
  }),
  'an explicit response': (k) => ({
    answer: (one) => k.framework.explicit({ body: k.literal(one), type: one.type }),
  }),
  'a variable': (k) => ({ answer: (one) => ({ before: `${one.type} made = ${k.literal(one)};`, body: 'made' }) }),
  'a variable without a type': (k) => ({ answer: (one) => ({ before: `var made = ${k.literal(one)};`, body: 'made' }) }),
  'a method': (k) => ({ members: k.methods('static', load, (one) => k.literal(one)), answer: called }),
  'a method with an argument': (k) => ({
    members: each((one) => `static ${one.type} to${one.type}(int id) {\nreturn ${k.literal(one, undefined, 'id')};\n}`),
    answer: ({ type }) => ({ body: `to${type}(1)` }),
  }),
  'a mapper of another class': (k) => ({
    answer: ({ type }) => ({ body: `Mapper.load${type}()` }),
    types: { Mapper: `public class Mapper {\n${k.methods('public static', load, (one) => k.literal(one))}\n}` },
  }),
  'a generic method': (k) => ({
    members: 'static <T> T same(T value) {\nreturn value;\n}',
    answer: (one) => ({ body: `same(${k.literal(one)})` }),
  }),
  'a service': (k) => ({
    members: 'static final Service service = new Service();',
    answer: ({ type }) => ({ body: `service.load${type}()` }),
    types: { Service: `public class Service {\n${k.methods('public', load, (one) => k.literal(one))}\n}` },
  }),
  'a service behind an interface': (k) => ({
    members: 'static final Service service = new MemoryService();',
    answer: ({ type }) => ({ body: `service.load${type}()` }),
    types: {
      Service: `public interface Service {\n${each(({ type }) => `${type} load${type}();`)}\n}`,
      MemoryService: `public class MemoryService implements Service {\n${k.methods('@Override\npublic', load, (one) => k.literal(one))}\n}`,
    },
  }),
  'a service of a generic base class': (k) => ({
    members: each(({ type, key }) => `static final ${type}Service ${key}s = new ${type}Service();`),
    answer: ({ key }) => ({ body: `${key}s.load()` }),
    types: {
      Base: 'public abstract class Base<T> {\nprotected abstract T make();\npublic T load() {\nreturn make();\n}\n}',
      ...typed(
        ({ type }) => `${type}Service`,
        (one) =>
          `public class ${one.type}Service extends Base<${one.type}> {\n@Override\nprotected ${one.type} make() {\nreturn ${k.literal(one)};\n}\n}`,
      ),
    },
  }),
  'a service that may find nothing': (k) => ({
    members: k.methods(
      'static',
      load,
      (one) => `Optional.of(${k.literal(one)})`,
      ({ type }) => `Optional<${type}>`,
    ),
    answer: ({ type }) => ({ body: `load${type}().orElseThrow()` }),
  }),
  'a row that is mapped if it is found': (k) => ({
    members: each(
      (one) =>
        `static Optional<Integer> find${one.type}() {\nreturn Optional.of(1);\n}\nstatic ${one.type} to${one.type}(Integer id) {\nreturn ${k.literal(one, undefined, 'id')};\n}`,
    ),
    answer: ({ type }) => ({ body: `find${type}().map(ShopController::to${type}).orElseThrow()` }),
  }),
  'a supplier': (k) => ({
    answer: (one) => ({ before: `Supplier<${one.type}> made = () -> ${k.literal(one)};`, body: 'made.get()' }),
  }),
  'an early error': (k) => ({
    answer: () => ({ before: `if (System.getenv("EMPTY") != null) {\n${k.framework.throwAbsent}\n}` }),
  }),
  'one of two': (k) => ({
    answer: (one) => ({
      before: `${one.type} made;\nif (System.getenv("DRY") != null) {\nmade = ${k.literal(one)};\n} else {\nmade = ${k.literal(one)};\n}`,
      body: 'made',
    }),
  }),
  'a conditional expression': (k) => ({
    answer: (one) => ({ body: `System.getenv("DRY") != null ? ${k.literal(one)} : ${k.literal(one)}` }),
  }),
  'a switch expression': (k) => ({
    answer: (one) => ({
      before: `${one.type} made = switch (System.getenv("MODE")) {\ncase "dry" -> ${k.literal(one)};\ndefault -> ${k.literal(one)};\n};`,
      body: 'made',
    }),
  }),
  'a class with getters': (k) => ({
    answer: (one) => ({ body: k.literal(one, `${one.type}View`), type: `${one.type}View` }),
    types: typed(
      ({ type }) => `${type}View`,
      (one) =>
        `public class ${one.type}View {\n${eachMember(one, (member) => `private final ${typeOf(member)} ${member.name};`, '\n')}\npublic ${one.type}View(${k.parameters(one)}) {\n${eachMember(one, ({ name }) => `this.${name} = ${name};`, '\n')}\n}\n${eachMember(one, (member) => `public ${typeOf(member)} get${capital(member.name)}() {\nreturn ${member.name};\n}`, '\n')}\n}`,
    ),
  }),
  'a class with setters': () => ({
    answer: (one) => ({
      before: lines(
        `${one.type}View made = new ${one.type}View();`,
        eachMember(one, ({ name, value }) => `made.set${capital(name)}(${value});`, '\n'),
      ),
      body: 'made',
      type: `${one.type}View`,
    }),
    types: typed(
      ({ type }) => `${type}View`,
      (one) =>
        `public class ${one.type}View {\n${eachMember(
          one,
          (member) =>
            `private ${typeOf(member)} ${member.name};\npublic ${typeOf(member)} get${capital(member.name)}() {\nreturn ${member.name};\n}\npublic void set${capital(member.name)}(${typeOf(member)} ${member.name}) {\nthis.${member.name} = ${member.name};\n}`,
          '\n',
        )}\n}`,
    ),
  }),
  'a class with public fields': () => ({
    answer: (one) => ({
      before: lines(
        `var made = new ${one.type}View();`,
        eachMember(one, ({ name, value }) => `made.${name} = ${value};`, '\n'),
      ),
      body: 'made',
      type: `${one.type}View`,
    }),
    types: typed(
      ({ type }) => `${type}View`,
      (one) =>
        `public class ${one.type}View {\n${eachMember(one, (member) => `public ${typeOf(member)} ${member.name};`, '\n')}\n}`,
    ),
  }),
  'fields of a base class': () => ({
    answer: ({ type }) => ({ body: `new ${type}View()`, type: `${type}View` }),
    types: {
      WithId: 'public class WithId {\npublic int id;\n}',
      ...typed(
        ({ type }) => `${type}View`,
        (one) =>
          `public class ${one.type}View extends WithId {\n${eachMember(one, (member) => (member.name === 'id' ? '' : `public ${typeOf(member)} ${member.name};`), '')}\n}`,
      ),
    },
  }),
  'a static method that makes it': (k) => ({
    answer: ({ type }) => ({ body: `${type}View.of(1)`, type: `${type}View` }),
    types: typed(
      ({ type }) => `${type}View`,
      (one) =>
        `public record ${one.type}View(${k.parameters(one)}) {\npublic static ${one.type}View of(int id) {\nreturn ${k.literal(one, `${one.type}View`, 'id')};\n}\n}`,
    ),
  }),
  'a builder': () => ({
    answer: (one) => ({
      body: `new ${one.type}Builder()${eachMember(one, ({ name, value }) => `.${name}(${value})`, '')}.build()`,
    }),
    types: typed(
      ({ type }) => `${type}Builder`,
      (one) =>
        `public class ${one.type}Builder {\n${eachMember(
          one,
          (member) =>
            `private ${typeOf(member)} ${member.name};\npublic ${one.type}Builder ${member.name}(${typeOf(member)} ${member.name}) {\nthis.${member.name} = ${member.name};\nreturn this;\n}`,
          '\n',
        )}\npublic ${one.type} build() {\nreturn new ${one.type}(${eachMember(one, ({ name }) => name)});\n}\n}`,
    ),
  }),
  'a map': () => ({
    answer: (one) => ({
      body: `Map.of(${eachMember(one, ({ name, value }) => `"${name}", ${value}`)})`,
      type: 'Map<String, Object>',
    }),
  }),
  'a map that is filled': () => ({
    answer: (one) => ({
      before: lines(
        'Map<String, Object> made = new LinkedHashMap<>();',
        eachMember(one, ({ name, value }) => `made.put("${name}", ${value});`, '\n'),
      ),
      body: 'made',
      type: 'Map<String, Object>',
    }),
  }),
  'a store that is a map': (k) => ({
    members: each((one) => `static final Map<String, ${one.type}> ${one.key}s = Map.of("a", ${k.literal(one)});`),
    answer: ({ key }) => ({
      before: `var found = ${key}s.get("a");\nif (found == null) {\n${k.framework.throwAbsent}\n}`,
      body: 'found',
    }),
  }),
  'a list': (k) => ({
    body: 'list',
    answer: (one) => ({ body: `List.of(${k.literal(one)})`, type: `List<${one.type}>` }),
  }),
  'a list that is filled': (k) => ({
    body: 'list',
    answer: (one) => ({
      before: `List<${one.type}> made = new ArrayList<>();\nmade.add(${k.literal(one)});`,
      body: 'made',
      type: `List<${one.type}>`,
    }),
  }),
  'a list of a stream': (k) => ({
    body: 'list',
    answer: (one) => ({
      body: `Stream.of(1, 2).map(id -> ${k.literal(one, undefined, 'id')}).toList()`,
      type: `List<${one.type}>`,
    }),
  }),
  'a list that a method is mapped over': (k) => ({
    body: 'list',
    answer: ({ type }) => ({
      body: `List.of(1, 2).stream().map(Mapper::to${type}).collect(Collectors.toList())`,
      type: `List<${type}>`,
    }),
    types: {
      Mapper: `public class Mapper {\n${each((one) => `public static ${one.type} to${one.type}(Integer id) {\nreturn ${k.literal(one, undefined, 'id')};\n}`)}\n}`,
    },
  }),
  'a generic envelope': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `new Envelope<>(${k.literal(one)})`, type: `Envelope<${one.type}>` }),
    types: { Envelope: 'public record Envelope<T>(T data) {}' },
  }),
  'a generic envelope of a static method': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `Envelope.of(${k.literal(one)})`, type: `Envelope<${one.type}>` }),
    types: {
      Envelope:
        'public class Envelope<T> {\nprivate final T data;\nprivate Envelope(T data) {\nthis.data = data;\n}\npublic static <T> Envelope<T> of(T data) {\nreturn new Envelope<>(data);\n}\npublic T getData() {\nreturn data;\n}\n}',
    },
  }),
  'an envelope that is a map': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `Map.of("data", ${k.literal(one)})`, type: `Map<String, ${one.type}>` }),
  }),
};
