import fc from 'fast-check';
import { type Change, changeSince, newErrors } from '../../src/rules/change.js';
import type { Analysis, MatrixRow } from '../../src/rules/judge.js';
import type { Violation } from '../../src/rules/rule.js';
import { CONTRACT, finding, row } from '../reports/sample.js';

interface Side {
  readonly violations: readonly Violation[];
  readonly matrix: readonly MatrixRow[];
  readonly contracts: Analysis['contracts'];
}

/** A contract that the code serves below a path. */
const served = (basePath: string | null, id = CONTRACT): Analysis['contracts'] => [
  { id, title: 'Books', version: '1.0.0', kind: 'openapi', basePath },
];

const SUBJECT = 'GET /books/{id}';
const side = (fingerprints: readonly string[], over: Partial<MatrixRow> = {}): Side => ({
  violations: fingerprints.map((fingerprint, index) => finding({ subject: SUBJECT, fingerprint, line: index + 1 })),
  matrix: [row({ subject: SUBJECT, status: fingerprints.length === 0 ? 'verified' : 'violated', ...over })],
  contracts: served('/'),
});
const NOTHING: Side = { violations: [], matrix: [], contracts: [] };
/** The fingerprints of each part about violations that is not empty. */
const names = ({ added, surfaced, remaining, fixed, unseen }: Change) =>
  Object.fromEntries(
    Object.entries({ added, surfaced, remaining, fixed, unseen })
      .map(([part, violations]) => [part, violations.map(({ fingerprint }) => fingerprint)])
      .filter(([, found]) => found?.length !== 0),
  );

test('a violation of one side is new or fixed, one of both remains', () => {
  expect(names(changeSince(side(['a', 'b']), side(['b', 'c'])))).toEqual({ added: ['c'], fixed: ['a'], remaining: ['b'] });
});

test('what remains stands where the head has it', () => {
  const [remaining] = changeSince(side(['x', 'a']), side(['a'])).remaining;
  expect(remaining?.line).toBe(1);
});

test('of several with one fingerprint as many remain as both sides have', () => {
  expect(names(changeSince(side(['a']), side(['a', 'a'])))).toEqual({ added: ['a'], remaining: ['a'] });
  expect(names(changeSince(side(['a', 'a']), side(['a'])))).toEqual({ fixed: ['a'], remaining: ['a'] });
});

test.each<[string, Partial<MatrixRow>]>([
  ['is unverified', { status: 'unverified' }],
  ['has fields that could not be compared', { unknown: 1 }],
])('nothing is called new or fixed where the other side %s', (_, open) => {
  expect(names(changeSince(side([], open), side(['a'])))).toEqual({ surfaced: ['a'] });
  expect(names(changeSince(side(['a']), side([], open)))).toEqual({ unseen: ['a'] });
});

test('a promise that is gone, with its code or from its contract, was not fixed', () => {
  expect(names(changeSince(side(['a']), side([], { status: 'missing' })))).toEqual({ unseen: ['a'] });
  expect(names(changeSince(side(['a']), NOTHING))).toEqual({ unseen: ['a'] });
});

describe('what was decided at the base', () => {
  const expectation = { contract: CONTRACT, subject: SUBJECT };
  const unverified = side([], { status: 'unverified', note: 'a link hides routes' });
  const lost = { ...expectation, at: { file: CONTRACT, line: 20 }, why: 'a link hides routes' };
  test.each<[string, Side]>([
    ['kept', side([])],
    ['broken', side(['a'])],
    ['missing', side([], { status: 'missing' })],
  ])('%s, is lost where the head cannot be checked there', (_, base) => {
    expect(changeSince(base, unverified).lost).toEqual([lost]);
  });
  test.each<[string, Side, Side]>([
    ['was never checked', unverified, unverified],
    [
      'was only partly checked, and is so still',
      side([], { status: 'unverified', unknown: 1 }),
      side([], { status: 'unverified', unknown: 1 }),
    ],
    ['is broken now', side([]), side(['a'])],
    ['is ignored now', side(['a']), side([], { status: 'unverified', ignored: 1, excused: true })],
  ])('what %s is not lost', (_, base, head) => {
    expect(changeSince(base, head).lost).toEqual([]);
  });

  test('is lost where only the rest of its path is known now', () => {
    const anywhere = side([], { start: 'unknown' });
    expect(changeSince(side([]), anywhere).lost).toMatchObject([
      { ...expectation, why: 'the scan no longer finds the start of its path' },
    ]);
    expect(changeSince(anywhere, anywhere).lost).toEqual([]);
  });

  test('is lost in those fields that can no longer be compared', () => {
    const partly = side([], { status: 'violated', compared: 1, unknown: 3 });
    expect(changeSince(side([]), partly).lost).toEqual([{ ...lost, why: undefined, fields: 3 }]);
    // Of what was only partly checked, too.
    const before = side([], { status: 'unverified', unknown: 1 });
    expect(changeSince(before, side([], { status: 'unverified', compared: 0, unknown: 5 })).lost).toMatchObject([{ fields: 4 }]);
    // Their values were compared before.
    expect(changeSince(side([]), side([], { byType: 2 })).lost).toMatchObject([{ fields: 2 }]);
    // Fewer fields are promised, and each of them was compared.
    expect(changeSince(side([]), side([], { compared: 1 })).lost).toEqual([]);
  });
});

test('a promise that the head does not make any more is dropped, broken or not', () => {
  const dropped = [{ contract: CONTRACT, subject: SUBJECT }];
  expect(changeSince(side([]), NOTHING).dropped).toEqual(dropped);
  expect(changeSince(side(['a']), NOTHING).dropped).toEqual(dropped);
  expect(changeSince(NOTHING, side([])).dropped).toEqual([]);
});

test('a promise stays the same one when its parameters are called otherwise', () => {
  const renamed = side([], { subject: 'GET /books/{bookId}', status: 'unverified' });
  expect(changeSince(side([]), renamed)).toMatchObject({ dropped: [], unproven: [], lost: [{ subject: 'GET /books/{bookId}' }] });
});

test('a warning that becomes an error is new', () => {
  const warned: Side = { ...side(['a']), violations: [finding({ subject: SUBJECT, fingerprint: 'a', severity: 'warning' })] };
  expect(names(changeSince(warned, side(['a'])))).toEqual({ added: ['a'], fixed: ['a'] });
});

test('a promise that the head alone makes, and that cannot be checked, is unproven', () => {
  const unverified = side([], { status: 'unverified' });
  expect(changeSince(NOTHING, unverified).unproven).toMatchObject([{ subject: SUBJECT }]);
  expect(changeSince(NOTHING, side([])).unproven).toEqual([]);
  expect(changeSince(unverified, unverified).unproven).toEqual([]);
});

test('a contract that is served below another path has moved', () => {
  const at = (contracts: Analysis['contracts']): Side => ({ ...side([]), contracts });
  const moved = (base: Analysis['contracts'], head: Analysis['contracts']) => changeSince(at(base), at(head)).moved;
  expect(moved(served('/api'), served('/'))).toEqual([{ contract: CONTRACT, from: '/api', to: '/', operations: 1 }]);
  expect(moved(served('/api'), served('/api'))).toEqual([]);
  // Where it is served is not known on one side: its promises are lost, if anything.
  expect(moved(served(null), served('/'))).toEqual([]);
  expect(moved(served('/api'), served(null))).toEqual([]);
  expect(moved([], served('/'))).toEqual([]);
});

test('a broken promise that came with the change is new', () => {
  expect(names(changeSince(NOTHING, side(['a'])))).toEqual({ added: ['a'] });
  expect(names(changeSince(side([], { status: 'missing' }), side(['a'])))).toEqual({ added: ['a'] });
});

test('what is said of a whole contract is seen as soon as one of its promises is decided', () => {
  const stated: Side = { ...NOTHING, violations: [finding({ subject: CONTRACT, fingerprint: 'a' })], matrix: [row()] };
  expect(names(changeSince(stated, { ...NOTHING, matrix: [row(), row({ status: 'unverified' })] }))).toEqual({ fixed: ['a'] });
  expect(names(changeSince(stated, { ...NOTHING, matrix: [row({ status: 'unverified' })] }))).toEqual({ unseen: ['a'] });
});

const sides = fc
  .record({
    fingerprints: fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 6 }),
    status: fc.constantFrom('verified', 'violated', 'missing', 'unverified'),
    unknown: fc.nat(1),
  })
  .map(({ fingerprints, ...over }) => side(fingerprints, over));
const sorted = (violations: readonly Violation[]) => violations.map(({ fingerprint }) => fingerprint).sort();

test('each violation is in exactly one part of its side', () => {
  fc.assert(
    fc.property(sides, sides, (base, head) => {
      const { added, surfaced, remaining, fixed, unseen } = changeSince(base, head);
      expect(sorted([...added, ...surfaced, ...remaining])).toEqual(sorted(head.violations));
      expect(sorted([...fixed, ...unseen, ...remaining])).toEqual(sorted(base.violations));
    }),
  );
});

test('an error is new unless the base has it, as often as the base has it', () => {
  const [one, other, warning] = [finding({ line: 1 }), finding({ line: 2 }), finding({ fingerprint: 'w', severity: 'warning' })];
  expect(newErrors([one, other, warning], { remaining: [one] })).toEqual([other]);
  expect(newErrors([warning], { remaining: [] })).toEqual([]);
});

test('nothing changes between a side and itself', () => {
  fc.assert(
    fc.property(sides, (one) => {
      const { remaining, ...others } = changeSince(one, one);
      expect(remaining).toEqual(one.violations);
      expect(Object.values(others).flat()).toEqual([]);
    }),
  );
});
