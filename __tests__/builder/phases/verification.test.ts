import fc from 'fast-check';
import { findingsIn, parseReviewResult, parseVerificationResult } from '../../../src/builder/phases/verification.js';
import { expectQuick } from '../../processor-time.js';

const PASS = { kind: 'pass' };
const MISSING = { kind: 'missing' };

test('a line of its own is a verdict', () => {
  expect(parseVerificationResult('All good.\n\nVERIFICATION: PASS\n')).toEqual(PASS);
  expect(parseVerificationResult('VERIFICATION: FAIL\nREASON: two tests fail')).toEqual({
    kind: 'fail',
    reason: 'two tests fail',
  });
});

test.each([
  '  VERIFICATION: PASS  ',
  'VERIFICATION:PASS',
  'VERIFICATION:\tPASS',
  'VERIFICATION : PASS',
  '**VERIFICATION: PASS**',
  '**VERIFICATION:** PASS',
  '### VERIFICATION: PASS',
  '`VERIFICATION: PASS`'.slice(1, -1),
  'VERIFICATION: `PASS`',
  'VERIFICATION: PASS.',
  'VERIFICATION: PASSED',
  '**VERIFICATION: PASS** ✅',
  '\r\nVERIFICATION: PASS\r\n',
  // Shows TEST-BAP-010a by builder/phases/verification.ts
])('white space and Markdown around it do not matter: %j', (text) => {
  expect(parseVerificationResult(text)).toEqual(PASS);
});

test.each([
  '',
  'The verification passed.',
  'I will report VERIFICATION: PASS when done',
  'Report VERIFICATION: PASS or FAIL.',
  'VERIFICATION: PASS or FAIL',
  'VERIFICATION: PASS/FAIL',
  'VERIFICATION: PASS | FAIL',
  'VERIFICATION: PASSING',
  'VERIFICATION: PASS (10 of 12)',
  'VERIFICATION: PASS_',
  'VERIFICATION: FAIL or PASS',
  'VERIFICATION: FAIL | PASS',
  'VERIFICATION: FAILURES',
  'VERIFICATION: PASS - but two tests fail',
  'VERIFICATION: PENDING',
  'VERIFICATION:',
  'verification: pass',
  'REVIEW: PASS',
  'NO_VERIFICATION: PASS',
  // Shows TEST-BAP-010b by builder/phases/verification.ts
])('what is no verdict is no pass: %j', (text) => {
  expect(parseVerificationResult(text)).toEqual(MISSING);
});

// Shows TEST-BAP-010c by builder/phases/verification.ts
test('several passes are one', () => {
  expect(parseVerificationResult('VERIFICATION: PASS\n...\nVERIFICATION: PASS')).toEqual(PASS);
});

test.each(['VERIFICATION: PASS\nVERIFICATION: FAIL\nREASON: x', 'VERIFICATION: FAIL\nREASON: x\nVERIFICATION: PASS'])(
  'one failure outweighs passes: %j',
  (text) => {
    expect(parseVerificationResult(text)).toMatchObject({ kind: 'fail', reason: expect.stringMatching(/^x/) });
  },
);

// Shows TEST-BAP-010d by builder/phases/verification.ts
test('a reason need not follow at once, and may have lines of its own', () => {
  const text = 'VERIFICATION: FAIL\n\nSome words.\n\nREASON: the build breaks\n- src/app.ts:3\n- src/store.ts:9';
  expect(parseVerificationResult(text)).toEqual({ kind: 'fail', reason: 'the build breaks\n- src/app.ts:3\n- src/store.ts:9' });
});

test('a reason may stand behind the word', () => {
  expect(parseVerificationResult('VERIFICATION: FAIL - no tests were found')).toEqual({
    kind: 'fail',
    reason: 'no tests were found',
  });
  expect(parseVerificationResult('VERIFICATION: FAIL (3 tests)')).toEqual({ kind: 'fail', reason: '(3 tests)' });
  expect(parseVerificationResult('VERIFICATION: FAIL ❌')).toEqual({ kind: 'fail', reason: '' });
  expect(parseVerificationResult('VERIFICATION: FAILED: no tests')).toEqual({ kind: 'fail', reason: 'no tests' });
});

test('a failure without a reason is one', () => {
  expect(parseVerificationResult('VERIFICATION: FAIL')).toEqual({ kind: 'fail', reason: '' });
});

test('the router contract is no part of the reason', () => {
  const text = 'VERIFICATION: FAIL\nREASON: x\n- detail\n\n### Router Contract (MACHINE-READABLE)\n```yaml\nSTATUS: FAIL\n```';
  expect(parseVerificationResult(text)).toEqual({ kind: 'fail', reason: 'x\n- detail' });
});

test('other letters and marks in a reason stay', () => {
  const reason = 'Größe ≠ 図書 "x" <b> $(y) 📚';
  expect(parseVerificationResult(`VERIFICATION: FAIL\nREASON: ${reason}`)).toEqual({ kind: 'fail', reason });
});

test('very long answers are read at once, and the reason stays bounded', async () => {
  const text = `${'VERIFICATION: maybe\n'.repeat(300_000)}${'x'.repeat(3_000_000)}\nVERIFICATION: FAIL\nREASON: ${'y'.repeat(100_000)}`;
  await expectQuick(5_000, () => {
    const verdict = parseVerificationResult(text);
    expect(verdict.kind === 'fail' ? verdict.reason.length : 0).toBeLessThanOrEqual(8_000);
  });
});

test('a review is read alike, by its own name', () => {
  expect(parseReviewResult('REVIEW: PASS')).toEqual(PASS);
  expect(parseReviewResult('REVIEW: FAIL\nREASON: SQL injection at src/store.ts:3')).toEqual({
    kind: 'fail',
    reason: 'SQL injection at src/store.ts:3',
  });
  expect(parseReviewResult('VERIFICATION: PASS')).toEqual(MISSING);
});

test('whatever else is written, a failure that stands on a line of its own is seen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (before, after) => {
      expect(parseVerificationResult(`${before}\nVERIFICATION: FAIL\n${after}`).kind).toBe('fail');
    }),
  );
});

test('no text without the word passes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      fc.pre(!/PASS/i.test(text));
      expect(parseVerificationResult(text).kind).not.toBe('pass');
    }),
  );
});

describe('what the developer is handed of a refusal', () => {
  test('the reason, and the findings below it', () => {
    const text =
      'I looked at everything.\n\nREVIEW: FAIL\nREASON: SQL injection\n\nCRITICAL src/store.ts:3 ...\nMAJOR src/app.ts:9 ...';
    expect(findingsIn(text)).toBe('SQL injection\n\nCRITICAL src/store.ts:3 ...\nMAJOR src/app.ts:9 ...');
  });

  test('the whole text when there is no verdict', () => {
    expect(findingsIn('CRITICAL src/app.ts:3 swallows errors\n')).toBe('CRITICAL src/app.ts:3 swallows errors');
    expect(findingsIn('REVIEW: FAIL\nCRITICAL src/app.ts:3')).toBe('REVIEW: FAIL\nCRITICAL src/app.ts:3');
    expect(findingsIn('x'.repeat(20_000))).toHaveLength(8_000);
  });
});
