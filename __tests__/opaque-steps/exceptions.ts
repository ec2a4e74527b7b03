import type { Step } from './steps.js';

/** A service, a file of it, and how the expression begins. */
type Entry = readonly [service: string, file: string, start: string];

/** Steps that make a finding where an opaque call stands around them, by reason. */
const EXCEPTIONS: Readonly<Record<string, readonly Entry[]>> = {
  'a value of unknown origin has the type that is declared for it': [
    ['csharp/aspnet/later-values', 'Program.cs', 'note'],
    ['csharp/aspnet/null-bodies', 'Docks/Docks/Program.cs', 'null'],
    ['csharp/aspnet/null-results', 'Program.cs', 'null'],
    ['jvm/spring/kotlin-arguments', 'src/main/kotlin/shop/NoteController.kt', '1'],
    ['jvm/spring/kotlin-arguments', 'src/main/kotlin/shop/NoteController.kt', '"first"'],
    ['python/fastapi/copies-of-models', 'main.py', "'x'"],
    ['typescript/inference/asserted-types', 'app.ts', 'order'],
    ['typescript/express/null-for-null', 'app.ts', 'r.at'],
    ['typescript/express/null-for-null', 'app.ts', 'new Date()'],
    ['typescript/nestjs/tested-values', 'src/app.module.ts', 'found'],
    ['typescript/types/literals-of-a-declared-type', 'src/app.ts', 'entry(id)'],
    ['typescript/types/literals-of-a-declared-type', 'src/app.ts', "{ id: 'c', state: 'open' }"],
    ['typescript/types/null-for-null-of-declared-results', 'app.ts', 'book.printed'],
    ['typescript/types/null-for-null-of-declared-results', 'app.ts', 'book.lent'],
    ['typescript/types/never-null', 'app.ts', "'text'"],
    ['typescript/types/never-null', 'app.ts', 'row.title'],
    ['typescript/types/never-null', 'app.ts', "load().note ?? 'none'"],
    ['typescript/types/never-null', 'app.ts', 'row.note'],
  ],
  'where a condition cannot be read, both branches may be sent': [
    ['go/gin/errors-that-are-there', 'main.go', 'err'],
    ['go/gin/errors-that-callers-pass', 'main.go', 'err'],
    ['go/gin/values-of-a-parameter', 'main.go', '"/reports/:kind"'],
    ['go/gin/values-of-a-parameter', 'main.go', '"slug"'],
    ['python/flask/conditional-results', 'app.py', '[1]'],
    ['typescript/express/branches-by-parameters', 'app.ts', "'up'"],
    ['typescript/express/branches-by-parameters', 'app.ts', 'false'],
    ['typescript/express/branches-by-parameters', 'app.ts', "'down'"],
    ['typescript/express/found-before-it-is-changed', 'app.ts', 'String(req.params.id)'],
    ['typescript/express/lists-or-one', 'src/app.js', 'x'],
    ['typescript/express/methods-told-apart', 'app.js', "['GET', 'HEAD']"],
    ['typescript/express/methods-told-apart', 'app.js', 'req.method'],
    ['typescript/express/results-by-arguments', 'app.ts', "'approved'"],
    ['typescript/express/results-by-arguments', 'app.ts', "'rejected'"],
    ['typescript/express/tested-members', 'app.ts', '(one) => one.mail != null && one.state'],
    ['typescript/express/tested-values', 'app.ts', '(one): one is User & { nick: string } =>'],
  ],
  'wrong, to be fixed': [
    ['jvm/ktor/jackson', 'src/main/kotlin/shop/App.kt', 'JsonInclude.Include.NON_NULL'],
    ['jvm/spring/private-mappers', 'src/main/java/shop/LogLine.java', 'SerializationFeature.WRAP_ROOT_VALUE'],
    ['python/fastapi/settings', 'app/main.py', "'_'"],
    ['typescript/express/routers-by-condition', 'app.js', "process.env.QUIET ? users : require('mor"],
    ['typescript/fastify/app-built-by-functions', 'server.ts', "'/health'"],
    ['typescript/fastify/hook-of-a-wrapped-plugin', 'envelope.js', 'async (fastify) => {'],
    ['typescript/fastify/replies', 'app.js', "'Content-Type'"],
    ['typescript/nestjs/interceptors-over-inherited-handlers', 'src/main.ts', '(app) => {'],
    ['typescript/routing-controllers/class-transformer-off', 'src/app.ts', '{ controllers: [AccountController], clas'],
    ['typescript/routing-controllers/prefix-and-pattern', 'src/app.ts', "'/health'"],
  ],
};

export const exceptions = (): readonly Entry[] => Object.values(EXCEPTIONS).flat();

export function isExcepted(service: string, step: Step & { readonly file: string }): boolean {
  return exceptions().some(([of, file, start]) => of === service && file === step.file && step.text.startsWith(start));
}
