import { newHistory } from '../../../src/history/history.js';
import { advance } from '../../../src/history/progress.js';
import { badge } from '../../../src/reports/history/badge.js';
import { issueMarker, regressionComment, regressionIssue } from '../../../src/reports/history/regressions.js';
import { trend } from '../../../src/reports/history/trend.js';
import type { Analysis } from '../../../src/rules/judge.js';
import { analysisOf, CONTRACT, finding, row } from '../sample.js';

const id = (letter: string) => letter.repeat(32);

/** One scan a day; the last one's progress, and all results. */
function over(...analyses: readonly Analysis[]) {
  let history = newHistory('');
  let progress: ReturnType<typeof advance>['progress'] | undefined;
  for (const [day, analysis] of analyses.entries()) {
    const at = `2026-01-${String(day + 1).padStart(2, '0')}T06:00:00Z`;
    const step = advance(history, analysis, { at, commit: String(day % 10).repeat(40), run: day + 1 }, 'error');
    history = step.history;
    progress = step.progress;
  }
  if (progress === undefined) throw new Error('no analysis');
  return { progress, results: history.results };
}

const retained = analysisOf();
const undecided = analysisOf({ matrix: [row({ status: 'unverified', note: 'not declared' })] });
const broken = analysisOf({
  matrix: [row(), row({ subject: 'GET /books/{id}', status: 'violated' })],
  violations: [finding({ fingerprint: id('a') }), finding({ fingerprint: id('b'), severity: 'warning', field: 'isbn' })],
});

describe('the trend', () => {
  test('of a first result has no chart: a point draws no line', () => {
    const { progress, results } = over(retained);
    expect(trend(progress, results)).toBe(
      [
        '# Contract compliance over time',
        '**First result: later ones are compared with it.**',
        '## By contract',
        '| Contract | Compliance | Change | Verified | Unverified | Errors | Warnings | Trend |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n' +
          `| \`${CONTRACT}\` | 100 % | new | 1 of 1 | 0 | 0 | 0 | █ |\n`,
      ].join('\n\n'),
    );
  });

  test('of several shows what got worse, both charts and every contract', () => {
    const { progress, results } = over(retained, undecided, broken);
    expect(trend(progress, results, ['A note.'])).toBe(
      [
        '# Contract compliance over time',
        '**Worse than it was: 1 regression (1 since the last result, 1 fixed).**',
        '- A note.',
        '|  | Endpoint | What | Place | Since |\n| --- | --- | --- | --- | --- |\n' +
          '| **new** | `GET /books/{id}` | error: \\`pages\\` is integer in the contract, but the code sends string. | `services/books/src/dto.ts:4` | 2026-01-03 222222222222 |',
        '```mermaid\n%%{init: {"xyChart": {"width": 760, "height": 280}, "themeVariables": {"xyChart": {"plotColorPalette": "#2f81f7"}}}}%%\nxychart-beta\n  title "Compliance in percent"\n  x-axis "results from 2026-01-01 to 2026-01-03" 1 --> 2\n  y-axis "percent" 0 --> 100\n  line [100, 50]\n```',
        '_Left out: a result that decided too little._',
        '```mermaid\n%%{init: {"xyChart": {"width": 760, "height": 280}, "themeVariables": {"xyChart": {"plotColorPalette": "#2f81f7, #d9534f"}}}}%%\nxychart-beta\n  title "Errors (red) and warnings (blue)"\n  x-axis "results from 2026-01-01 to 2026-01-03" 1 --> 3\n  y-axis "findings" 0 --> 10\n  line [0, 0, 1]\n  line [0, 0, 1]\n```',
        '## By contract',
        '| Contract | Compliance | Change | Verified | Unverified | Errors | Warnings | Trend |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n' +
          `| \`${CONTRACT}\` | 50 % |  | 1 of 2 | 0 | 1 (+1) | 1 (+1) | █·▄ |\n`,
      ].join('\n\n'),
    );
  });

  test('names contracts that were there before and are not now', () => {
    const { progress, results } = over(analysisOf({ matrix: [row(), row({ contract: 'old.yaml' })] }), retained);
    expect(trend(progress, results)).toContain('_In the last result, but not in this one: `old.yaml`._');
  });

  test('stays small, however much there is', () => {
    const many = analysisOf({
      matrix: Array.from({ length: 600 }, (_, index) => row({ contract: `${'long'.repeat(300)}${index}.yaml` })),
      violations: Array.from({ length: 600 }, (_, index) =>
        finding({ fingerprint: String(index).padStart(32, '0'), message: '|'.repeat(5000) }),
      ),
    });
    const { progress, results } = over(retained, ...Array.from({ length: 80 }, () => many));
    const text = trend(progress, results);
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
    expect(text.includes('1 --> 60')).toBe(true);
    expect(text.includes('_… and 500 more regressions._')).toBe(true);
    expect(text.includes('_… and 501 more._')).toBe(true);
  });
});

describe('the issue', () => {
  const source = { scope: '', runUrl: 'https://github.com/o/r/actions/runs/1' };

  test('says what is worse, since when, by which run, and how to accept it', () => {
    const { progress } = over(retained, broken);
    expect(regressionIssue(progress, source)).toEqual({
      title: 'Contract compliance got worse',
      body: [
        '**Worse than it was: 1 regression (1 since the last result).**',
        '|  | Endpoint | What | Place | Since |\n| --- | --- | --- | --- | --- |\n| **new** | `GET /books/{id}` | error: \\`pages\\` is integer in the contract, but the code sends string. | `services/books/src/dto.ts:4` | 2026-01-02 111111111111 |',
        'Compliance: 50 % with 0 unverified; 1 error, 1 warning.',
        'Every scheduled run updates this issue and closes it when all regressions are fixed. To accept it as it is, close the issue as not planned.',
        `<sub>By a [scan](${source.runUrl}) of ${'1'.repeat(40)}, 2026-01-02 06:00 UTC, tallystick 0.1.0.</sub>`,
        '<!-- tallystick-regression: -->\n',
      ].join('\n\n'),
    });
  });

  test('says that all is well again', () => {
    const { body } = regressionIssue(over(retained, broken, retained).progress, source);
    expect(body).toContain('**Recovered: all regressions are fixed.**');
    expect(body).not.toContain('not planned');
  });

  test('keeps below what GitHub takes, and its marker with it', () => {
    const many = analysisOf({
      violations: Array.from({ length: 900 }, (_, index) =>
        finding({ fingerprint: String(index).padStart(32, '0'), message: '*'.repeat(900), subject: `GET /${'x'.repeat(900)}` }),
      ),
    });
    const { progress } = over(retained, many);
    const { body } = regressionIssue(progress, source);
    expect(body.length).toBeLessThan(65_000);
    expect(body.endsWith(`${issueMarker('')}\n`)).toBe(true);
    expect(body).toMatch(/… and \d+ more regressions/);
    expect(regressionComment(progress, source).length).toBeLessThan(65_000);
  });

  test('a scope can neither end the marker nor be taken for another', () => {
    const hostile = 'a --> <img src=x> @someone #1';
    expect(issueMarker(hostile)).toMatch(/^<!-- tallystick-regression:[\w%!~*'().]+ -->$/);
    expect(issueMarker('a')).not.toBe(issueMarker('b'));
    expect(issueMarker('ab')).not.toContain(issueMarker('a'));
    expect(regressionIssue(over(retained, broken).progress, { scope: 'x\ny' }).title).toBe(
      'Contract compliance of x\\u000ay got worse',
    );
  });
});

describe('the badge', () => {
  const shown = (analysis: Analysis): unknown => JSON.parse(badge(analysis));

  test.each<[string, Analysis, string, string]>([
    ['kept', retained, '100 % kept', 'brightgreen'],
    ['broken', broken, '50 % kept', 'orange'],
    [
      'partly unverified',
      analysisOf({ matrix: [row(), row({ status: 'unverified' })] }),
      '100 % kept, 1 unverified',
      'brightgreen',
    ],
    ['undecided', undecided, 'unknown, 1 unverified', 'lightgrey'],
    ['nothing compared', analysisOf({ matrix: [row({ status: 'unverified', compared: 0 })] }), 'incomplete', 'lightgrey'],
    ['crashed', analysisOf({ crashes: ['CONTRACT-001 crashed'] }), 'incomplete', 'lightgrey'],
    ['an error of no promise', analysisOf({ violations: [finding()] }), '100 % kept', 'orange'],
  ])('%s', (_, analysis, message, color) => {
    expect(shown(analysis)).toEqual({ schemaVersion: 1, label: 'contracts', message, color });
  });
});
