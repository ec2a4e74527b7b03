import {
  historyJsonSchema,
  LARGEST_HISTORY,
  MOST_RESULTS,
  newHistory,
  parseHistory,
  printHistory,
  scopeFile,
} from '../../src/history/history.js';
import { advance } from '../../src/history/progress.js';
import { UserError } from '../../src/model/user-error.js';
import { expectFresh } from '../generated.js';
import { analysisOf, mixedAnalysis, row } from '../reports/sample.js';

const violations = mixedAnalysis().violations.map((violation, index) => ({
  ...violation,
  fingerprint: String(index).padStart(32, 'f'),
}));
const analysis = { ...mixedAnalysis(), violations };
const at = '2026-01-01T00:00:00Z';

function historyOf(results: number) {
  let history = newHistory('');
  for (let run = 1; run <= results; run += 1) history = advance(history, analysis, { at, commit: null, run }, 'error').history;
  return history;
}

describe('the history file', () => {
  test('is read as it was written', () => {
    const history = historyOf(3);
    expect(parseHistory(printHistory(history), 'history.json', '')).toEqual(history);
    expect(parseHistory(printHistory(newHistory('x')), 'history.json', 'x')).toEqual(newHistory('x'));
  });

  test('of more contracts than it holds, and with longer names, is read as well', () => {
    const matrix = Array.from({ length: 1500 }, (_, index) => row({ contract: `${'x'.repeat(1200)}${index}` }));
    const { history } = advance(newHistory(''), analysisOf({ matrix }), { at, commit: null, run: 1 }, 'error');
    expect(parseHistory(printHistory(history), 'history.json', '').results[0]?.contracts).toHaveLength(1000);
  });

  test('has a published schema', () => {
    expectFresh('schema/history.schema.json', `${JSON.stringify(historyJsonSchema(), null, 2)}\n`);
  });

  test('has a line for each result, so that versions of it can be compared', () => {
    expect(
      printHistory(historyOf(3))
        .split('\n')
        .filter((line) => line.startsWith('  {"at":')),
    ).toHaveLength(3);
  });

  test('keeps so many results, the newest ones', () => {
    const { results } = historyOf(MOST_RESULTS + 2);
    expect([results.length, results[0]?.run, results.at(-1)?.run]).toEqual([MOST_RESULTS, 3, MOST_RESULTS + 2]);
  });

  test('drops the oldest results where all would be too large', () => {
    const history = historyOf(MOST_RESULTS);
    const contracts = Array.from({ length: 100 }, (_, index) => ({
      contract: `services/${index}/${'long'.repeat(50)}.yaml`,
      subjects: 1,
      verified: 1,
      unverified: 0,
      errors: 0,
      warnings: 0,
      complianceRatio: 1,
    }));
    const text = printHistory({ ...history, results: history.results.map((result) => ({ ...result, contracts })) });
    expect(Buffer.byteLength(text)).toBeLessThan(LARGEST_HISTORY / 2);
    const { results } = parseHistory(text, 'history.json', '');
    expect(results.length).toBeGreaterThan(10);
    expect(results.at(-1)?.run).toBe(MOST_RESULTS);
  });

  test.each([
    ['no JSON', '{', 'it is not JSON'],
    ['another version', '{"formatVersion":2}', 'formatVersion: '],
    [
      'text in place of an identity',
      printHistory({ ...newHistory(''), worse: [{ id: '<script>', at, commit: null }] }),
      'worse.0.id: ',
    ],
    [
      'a commit that is none',
      printHistory({ ...newHistory(''), worse: [{ id: 'f'.repeat(32), at, commit: '--help' }] }),
      'worse.0.commit: ',
    ],
    ['a field too many', printHistory(newHistory('')).replace('"issue"', '"more":1,"issue"'), 'more'],
    ['too much', ' '.repeat(LARGEST_HISTORY + 1), 'it is larger than'],
  ])('%s is refused with what is wrong', (_, text, why) => {
    const read = () => parseHistory(text, 'h.json', '');
    expect(read).toThrow(UserError);
    expect(read).toThrow(why);
  });

  test('a refusal repeats little of the file', () => {
    const text = printHistory(newHistory('')).replace('"issue"', `"${'x'.repeat(100_000)}":1,"issue"`);
    expect(() => parseHistory(text, 'h.json', '')).toThrow(/^.{50,500}$/u);
  });

  test('the history of something else is refused', () => {
    expect(() => parseHistory(printHistory(newHistory('services/a')), 'h.json', 'services/b')).toThrow(
      'h.json is the history of services/a, not of services/b.',
    );
  });
});

describe('where a history lies', () => {
  test.each([
    ['', 'history.json'],
    ['services/books', 'services-books/history.json'],
    ['../..', 'scope/history.json'],
    ['.git', 'git/history.json'],
    ['a b::c', 'a-b--c/history.json'],
    ['x'.repeat(500), `${'x'.repeat(100)}/history.json`],
  ])('of %j is %s', (scope, path) => {
    expect(scopeFile(scope, 'history.json')).toBe(path);
  });
});
