import fc from 'fast-check';
import { jvm } from '../../../../src/extract/languages/jvm/index.js';
import { mask } from '../../../../src/extract/languages/jvm/mask.js';
import { sample } from '../../../long.js';
import { expectQuick } from '../../../processor-time.js';

beforeAll(() => jvm.prepare());

const JAVA = `package shop;
import java.util.*;
import org.springframework.web.bind.annotation.*;
import org.springframework.http.*;

@RestController @RequestMapping("/users")
public class UserController<T extends Comparable<T>> implements Api<List<Map<String, T>>> {
    /* @GetMapping("/no") */
    private final Users users;

    @GetMapping("/{id:[0-9]{1,3}}")
    public ResponseEntity<?> get(@PathVariable long id) {
        Map<String, Object> body = new HashMap<>() {{ put("a", 1); }};
        if (id > 1 && id < 3) body.put("user", users.find(id).map(u -> { String n = u.getName(); return new Dto(n); }).orElse(null));
        for (User u : users.all()) { body.put("x" + u, 'c'); }
        return switch (body.size()) { case 0 -> ResponseEntity.notFound().build(); default -> ResponseEntity.ok(body); };
    }

    @Bean RouterFunction<ServerResponse> routes() { return route(GET("/a"), this::a).andNest(path("/b"), route(GET("/c"), r -> ok().bodyValue("""
        text "block" \\""" end
        """))); }
}
record Dto(String name, @JsonProperty("n") int... more) {}
`;

const MICRONAUT = `package shop;
import io.micronaut.http.annotation.*;
import io.micronaut.http.HttpResponse;

@Controller("\${shop.base:/books}")
class BookController implements BookOperations {
    @Get("/{id:[0-9]{2}}{/part}{.ext}{?max,offset*}") HttpResponse<Book> one(String id) { return HttpResponse.ok(new Book(id)).header("a", "b"); }
    @Post(uris = {"/{+path}", PREFIX + "{/a,b}"}) @Status(HttpStatus.CREATED) Flux<Book> all() { return Flux.empty(); }
}
@JsonComponent class Writers { static class Of extends JsonSerializer<Book> { } }
`;

const KOTLIN = `package shop
import io.ktor.server.routing.*
import io.ktor.server.response.*
import org.springframework.web.reactive.function.server.coRouter

data class User(val id: Long, @SerialName("n") val name: String? = null) { val label get() = "\${name ?: "x"} $id" }

fun Route.users(users: Users) = route("/users") {
    get("/{id?}") {
        val user = users.find(call.parameters["id"]!!) ?: return@get call.respond(HttpStatusCode.NotFound)
        call.respond(mapOf("user" to user, "all" to users.all().map { it.copy(name = """raw $it \${it.id}""") }))
    }
}
fun Application.module() { routing { route("/api") { users(Users()) } } }
fun routes() = coRouter { "/a".nest { GET("/b") { ok().bodyValueAndAwait(if (x) 1 else when (y) { 1 -> "a"; else -> 'b' }) } } }
`;

const POM = `<project><plugin><artifactId>openapi-generator-maven-plugin</artifactId><executions><execution><configuration>
<inputSpec>\${project.basedir}/api.yaml</inputSpec><generatorName>spring</generatorName></configuration></execution></executions></plugin></project>`;
const GRADLE = `plugins { id("org.openapi.generator") }
openApiGenerate { generatorName.set("kotlin-spring"); inputSpec.set("$rootDir/api.yaml") }`;
const DOCUMENT = `openapi: 3.0.3
servers: [{ url: https://a.example/v1 }]
paths: { /a/{b}: { get: { operationId: get-a, tags: [a] }, __proto__: { get: { operationId: constructor } } } }`;

/** A specification whose property has others two hundred times, and those others. */
const nested = (count: number): string =>
  [...Array(count).keys()].map((index) => `<p${index}>${`\${p${index + 1}}`.repeat(200)}</p${index}>`).join('') +
  POM.replace('api.yaml', `\${p0}`);

/** Pieces of the languages that change how what follows is read. */
const PIECES = [
  '"',
  "'",
  '"""',
  '/*',
  '*/',
  '//',
  '(',
  ')',
  '{',
  '}',
  '<',
  '>',
  '[',
  ']',
  '->',
  '::',
  '?',
  '$',
  '@',
  ':',
  ';',
  ',',
  '=',
  '\n',
];

const edits = fc.array(fc.tuple(fc.nat(2000), fc.nat(12), fc.constantFrom(...PIECES)), { maxLength: 8 });
const mutated = (source: string): fc.Arbitrary<string> =>
  edits.map((all) => all.reduce((text, [at, cut, piece]) => text.slice(0, at) + piece + text.slice(at + cut), source));

describe('hostile and broken Java and Kotlin', () => {
  test.each([
    ['UserController.java', JAVA],
    ['BookController.java', MICRONAUT],
    ['Users.kt', KOTLIN],
    ['pom.xml', POM],
    ['build.gradle.kts', GRADLE],
    ['api.yaml', DOCUMENT],
  ])('a mutated %s is read without an exception, the same each time', (path, source) => {
    fc.assert(
      fc.property(mutated(source), (text) => {
        const first = jvm.extract(path, text);
        expect(first.gaps.filter(({ reason }) => reason === 'extractor-crash')).toEqual([]);
        expect(jvm.extract(path, text)).toEqual(first);
      }),
      { numRuns: 250 },
    );
  });

  test.each([
    ['java' as const, JAVA],
    ['kotlin' as const, KOTLIN],
  ])('masking %s keeps every offset and line', (dialect, source) => {
    fc.assert(
      fc.property(mutated(source), (text) => {
        const { code, bare } = mask(text, dialect);
        expect([code.length, bare.length]).toEqual([text.length, text.length]);
        expect(bare.split('\n').length).toBe(text.split('\n').length);
      }),
      { numRuns: 250 },
    );
  });

  // half of what a megabyte may take, with room for a machine that is busy
  const half = (piece: string): string => piece.repeat(Math.ceil(500_000 / piece.length));
  const handler = (body: string): string =>
    `import org.springframework.web.bind.annotation.*; @RestController class A { @GetMapping("/a") public ResponseEntity<?> a() { ${body} } }`;
  const ktor = (body: string): string => `import io.ktor.server.routing.*\nfun Application.m() { routing { ${body} } }`;
  const javalin = (body: string): string =>
    `import io.javalin.Javalin; import static io.javalin.apibuilder.ApiBuilder.*; class A { void a() { Javalin.create(c -> c.router.apiBuilder(() -> { ${body} })); } }`;
  const vertx = (body: string): string =>
    `import io.vertx.ext.web.Router; class A { void a() { Router r = Router.router(v); ${body} } }`;
  const micronaut = (body: string): string => `import io.micronaut.http.annotation.*; @Controller("/a") class A { ${body} }`;
  const paths = (count: number): string =>
    Array.from({ length: count }, (_, index) => `  /a${index}: { get: { operationId: a${index}, tags: [t${index}] } }\n`).join(
      '',
    );
  // each holds the one before it twice
  const anchors = (count: number): string =>
    Array.from({ length: count }, (_, index) => `a${index}: &a${index} [*a${index - 1}, *a${index - 1}]\n`)
      .join('')
      .replace('*a-1, *a-1', '1');
  const functional = (body: string): string =>
    `import org.springframework.web.reactive.function.server.*; class A { RouterFunction<ServerResponse> a() { return ${body} } }`;
  const sources: readonly (readonly [string, string, string])[] = [
    ['brackets that never close', 'A.java', handler(half('('))],
    ['angles', 'A.java', `class A { ${half('A<')} }`],
    ['nested lambdas', 'A.java', handler(`return a.map(${half('x -> ')}`)],
    ['nested lambdas with bodies', 'A.java', handler(`return a${half('.map(x -> { return b')}`)],
    ['a chain of calls', 'A.java', handler(`return a${half('.stream().map(B::c)')};`)],
    ['answers', 'A.java', handler(half('if (a) return ResponseEntity.ok(b); '))],
    ['answers in one expression', 'A.java', handler(`return ${half('a ? ResponseEntity.ok(b) : ')} c;`)],
    ['methods that answer for each other', 'A.java', handler('return b(); ') + half('ResponseEntity<?> b() { return b(); } ')],
    ['puts', 'A.java', handler(`Map<String, Object> m = new HashMap<>(); ${half('m.put("a", m); ')} return m;`)],
    ['variables', 'A.java', handler(`${half('var a = a + a; ')} return a;`)],
    ['variables of each other', 'A.java', handler(`${half('var a = b; var b = a; ')} return a;`)],
    ['braces in braces', 'A.java', handler(`return new HashMap<>() ${half('{')}`)],
    ['annotations', 'A.java', `class A { ${half('@RequestMapping("a") ')} void b() {} }`],
    ['many types', 'A.java', half('public class A { private int b; public int getB() { return b; } }\n')],
    ['routers in routers', 'A.java', functional(half('nest(path("/a"), '))],
    ['routes on routes', 'A.java', functional(`route(GET("/a"), b)${half('.andRoute(GET("/a"), this::b)')};`)],
    ['groups in groups', 'A.java', javalin(half('path("/a", () -> { '))],
    ['groups beside groups', 'A.java', javalin(half('path("/a", this::b); '))],
    ['calls among groups', 'A.java', javalin(half('b.c(d); '))],
    ['ways through a handler', 'A.java', javalin(`get("/a", ctx -> { ${half('if (a) ctx.json(b); ')} });`)],
    ['ways in ways', 'A.java', javalin(`get("/a", ctx -> { ${half('if (a) { ctx.status(b); ')} });`)],
    ['lambdas of a context', 'A.java', javalin(`get("/a", ctx -> ${half('a(b -> ')}`)],
    ['routes of a router', 'A.java', vertx(half('r.get("/a").handler(this::b); '))],
    ['a chain on a router', 'A.java', vertx(`r.get("/a")${half('.handler(b)')};`)],
    ['objects in objects', 'A.java', vertx(`r.get("/a").handler(c -> c.json(${half('new JsonObject().put("a", ')}));`)],
    ['quotes', 'A.java', half('"')],
    ['text blocks', 'A.java', half('"""a""" ')],
    ['templates', 'A.kt', `val a = ${half('"${')}`],
    ['routes in routes', 'A.kt', ktor(half('route("/a") { '))],
    ['many routes', 'A.kt', ktor(half('get("/a") { call.respond(b) }\n'))],
    ['optional parts of a path', 'A.kt', ktor(`get("${half('/{a?}')}") { }`)],
    ['functions among routes', 'A.kt', ktor(half('users()\n'))],
    ['statements in a lambda', 'A.kt', ktor(`get("/a") { call.respond(b.map { ${half('c()\n')} }) }`)],
    ['elvis', 'A.kt', ktor(`get("/a") { call.respond(${half('a ?: ')} b) }`)],
    [
      'variables that may be null',
      'A.kt',
      `suspend fun ApplicationCall.a(b: String) {\n${[...Array(8000).keys()].map((index) => `if (v${index} == null) respond(b)\n`).join('')}}`,
    ],
    ['functions', 'A.kt', half('fun ')],
    ['optional parts of a template', 'A.java', micronaut(`@Get("${half('{/a}')}") int a() { return 1; }`)],
    ['braces in a template', 'A.java', micronaut(`@Get("${half('{')}") int a() { return 1; }`)],
    ['lists of templates', 'A.java', micronaut(`@Get(uris = {${half('"/a{/b}",')}}) int a() { return 1; }`)],
    ['settings of a mapper', 'A.kt', ktor('') + half('json(Json { explicitNulls = false })\n')],
    ['settings in settings', 'A.kt', ktor('') + half('json(Json {\n')],
    ['serializers', 'A.java', half('module.addSerializer(Long.class, a); ')],
    ['plugins', 'pom.xml', half('<artifactId>openapi-generator-maven-plugin</artifactId><execution><inputSpec>a')],
    ['properties of properties', 'pom.xml', nested(200)],
    ['specifications', 'build.gradle', `org.openapi.generator ${half('inputSpec = "a"\ngeneratorName = "spring"\n')}`],
    ['comments and texts that never end', 'build.gradle', half("/* \" \\\" ''' ")],
    ['operations', 'a.yaml', `paths:\n${paths(8000)}`],
    ['lists in lists', 'a.yaml', `paths: ${half('[')}`],
    ['anchors of anchors', 'a.yaml', anchors(40)],
  ];
  test.each(sample(sources, 14))('half a megabyte of %s takes less than two seconds', async (_, path, text) => {
    await expectQuick(2000, () => {
      try {
        jvm.extract(path, text);
        jvm.declares?.(path, text);
      } catch (error) {
        // nested deeper than the stack: whoever reads the file makes a gap of it
        expect(error).toBeInstanceOf(RangeError);
      }
    });
  });

  test('services that are registered one after the other take time in proportion', async () => {
    const calls = Array.from({ length: 8000 }, (_, index) => `  b.annotatedService("/x${index}", new S());\n`).join('');
    const text = `import com.linecorp.armeria.server.Server;\nclass A {\n void m() {\n  var b = Server.builder();\n${calls} }\n}\n`;
    await expectQuick(2500, () => jvm.extract('A.java', text));
  });
});
