import fc from 'fast-check';
import { type History, newHistory } from '../../src/history/history.js';
import { accept, advance, type Progress } from '../../src/history/progress.js';
import { fingerprint } from '../../src/rules/fingerprint.js';
import type { Analysis } from '../../src/rules/judge.js';
import { analysisOf, finding, row } from '../reports/sample.js';

const fingerprints = (names: readonly string[]) => names.map((name) => name.padEnd(32, '0'));
const errorsOf = (...names: readonly string[]) => fingerprints(names).map((fingerprint) => finding({ fingerprint }));
const resultWith = (...names: readonly string[]) => analysisOf({ violations: errorsOf(...names) });

/** One scan after the other, a day each; gives what each said, and the history in the end. */
function run(analyses: readonly Analysis[], from: History = newHistory('')) {
  let history = from;
  const stated: Progress[] = [];
  for (const [day, analysis] of analyses.entries()) {
    const occasion = { at: `2026-01-0${day + 1}T00:00:00Z`, commit: null, run: null };
    const step = advance(history, analysis, occasion, 'error');
    history = step.history;
    stated.push(step.progress);
  }
  return { declared: stated, history };
}

const verdicts = (analyses: readonly Analysis[]) => run(analyses).declared.map(({ verdict }) => verdict);

describe('a result beside those before it', () => {
  test('the first is compared with nothing, whatever it holds', () => {
    expect(verdicts([resultWith('a', 'b')])).toEqual(['first']);
  });

  test('a known finding is no regression, nor is a fixed one', () => {
    expect(verdicts([resultWith('a', 'b'), resultWith('a', 'b'), resultWith('a')])).toEqual(['first', 'steady', 'steady']);
  });

  test('a new error is a regression until it is fixed, and new only once', () => {
    const { declared: stated } = run([resultWith('a'), resultWith('a', 'b'), resultWith('a', 'b'), resultWith('a')]);
    expect(stated.map(({ verdict, regressions, fixed }) => [verdict, regressions.map(({ fresh }) => fresh), fixed])).toEqual([
      ['first', [], 0],
      ['worse', [true], 0],
      ['worse', [false], 0],
      ['recovered', [], 1],
    ]);
    expect(stated[2]?.regressions[0]?.since.at).toBe('2026-01-02T00:00:00Z');
  });

  test('a finding that was fixed during another regression may not come back', () => {
    const { declared: stated } = run([resultWith('a'), resultWith('b'), resultWith('a', 'b')]);
    expect(stated[2]?.regressions.map(({ fresh }) => fresh)).toEqual([true, false]);
  });

  test('a promise that was verified and can no longer be checked is a regression', () => {
    const lost = analysisOf({ matrix: [row({ status: 'unverified', note: 'the type is not declared' })] });
    const { declared: stated } = run([analysisOf(), lost, analysisOf()]);
    expect(stated[1]).toMatchObject({ verdict: 'worse', regressions: [{ kind: 'lost', fresh: true }] });
    expect(stated[2]?.verdict).toBe('recovered');
  });

  test('an operation with a new finding is reported once', () => {
    const broken = analysisOf({
      matrix: [row({ status: 'violated' })],
      violations: [finding({ subject: 'GET /books', fingerprint: 'a'.repeat(32) })],
    });
    expect(run([analysisOf(), broken]).declared[1]?.regressions.map(({ kind }) => kind)).toEqual(['finding']);
  });

  test('a promise that is made no more is no regression', () => {
    const other = analysisOf({ matrix: [row({ subject: 'GET /other' })] });
    expect(verdicts([analysisOf(), other])).toEqual(['first', 'steady']);
  });

  test('warnings count where warnings fail the run', () => {
    const warned = analysisOf({ violations: [finding({ severity: 'warning', fingerprint: 'a'.repeat(32) })] });
    const { history } = run([analysisOf()]);
    const occasion = { at: '2026-01-02T00:00:00Z', commit: null, run: null };
    expect(advance(history, warned, occasion, 'error').progress.verdict).toBe('steady');
    expect(advance(history, warned, occasion, 'warning').progress.verdict).toBe('worse');
  });

  test('accepted regressions are known from then on; others still count', () => {
    const { history } = run([resultWith(), resultWith('a')]);
    const { declared: stated } = run([resultWith('a'), resultWith('a', 'b')], accept(history));
    expect(stated.map(({ verdict }) => verdict)).toEqual(['steady', 'worse']);
  });

  test('a run that is repeated replaces its own result', () => {
    const occasion = { at: '2026-01-01T00:00:00Z', commit: null, run: 7 };
    const once = advance(newHistory(''), resultWith(), occasion, 'error').history;
    const again = advance(once, resultWith('a'), { ...occasion, at: '2026-01-02T00:00:00Z' }, 'error').history;
    expect(again.results.map(({ errors }) => errors)).toEqual([1]);
  });

  test('what is known of a contract that was moved stays known, also while something is worse', () => {
    const named = (contract: string, ...fields: readonly string[]) =>
      analysisOf({
        matrix: [row({ contract }), row({ contract, subject: 'GET /a' })],
        violations: fields.map((field) => {
          const found = finding({ contract, field });
          return { ...found, fingerprint: fingerprint(found) };
        }),
      });
    const { declared: stated } = run([
      named('a.yaml', 'x'),
      named('b.yaml', 'x'),
      named('b.yaml', 'x', 'y'),
      named('c.yaml', 'x', 'y'),
      named('c.yaml', 'x', 'y'),
      named('c.yaml', 'x'),
    ]);
    expect(stated.map(({ verdict, regressions }) => [verdict, regressions.map(({ fresh }) => fresh)])).toEqual([
      ['first', []],
      ['steady', []],
      ['worse', [true]],
      ['worse', [false]],
      ['worse', [false]],
      ['recovered', []],
    ]);
    expect(stated[4]?.regressions[0]?.since.at).toBe('2026-01-03T00:00:00Z');
  });

  test('a promise that is lost in a contract that was moved is lost all the same', () => {
    const moved = analysisOf({ matrix: [row({ contract: 'b.yaml', status: 'unverified' })] });
    expect(verdicts([analysisOf({ matrix: [row({ contract: 'a.yaml' })] }), moved])).toEqual(['first', 'worse']);
  });

  test('the contracts are counted one by one', () => {
    const { declared: stated } = run([
      analysisOf({ matrix: [row(), row({ contract: 'b.yaml', status: 'unverified' })], violations: errorsOf('a') }),
    ]);
    expect(stated[0]?.current.contracts).toEqual([
      {
        contract: 'b.yaml',
        subjects: 1,
        verified: 0,
        verifiedByRoute: 0,
        unverified: 1,
        errors: 0,
        warnings: 0,
        complianceRatio: null,
      },
      {
        contract: row().contract,
        subjects: 1,
        verified: 1,
        verifiedByRoute: 0,
        unverified: 0,
        errors: 1,
        warnings: 0,
        complianceRatio: 1,
      },
    ]);
  });
});

describe('laws', () => {
  const day = fc.subarray(['a', 'b', 'c', 'd']);

  test('a regression is a finding that the best known result lacks', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 9 }), (days) => {
        const { declared: stated } = run(days.map((names) => resultWith(...names)));
        let allowed = new Set(days[0]);
        for (const [index, names] of days.entries()) {
          const worse = index === 0 ? [] : names.filter((name) => !allowed.has(name));
          expect(
            stated[index]?.regressions.map((each) => (each.kind === 'finding' ? each.finding.fingerprint[0] : '')).sort(),
          ).toEqual(worse);
          allowed = worse.length === 0 ? new Set(names) : new Set(names.filter((name) => allowed.has(name)));
        }
      }),
    );
  });

  test('the same result again changes no verdict but that of its recovery, and makes nothing new', () => {
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 6 }), (days) => {
        const { history, declared: stated } = run(days.map((names) => resultWith(...names)));
        const again = run([resultWith(...(days.at(-1) ?? []))], history).declared[0];
        expect(again?.verdict).toBe(stated.at(-1)?.verdict === 'worse' ? 'worse' : 'steady');
        expect(again?.regressions.filter(({ fresh }) => fresh)).toEqual([]);
        expect(again?.fixed).toBe(0);
      }),
    );
  });
});
