import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Contract, Operation, Parameter } from '../../src/contracts/contract.js';
import { addressOf } from '../../src/live/address.js';
import { baseUrlOf } from '../../src/live/base-url.js';
import { sampleValue } from '../../src/live/generate.js';
import { headersOf } from '../../src/live/headers.js';
import { type Call, type PlanOptions, planCalls } from '../../src/live/plan.js';
import { randomOf } from '../../src/live/random.js';
import { BOUNDS, send } from '../../src/live/send.js';
import type { Shape } from '../../src/model/shape.js';
import { expectQuick } from '../processor-time.js';

const at = { file: 'openapi.yaml', line: 1 };
const text: Shape = { kind: 'scalar', type: 'string' };
const source = (seed: number) => ({ random: randomOf(seed), definitions: new Map<string, Shape>() });

function operation(method: Operation['method'], path: string, parameters: readonly Parameter[] = []): Operation {
  const parts = { requestBodies: [], responses: [], security: [], deprecated: false, at };
  return { subject: `${method} ${path}`, method, path, parameters, ...parts };
}

function contractOf(...operations: readonly Operation[]): Contract {
  const document = { id: 'openapi.yaml', kind: 'openapi', title: '', version: '1', at, prefixes: [] } as const;
  return { ...document, operations, messages: [], models: [], definitions: new Map(), gaps: [] };
}

const options: PlanOptions = {
  seed: 1,
  allowWrites: false,
  prefixOf: () => '/',
  examplesOf: () => ({ parameter: () => undefined, body: undefined }),
};
const parameter = (name: string, place: Parameter['in'], more: Partial<Parameter> = {}): Parameter => ({
  name,
  in: place,
  required: true,
  shape: text,
  at,
  ...more,
});
const call = (path: string, given: readonly (readonly [Parameter, unknown])[]): Call => ({
  contract: contractOf(),
  operation: operation('GET', path),
  path,
  given: given.map(([each, value]) => ({ parameter: each, value, madeUp: true })),
});

describe('values', () => {
  test('are the same for a seed, and within the limits of their shape', () => {
    const limited = fc.record({
      minimum: fc.integer({ min: -50, max: 50 }),
      span: fc.integer({ min: 0, max: 50 }),
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(limited, ({ minimum, span, seed }) => {
        const shape: Shape = { kind: 'scalar', type: 'integer', constraints: { minimum, maximum: minimum + span } };
        const made = sampleValue(shape, source(seed));
        expect(made).toBe(sampleValue(shape, source(seed)));
        expect(Number.isInteger(made)).toBe(true);
        expect(made).toBeGreaterThanOrEqual(minimum);
        expect(made).toBeLessThanOrEqual(minimum + span);
      }),
    );
  });

  test('hold what is required, and nothing that only answers hold', () => {
    const field = (name: string, required: boolean, access?: 'read') =>
      ({ name, naming: 'declared', shape: text, required, ...(access && { access }) }) as const;
    const shape: Shape = {
      kind: 'object',
      rest: true,
      fields: [field('title', true), field('id', true, 'read'), field('note', false)],
    };
    for (let seed = 0; seed < 20; seed += 1) {
      const made = sampleValue(shape, source(seed));
      expect(made).toHaveProperty('title');
      expect(made).not.toHaveProperty('id');
    }
  });

  test('are not made up when the allowed values are unknown', () => {
    const pattern: Shape = { kind: 'scalar', type: 'string', constraints: { pattern: '^[A-Z]{3}$' } };
    expect(() => sampleValue(pattern, source(1))).toThrow('it has to match the pattern ^[A-Z]{3}$');
    const endless: Shape = { kind: 'ref', name: 'Node' };
    const definitions = new Map<string, Shape>([
      ['Node', { kind: 'object', rest: true, fields: [{ name: 'next', naming: 'declared', shape: endless, required: true }] }],
    ]);
    expect(() => sampleValue(endless, { random: randomOf(1), definitions })).toThrow('it contains itself without end');
  });
});

describe('values of hostile schemas', () => {
  const array = (items: Shape): Shape => ({ kind: 'array', items, constraints: { minItems: 20, maxItems: 20 } });
  const nested = (depth: number): Shape => (depth === 0 ? text : array(nested(depth - 1)));
  const self: Shape = { kind: 'ref', name: 'Self' };

  test.each([
    ['lists of lists', nested(12), 'it has more than 2000 parts'],
    ['options that hold themselves', self, 'it has more than 2000 parts'],
  ])('%s take no time', async (_, shape, why) => {
    const union: Shape = { kind: 'union', options: Array.from({ length: 20 }, () => ({ kind: 'tuple', items: [self] })) };
    const definitions = new Map<string, Shape>([['Self', union]]);
    await expectQuick(2_000, () => {
      expect(() => sampleValue(shape, { random: randomOf(1), definitions })).toThrow(why);
    });
  });
});

describe('the plan', () => {
  test.each([
    ['a GET with a body', 'GET', 'a GET with a body cannot be sent from here', []],
    ['a tunnel', 'CONNECT', 'CONNECT cannot be sent from here', []],
    ['a header that is none', 'POST', 'its parameter X Odd has a name that no header can have', [parameter('X Odd', 'header')]],
  ] as const)('does not take %s for a fault of the service', (_, method, why, parameters) => {
    const body = { mediaType: 'application/json', shape: text, required: true, at };
    const given = { ...operation(method as Operation['method'], '/books', parameters), requestBodies: [body] };
    expect(planCalls([contractOf(given)], { ...options, allowWrites: true })).toMatchObject([{ kind: 'none', why }]);
  });

  test('leaves out what need not be sent and cannot be', () => {
    const body = { mediaType: 'application/json', shape: text, required: false, at };
    const odd = parameter('X Odd', 'header', { required: false });
    const examplesOf = () => ({ parameter: () => 'a', body: 'b' });
    const [planned] = planCalls([contractOf({ ...operation('GET', '/books', [odd]), requestBodies: [body] })], {
      ...options,
      examplesOf,
    });
    expect(planned).toMatchObject({ kind: 'call', call: { given: [] } });
    expect(planned).not.toHaveProperty('call.body');
  });

  test('calls nothing that may change something, unless it is allowed', () => {
    const contract = contractOf(operation('GET', '/books'), operation('DELETE', '/books/{id}'));
    expect(planCalls([contract], options).map(({ kind }) => kind)).toEqual(['call', 'none']);
    expect(planCalls([contract], { ...options, allowWrites: true }).map(({ kind }) => kind)).toEqual(['call', 'call']);
  });

  test('takes an example of the contract before anything made up', () => {
    const contract = contractOf(
      operation('GET', '/books/{id}', [parameter('id', 'path'), parameter('q', 'query', { required: false })]),
    );
    const examplesOf = () => ({ parameter: (_: string, name: string) => (name === 'id' ? 'b-1' : undefined), body: undefined });
    expect(planCalls([contract], { ...options, examplesOf })).toMatchObject([
      { call: { given: [{ value: 'b-1', madeUp: false }] } },
    ]);
  });

  test('names what it cannot make a request for', () => {
    const shape: Shape = { kind: 'scalar', type: 'string', constraints: { pattern: '^x$' } };
    const contract = contractOf(operation('GET', '/books', [parameter('code', 'query', { shape })]));
    expect(planCalls([contract], options)).toMatchObject([
      { kind: 'none', why: expect.stringMatching(/^no value for its parameter code/) },
    ]);
  });

  test('makes the same values for an endpoint when another one is added', () => {
    const one = operation('GET', '/a', [parameter('q', 'query')]);
    const [alone] = planCalls([contractOf(one)], options);
    const [, second] = planCalls([contractOf(operation('GET', '/b', [parameter('q', 'query')]), one)], options);
    expect(alone?.kind === 'call' && alone.call.given).toEqual(second?.kind === 'call' && second.call.given);
  });
});

describe('an address', () => {
  test('keeps values within their place, whatever they hold', () => {
    const target = (value: unknown) => addressOf(call('/books/{id}', [[parameter('id', 'path'), value]])).target;
    expect(target('../admin?x=1#y')).toBe('/books/..%2Fadmin%3Fx%3D1%23y');
    expect(target('..')).toBe('/books/%2E%2E');
    expect(target('$&')).toBe('/books/%24%26');
  });

  test('writes lists and objects in the style of their parameter', () => {
    const target = (style: string, value: unknown) => addressOf(call('/b', [[parameter('q', 'query', { style }), value]])).target;
    expect(target('form, exploded', ['a', 'b'])).toBe('/b?q=a&q=b');
    expect(target('form', ['a', 'b'])).toBe('/b?q=a%2Cb');
    expect(target('pipeDelimited', ['a', 'b'])).toBe('/b?q=a%7Cb');
    expect(target('deepObject, exploded', { min: 1 })).toBe('/b?q%5Bmin%5D=1');
  });

  test("has no headers that are the connection's or the user's", () => {
    const { headers } = addressOf(
      call('/b', [
        [parameter('Host', 'header'), 'x'],
        [parameter('Authorization', 'header'), 'y'],
        [parameter('X-Page', 'header'), '1\r\nA: b'],
      ]),
    );
    expect(headers).toEqual({ 'X-Page': '1A: b' });
  });
});

describe('--base-url', () => {
  test('is an origin, with a path or none', () => {
    expect(baseUrlOf('http://127.0.0.1:3000')).toEqual({ origin: 'http://127.0.0.1:3000', path: '/' });
    expect(baseUrlOf('https://example.com/api/')).toEqual({ origin: 'https://example.com', path: '/api' });
  });

  test.each(['books', 'file:///etc/passwd', 'http://me:secret@example.com', 'http://example.com/?q=1'])('refuses %s', (given) => {
    expect(() => baseUrlOf(given)).toThrow(/--base-url/);
    expect(() => baseUrlOf(given)).not.toThrow(/secret/);
  });
});

describe('--header', () => {
  test('takes values from the environment, and knows them for secrets', () => {
    expect(headersOf(['Authorization=Bearer $TOKEN', `X-A=${'$'}{B}c`], { TOKEN: 'abc', B: 'b' })).toEqual({
      headers: { Authorization: 'Bearer abc', 'X-A': 'bc' },
      secrets: ['abc', 'Bearer abc', 'b', 'bc'],
    });
  });

  test("refuses what is not set, no header, or the connection's, without showing the value", () => {
    expect(() => headersOf(['A=$NOT_SET'], {})).toThrow('--header A names the variable NOT_SET, which is not set.');
    expect(() => headersOf(['=secret'], {})).toThrow('--header is not of the form NAME=VALUE.');
    expect(() => headersOf(['Host=example.com'], {})).toThrow('--header cannot set Host.');
    expect(() => headersOf(['A=$T'], { T: 'x\r\nB: y' })).toThrow('The value of --header A cannot be sent.');
  });
});

test.each([
  ['UND_ERR_CONNECT_TIMEOUT', 'it cannot be reached (no connection in time)'],
  ['ECONNREFUSED', 'it cannot be reached (ECONNREFUSED)'],
])('of %s people read what they know', async (code, why) => {
  const real = globalThis.fetch;
  globalThis.fetch = () => Promise.reject(Object.assign(new TypeError('fetch failed'), { cause: { code } }));
  const requested = { origin: 'http://localhost', target: '/', method: 'GET', headers: {}, isExpected: () => false };
  const answer = await send(requested, BOUNDS);
  globalThis.fetch = real;
  expect(answer).toMatchObject({ kind: 'unreached', why });
});
