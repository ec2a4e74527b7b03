import type { Expression } from '../../src/facts/expression.js';
import type { Fact } from '../../src/facts/fact.js';
import { link } from '../../src/facts/link.js';
import {
  at,
  callable,
  constant,
  declaration,
  exports,
  get,
  imports,
  literal,
  member,
  mount,
  name,
  object,
  operator,
  returns,
  router,
  sheet,
  text,
  tuple,
  union,
  unknown,
  value,
} from './facts.js';

const routesOf = (files: Readonly<Record<string, readonly Fact[]>>): string[] =>
  link(sheet(files)).routes.map((route) => `${route.method} ${route.prefixUnknown === true ? '…' : ''}${route.path}`);
const gapsOf = (files: Readonly<Record<string, readonly Fact[]>>): string[] =>
  link(sheet(files)).gaps.map((gap) => `${gap.reason} ${typeof gap.hides === 'object' ? JSON.stringify(gap.hides) : gap.hides}`);

const app = [router('app', { root: true })];

describe('routers', () => {
  test('of other files are reached by their mounts, prefix by prefix', () => {
    const files = {
      'app.ts': [...app, imports('api', './api', 'default'), mount(value('app'), value('api'), { prefix: literal('/api') })],
      'api.ts': [
        router('api'),
        imports('users', './users'),
        mount(value('api'), value('users'), { prefix: literal('users') }),
        exports('default', value('api')),
      ],
      'users.ts': [router('users'), get(value('users'), '/{id}'), get(value('users'), '/'), exports('users', value('users'))],
    };
    expect(routesOf(files)).toEqual(['GET /api/users', 'GET /api/users/{id}']);
  });
  test('mounted twice are there twice', () => {
    const facts = [
      ...app,
      router('r'),
      get(value('r'), '/x'),
      mount(value('app'), value('r'), { prefix: tuple(literal('/a'), literal('/b')) }),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /a/x', 'GET /b/x']);
  });
  test('mounted by a function that is given the app', () => {
    const files = {
      'app.ts': [
        ...app,
        imports('register', './register'),
        mount(value('app'), { kind: 'parameter', callable: '', of: value('register'), index: 0 }, { prefix: literal('/v1') }),
      ],
      'register.ts': [
        callable('register', {}),
        get({ kind: 'parameter', callable: 'register', index: 0 }, '/health'),
        exports('register', value('register')),
      ],
    };
    expect(routesOf(files)).toEqual(['GET /v1/health']);
  });
  test('made by a function', () => {
    const files = {
      'app.ts': [
        ...app,
        imports('make', './make', 'default'),
        mount(value('app'), returns(value('make')), { prefix: literal('/x') }),
      ],
      'make.ts': [
        router('make.r'),
        callable('make', { inferred: value('make.r') }),
        get(value('make.r'), '/y'),
        exports('default', value('make')),
      ],
    };
    expect(routesOf(files)).toEqual(['GET /x/y']);
  });
  test('held by an object of a class', () => {
    const users = declaration('Users', object({ router: unknown }), { form: 'class' });
    const facts = [
      ...app,
      users,
      router('Users#router'),
      get(member(name('Users'), 'router'), '/u'),
      mount(value('app'), member({ kind: 'instance', of: value('Users') }, 'router')),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /u']);
  });
  test('inherited from a base class belong to each derived class alone', () => {
    const facts = [
      ...app,
      declaration('Base', object({ router: unknown }), { form: 'class' }),
      declaration('A', object({}), { form: 'class', extends: [name('Base')] }),
      declaration('B', object({}), { form: 'class', extends: [name('Base')] }),
      router('Base#router'),
      get(member(name('Base'), 'router'), '/shared'),
      get(member(name('A'), 'router'), '/only-a'),
      mount(value('app'), member({ kind: 'instance', of: value('A') }, 'router'), { prefix: literal('/a') }),
      mount(value('app'), member({ kind: 'instance', of: value('B') }, 'router'), { prefix: literal('/b') }),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /a/only-a', 'GET /a/shared', 'GET /b/shared']);
  });
  test('mounted in a loop over a constant list', () => {
    const routes = tuple(object({ path: literal('/a'), route: value('r') }), object({ path: literal('/b'), route: value('r') }));
    const loop = mount(value('app'), member(value('it'), 'route'), {
      prefix: member(value('it'), 'path'),
      each: [{ name: 'it', over: value('routes') }],
    });
    expect(routesOf({ 'a.ts': [...app, router('r'), get(value('r'), '/x'), constant('routes', routes), loop] })).toEqual([
      'GET /a/x',
      'GET /b/x',
    ]);
  });
  test('that nobody mounts are a gap which hides just their routes', () => {
    const files = { 'a.ts': [...app, get(value('app'), '/'), router('lost'), get(value('lost'), '/x')] };
    expect(routesOf(files)).toEqual(['GET /']);
    expect(gapsOf(files)).toEqual(['unmounted-router {"routes":[{"method":"GET","path":"/x"}]}']);
  });
  test('without a service in sight count with an unknown prefix', () => {
    expect(
      routesOf({
        'a.ts': [
          router('r'),
          get(value('r'), '/x'),
          router('s'),
          get(value('s'), '/y'),
          mount(value('r'), value('s'), { prefix: literal('/s') }),
        ],
      }),
    ).toEqual(['GET …/s/y', 'GET …/x']);
  });
  test('without a service in sight hide what lies below something unread', () => {
    const unread = mount(value('s'), { kind: 'unknown', why: 'x' }, { prefix: literal('/more'), certainty: 'router' });
    const below = [
      router('r'),
      router('s'),
      get(value('s'), '/y'),
      mount(value('r'), value('s'), { prefix: literal('/s') }),
      unread,
    ];
    expect(gapsOf({ 'a.ts': below })).toEqual(['dynamic-mount {"routes":[{"method":"ANY","path":"/s/more/{rest*}"}]}']);
    expect(gapsOf({ 'a.ts': [...app, mount(value('app'), value('r')), ...below] })).toEqual([
      'dynamic-mount {"prefix":"/s/more"}',
    ]);
  });
  test('that mount each other end', () => {
    const facts = [
      ...app,
      router('r'),
      router('s'),
      get(value('s'), '/x'),
      mount(value('r'), value('s'), { prefix: literal('a') }),
      mount(value('s'), value('r'), { prefix: literal('b') }),
      mount(value('app'), value('r')),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /a/x']);
  });
});

describe('what is no router', () => {
  test('has no routes', () => {
    expect(
      routesOf({
        'a.ts': [
          ...app,
          imports('axios', 'axios'),
          get(value('axios'), '/x'),
          constant('map', object({})),
          get(value('map'), '/y'),
        ],
      }),
    ).toEqual([]);
  });
  test('hides nothing as middleware of a package, but what may stand below its prefix', () => {
    const use = (prefix?: string): Fact[] => [
      ...app,
      imports('mw', 'pkg'),
      mount(value('app'), returns(value('mw')), {
        certainty: 'maybe',
        ...(prefix === undefined ? {} : { prefix: literal(prefix) }),
      }),
    ];
    expect(gapsOf({ 'a.ts': use() })).toEqual([]);
    expect(gapsOf({ 'a.ts': use('/auth') })).toEqual(['undeclared-router {"prefix":"/auth"}']);
  });
});

describe('paths', () => {
  test('are put together from constants of other files', () => {
    const files = {
      'a.ts': [
        ...app,
        imports('P', './paths', '*'),
        get(value('app'), { kind: 'text', parts: [member(value('P'), 'BASE'), literal('/{id}')] }),
      ],
      'paths.ts': [constant('BASE', literal('/users')), exports('BASE', value('BASE'))],
    };
    expect(routesOf(files)).toEqual(['GET /users/{id}']);
  });
  test('of the colon dialect are converted when they are whole', () => {
    expect(
      routesOf({
        'a.ts': [...app, get(value('app'), operator({ kind: 'text', parts: [literal('/a/:b'), literal('/c?')] }, 'colon-path'))],
      }),
    ).toEqual(['GET /a/{b}', 'GET /a/{b}/c']);
  });
  test('prefer the alternative that can be read', () => {
    expect(routesOf({ 'a.ts': [...app, get(value('app'), union(unknown, literal('/fallback')))] })).toEqual(['GET /fallback']);
  });
  test('may begin with something unknown', () => {
    const facts = [...app, router('r'), get(value('r'), '/x'), mount(value('app'), value('r'), { prefix: unknown })];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET …/x']);
  });
  test('may have one segment, or number of a version, that is unknown', () => {
    const routeOf = (...parts: Expression[]) => routesOf({ 'a.ts': [...app, get(value('app'), { kind: 'text', parts })] });
    expect(routeOf(literal('/api/'), unknown, literal('/x'))).toEqual(['GET …/x']);
    expect(routeOf(literal('/api/v'), unknown, literal('/x'))).toEqual(['GET …/x']);
  });
  test('that are unknown further on otherwise are a gap below what is known', () => {
    const routeOf = (...parts: Expression[]) => ({ 'a.ts': [...app, get(value('app'), { kind: 'text', parts })] });
    // what follows a text may begin with a slash, and what ends a path may be several segments
    for (const files of [routeOf(literal('/api/old'), unknown, literal('/x')), routeOf(literal('/api/x'), unknown)]) {
      expect(routesOf(files)).toEqual([]);
      expect(gapsOf(files)).toEqual(['dynamic-path {"prefix":"/api","methods":["GET"]}']);
    }
  });
});

describe('modules with prefixes, versions and inheritance', () => {
  const users = [
    declaration('Users', object({}), { form: 'class' }),
    router('Users', { prefix: literal('users') }),
    get(value('Users'), '{id}', undefined, { member: 'one' }),
  ];
  const rooted = (more: Partial<Parameters<typeof router>[1]> = {}): Fact[] => [
    router('app', { root: true, ...more }),
    mount(value('app'), value('Users')),
  ];

  test('a global prefix comes first, but for what it excludes', () => {
    const prefix: Fact = {
      kind: 'prefix',
      router: value('app'),
      prefix: literal('api'),
      exclude: [{ path: literal('health'), method: 'GET' }],
      at,
    };
    const facts = [
      ...rooted(),
      ...users,
      prefix,
      router('Health', { prefix: literal('health') }),
      get(value('Health'), ''),
      mount(value('app'), value('Health')),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /api/users/{id}', 'GET /health']);
  });
  test('a version stands between the global prefix and the rest; the nearest wins', () => {
    const prefix: Fact = { kind: 'prefix', router: value('app'), prefix: literal('api'), at };
    const versioned = [
      ...rooted({ versioning: { prefix: literal('v'), default: literal('1') } }),
      ...users,
      prefix,
      get(value('Users'), 'new', undefined, { version: tuple(literal('2'), literal('')) }),
    ];
    expect(routesOf({ 'a.ts': versioned })).toEqual(['GET /api/users/new', 'GET /api/v1/users/{id}', 'GET /api/v2/users/new']);
  });
  test('a prefix given inside a helper goes to the app it is called with', () => {
    const files = {
      'a.ts': [
        ...rooted(),
        ...users,
        imports('setup', './setup'),
        mount(value('app'), { kind: 'parameter', callable: '', of: value('setup'), index: 0 }),
      ],
      'setup.ts': [
        callable('setup', {}),
        { kind: 'prefix', router: { kind: 'parameter', callable: 'setup', index: 0 }, prefix: literal('api'), at } as const,
        exports('setup', value('setup')),
      ],
    };
    expect(routesOf(files)).toEqual(['GET /api/users/{id}']);
  });
  test('a derived class has its base handlers but those it replaces', () => {
    const facts = [
      ...rooted(),
      router('Users', { prefix: literal('users') }),
      declaration('Users', object({}), { form: 'class' }),
      declaration('Base', object({}), { form: 'class' }),
      router('Base'),
      get(value('Base'), 'all', undefined, { member: 'all' }),
      get(value('Base'), 'one', undefined, { member: 'one' }),
      mount(value('Users'), value('Base'), { except: ['one'] }),
    ];
    expect(routesOf({ 'a.ts': facts })).toEqual(['GET /users/all']);
  });
});

describe('responses', () => {
  const responses = (facts: readonly Fact[]): unknown => link(sheet({ 'a.ts': facts })).routes[0];

  test('come from a handler of its own, through wrappers', () => {
    const handler = callable('list', { sends: [{ status: literal(200), body: text, at }] });
    const route = get(value('app'), '/', undefined, { handler: returns(value('safe'), value('list')) });
    expect(responses([...app, imports('safe', 'safe-handlers'), handler, route])).toMatchObject({
      responses: [{ status: 200, shape: { kind: 'scalar', type: 'string' } }],
    });
  });
  test('are incomplete where the handler cannot be found', () => {
    expect(
      responses([...app, imports('list', 'elsewhere'), get(value('app'), '/', undefined, { handler: value('list') })]),
    ).toMatchObject({ incomplete: expect.stringContaining('handler') });
  });
  test('pass through what wraps every handler of the service', () => {
    const envelope = callable('Envelope', { inferred: object({ data: { kind: 'parameter', callable: 'Envelope', index: 0 } }) });
    const wrap: Fact = { kind: 'wrap', by: 'test/web', router: value('app'), through: value('Envelope'), at };
    const found = responses([...app, envelope, wrap, get(value('app'), '/', text)]);
    expect(found).toMatchObject({
      responses: [{ shape: { kind: 'object', fields: [{ name: 'data', shape: { kind: 'scalar', type: 'string' } }] } }],
    });
  });
});
