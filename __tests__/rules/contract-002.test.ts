import type { Gap } from '../../src/model/gap.js';
import { contract002 } from '../../src/rules/contract-002.js';
import type { Pairing } from '../../src/rules/rule.js';
import { NO_TYPES, operation, pairing, route } from './given.js';

const EXPECTATION = operation('PATCH /users/{id}', [], 40);

function check(parts: Partial<Pairing>) {
  return contract002.check({ ...pairing(EXPECTATION, []), ...parts }, NO_TYPES);
}

describe('a promised endpoint', () => {
  // Shows REQ-066
  test('with a route is kept', () => {
    expect(check({ actuals: [route('PATCH /users/{id}')] })).toEqual({
      outcome: 'kept',
      compared: 0,
      unknown: [],
      violations: [],
    });
  });

  // Shows REQ-066 by rules/contract-002.ts; TEST-051 by rules/contract-002.ts
  test('without one is missing, in the line of the contract', () => {
    const { outcome, violations } = check({});
    expect(outcome).toBe('absent');
    expect(violations).toEqual([
      {
        check: 'CONTRACT-002',
        severity: 'error',
        contract: 'openapi.yaml',
        subject: 'PATCH /users/{id}',
        problem: 'endpoint-missing',
        message: 'PATCH /users/{id} is in the contract, but no route serves it.',
        promised: 'PATCH /users/{id}',
        actual: 'no route',
        file_path: 'openapi.yaml',
        line: 40,
        promisedAt: { file: 'openapi.yaml', line: 40 },
        related: [],
        fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    ]);
  });

  test('that a gap may hide is open, with the reason and its place', () => {
    const gap: Gap = { reason: 'dynamic-mount', detail: 'a router is chosen at run time', at: { file: 'app.ts', line: 3 } };
    expect(check({ hiddenBy: [gap] })).toMatchObject({
      outcome: 'open',
      unknown: [{ why: 'a router is chosen at run time (app.ts:3)' }],
      violations: [],
    });
  });

  test('that is undecided is open, whatever routes there are', () => {
    expect(check({ undecided: 'a tie', actuals: [route('PATCH /users/{id}')] })).toMatchObject({
      outcome: 'open',
      unknown: [{ why: 'a tie' }],
    });
  });
});

describe('a near miss is named', () => {
  test.each([
    ['method', 'PUT /users/{id}', 'wrong-method', 'The code has PUT /users/{id}, but the contract expects PATCH.'],
    [
      'spelling',
      'PATCH /user/{id}',
      'endpoint-missing',
      'PATCH /users/{id} is in the contract, but no route serves it. PATCH /user/{id} is spelled differently.',
    ],
    [
      'prefix',
      'PATCH /v2/users/{id}',
      'endpoint-missing',
      'PATCH /users/{id} is in the contract, but no route serves it. PATCH /v2/users/{id} is below another prefix.',
    ],
  ] as const)('%s', (differs, written, problem, message) => {
    const near = route(written, [], { at: { file: 'users.ts', line: 8 } });
    const { violations } = check({ near: [{ route: near, differs }] });
    expect(violations).toEqual([expect.objectContaining({ problem, message, actual: written })]);
    expect(violations[0]?.related).toEqual([{ file: 'users.ts', line: 8, message: `${written} differs in its ${differs}` }]);
  });
});
