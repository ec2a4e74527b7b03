import { each, eachMember, indented, lines, type Operation } from '../service.js';
import type { Idiom, Kit } from './kit.js';

export type Writing = (kit: Kit) => Idiom | undefined;

const loaded = ({ type }: Operation): { readonly body: string } => ({ body: `load${type}()` });
const loaders = (k: Kit, start = 'fun'): string => each((one) => `${start} load${one.type}() = ${k.literal(one)}`);

/** How routes are registered, where they are functions of a block. */
export const registrations: Readonly<Record<string, Writing>> = {
  'an extension of another file': (k) => ({
    routes: 'shopRoutes()',
    files: { Routes: `fun Route.shopRoutes() {\n${indented(k.routes())}\n}` },
  }),
  'an extension with a service': (k) => ({
    before: `class Service {\n${indented(loaders(k))}\n}`,
    routes: 'shopRoutes(Service())',
    files: {
      Routes: `fun Route.shopRoutes(service: Service) {\n${indented(k.routes(({ type }) => ({ body: `service.load${type}()` })))}\n}`,
    },
  }),
  'a function that is given the route': (k) => ({
    routes: 'addRoutes(this)',
    files: { Routes: `fun addRoutes(on: Route) {\n    with(on) {\n${indented(indented(k.routes()))}\n    }\n}` },
  }),
  'a class that registers': (k) => ({
    routes: 'Routes().add(this)',
    files: {
      Routes: `class Routes {\n    fun add(on: Route) {\n        on.apply {\n${indented(indented(indented(k.routes())))}\n        }\n    }\n}`,
    },
  }),
  'a member that extends the route': (k) => ({
    routes: 'with(Routes()) { add() }',
    files: { Routes: `class Routes {\n    fun Route.add() {\n${indented(indented(k.routes()))}\n    }\n}` },
  }),
  'an object that registers': (k) => ({
    routes: 'Routes.add(this)',
    files: {
      Routes: `object Routes {\n    fun add(on: Route) {\n        on.apply {\n${indented(indented(indented(k.routes())))}\n        }\n    }\n}`,
    },
  }),
  'a handler that is a function': (k) => ({
    before: each((one) => `suspend fun ${one.key}(call: ApplicationCall) {\n    call.respond(${k.literal(one)})\n}`),
    routes: each((one) => `${one.verb}("${one.path}") { ${one.key}(call) }`),
  }),
  'a handler that extends the call': (k) => ({
    before: each((one) => `suspend fun ApplicationCall.${one.key}() {\n    respond(${k.literal(one)})\n}`),
    routes: each((one) => `${one.verb}("${one.path}") { call.${one.key}() }`),
  }),
  'a helper that answers': (k) => ({
    before: 'suspend inline fun <reified T : Any> ApplicationCall.ok(body: T) {\n    respond(HttpStatusCode.OK, body)\n}',
    routes: each((one) => `${one.verb}("${one.path}") { call.ok(${k.literal(one)}) }`),
  }),
  'a status': (k) => ({
    routes: each((one) => `${one.verb}("${one.path}") { call.respond(HttpStatusCode.OK, ${k.literal(one)}) }`),
  }),
  'routes of routes': (k) => ({
    routes: each((one) => `route("${one.path}") {\n    ${one.verb} { call.respond(${k.literal(one)}) }\n}`),
  }),
  'an answer of let': (k) => ({
    routes: each((one) => `${one.verb}("${one.path}") { ${k.literal(one)}.let { call.respond(it) } }`),
  }),
};

/** How paths and bodies are made. */
export const idioms: Readonly<Record<string, Writing>> = {
  'a prefix in a template': () => ({ before: 'const val VERSION = "v1"', prefix: '"/api/$VERSION"', base: '/api/v1' }),
  'a prefix of an object': () => ({ before: 'object Config {\n    const val PREFIX = "/api"\n}', prefix: 'Config.PREFIX' }),
  'paths of another file': () => ({
    path: ({ type }) => `Paths.${type.toUpperCase()}`,
    files: { Paths: `object Paths {\n${each(({ type, path }) => `    const val ${type.toUpperCase()} = "${path}"`)}\n}` },
  }),
  'paths of a companion': () => ({
    path: ({ type }) => `Paths.${type.toUpperCase()}`,
    files: {
      Paths: `class Paths {\n    companion object {\n${each(({ type, path }) => `        const val ${type.toUpperCase()} = "${path}"`)}\n    }\n}`,
    },
  }),
  'paths of an enum': (k) =>
    k.framework.isNested
      ? {
          path: ({ type }) => `Paths.${type.toUpperCase()}.path`,
          files: {
            Paths: `enum class Paths(val path: String) {\n${each(({ type, path }) => `    ${type.toUpperCase()}("${path}"),`)}\n}`,
          },
        }
      : undefined,
  'a variable': (k) => ({ answer: (one) => ({ before: `val made = ${k.literal(one)}`, body: 'made' }) }),
  'named arguments': () => ({
    answer: (one) => ({ body: `${one.type}(${eachMember(one, ({ name, value }) => `${name} = ${value}`)})` }),
  }),
  'a function': (k) => ({ before: loaders(k), answer: loaded }),
  'a function with an argument': (k) => ({
    before: each((one) => `fun to${one.type}(id: Int): ${one.type} {\n    return ${k.literal(one, 'id')}\n}`),
    answer: ({ type }) => ({ body: `to${type}(1)` }),
  }),
  'a function of another file': (k) => ({ answer: loaded, files: { Loaders: loaders(k) } }),
  'a generic function': (k) => ({
    before: 'fun <T> same(value: T): T = value',
    answer: (one) => ({ body: `same(${k.literal(one)})` }),
  }),
  'a lambda': (k) => ({
    answer: (one) => ({ before: `val make = { id: Int -> ${k.literal(one, 'id')} }`, body: 'make(1)' }),
  }),
  'an extension that maps': (k) => ({
    before: each((one) => `class ${one.type}Row(val key: Int)\nfun ${one.type}Row.toView() = ${k.literal(one, 'key')}`),
    answer: ({ type }) => ({ body: `${type}Row(1).toView()` }),
  }),
  'a companion that makes it': (k) => ({
    before: each(
      (one) => `class ${one.type}Factory {\n    companion object {\n        fun of(id: Int) = ${k.literal(one, 'id')}\n    }\n}`,
    ),
    answer: ({ type }) => ({ body: `${type}Factory.of(1)` }),
  }),
  'an object that makes it': (k) => ({
    before: `object Service {\n${indented(loaders(k))}\n}`,
    answer: ({ type }) => ({ body: `Service.load${type}()` }),
  }),
  'a service behind an interface': (k) => ({
    before: lines(
      `interface Service {\n${each(({ type }) => `    fun load${type}(): ${type}`)}\n}`,
      `class MemoryService : Service {\n${indented(loaders(k, 'override fun'))}\n}`,
      'val service: Service = MemoryService()',
    ),
    answer: ({ type }) => ({ body: `service.load${type}()` }),
  }),
  'a copy with another value': (k) => ({
    answer: (one) => ({ before: `val made = ${k.literal(one)}`, body: 'made.copy(id = 4)' }),
  }),
  'one of two': (k) => ({
    answer: (one) => ({
      before: `val made = if (System.getenv("DRY") != null) ${k.literal(one)} else ${k.literal(one)}`,
      body: 'made',
    }),
  }),
  'one of several cases': (k) => ({
    answer: (one) => ({
      before: `val made = when (System.getenv("MODE")) {\n    "dry" -> ${k.literal(one)}\n    else -> ${k.literal(one)}\n}`,
      body: 'made',
    }),
  }),
  'tried first': (k) => ({
    answer: (one) => ({
      before: `val made = try {\n    ${k.literal(one)}\n} catch (e: IllegalStateException) {\n    throw e\n}`,
      body: 'made',
    }),
  }),
  'what runs first': (k) => ({ answer: (one) => ({ body: `run { ${k.literal(one)} }` }) }),
  'what is looked at on the way': (k) => ({ answer: (one) => ({ body: `${k.literal(one)}.also { println(it) }` }) }),
  'a map': () => ({ answer: (one) => ({ body: `mapOf(${eachMember(one, ({ name, value }) => `"${name}" to ${value}`)})` }) }),
  'a map that is built': () => ({
    answer: (one) => ({
      body: `buildMap<String, Any> { ${eachMember(one, ({ name, value }) => `put("${name}", ${value})`, '; ')} }`,
    }),
  }),
  'a map that is filled': () => ({
    answer: (one) => ({
      before: lines(
        'val made = mutableMapOf<String, Any>()',
        eachMember(one, ({ name, value }) => `made["${name}"] = ${value}`, '\n'),
      ),
      body: 'made',
    }),
  }),
  'an early error': (k) => ({
    absent: true,
    answer: (one) => ({ before: `if (System.getenv("EMPTY") != null) ${k.framework.fail(one)}`, body: k.literal(one) }),
  }),
  'nothing found': (k) => ({
    absent: true,
    before: each((one) => `fun find${one.type}(): ${one.type}? = ${k.literal(one)}`),
    answer: (one) => ({ before: `val found = find${one.type}() ?: ${k.framework.fail(one)}`, body: 'found' }),
  }),
  'a store that is a map': (k) => ({
    absent: true,
    before: each((one) => `val ${one.key}s = mapOf("a" to ${k.literal(one)})`),
    answer: (one) => ({ before: `val found = ${one.key}s["a"] ?: ${k.framework.fail(one)}`, body: 'found' }),
  }),
  'the first that fits': (k) => ({
    absent: true,
    before: each((one) => `val ${one.key}s = listOf(${k.literal(one)})`),
    answer: (one) => ({ before: `val found = ${one.key}s.find { it.id == 1 } ?: ${k.framework.fail(one)}`, body: 'found' }),
  }),
  'a result': (k) => ({
    before: lines(
      'sealed class Outcome<out T> {\n    data class Found<T>(val value: T) : Outcome<T>()\n    object Lost : Outcome<Nothing>()\n}',
      each((one) => `fun find${one.type}(): Outcome<${one.type}> = Outcome.Found(${k.literal(one)})`),
    ),
    answer: (one) => ({
      before: `val made = when (val outcome = find${one.type}()) {\n    is Outcome.Found -> outcome.value\n    is Outcome.Lost -> ${k.framework.fail(one)}\n}`,
      body: 'made',
    }),
    absent: true,
  }),
  'a list': (k) => ({ body: 'list', answer: (one) => ({ body: `listOf(${k.literal(one)})` }) }),
  'a list that is made of another': (k) => ({
    body: 'list',
    answer: (one) => ({ body: `listOf(1, 2).map { ${k.literal(one, 'it')} }` }),
  }),
  'a list that is filled': (k) => ({
    body: 'list',
    answer: (one) => ({ before: `val made = mutableListOf<${one.type}>()\nmade.add(${k.literal(one)})`, body: 'made' }),
  }),
  'a list that is built': (k) => ({
    body: 'list',
    answer: (one) => ({ body: `buildList { add(${k.literal(one)}) }` }),
  }),
  'a list of references': (k) => ({
    body: 'list',
    before: each((one) => `fun to${one.type}(id: Int) = ${k.literal(one, 'id')}`),
    answer: ({ type }) => ({ body: `listOf(1, 2).map(::to${type})` }),
  }),
  'a generic envelope': (k) => ({
    body: 'data',
    before: '@Serializable\ndata class Envelope<T>(val data: T)',
    answer: (one) => ({ body: `Envelope(${k.literal(one)})` }),
  }),
  'an envelope of an extension': (k) => ({
    body: 'data',
    before: '@Serializable\ndata class Envelope<T>(val data: T)\nfun <T> T.enveloped() = Envelope(this)',
    answer: (one) => ({ body: `${k.literal(one)}.enveloped()` }),
  }),
  'an envelope that is a map': (k) => ({ body: 'data', answer: (one) => ({ body: `mapOf("data" to ${k.literal(one)})` }) }),
};
