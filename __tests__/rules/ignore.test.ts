import { type IgnoreEntry, withoutIgnored } from '../../src/rules/ignore.js';
import { type Judged, summaryOf } from '../../src/rules/judge.js';
import { finding, row } from '../reports/sample.js';

const SUBJECT = 'GET /books/{id}';
const TODAY = '2026-06-15';
const MATRIX = [row(), row({ subject: SUBJECT, status: 'violated' })];

const judgedOf = (violations: Judged['violations'], matrix: Judged['matrix'] = MATRIX): Judged => ({
  matrix,
  violations,
  summary: summaryOf(matrix, violations, { contracts: 1, undocumented: 0 }),
  crashes: [],
});
const ignoring = (entry: Partial<IgnoreEntry>, judged = judgedOf([finding()])) =>
  withoutIgnored(judged, [{ reason: 'agreed', ...entry }], TODAY);

describe('an entry', () => {
  test.each<[string, Partial<IgnoreEntry>, boolean]>([
    ['its rule', { rule: 'CONTRACT-001' }, true],
    ['another rule', { rule: 'CONTRACT-002' }, false],
    ['rule and problem', { rule: 'CONTRACT-001/type' }, true],
    ['rule and another problem', { rule: 'CONTRACT-001/enum' }, false],
    ['every rule', { rule: 'CONTRACT-*' }, true],
    ['its contract', { contract: 'services/*/openapi.yaml' }, true],
    ['another contract', { contract: 'services/shelves/*' }, false],
    ['its subject', { subject: SUBJECT }, true],
    ['a part of its subject', { subject: 'GET /books' }, false],
    ['its field', { field: 'pages' }, true],
    ['another field', { field: 'pages.*' }, false],
    ['all at once', { rule: 'CONTRACT-001', contract: '*', subject: 'GET *', field: 'page*' }, true],
    ['one of them being another', { rule: 'CONTRACT-001', contract: '*', subject: 'PUT *', field: 'page*' }, false],
  ])('that names %s', (_title, entry, taken) => {
    const { violations, ignored } = ignoring(entry);
    expect([violations.length, ignored.length]).toEqual(taken ? [0, 1] : [1, 0]);
  });

  test('that names a field fits no finding about a whole body', () => {
    const { field: _, ...whole } = finding();
    expect(ignoring({ field: '*' }, judgedOf([whole])).violations).toEqual([whole]);
  });

  test('counts on the day on which it expires, and no longer', () => {
    expect(ignoring({ rule: '*', expires: TODAY }).violations).toEqual([]);
    const late = ignoring({ rule: '*', expires: '2026-06-14', writtenAt: '.tallystick.yml:3' });
    expect(late.violations).toHaveLength(1);
    expect(late.notices).toEqual([
      'The entry of `ignore` in .tallystick.yml:3 (agreed) expired on 2026-06-14 and no longer applies.',
    ]);
  });

  test('that matches nothing says so', () => {
    expect(ignoring({ rule: 'CONTRACT-009' }).notices).toEqual(['The entry of `ignore` (agreed) matches no finding.']);
    expect(ignoring({ rule: 'CONTRACT-001' }).notices).toEqual([]);
  });

  test('that another one makes needless is not said to match nothing', () => {
    const entries = [
      { rule: 'CONTRACT-001', reason: 'one' },
      { subject: SUBJECT, reason: 'two' },
    ];
    const { ignored, notices } = withoutIgnored(judgedOf([finding()]), entries, TODAY);
    expect(ignored.map(({ reason }) => reason)).toEqual(['one']);
    expect(notices).toEqual([]);
  });
});

describe('a promise', () => {
  const statusWith = (judged: Judged, entry: Partial<IgnoreEntry>) =>
    ignoring(entry, judged).matrix.find(({ subject }) => subject === SUBJECT);

  test('whose only error is ignored is neither kept nor broken', () => {
    const { matrix, summary } = ignoring({ field: 'pages' });
    expect(matrix[1]).toEqual(
      row({ subject: SUBJECT, status: 'unverified', note: '1 ignored (agreed)', ignored: 1, excused: true }),
    );
    expect(summary).toMatchObject({ verified: 1, violated: 0, unverified: 1, errors: 0, complianceRatio: 1 });
  });

  test('with another error stays broken', () => {
    const judged = judgedOf([finding(), finding({ field: 'title' })]);
    expect(statusWith(judged, { field: 'pages' })).toMatchObject({ status: 'violated', ignored: 1 });
  });

  test('that has no code, as is ignored, is no longer missing', () => {
    const judged = judgedOf([finding({ check: 'CONTRACT-002' })], [row({ subject: SUBJECT, status: 'missing' })]);
    expect(statusWith(judged, { rule: 'CONTRACT-002' })).toMatchObject({ status: 'unverified' });
  });

  test('of which a note is ignored stays as it is', () => {
    const judged = judgedOf([finding({ severity: 'note' })], [row({ subject: SUBJECT, note: 'by a parameter' })]);
    expect(statusWith(judged, { rule: '*' })).toMatchObject({ status: 'verified', note: 'by a parameter; 1 ignored (agreed)' });
  });
});
