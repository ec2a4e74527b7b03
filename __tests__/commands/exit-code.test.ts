import { exitCode } from '../../src/commands/exit-code.js';
import { changeOf } from '../reports/result-sample.js';
import { analysisOf, finding, row } from '../reports/sample.js';

const bad = row({ status: 'violated' });
const unseen = row({ status: 'unverified', compared: 0 });
const partly = row({ status: 'unverified', compared: 2, unknown: 1 });
const error = finding();
const warning = finding({ severity: 'warning' });
const note = finding({ severity: 'note' });
const entry = { fingerprint: 'abcdef012345', check: 'CONTRACT-001', problem: 'type', contract: 'a.yaml', subject: 'GET /a' };
const listed = (strict: boolean) => ({ file: 'baseline.json', known: [], resolved: [entry], strict });

describe('the exit code', () => {
  test.each([
    ['nothing found', analysisOf(), 'error', 0],
    ['an error', analysisOf({ matrix: [bad], violations: [error] }), 'error', 1],
    ['an error, never failing', analysisOf({ matrix: [bad], violations: [error] }), 'never', 0],
    ['a warning, failing on errors', analysisOf({ violations: [warning] }), 'error', 0],
    ['a warning, failing on warnings', analysisOf({ violations: [warning] }), 'warning', 1],
    ['an error, failing on warnings', analysisOf({ violations: [error] }), 'warning', 1],
    ['a note, failing on warnings', analysisOf({ violations: [note] }), 'warning', 0],
    ['a missing endpoint whose finding is a note', analysisOf({ matrix: [row({ status: 'missing' })] }), 'error', 0],
    ['a resolved entry', analysisOf({ baseline: listed(false) }), 'error', 0],
    ['a resolved entry of a strict baseline', analysisOf({ baseline: listed(true) }), 'error', 1],
    ['a resolved entry of a strict baseline, never failing', analysisOf({ baseline: listed(true) }), 'never', 0],
    ['a crash', analysisOf({ crashes: ['x'] }), 'never', 3],
    ['a crash and an error', analysisOf({ crashes: ['x'], violations: [error] }), 'error', 3],
    ['nothing compared', analysisOf({ matrix: [unseen, unseen] }), 'never', 3],
    ['nothing compared, and a note ignored', analysisOf({ matrix: [{ ...unseen, ignored: 1 }] }), 'error', 3],
    ['what is broken is ignored', analysisOf({ matrix: [{ ...unseen, ignored: 1, excused: true }] }), 'error', 0],
    ['something compared, nothing decided', analysisOf({ matrix: [unseen, partly] }), 'error', 0],
    [
      'one of two contracts without anything compared',
      analysisOf({ matrix: [row(), { ...unseen, contract: 'b.yaml' }] }),
      'error',
      3,
    ],
    ['less decided than is asked for', analysisOf({ matrix: [row(), partly, partly], minDecided: 0.5 }), 'error', 1],
    [
      'less decided than is asked for, never failing on findings',
      analysisOf({ matrix: [row(), partly, partly], minDecided: 0.5 }),
      'never',
      1,
    ],
    ['as much decided as is asked for', analysisOf({ matrix: [row(), partly], minDecided: 0.5 }), 'error', 0],
    [
      'as much decided as is asked for, with what is ignored',
      analysisOf({ matrix: [row(), { ...unseen, ignored: 1, excused: true }], minDecided: 1 }),
      'error',
      0,
    ],
    ['nothing decided, and nothing asked for', analysisOf({ matrix: [partly], minDecided: 0 }), 'error', 0],
    ['contracts that promise nothing', analysisOf({ matrix: [] }), 'error', 0],
  ] as const)('%s', (_, analysis, failOn, code) => {
    expect(exitCode(analysis, [failOn])).toBe(code);
  });
});

describe('the exit code of a change', () => {
  const expectation = { contract: 'a.yaml', subject: 'GET /a', at: { file: 'a.yaml', line: 1 } };
  const broken = analysisOf({ matrix: [bad], violations: [error] });
  const whole = analysisOf();
  const breaking = [{ ...expectation, rule: 'endpoint-removed', message: 'It is gone.' }];
  const moved = [{ contract: 'a.yaml', from: '/api', to: '/', operations: 1 }];
  test.each([
    ['an error that the base has', broken, ['new'], changeOf({ remaining: [error] }), 0],
    ['an error that the base has not', broken, ['new'], changeOf({ added: [error] }), 1],
    ['an error of which nobody knows since when it is', broken, ['new'], changeOf({ surfaced: [error] }), 1],
    ['an error that the base has, failing on all', broken, ['new', 'error'], changeOf({ remaining: [error] }), 1],
    ['a new error, where nobody asks for it', broken, ['lost'], changeOf({ added: [error] }), 0],
    ['an error, and the base is not known', broken, ['new'], undefined, 1],
    ['no error, and the base is not known', whole, ['new', 'lost'], undefined, 0],
    ['a lost promise', whole, ['new', 'lost'], changeOf({ lost: [expectation] }), 1],
    ['a lost promise, where nobody asks for it', whole, ['new'], changeOf({ lost: [expectation] }), 0],
    ['a breaking contract', whole, ['breaking'], changeOf({ breaking }), 1],
    ['a dropped promise', whole, ['dropped'], changeOf({ dropped: [expectation] }), 1],
    ['a dropped promise, where nobody asks for it', whole, ['new', 'lost'], changeOf({ dropped: [expectation] }), 0],
    ['a contract that moved', whole, ['moved'], changeOf({ moved }), 1],
    ['a contract that moved, which breaks its callers', whole, ['breaking'], changeOf({ moved }), 1],
  ] as const)('%s', (_, analysis, failOn, change, code) => {
    expect(exitCode(analysis, failOn, change)).toBe(code);
  });

  test('is 1 when its effect is unknown, and that is to fail', () => {
    expect(exitCode(whole, ['new'], undefined, true)).toBe(1);
    expect(exitCode(whole, ['new'], undefined, false)).toBe(0);
  });
});
