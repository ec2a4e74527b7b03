import fc from 'fast-check';
import { type Change, changeSince } from '../../src/rules/change.js';
import type { MatrixRow } from '../../src/rules/judge.js';
import type { Violation } from '../../src/rules/rule.js';
import { CONTRACT, finding, row } from '../reports/sample.js';

interface Side {
  readonly violations: readonly Violation[];
  readonly matrix: readonly MatrixRow[];
}

const SUBJECT = 'GET /books/{id}';
const side = (fingerprints: readonly string[], over: Partial<MatrixRow> = {}): Side => ({
  violations: fingerprints.map((fingerprint, index) => finding({ subject: SUBJECT, fingerprint, line: index + 1 })),
  matrix: [row({ subject: SUBJECT, status: fingerprints.length === 0 ? 'verified' : 'violated', ...over })],
});
/** The fingerprints of each part about violations that is not empty. */
const names = ({ lost: _, dropped: __, ...change }: Change) =>
  Object.fromEntries(
    Object.entries(change)
      .map(([part, violations]: [string, readonly Violation[]]) => [part, violations.map(({ fingerprint }) => fingerprint)])
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
  expect(names(changeSince(side(['a']), { violations: [], matrix: [] }))).toEqual({ unseen: ['a'] });
});

test('a promise that was kept and can no longer be checked is told, and so is one that is made no more', () => {
  const gone = (base: Side, head: Side) => {
    const { lost, dropped } = changeSince(base, head);
    return { lost, dropped };
  };
  const promise = { contract: CONTRACT, subject: SUBJECT };
  expect(gone(side([]), side([], { status: 'unverified' }))).toEqual({ lost: [promise], dropped: [] });
  expect(gone(side([]), { violations: [], matrix: [] })).toEqual({ lost: [], dropped: [promise] });
  expect(gone(side(['a']), { violations: [], matrix: [] })).toEqual({ lost: [], dropped: [promise] });
  // What was never checked is not lost, and a promise that is broken now is a finding.
  expect(gone(side([], { status: 'unverified' }), side([], { status: 'unverified' }))).toEqual({ lost: [], dropped: [] });
  expect(gone(side([]), side(['a']))).toEqual({ lost: [], dropped: [] });
});

test('a broken promise that came with the change is new', () => {
  expect(names(changeSince({ violations: [], matrix: [] }, side(['a'])))).toEqual({ added: ['a'] });
  expect(names(changeSince(side([], { status: 'missing' }), side(['a'])))).toEqual({ added: ['a'] });
});

test('what is said of a whole contract is seen as soon as one of its promises is decided', () => {
  const said: Side = { violations: [finding({ subject: CONTRACT, fingerprint: 'a' })], matrix: [row()] };
  expect(names(changeSince(said, { violations: [], matrix: [row(), row({ status: 'unverified' })] }))).toEqual({ fixed: ['a'] });
  expect(names(changeSince(said, { violations: [], matrix: [row({ status: 'unverified' })] }))).toEqual({ unseen: ['a'] });
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

test('nothing changes between a side and itself', () => {
  fc.assert(
    fc.property(sides, (one) => {
      const { remaining, ...others } = changeSince(one, one);
      expect(remaining).toEqual(one.violations);
      expect(Object.values(others).flat()).toEqual([]);
    }),
  );
});
