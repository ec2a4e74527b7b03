import { capital, each, eachMember, lines, type Operation } from '../service.js';
import type { Idiom, Kit } from './kit.js';

export type Writing = (kit: Kit) => Idiom;

const NONE = ' ';
const SHOP = 'type Shop struct {\nlabel string\n}';
/** A function for each operation that returns a body. */
const loaders = (
  k: Kit,
  result: (one: Operation) => string = ({ type }) => type,
  body: (one: Operation) => string = (one) => k.literal(one),
): string => each((one) => `func load${one.type}() ${result(one)} {\nreturn ${body(one)}\n}`);
const bodiesOf = ({ type }: Operation): { readonly body: string } => ({ body: `load${type}()` });
/** A handler that calls another one, written as a literal. */
const calling = (k: Kit, handler: string): string =>
  `func${k.framework.signature} {\nprintln("called")\n${k.framework.returns ? 'return ' : ''}${handler}(${k.framework.names})\n}`;

/** How handlers are written and found, and how routes are listed, grouped and mounted. */
export const registrations: Readonly<Record<string, Writing>> = {
  'functions of another file': (k) => ({ handlers: NONE, files: { 'handlers.go': k.handlers() } }),
  'functions of another package': (k) => ({
    handlers: NONE,
    routes: (on) => k.register(on, ({ key }) => `handlers.${capital(key)}`),
    files: {
      'handlers/handlers.go': lines(
        k.structs(),
        k.handlers(undefined, (key) => `func ${capital(key)}`),
      ),
    },
  }),
  'functions in variables': (k) => ({ handlers: k.handlers(undefined, (key) => `var ${key} = func`) }),
  'functions in place': (k) => ({
    handlers: NONE,
    routes: (on) => k.register(on, (one) => k.handler(one, undefined, 'func')),
  }),
  'functions that functions make': (k) => ({
    handlers: each(
      (one) =>
        `func make${one.type}(label string) ${k.framework.handlerType} {\nreturn ${k.handler(one, { before: 'println(label)' }, 'func')}\n}`,
    ),
    routes: (on) => k.register(on, ({ type }) => `make${type}("shop")`),
  }),
  'methods of a constructed value': (k) => ({
    before: `${SHOP}\nfunc NewShop(label string) *Shop {\nreturn &Shop{label: label}\n}`,
    handlers: k.handlers(undefined, (key) => `func (s *Shop) ${key}`),
    routes: (on) =>
      lines(
        'shop := NewShop("shop")',
        k.register(on, ({ key }) => `shop.${key}`),
      ),
  }),
  'methods of an embedded type': (k) => ({
    before: `${SHOP}\ntype Server struct {\n*Shop\n}`,
    handlers: k.handlers(undefined, (key) => `func (s *Shop) ${key}`),
    routes: (on) =>
      lines(
        'server := &Server{Shop: &Shop{}}',
        k.register(on, ({ key }) => `server.${key}`),
      ),
  }),
  'methods behind an interface': (k) => ({
    before: `type Handlers interface {\n${each(({ key }) => `${key}${k.framework.signature}`)}\n}\n${SHOP}`,
    handlers: k.handlers(undefined, (key) => `func (s *Shop) ${key}`),
    routes: (on) =>
      lines(
        'var shop Handlers = &Shop{}',
        k.register(on, ({ key }) => `shop.${key}`),
      ),
  }),
  'wrapped by a function of another file': (k) => ({
    routes: (on) => k.register(on, ({ key }) => `logged(${key})`),
    files: {
      'logged.go': `func logged(next ${k.framework.handlerType}) ${k.framework.handlerType} {\nreturn ${calling(k, 'next')}\n}`,
    },
  }),
  'wrapped with arguments': (k) => ({
    before: `func named(label string) func(${k.framework.handlerType}) ${k.framework.handlerType} {\nreturn func(next ${k.framework.handlerType}) ${k.framework.handlerType} {\nreturn ${calling(k, 'next')}\n}\n}`,
    routes: (on) => k.register(on, ({ key }) => `named("shop")(${key})`),
  }),
  'a function that registers': (k) => ({
    routes: (on) => `addRoutes(${on})`,
    files: { 'routes.go': `func addRoutes(on ${k.framework.type}) {\n${k.register('on')}\n}` },
  }),
  'a function of another package that registers': (k) => ({
    handlers: NONE,
    routes: (on) => `routes.Add(${on})`,
    files: { 'routes/routes.go': lines(k.structs(), k.handlers(), `func Add(on ${k.framework.type}) {\n${k.register('on')}\n}`) },
  }),
  'a method that registers': (k) => ({
    before: SHOP,
    handlers: lines(
      k.handlers(undefined, (key) => `func (s *Shop) ${key}`),
      `func (s *Shop) Register(on ${k.framework.type}) {\n${k.register('on', ({ key }) => `s.${key}`)}\n}`,
    ),
    routes: (on) => `(&Shop{}).Register(${on})`,
  }),
  'methods that several values register': (k) => ({
    before: `type Registrar interface {\nRegister(on ${k.framework.type})\n}`,
    handlers: each((one) =>
      lines(
        `type ${one.key}Handlers struct{}`,
        k.handler(one, undefined, `func (h ${one.key}Handlers) serve`),
        `func (h ${one.key}Handlers) Register(on ${k.framework.type}) {\n${k.framework.register('on', one.verb.toUpperCase(), `"${one.path}"`, 'h.serve')}\n}`,
      ),
    ),
    routes: (on) => `for _, one := range []Registrar{${each(({ key }) => `${key}Handlers{}`, ', ')}} {\none.Register(${on})\n}`,
  }),
  'a server with a router': (k) => ({
    before: `type Server struct {\nrouter ${k.framework.type}\n}`,
    handlers: lines(
      k.handlers(undefined, (key) => `func (s *Server) ${key}`),
      `func (s *Server) routes() {\n${k.register('s.router', ({ key }) => `s.${key}`)}\n}`,
    ),
    routes: (on) => `server := &Server{router: ${on}}\nserver.routes()`,
  }),
  'a table in place': (k) => ({
    routes: (on) =>
      `for _, one := range []struct {\nmethod string\npath string\nhandler ${k.framework.handlerType}\n}{\n${k.rows((...row) => `{${row.join(', ')}},`)}\n} {\n${k.framework.computed(on, 'one.method', 'one.path', 'one.handler')}\n}`,
  }),
  'a table that a function returns': (k) => ({
    before: `type Route struct {\nMethod string\nPath string\nHandler ${k.framework.handlerType}\n}\nfunc table() []Route {\nreturn []Route{\n${k.rows((method, path, handler) => `{Method: ${method}, Path: ${path}, Handler: ${handler}},`)}\n}\n}`,
    routes: (on) => `for _, one := range table() {\n${k.framework.computed(on, 'one.Method', 'one.Path', 'one.Handler')}\n}`,
  }),
  'a table that is appended to': (k) => ({
    before: `type Route struct {\nMethod string\nPath string\nHandler ${k.framework.handlerType}\n}`,
    routes: (on) =>
      `table := []Route{}\n${k.rows((...row) => `table = append(table, Route{${row.join(', ')}})`)}\nfor _, one := range table {\n${k.framework.computed(on, 'one.Method', 'one.Path', 'one.Handler')}\n}`,
  }),
  'a block': (k) => ({ routes: (on) => `{\n${k.register(on)}\n}` }),
  'a function that runs at once': (k) => ({ routes: (on) => `func() {\n${k.register(on)}\n}()` }),
  'another name': (k) => ({ routes: (on) => `other := ${on}\n${k.register('other')}` }),
  'a prefix with a format': () => ({
    before: 'const version = 1',
    prefix: 'fmt.Sprintf("/api/v%d", version)',
    base: '/api/v1',
  }),
  'a prefix of constants': () => ({
    before: 'const root = "/api"\nconst version = root + "/v1"',
    prefix: 'version',
    base: '/api/v1',
  }),
  'a prefix of another package': () => ({ prefix: 'paths.Prefix', files: { 'paths/paths.go': 'const Prefix = "/api"' } }),
  'a prefix of a configuration': () => ({
    before: 'type Config struct {\nPrefix string\n}\nvar config = Config{Prefix: "/api"}',
    prefix: 'config.Prefix',
  }),
  'a prefix that a function makes': () => ({
    before: 'func versioned(version string) string {\nreturn "/api/" + version\n}',
    prefix: 'versioned("v1")',
    base: '/api/v1',
  }),
  'paths of another package': (k) => ({
    routes: (on) => k.register(on, undefined, ({ type }) => `paths.${type}`),
    files: { 'paths/paths.go': `const (\n${each(({ type, path }) => `\t${type} = "${path}"`)}\n)` },
  }),
};

/** How bodies are made. */
export const bodies: Readonly<Record<string, Writing>> = {
  'a variable': (k) => ({ answer: (one) => ({ before: `made := ${k.literal(one)}`, body: 'made' }) }),
  'a pointer': (k) => ({ answer: (one) => ({ body: `&${k.literal(one)}` }) }),
  'fields set one by one': () => ({
    answer: (one) => ({
      before: lines(
        `var made ${one.type}`,
        eachMember(one, ({ name, value }) => `made.${name === 'id' ? 'ID' : capital(name)} = ${value}`, '\n'),
      ),
      body: 'made',
    }),
  }),
  'a map': (k) => ({ answer: (one) => ({ body: `map[string]any{${k.pairs(one)}}` }) }),
  'a map of a named type': (k) => ({
    before: 'type M map[string]interface{}',
    answer: (one) => ({ body: `M{${k.pairs(one)}}` }),
  }),
  'a map that is filled': () => ({
    answer: (one) => ({
      before: lines(
        'made := make(map[string]any)',
        eachMember(one, ({ name, value }) => `made["${name}"] = ${value}`, '\n'),
      ),
      body: 'made',
    }),
  }),
  'a struct without a name': (k) => ({
    answer: (one) => ({ body: k.literal(one, `struct {\n${k.fields(one)}\n}`) }),
  }),
  'a type in a function': (k) => ({
    answer: (one) => ({ before: `type response struct {\n${k.fields(one)}\n}`, body: k.literal(one, 'response') }),
  }),
  'an alias of a type': (k) => ({
    before: each(({ type }) => `type ${type}View = ${type}`),
    answer: (one) => ({ body: k.literal(one, `${one.type}View`) }),
  }),
  'a conversion of a type': (k) => ({
    before: each(({ type }) => `type ${type}View ${type}`),
    answer: (one) => ({ body: `${one.type}View(${k.literal(one)})` }),
  }),
  'an embedded struct': (k) => ({
    before: each(({ type }) => `type ${type}View struct {\n${type}\nExtra int \`json:"extra"\`\n}`),
    answer: (one) => ({ body: `${one.type}View{${one.type}: ${k.literal(one)}, Extra: 1}` }),
  }),
  'one of two': (k) => ({
    answer: (one) => ({
      before: `var made ${one.type}\nif os.Getenv("DRY") != "" {\nmade = ${k.literal(one)}\n} else {\nmade = ${k.literal(one)}\n}`,
      body: 'made',
    }),
  }),
  'one of several cases': (k) => ({
    answer: (one) => ({
      before: `var made ${one.type}\nswitch os.Getenv("MODE") {\ncase "dry":\nmade = ${k.literal(one)}\ndefault:\nmade = ${k.literal(one)}\n}`,
      body: 'made',
    }),
  }),
  'a function': (k) => ({ before: loaders(k), answer: bodiesOf }),
  'a function of maps': (k) => ({
    before: loaders(
      k,
      () => 'map[string]any',
      (one) => `map[string]any{${k.pairs(one)}}`,
    ),
    answer: bodiesOf,
  }),
  'a function of pointers': (k) => ({
    before: loaders(
      k,
      ({ type }) => `*${type}`,
      (one) => `&${k.literal(one)}`,
    ),
    answer: bodiesOf,
  }),
  'a function with an argument': (k) => ({
    before: each((one) => `func to${one.type}(id int) ${one.type} {\nreturn ${k.literal(one, undefined, 'id')}\n}`),
    answer: ({ type }) => ({ body: `to${type}(1)` }),
  }),
  'a function in a function': (k) => ({
    answer: (one) => ({ before: `load := func() ${one.type} {\nreturn ${k.literal(one)}\n}`, body: 'load()' }),
  }),
  'a function of another package': (k) => ({
    answer: ({ type }) => ({ body: `view.Load${type}()` }),
    files: {
      'view/view.go': lines(
        k.structs(),
        each((one) => `func Load${one.type}() ${one.type} {\nreturn ${k.literal(one)}\n}`),
      ),
    },
  }),
  'a generic function': (k) => ({
    before: 'func same[T any](value T) T {\nreturn value\n}',
    answer: (one) => ({ body: `same(${k.literal(one)})` }),
  }),
  'a method that makes it': (k) => ({
    before: each(
      (one) =>
        `type ${one.key}Row struct {\nkey int\n}\nfunc (r ${one.key}Row) View() ${one.type} {\nreturn ${k.literal(one, undefined, 'r.key')}\n}`,
    ),
    answer: ({ key }) => ({ body: `${key}Row{key: 1}.View()` }),
  }),
  'a builder': (k) => ({
    before: each(
      (one) =>
        `type ${one.key}Builder struct {\nmade ${one.type}\n}\nfunc (b *${one.key}Builder) With(made ${one.type}) *${one.key}Builder {\nb.made = made\nreturn b\n}\nfunc (b *${one.key}Builder) Build() ${one.type} {\nreturn b.made\n}`,
    ),
    answer: (one) => ({ body: `(&${one.key}Builder{}).With(${k.literal(one)}).Build()` }),
  }),
  'a service with errors': (k) => ({
    absent: true,
    before: lines(
      SHOP,
      each((one) => `func (s *Shop) Find${one.type}() (*${one.type}, error) {\nreturn &${k.literal(one)}, nil\n}`),
      'var shop = &Shop{}',
    ),
    answer: ({ type }) => ({
      before: `found, err := shop.Find${type}()\nif err != nil {\n${k.framework.sendAbsent}\n}`,
      body: 'found',
    }),
  }),
  'a service behind an interface': (k) => ({
    absent: true,
    before: lines(
      `type Store interface {\n${each(({ type }) => `Find${type}() (${type}, error)`)}\n}`,
      'type memory struct{}',
      each((one) => `func (m memory) Find${one.type}() (${one.type}, error) {\nreturn ${k.literal(one)}, nil\n}`),
      'var store Store = memory{}',
    ),
    answer: ({ type }) => ({
      before: `found, err := store.Find${type}()\nif err != nil {\n${k.framework.sendAbsent}\n}`,
      body: 'found',
    }),
  }),
  'an early answer': (k) => ({
    absent: true,
    answer: () => ({ before: `if os.Getenv("EMPTY") != "" {\n${k.framework.sendAbsent}\n}` }),
  }),
  'a store that is a map': (k) => ({
    absent: true,
    before: each((one) => `var ${one.key}s = map[string]${one.type}{"a": ${k.literal(one)}}`),
    answer: ({ key }) => ({ before: `found, ok := ${key}s["a"]\nif !ok {\n${k.framework.sendAbsent}\n}`, body: 'found' }),
  }),
  'a loop that finds it': (k) => ({
    absent: true,
    before: each(
      (one) =>
        `var ${one.key}s = []${one.type}{${k.literal(one)}}\nfunc find${one.type}(id int) (${one.type}, bool) {\nfor _, one := range ${one.key}s {\nif one.ID == id {\nreturn one, true\n}\n}\nreturn ${one.type}{}, false\n}`,
    ),
    answer: ({ type }) => ({ before: `found, ok := find${type}(1)\nif !ok {\n${k.framework.sendAbsent}\n}`, body: 'found' }),
  }),
  'a list': (k) => ({ body: 'list', answer: (one) => ({ body: `[]${one.type}{${k.literal(one)}}` }) }),
  'a list that is filled': (k) => ({
    body: 'list',
    answer: (one) => ({
      before: `made := make([]${one.type}, 0, 2)\nfor i := 0; i < 2; i++ {\nmade = append(made, ${k.literal(one)})\n}`,
      body: 'made',
    }),
  }),
  'a list of maps': (k) => ({
    body: 'list',
    answer: (one) => ({
      before: `made := []map[string]any{}\nmade = append(made, map[string]any{${k.pairs(one)}})`,
      body: 'made',
    }),
  }),
  'a list that a generic function maps': (k) => ({
    body: 'list',
    before: lines(
      'func mapped[A any, B any](all []A, to func(A) B) []B {\nmade := make([]B, 0, len(all))\nfor _, one := range all {\nmade = append(made, to(one))\n}\nreturn made\n}',
      each((one) => `func to${one.type}(id int) ${one.type} {\nreturn ${k.literal(one, undefined, 'id')}\n}`),
    ),
    answer: ({ type }) => ({ body: `mapped([]int{1, 2}, to${type})` }),
  }),
  'a generic envelope': (k) => ({
    body: 'data',
    before:
      'type Envelope[T any] struct {\nData T `json:"data"`\n}\nfunc envelope[T any](data T) Envelope[T] {\nreturn Envelope[T]{Data: data}\n}',
    answer: (one) => ({ body: `envelope(${k.literal(one)})` }),
  }),
  'an envelope of anything': (k) => ({
    body: 'data',
    before:
      'type Envelope struct {\nData any `json:"data"`\n}\nfunc envelope(data any) Envelope {\nreturn Envelope{Data: data}\n}',
    answer: (one) => ({ body: `envelope(${k.literal(one)})` }),
  }),
  'an envelope that is a map': (k) => ({
    body: 'data',
    answer: (one) => ({ body: `map[string]any{"data": ${k.literal(one)}}` }),
  }),
};
