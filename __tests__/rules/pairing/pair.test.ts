import fc from 'fast-check';
import type { Contract, Operation } from '../../../src/contracts/contract.js';
import type { Codebase, CodeResponse, CodeRoute } from '../../../src/facts/codebase.js';
import { joinPaths } from '../../../src/model/endpoint.js';
import type { Gap } from '../../../src/model/gap.js';
import { pair } from '../../../src/rules/pairing/pair.js';
import { expectQuick } from '../../processor-time.js';
import {
  CONTRACT_FILE,
  codebase,
  constants,
  contract,
  operation,
  required,
  response,
  route,
  sends,
  sent,
  summary,
  text,
} from '../given.js';

type Row = readonly [
  title: string,
  promises: readonly string[],
  routes: readonly string[],
  kept: Readonly<Record<string, string>>,
];

function outcome(expectations: readonly string[], routes: readonly string[], gaps: readonly Gap[] = []) {
  return summary(pair([contract(expectations)], codebase(routes, { gaps })));
}

describe('a route keeps a promise', () => {
  test.each<Row>([
    ['of the same path', ['GET /users'], ['GET /users', 'GET /books'], { 'GET /users': 'GET /users' }],
    [
      'whatever the parameters are called',
      ['GET /users/{id}'],
      ['GET /users/{userId}'],
      { 'GET /users/{id}': 'GET /users/{userId}' },
    ],
    [
      'with a parameter in a part of a segment',
      ['GET /{id}.json'],
      ['GET /{name}.json'],
      { 'GET /{id}.json': 'GET /{name}.json' },
    ],
    ['with any method, where none is registered for this one', ['GET /a'], ['ANY /a'], { 'GET /a': 'ANY /a' }],
    ['by its own method rather than by any', ['GET /a'], ['ANY /a', 'GET /a'], { 'GET /a': 'GET /a' }],
    ['of HEAD by GET', ['HEAD /a'], ['GET /a'], { 'HEAD /a': 'GET /a' }],
    ['of HEAD rather by HEAD', ['HEAD /a'], ['GET /a', 'HEAD /a'], { 'HEAD /a': 'HEAD /a' }],
    [
      'by a parameter where a literal is promised, if nothing is nearer',
      ['GET /users/me'],
      ['GET /users/{id}', 'GET /{kind}/{id}'],
      { 'GET /users/me': 'GET /users/{id}' },
    ],
    [
      'by the literal, if there is one',
      ['GET /users/me'],
      ['GET /users/{id}', 'GET /users/me'],
      { 'GET /users/me': 'GET /users/me' },
    ],
  ])('%s', (_title, expectations, routes, retained) => {
    expect(outcome(expectations, routes)).toEqual(retained);
  });

  test('of HEAD by GET only where its framework does so', () => {
    const get = (headByGet: boolean) => route('GET /a', [], { matching: { headByGet } });
    expect(summary(pair([contract(['HEAD /a'])], codebase([get(true)])))).toEqual({ 'HEAD /a': 'GET /a' });
    expect(summary(pair([contract(['HEAD /a'])], codebase([get(false)])))).toEqual({ 'HEAD /a': 'missing, method: GET /a' });
  });

  test('in any case where its framework says so', () => {
    const upper = (anyCase: boolean) => route('GET /Users/{id}', [], { matching: { anyCase } });
    const expectation = contract(['GET /users/{id}']);
    expect(summary(pair([expectation], codebase([upper(true)])))).toEqual({ 'GET /users/{id}': 'GET /Users/{id}' });
    expect(summary(pair([expectation], codebase([upper(false)])))['GET /users/{id}']).toMatch('missing');
  });

  test('unless its handler only hands requests on', () => {
    const passing = (responses: readonly CodeResponse[]) => route('ANY /{rest*}', responses, { passesOn: true });
    expect(summary(pair([contract(['GET /a'])], codebase([passing([]), 'GET /b'])))).toEqual({ 'GET /a': 'missing' });
    expect(summary(pair([contract(['GET /a'])], codebase([passing([sends(text)]), 'GET /b'])))).toEqual({
      'GET /a': 'undecided',
    });
  });

  test('undecided where a handler of its own path and method hands requests on', () => {
    const passing = (method: string) => route(`${method} /a`, [], { passesOn: true });
    expect(summary(pair([contract(['GET /a'])], codebase([passing('GET')])))).toEqual({ 'GET /a': 'undecided' });
    expect(summary(pair([contract(['GET /a'])], codebase([passing('POST')])))['GET /a']).toMatch('missing');
    expect(summary(pair([contract(['GET /a'])], codebase([passing('ANY')])))['GET /a']).toMatch('missing');
  });

  test('by several registrations together', () => {
    const twice = [
      route('GET /a', [], { at: { file: 'a.ts', line: 1 } }),
      route('GET /a', [], { at: { file: 'b.ts', line: 1 } }),
    ];
    expect(summary(pair([contract(['GET /a'])], codebase(twice)))).toEqual({ 'GET /a': 'GET /a, GET /a' });
  });
});

describe('routes with a literal in the place of a promised parameter', () => {
  const themed = (...values: readonly string[]) => ({
    ...operation('GET /themes/{kind}'),
    parameters: [
      { name: 'kind', in: 'path' as const, required: true, shape: constants(...values), at: { file: CONTRACT_FILE, line: 11 } },
    ],
  });
  const laid = (expectation: Operation, ...routes: readonly string[]) => {
    const [only] = pair([contract([expectation])], codebase(routes)).pairings;
    return only?.undecided ?? only?.actuals.map(({ path }) => path) ?? [];
  };
  const LIGHT = 'GET /themes/light';

  test('keep it together where all its values are listed, and each has one', () => {
    expect(laid(themed('light', 'dark'), LIGHT, 'GET /themes/dark')).toEqual(['/themes/light', '/themes/dark']);
  });

  test('serve it in part otherwise', () => {
    const part = 'only some values of its parameter have a route: GET /themes/light';
    expect(laid(themed('light', 'dark'), LIGHT)).toBe(part);
    expect(laid(operation('GET /themes/{kind}'), LIGHT, 'GET /themes/dark')).toBe(`${part} and 1 more`);
    expect(laid(operation('GET /themes/{kind}'), 'POST /themes/light')).toEqual([]);
  });
});

describe('what a wider route sends', () => {
  const at = (written: string, status: number, mediaType?: string) =>
    summary(
      pair(
        [contract([operation('GET /v1/jobs', [response('200', required({ id: text }))])])],
        codebase([route(written, [sends(text, status, mediaType)])]),
      ),
    );

  test.each(['GET /v1/{path}', 'ANY /v1/{rest*}', 'GET /{rest*}'])(
    'by %s keeps nothing where it is an error or a page',
    (written) => {
      expect(at(written, 404)['GET /v1/jobs']).toMatch('missing');
      expect(at(written, 200, 'text/html')['GET /v1/jobs']).toMatch('missing');
      expect(at(written, 200)['GET /v1/jobs']).not.toMatch('missing');
    },
  );

  test('by its own path decides nothing where only errors were seen', () => {
    expect(at('GET /v1/jobs', 501)).toEqual({ 'GET /v1/jobs': 'undecided' });
  });

  test('by its own path keeps a promise of no body where a handler may end silently', () => {
    const refuses = (matching: CodeRoute['matching']) =>
      summary(
        pair(
          [contract([operation('DELETE /jobs', [{ ...response('200'), mediaType: 'application/json' }])])],
          codebase([route('DELETE /jobs', [sends(text, 404)], matching && { matching })]),
        ),
      );
    expect(refuses({ silentSuccess: true })).toEqual({ 'DELETE /jobs': 'DELETE /jobs' });
    expect(refuses(undefined)).toEqual({ 'DELETE /jobs': 'undecided' });
  });

  test('under any method decides nothing where it was not seen', () => {
    const open = [route('ANY /a', [], { incomplete: 'the handler is not read' })];
    expect(summary(pair([contract(['POST /a'])], codebase(open)))).toEqual({ 'POST /a': 'undecided' });
  });

  test('whose path is not known hides no promise of JSON where it is a page', () => {
    const expectation = contract([operation('GET /users', [response('200', required({ id: text }))])]);
    const page = (mediaType?: string) => route('GET …/', [sends(text, 200, mediaType)]);
    expect(summary(pair([expectation], codebase([page('text/html'), 'GET /a'])))).toEqual({ 'GET /users': 'missing' });
    expect(summary(pair([expectation], codebase([page(), 'GET /a'])))).toEqual({ 'GET /users': 'hidden' });
  });
});

test('a catch-all in the place of the last promised parameter is that parameter', () => {
  expect(outcome(['GET /files/{path}'], ['GET /files/{rest*}'])).toEqual({ 'GET /files/{path}': 'GET /files/{rest*}' });
  expect(outcome(['GET /files/{path}'], ['GET /files/{rest*}', 'GET /files/{name}'])).toEqual({
    'GET /files/{path}': 'GET /files/{name}',
  });
  expect(outcome(['GET /files/{path}/meta'], ['GET /files/{rest*}'])).toEqual({ 'GET /files/{path}/meta': 'undecided' });
  expect(outcome(['GET /{path}'], ['GET /{rest*}'])).toEqual({ 'GET /{path}': 'undecided' });
});

describe('where the first match answers', () => {
  const at = (line: number, parts: Partial<CodeRoute> = {}): Partial<CodeRoute> => ({
    at: { file: 'app.ts', line },
    order: [{ on: 'app', at: [line, 1] }],
    matching: { firstMatch: true },
    ...parts,
  });
  const wide = (written = 'GET /items/{id}', parts: Partial<CodeRoute> = {}) =>
    route(written, [sends(sent({ id: text }))], at(1, parts));
  const late = (parts: Partial<CodeRoute> = {}) => route('GET /items/latest', [sends(sent({ since: text }))], at(2, parts));
  const laid = (...routes: readonly CodeRoute[]) => {
    const [only] = pair([contract(['GET /items/latest'])], codebase(routes)).pairings;
    return { actual: only?.actuals[0]?.path, tentative: only?.tentative === true, undecided: only?.undecided };
  };
  const RETAINED = { actual: '/items/latest', tentative: false, undecided: undefined };

  test.each([
    ['a parameter', wide()],
    ['any method', wide('ANY /items/{id}')],
    ['a catch-all', wide('GET /{rest*}')],
  ])('an earlier route with %s leaves nothing to a later one', (_title, first) => {
    expect(laid(first, late())).toEqual({
      actual: first.path,
      tentative: true,
      undecided: `${first.method} ${first.path} (app.ts:1) answers it because it is registered first; no request reaches GET /items/latest (app.ts:2)`,
    });
  });

  test.each([
    ['registered later', [late({ order: [{ on: 'app', at: [0, 1] }] }), wide()]],
    ['of another service', [wide('GET /items/{id}', { order: [{ on: 'other', at: [1, 1] }] }), late()]],
    ['of another method', [wide('POST /items/{id}'), late()]],
    ['that hands requests on', [wide('GET /items/{id}', { passesOn: true }), late()]],
    ['with a pattern', [wide('GET /items/{id}', { constrained: [1] }), late()]],
    ['of a framework that takes the most exact one', [wide('GET /items/{id}', { matching: {} }), late()]],
    ['with something behind a catch-all', [wide('GET /{rest*}/x'), late()]],
  ])('a wider route %s takes nothing', (_title, routes) => {
    expect(laid(...routes)).toEqual(RETAINED);
  });

  test('where the path alone counts, an earlier route without the method refuses it', () => {
    const alone = { matching: { firstMatch: true, pathAlone: true } };
    const [other, own] = [wide('POST /items/{id}', alone), late(alone)];
    expect(laid(other, own)).toEqual({
      actual: '/items/latest',
      tentative: false,
      undecided:
        'POST /items/{id} (app.ts:1) refuses it because its path is registered before GET /items/latest (app.ts:2), and only the path decides',
    });
    // a view of several methods is one entry
    expect(laid(other, late({ ...alone, order: other.order ?? [] }))).toEqual(RETAINED);
    expect(laid(wide('POST /items/{id}'), own)).toEqual(RETAINED);
    expect(laid(own, wide('POST /items/{id}', { ...alone, order: [{ on: 'app', at: [9, 1] }] }))).toEqual(RETAINED);
  });

  test('a pattern may not take a promised literal', () => {
    expect(laid(wide('GET /items/{id}', { constrained: [1] })).undecided).toBe(
      'only GET /items/{id} answers it, if its pattern matches',
    );
  });

  test.each([
    ['beside that literal', 'GET /{tenant}/items/latest', route('GET /{tenant}/items/{id}', [], { constrained: [0] })],
    ['and slashes for a promised parameter', 'GET /items/{id}', route('GET /items/{rest*}', [], { constrained: [1] })],
  ])('a pattern %s leaves no doubt', (_title, expectation, only) => {
    const [pairing] = pair([contract([expectation])], codebase([only])).pairings;
    expect([pairing?.undecided, pairing?.note]).toEqual([undefined, `answered by ${only.method} ${only.path}`]);
  });
});

describe('many routes at one place', () => {
  const many = (written: string) =>
    Array.from({ length: 2_000 }, (_, line) =>
      route(written, [], {
        at: { file: 'app.ts', line },
        order: [{ on: 'app', at: [line, 1] }],
        matching: { firstMatch: true },
      }),
    );
  const late = many('GET /a/b').map((one) => ({ ...one, order: [{ on: 'app', at: [5_000 + one.at.line, 1] }] }));

  test('the first of them is found without holding each against each', async () => {
    let paired: ReturnType<typeof pair> | undefined;
    await expectQuick(2_000, () => {
      paired = pair([contract(['GET /a/b'])], codebase([...many('GET /a/{x}').toReversed(), ...late]));
    });
    expect(paired?.pairings[0]?.actuals.map(({ at }) => at.line)).toEqual([0]);
  });

  test('catch-alls in the place of a parameter are listed once', async () => {
    const expected = Array.from({ length: 100 }, (_, index) => `GET /a/{x${index}}`);
    let paired: ReturnType<typeof pair> | undefined;
    await expectQuick(2_000, () => {
      paired = pair([contract(expected)], codebase(many('GET /a/{rest*}')));
    });
    expect(paired?.pairings[0]?.actuals.length).toBe(2_000);
  });
});

describe('nothing is decided', () => {
  test.each<Row>([
    [
      'where the parameter that answers has a promise of its own to keep',
      ['GET /users/{id}', 'GET /users/me'],
      ['GET /users/{id}'],
      { 'GET /users/{id}': 'GET /users/{id}', 'GET /users/me': 'undecided' },
    ],
    ['where only a catch-all answers', ['GET /users'], ['GET /{rest*}'], { 'GET /users': 'undecided' }],
    ['where only a catch-all below a path answers', ['GET /a/b/c'], ['ANY /a/{rest*}'], { 'GET /a/b/c': 'undecided' }],
    ['of OPTIONS, which frameworks answer by themselves', ['OPTIONS /a'], ['GET /a'], { 'OPTIONS /a': 'undecided' }],
    [
      'where two routes with unreadable starts end alike',
      ['GET /list'],
      ['GET …/list', 'GET …/list'],
      { 'GET /list': 'undecided' },
    ],
  ])('%s', (_title, expectations, routes, retained) => {
    expect(outcome(expectations, routes)).toEqual(retained);
  });
});

describe('no route keeps a promise', () => {
  test.each<Row>([
    ['of another path', ['GET /users'], ['GET /books'], { 'GET /users': 'missing' }],
    [
      'where what answers less than is promised has a promise of its own',
      ['GET /users/{id}', 'GET /users/me'],
      ['GET /users/me'],
      { 'GET /users/{id}': 'missing', 'GET /users/me': 'GET /users/me' },
    ],
    ['of one part more', ['GET /users'], ['GET /users/{id}'], { 'GET /users': 'missing' }],
    ['that a catch-all lies beside', ['GET /users'], ['GET /assets/{rest*}'], { 'GET /users': 'missing' }],
    ['of OPTIONS where nothing is routed', ['OPTIONS /a'], ['GET /b'], { 'OPTIONS /a': 'missing' }],
  ])('%s', (_title, expectations, routes, retained) => {
    expect(outcome(expectations, routes)).toEqual(retained);
  });
});

describe('a catch-all that does not explain why an operation has no route', () => {
  const page = (more: Partial<CodeRoute> = {}) => route('GET /{rest*}', [], { incomplete: 'x', ...more });
  const hidden = (gaps: readonly Gap[], routes: readonly CodeRoute[]) =>
    pair([contract(['GET /api/users'])], { ...codebase([], { gaps }), routes }, { basePath: '/' }).pairings[0];

  test('as its pattern excludes the path', () => {
    expect(hidden([], [page({ excluded: ['api/'] })])).toMatchObject({ actuals: [], hiddenBy: [] });
    expect(hidden([], [page({ excluded: ['feed/'] })])?.undecided).toContain('only the catch-all');
  });

  test('as a router that could not be read is nearer', () => {
    const gap: Gap = {
      reason: 'dynamic-mount',
      detail: 'x',
      at: { file: 'a.ts', line: 1, column: 1 },
      hides: { prefix: '/api' },
    };
    expect(hidden([gap], [page()])).toMatchObject({ actuals: [], hiddenBy: [gap] });
    expect(hidden([{ ...gap, hides: { prefix: '/other' } }], [page()])?.undecided).toContain('only the catch-all');
  });
});

describe('a catch-all that gives something else', () => {
  const json = operation('GET /users', [response('200', text)]);
  test.each([
    ['an error', [json], route('GET /{rest*}', [sends(text, 404)]), 'missing'],
    ['a page', [json], route('GET /{rest*}', [sends(text, 200, 'text/html')]), 'missing'],
    ['a page or JSON', [json], route('GET /{rest*}', [sends(text, 200, 'text/html'), sends(text)]), 'undecided'],
    [
      'a page and what was not seen',
      [json],
      route('GET /{rest*}', [sends(text, 200, 'text/html')], { incomplete: 'x' }),
      'undecided',
    ],
    ['an error or what has no status', [json], route('GET /{rest*}', [sends(text, null)]), 'undecided'],
    ['some file', [json], route('GET /{rest*}', [sends(text, 200, 'application/octet-stream')]), 'undecided'],
    [
      'a page where a page is promised',
      [operation('GET /users', [response('200', text, 'text/html')])],
      route('GET /{rest*}', [sends(text, 200, 'text/html')]),
      'undecided',
    ],
  ])('%s', (_title, expectations, catchAll, retained) => {
    expect(summary(pair([contract(expectations)], codebase([route('GET /books'), catchAll])))).toEqual({
      'GET /users': retained,
    });
  });
});

describe('near misses are named, never accepted', () => {
  test.each<Row>([
    [
      'another method',
      ['GET /b', 'PATCH /a'],
      ['GET /b', 'PUT /a'],
      { 'GET /b': 'GET /b', 'PATCH /a': 'missing, method: PUT /a' },
    ],
    [
      'another case',
      ['GET /b', 'GET /Users'],
      ['GET /b', 'GET /users'],
      { 'GET /b': 'GET /b', 'GET /Users': 'missing, spelling: GET /users' },
    ],
    [
      'other separators',
      ['GET /b', 'GET /order-items'],
      ['GET /b', 'GET /orderItems'],
      { 'GET /b': 'GET /b', 'GET /order-items': 'missing, spelling: GET /orderItems' },
    ],
    [
      'a plural',
      ['GET /b', 'GET /user/{id}'],
      ['GET /b', 'GET /users/{id}'],
      { 'GET /b': 'GET /b', 'GET /user/{id}': 'missing, spelling: GET /users/{id}' },
    ],
    [
      'two letters',
      ['GET /b', 'GET /categories'],
      ['GET /b', 'GET /catgeories'],
      { 'GET /b': 'GET /b', 'GET /categories': 'missing, spelling: GET /catgeories' },
    ],
    [
      'an ending',
      ['GET /b', 'GET /users.json'],
      ['GET /b', 'GET /users'],
      { 'GET /b': 'GET /b', 'GET /users.json': 'missing, spelling: GET /users' },
    ],
    [
      'another prefix',
      ['GET /b', 'GET /users'],
      ['GET /b', 'GET /v2/users'],
      { 'GET /b': 'GET /b', 'GET /users': 'missing, prefix: GET /v2/users' },
    ],
    ['not another word', ['GET /b', 'GET /cat'], ['GET /b', 'GET /cow'], { 'GET /b': 'GET /b', 'GET /cat': 'missing' }],
    [
      'not a route that keeps a promise of its own',
      ['PUT /a', 'PATCH /a'],
      ['PUT /a'],
      { 'PUT /a': 'PUT /a', 'PATCH /a': 'missing' },
    ],
  ])('%s', (_title, expectations, routes, retained) => {
    expect(outcome(expectations, routes)).toEqual(retained);
  });
});

describe('a second server beside a service', () => {
  const expected = ['GET /a', 'GET /b', 'GET /health'];
  const startOf = (prefixes: readonly string[], ...routes: readonly string[]) =>
    pair([contract(expected, { prefixes })], codebase(routes)).pairings[2]?.start;

  test('keeps nothing that a route whose start could not be read keeps, as it does the rest of the contract', () => {
    expect(startOf([], 'GET …/a', 'GET …/b', 'GET …/health', 'GET /health')).toBe('unknown');
    expect(startOf(['/api'], 'GET …/a', 'GET …/b', 'GET …/health', 'GET /health')).toBe('unknown');
  });

  test('is none where the rest of the contract has a start, or nothing else keeps it, or it is where the contract says', () => {
    expect(startOf([], 'GET /a', 'GET /b', 'GET …/health', 'GET /health')).toBeUndefined();
    expect(startOf([], 'GET …/a', 'GET …/b', 'GET /health')).toBeUndefined();
    expect(startOf(['/api'], 'GET …/a', 'GET …/b', 'GET …/health', 'GET /api/health')).toBeUndefined();
  });
});

describe('a route whose start could not be read', () => {
  test.each<Row>([
    ['keeps what it ends in', ['GET /users'], ['GET …/users'], { 'GET /users': 'GET /users' }],
    ['gives way to one that could', ['GET /users'], ['GET …/users', 'GET /users'], { 'GET /users': 'GET /users' }],
    ['hides what ends like it', ['GET /users/{id}'], ['GET …/{id}'], { 'GET /users/{id}': 'hidden' }],
    ['hides nothing of another method', ['POST /users/{id}'], ['GET …/{id}'], { 'POST /users/{id}': 'missing' }],
    ['hides nothing that ends otherwise', ['GET /users'], ['GET …/books'], { 'GET /users': 'missing' }],
    [
      'hides nothing more when it keeps a promise',
      ['GET /list', 'GET /users/list'],
      ['GET …/users/list'],
      { 'GET /list': 'missing', 'GET /users/list': 'GET /users/list' },
    ],
    [
      'keeps what ends in it, where the contract writes one start before most of its paths',
      ['GET /api/v1/users', 'GET /api/v1/books', 'GET /health'],
      ['GET …/users', 'GET …/books', 'GET /health'],
      { 'GET /api/v1/users': 'GET /users', 'GET /api/v1/books': 'GET /books', 'GET /health': 'GET /health' },
    ],
    [
      'hides what ends in it, where the contract writes that start before few of its paths',
      ['GET /api/v1/users', 'GET /books', 'GET /cars'],
      ['GET …/users', 'GET /books', 'GET /cars'],
      { 'GET /api/v1/users': 'hidden', 'GET /books': 'GET /books', 'GET /cars': 'GET /cars' },
    ],
    [
      'keeps its own path alone, where the contract writes it below two starts',
      ['GET /admin/users', 'GET /admin/books', 'GET /users'],
      ['GET …/users', 'GET …/books'],
      { 'GET /admin/users': 'missing', 'GET /admin/books': 'hidden', 'GET /users': 'GET /users' },
    ],
    [
      'hides what ends in it, where the contract writes two versions of it',
      ['GET /v1/users', 'GET /v1/books', 'GET /v2/users'],
      ['GET …/users', 'GET …/books'],
      { 'GET /v1/users': 'hidden', 'GET /v1/books': 'hidden', 'GET /v2/users': 'hidden' },
    ],
    ['keeps no `/`: every path ends in it', ['GET /'], ['GET …/'], { 'GET /': 'hidden' }],
  ])('%s', (_title, expectations, routes, retained) => {
    expect(outcome(expectations, routes)).toEqual(retained);
  });

  test('may begin with the end of the base path', () => {
    const one = contract(['GET /users'], { prefixes: ['/api/v1'] });
    expect(summary(pair([one], codebase(['GET …/v1/users'])))).toEqual({ 'GET /users': 'GET /v1/users' });
  });

  test('decides nothing where more of the contract is found by whole paths', () => {
    const { pairings } = pair([contract(['GET /a', 'GET /users'])], codebase(['GET /a', 'GET …/users']));
    expect(pairings[1]).toMatchObject({ tentative: true, undecided: expect.stringContaining('GET …/users'), actuals: [{}] });
  });

  test('decides nothing where it is likely to be elsewhere', () => {
    const laid = (likelyPrefix: string, prefixes: readonly string[], path = '/users') =>
      summary(pair([contract([`GET ${path}`], { prefixes })], codebase([route('GET …/users', [], { likelyPrefix })])));
    expect(laid('/v2', [])).toEqual({ 'GET /users': 'undecided' });
    expect(laid('/v2', ['/v2'])).toEqual({ 'GET /users': 'GET /users' });
    expect(laid('/v2', [], '/v2/users')).toEqual({ 'GET /v2/users': 'GET /users' });
    expect(laid('/v3', [], '/v2/users')).toEqual({ 'GET /v2/users': 'undecided' });
  });
});

describe('routes aside of the service', () => {
  const aside = [
    {
      reason: 'unmounted-router',
      detail: 'aside',
      at: { file: 'dev/app.ts', line: 1 },
      hides: { routes: [{ method: 'GET', path: '/a' }] },
    },
  ] as const;
  const contracts = [contract(['GET /a', 'GET /b', 'GET /c'])];
  const found = (routes: readonly string[], parts: Partial<Codebase> = {}) =>
    summary(pair(contracts, codebase(routes, { aside, ...parts })));

  test('hide what they may keep where the service keeps less than half of the contract, or is not fully followed', () => {
    expect(found(['GET /x'])).toMatchObject({ 'GET /a': 'hidden', 'GET /b': 'missing' });
    expect(found(['GET /c'])).toMatchObject({ 'GET /a': 'hidden', 'GET /b': 'missing' });
    const gap = { reason: 'dynamic-mount', detail: '', at: { file: 'app.ts', line: 1 }, hides: { prefix: '/x' } } as const;
    expect(found(['GET /b', 'GET /c'], { gaps: [gap] })).toMatchObject({ 'GET /a': 'hidden' });
  });

  test('hide nothing beside a service that keeps most of the contract', () => {
    expect(found(['GET /b', 'GET /c'])).toMatchObject({ 'GET /a': 'missing' });
  });
});

describe('a gap hides', () => {
  const gap = (hides: Gap['hides']): Gap => ({
    reason: 'dynamic-mount',
    detail: 'a router is chosen at run time',
    at: { file: 'app.ts', line: 3 },
    ...(hides === undefined ? {} : { hides }),
  });

  test.each<[string, Gap['hides'], string]>([
    ['all below its prefix', { prefix: '/users' }, 'hidden'],
    ['all below a prefix with a parameter', { prefix: '/{tenant}' }, 'hidden'],
    ['all below the root', { prefix: '/' }, 'hidden'],
    ['anything of the service', 'service', 'hidden'],
    ['its methods', { prefix: '/users', methods: ['get'] }, 'hidden'],
    ['no other methods', { prefix: '/users', methods: ['POST'] }, 'missing'],
    ['nothing beside its prefix', { prefix: '/books' }, 'missing'],
    ['nothing above its prefix', { prefix: '/users/admin/all' }, 'missing'],
    ['nothing where a part of a word is alike', { prefix: '/user' }, 'missing'],
    ['what ends like a router that nobody mounts', { routes: [{ method: 'GET', path: '/{id}' }] }, 'hidden'],
    ['nothing of another method of that router', { routes: [{ method: 'POST', path: '/{id}' }] }, 'missing'],
    ['nothing that ends otherwise', { routes: [{ method: 'GET', path: '/books' }] }, 'missing'],
    ['nothing when it hides nothing', undefined, 'missing'],
  ])('%s', (_title, hides, expected) => {
    expect(outcome(['GET /a', 'GET /users/{id}'], ['GET /a'], [gap(hides)])['GET /users/{id}']).toBe(expected);
  });

  test('below the base path', () => {
    const one = contract(['GET /a', 'GET /b', 'GET /users'], { prefixes: ['/api'] });
    const code = (prefix: string) => codebase(['GET /api/a', 'GET /api/b'], { gaps: [gap({ prefix })] });
    const hidden = (prefix: string) => summary(pair([one], code(prefix)))['GET /users'];
    expect(hidden('/api/users')).toBe('hidden');
    expect(hidden('/users')).toBe('missing');
  });

  test('below whatever prefix, where no base path was found: all may be served from there', () => {
    expect(outcome(['GET /users'], ['GET /x'], [gap({ prefix: '/api' })])).toEqual({ 'GET /users': 'hidden' });
  });

  test('but for the routes of a library, which are nowhere else', () => {
    const health = gap({ prefix: '/actuator', ofLibrary: true });
    expect(outcome(['GET /users', 'GET /actuator/health'], ['GET /x'], [health])).toEqual({
      'GET /users': 'missing',
      'GET /actuator/health': 'hidden',
    });
  });
});

describe('a codebase without any route', () => {
  test('hides everything, and says so', () => {
    const { pairings } = pair([contract(['GET /a'])], codebase([]));
    expect(pairings[0]?.hiddenBy.map(({ detail }) => detail)).toEqual(['no route of any supported framework was found']);
  });
});

describe('several contracts', () => {
  test('have base paths of their own, and document routes together', () => {
    const shop = contract(['GET /a'], { id: 'shop.yaml', prefixes: ['/shop'] });
    const stock = contract(['GET /a'], { id: 'stock.yaml', prefixes: ['/stock'] });
    const code = codebase(['GET /shop/a', 'GET /stock/a', 'GET /health']);
    const { basePaths, documented } = pair([shop, stock], code);
    expect([...basePaths]).toEqual([
      ['shop.yaml', '/shop'],
      ['stock.yaml', '/stock'],
    ]);
    expect(code.routes.filter((one) => !documented.has(one)).map(({ path }) => path)).toEqual(['/health']);
  });
});

describe('a route that another contract promises where its servers are', () => {
  const shop = contract(['GET /a'], { id: 'shop.yaml' });
  const admin = contract(['GET /a', 'GET /c'], { id: 'admin.yaml', prefixes: ['/admin'] });
  const retained = (routes: readonly string[], ...contracts: readonly Contract[]) =>
    pair(contracts, codebase(routes)).pairings.map(
      ({ contract: { id }, subject, undecided, actuals }) => `${id} ${subject}: ${undecided ?? actuals[0]?.path ?? 'missing'}`,
    );

  test('is not taken: that is undecided, and what is found nowhere is missing', () => {
    expect(retained(['GET /a'], shop, admin)).toEqual([
      'shop.yaml GET /a: /a',
      'admin.yaml GET /a: only GET /a answers it, but it belongs to shop.yaml below /',
      'admin.yaml GET /c: missing',
    ]);
  });

  test('is taken where it is promised twice at one place, or where the other contract is not at hand', () => {
    expect(retained(['GET /a'], shop, { ...shop, id: 'copy.yaml' })).toEqual(['shop.yaml GET /a: /a', 'copy.yaml GET /a: /a']);
    expect(retained(['GET /a'], admin)).toEqual(['admin.yaml GET /a: /a', 'admin.yaml GET /c: missing']);
  });

  test('leaves each its own where both are served', () => {
    expect(retained(['GET /a', 'GET /admin/a', 'GET /admin/c'], admin, shop)).toEqual([
      'admin.yaml GET /a: /admin/a',
      'admin.yaml GET /c: /admin/c',
      'shop.yaml GET /a: /a',
    ]);
  });
});

describe('laws of pairing', () => {
  const PATHS = ['/', '/users', '/users/{id}', '/users/me', '/{a}/{b}', '/files/{rest*}', '/users/{id}/books', '/Books'];
  const METHODS = ['GET', 'POST', 'HEAD'];
  const endpoints = fc.uniqueArray(
    fc
      .tuple(fc.constantFrom(...METHODS), fc.constantFrom('', '/api'), fc.constantFrom(...PATHS))
      .map((parts) => `${parts[0]} ${joinPaths(parts[1], parts[2])}`),
    { maxLength: 8 },
  );
  const kinds = (expectations: readonly string[], routes: readonly string[]) =>
    Object.entries(outcome(expectations, routes))
      .map(([subject, retained]) => `${subject}: ${retained.split(', ').sort().join(', ')}`)
      .sort();

  test('the order of promises and routes does not matter', () => {
    fc.assert(
      fc.property(endpoints, endpoints, (expectations, routes) => {
        expect(kinds(expectations.toReversed(), routes.toReversed())).toEqual(kinds(expectations, routes));
      }),
    );
  });

  test('a route for every promise keeps every promise', () => {
    fc.assert(
      fc.property(endpoints, (expectations) => {
        const { pairings } = pair([contract(expectations)], codebase(expectations), { basePath: '/' });
        expect(pairings.filter(({ actuals, undecided }) => actuals.length === 0 || undecided !== undefined)).toEqual([]);
      }),
    );
  });

  test('a route more never makes a promise missing', () => {
    fc.assert(
      fc.property(endpoints, endpoints, (expectations, routes) => {
        const missing = (some: readonly string[]) =>
          pair([contract(expectations)], codebase(some), { basePath: '/' })
            .pairings.filter(
              ({ actuals, hiddenBy, undecided }) => actuals.length + hiddenBy.length === 0 && undecided === undefined,
            )
            .map(({ subject }) => subject);
        fc.pre(routes.length > 1);
        expect(missing(routes.slice(1))).toEqual(expect.arrayContaining(missing(routes)));
      }),
    );
  });
});

describe('the time it takes', () => {
  const named = (count: number, stem: string): readonly string[] =>
    Array.from({ length: count }, (_, index) => `GET /v1/${stem}${index.toString(36)}/{id}`);

  test.each([
    ['where every operation has a route', named(2000, 'item'), named(5000, 'item')],
    [
      'where none has, and every route nearly is one',
      [...named(1000, 'items'), 'GET /v1/a'],
      [...named(2000, 'itemz'), 'GET /v1/a'],
    ],
  ])('does not grow with the product of operations and routes: %s', async (_title, expectations, routes) => {
    await expectQuick(10_000, () => {
      expect(pair([contract(expectations)], codebase(routes)).pairings).toHaveLength(expectations.length);
    });
  });
});
