import { pair } from '../../../src/rules/pairing/pair.js';
import { codebase, contract, operation, response, route, sends, summary, text } from '../given.js';

const FIVE = ['GET /a', 'GET /b', 'GET /c', 'GET /d', 'GET /e'];
const below = (prefix: string, routes: readonly string[]): readonly string[] =>
  routes.map((one) => one.replace(' ', ` ${prefix}`));

interface Given {
  readonly servers?: readonly string[];
  readonly expectations?: readonly string[];
  readonly routes: readonly string[];
  readonly given?: string;
}

function paired({ servers = [], expectations = FIVE, routes, given }: Given) {
  return pair([contract(expectations, { prefixes: servers })], codebase(routes), { basePath: given });
}

function basePath(given: Given): string | null | undefined {
  return paired(given).basePaths.get('openapi.yaml');
}

describe('the base path that a change under review says', () => {
  const chosen = (routes: readonly string[], stated: { basePath?: string; proposedBasePath: string | null }) =>
    pair([contract(FIVE)], codebase(routes), stated);
  const pathOf = (...given: Parameters<typeof chosen>) => chosen(...given).basePaths.get('openapi.yaml');
  const [V1, V2] = [below('/v1', FIVE), below('/v2', FIVE)];

  test('counts where the code has moved there', () => {
    expect(pathOf(V2, { basePath: '/v1', proposedBasePath: '/v2' })).toBe('/v2');
    expect(pathOf(FIVE, { basePath: '/v1', proposedBasePath: null })).toBe('/');
    const { violations, basePaths } = chosen(V2, { proposedBasePath: '/v2' });
    expect([basePaths.get('openapi.yaml'), violations]).toEqual(['/v2', []]);
  });

  test('lays no contract beside other code as long as something of it is where it was', () => {
    for (const left of [V1, V1.slice(0, 1)]) {
      expect(pathOf([...left, ...V2], { basePath: '/v1', proposedBasePath: '/v2' })).toBe('/v1');
    }
    expect(pathOf([...FIVE.slice(0, 1), ...V2], { proposedBasePath: '/v2' })).toBe('/');
    expect(pathOf(['GET /v1/{any}', ...V2], { basePath: '/v1', proposedBasePath: '/v2' })).toBe('/v1');
  });

  test('decides nothing where several pair equally well, or where it pairs nothing', () => {
    expect(pathOf([...V1, ...V2], { proposedBasePath: '/v2' })).toBe(null);
    expect(pathOf(V2, { basePath: '/v1', proposedBasePath: '/v3' })).toBe('/v1');
  });
});

describe('the base path is chosen once for a contract', () => {
  test.each<[string, Given, string | null]>([
    ['none, where the routes stand at the root', { routes: FIVE }, '/'],
    ['a server’s path', { servers: ['/api'], routes: below('/api', FIVE) }, '/api'],
    ['none, where a proxy strips the server’s path', { servers: ['/api'], routes: FIVE }, '/'],
    [
      'the end of a server’s path that a proxy leaves, beside another version at the root',
      { servers: ['/shop/orders/v3'], routes: [...FIVE, ...below('/v3', FIVE)] },
      '/v3',
    ],
    [
      'none, where less is served below the end of a server’s path',
      { servers: ['/shop/v3'], routes: [...FIVE, ...below('/v3', FIVE.slice(1))] },
      '/',
    ],
    ['of several servers the one that pairs most', { servers: ['/v1', '/v2'], routes: below('/v2', FIVE) }, '/v2'],
    ['one whose parameter takes the server’s', { servers: ['/api/v1'], routes: below('/api/v{version}', FIVE) }, '/api/v{}'],
    ['one that takes it, though few pair', { servers: ['/v1'], routes: below('/{version}', FIVE.slice(0, 2)) }, '/{}'],
    ['a server’s path rather than one that takes it', { servers: ['/v1'], routes: ['GET /v1/a', ...below('/{v}', FIVE)] }, '/v1'],
    ['no few below a parameter that takes no server', { servers: ['/v1'], routes: below('/w{n}', FIVE.slice(0, 2)) }, null],
    [
      'what pairs most, though another pairs some',
      { servers: ['/v1', '/v2'], routes: [...below('/v1', FIVE.slice(0, 2)), ...below('/v2', FIVE.slice(1))] },
      '/v2',
    ],
    ['the given one instead of the contract’s own', { servers: ['/api'], routes: below('/api', FIVE), given: 'v1/' }, '/v1'],
    ['a foreign one that pairs all', { routes: below('/api', FIVE) }, '/api'],
    ['a foreign one that pairs four fifths', { routes: below('/api', FIVE.slice(1)) }, '/api'],
    ['no foreign one that pairs less', { routes: below('/api', FIVE.slice(2)) }, null],
    ['no foreign one where an own one pairs anything', { routes: ['GET /a', ...below('/api', FIVE.slice(1))] }, '/'],
    [
      'a foreign one that a few operations have in their own paths',
      { expectations: ['GET /api/f', ...FIVE], routes: below('/api', ['GET /f', ...FIVE]) },
      '/api',
    ],
    [
      'no foreign one that many operations have there',
      { expectations: ['GET /api/f', 'GET /api/g', ...FIVE], routes: below('/api', ['GET /f', 'GET /g', ...FIVE]) },
      '/',
    ],
    ['not known where several pair equally well', { servers: ['/v1', '/'], routes: [...FIVE, ...below('/v1', FIVE)] }, null],
    [
      'a server’s path rather than none, where both pair equally well',
      { servers: ['/v1'], routes: [...FIVE, ...below('/v1', FIVE)] },
      '/v1',
    ],
    ['not known where several foreign ones do', { routes: [...below('/v1', FIVE), ...below('/v2', FIVE)] }, null],
    ['not known where nothing pairs', { routes: ['GET /x'] }, null],
    [
      'a foreign one although a parameter at the root answers one-part paths',
      { routes: ['GET /{page}', ...below('/api', FIVE)] },
      '/api',
    ],
    ['none for a lone `/`: every route ends in it', { expectations: ['GET /'], routes: ['GET /api/users'] }, null],
  ])('%s', (_title, given, expected) => {
    expect(basePath(given)).toBe(expected);
  });
});

describe('a prefix that the contract does not mention', () => {
  test('is none whose parameter takes what a server says', () => {
    expect(paired({ servers: ['/api/v1'], routes: below('/api/v{version}', FIVE) }).violations).toEqual([]);
  });

  test('is left out of the paths that have it already', () => {
    const { pairings } = paired({ expectations: ['GET /api/f', ...FIVE], routes: below('/api', ['GET /f', ...FIVE]) });
    expect(pairings.map(({ actuals }) => actuals.length)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('is a warning of CONTRACT-002 that says how to state it', () => {
    const { violations } = paired({ routes: below('/api', FIVE) });
    expect(violations).toEqual([
      expect.objectContaining({
        check: 'CONTRACT-002',
        severity: 'warning',
        problem: 'base-path',
        file_path: 'openapi.yaml',
        line: 1,
        actual: '/api',
        suggestion: expect.stringMatching(/--base-path \/api.*base_path: \/api/),
      }),
    ]);
  });

  test.each<[string, Given, string, string]>([
    [
      'is an error where the servers say another',
      { routes: below('/v2', FIVE), servers: ['/api'] },
      'error',
      'its servers say /api',
    ],
    [
      'is a warning where a proxy may take off what is missing',
      { routes: below('/v2', FIVE), servers: ['/shop/v2'] },
      'warning',
      '',
    ],
  ])('%s', (_title, given, severity, stated) => {
    expect(paired(given).violations).toEqual([
      expect.objectContaining({ severity, problem: 'base-path', message: expect.stringContaining(stated) }),
    ]);
  });

  test.each<[string, Given]>([
    ['is none when it is given', { routes: below('/api', FIVE), given: '/api' }],
    ['is none when a server has it', { routes: below('/api', FIVE), servers: ['/api'] }],
  ])('%s', (_title, given) => {
    expect(paired(given).violations).toEqual([]);
  });
});

describe('a tie', () => {
  test('decides nothing, names the prefixes, and calls no route undocumented', () => {
    const routes = [...below('/v1', FIVE), ...below('/v2', FIVE)];
    const { pairings, documented, violations } = paired({ routes });
    expect(new Set(pairings.map(({ undecided }) => undecided))).toEqual(
      new Set([
        'the code has its paths below /v1 and /v2 equally often (5); choose one with --base-path /v1 or base_path in .tallystick.yml',
      ]),
    );
    expect(documented.size).toBe(10);
    expect(violations).toEqual([]);
  });

  test('is none between prefixes that one router is mounted below', () => {
    const twice = (...prefixes: readonly string[]) =>
      prefixes.flatMap((prefix) =>
        below(prefix, FIVE).map((one, line) => route(one, [], { at: { file: 'app.ts', line: line + 1 } })),
      );
    const chosen = (servers: readonly string[], routes: ReturnType<typeof twice>) =>
      pair([contract(FIVE, { prefixes: servers })], codebase(routes)).basePaths.get('openapi.yaml');
    expect(chosen([], twice('/v2', '/v1'))).toBe('/v1');
    expect(chosen(['/api/v1', '/api'], twice('/api', '/api/v1'))).toBe('/api/v1');
    expect(chosen([], [...twice('/v1'), ...twice('/v2').toReversed()])).toBe('/v1');
    const [first, ...others] = twice('/v2');
    const moved = first && { ...first, at: { file: 'other.ts', line: 1 } };
    expect(chosen([], [...twice('/v1'), ...others, ...(moved ? [moved] : [])])).toBe(null);
  });

  test('is broken by a given base path', () => {
    const routes = [...below('/v1', FIVE), ...below('/v2', FIVE)];
    expect(summary(paired({ routes, given: '/v2' }))['GET /a']).toBe('GET /v2/a');
  });
});

describe('a path with servers of its own', () => {
  const upload = { ...operation('POST /upload'), prefixes: ['/files'] };

  test('is looked for below those and below the base path', () => {
    const one = contract(['GET /a', upload], { prefixes: ['/api'] });
    expect(summary(pair([one], codebase(['GET /api/a', 'POST /files/upload'])))['POST /upload']).toBe('POST /files/upload');
    expect(summary(pair([one], codebase(['GET /api/a', 'POST /api/upload'])))['POST /upload']).toBe('POST /api/upload');
  });

  test('has no say in the base path of the others', () => {
    const one = contract(['GET /a', upload, { ...upload, subject: 'PUT /upload', method: 'PUT' }], { prefixes: ['/api'] });
    const routes = ['GET /api/a', 'POST /upload', 'PUT /upload'];
    expect(pair([one], codebase(routes)).basePaths.get('openapi.yaml')).toBe('/api');
  });
});

test('a given base path below which little is served names the one below which more is', () => {
  const wrong = paired({ routes: below('/api/v1', FIVE), given: '/api/v9' });
  expect(wrong.violations).toEqual([
    expect.objectContaining({
      severity: 'warning',
      problem: 'base-path',
      message: 'Of 5 operations, 0 have a route below the given base path /api/v9; below /api/v1, 5 would.',
    }),
  ]);
  expect(Object.values(summary(wrong))).toEqual(
    FIVE.map((one) => one.replace(' /', ': GET /api/v1/').replace('GET:', 'missing, prefix:')),
  );
  expect(paired({ routes: ['GET /x'], given: '/api/v9' }).violations).toEqual([]);
});

describe('what could not be read', () => {
  const expected = contract(['GET /version', 'GET /tolls', 'GET /roads', 'GET /b'], { prefixes: ['/v2'] });
  const gap = { reason: 'dynamic-mount', detail: 'a list', at: { file: 'app.ts', line: 9 } } as const;
  const laid = (routes: readonly string[], ...hides: readonly string[]) =>
    pair([expected], codebase(routes, { gaps: hides.map((prefix) => ({ ...gap, hides: { prefix } })) }));
  const LEGACY = ['GET /version', 'GET /b'];

  test('counts below each prefix, where at most half pairs below one', () => {
    const chosen = (...given: Parameters<typeof laid>) => laid(...given).basePaths.get(expected.id);
    expect(chosen(LEGACY, '/v2')).toBe('/v2');
    expect(chosen(['GET /v2/version'], '/tolls', '/roads')).toBe('/');
    expect(chosen([...LEGACY, 'GET /tolls'], '/v2')).toBe('/');
    expect(chosen(LEGACY, '/v3')).toBe('/');
    expect(chosen(LEGACY, '/')).toBe('/');
    expect(chosen(LEGACY)).toBe('/');
  });

  test('below another of its prefixes hides what may stand there', () => {
    expect(summary(laid(LEGACY, '/v2/tolls'))).toMatchObject({
      'GET /b': 'GET /b',
      'GET /tolls': 'hidden',
      'GET /roads': 'missing',
    });
    expect(summary(laid([...LEGACY, 'GET /roads'], '/v2/tolls'))).toMatchObject({ 'GET /tolls': 'missing' });
  });
});

test('pages that stand where JSON is promised choose no base path', () => {
  const page = route('GET /a', [sends(text, 200, 'text/html')]);
  const one = contract([operation('GET /a', [response('200', text)]), 'GET /b', 'GET /c'], { prefixes: ['/api'] });
  expect(pair([one], codebase([page, 'GET /api/b'])).basePaths.get(one.id)).toBe('/api');
});
