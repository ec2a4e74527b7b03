import fc from 'fast-check';
import { baselineOf, entriesAdded, matchBaseline as holdOf, parseBaseline, printBaseline } from '../../src/history/baseline.js';
import { fingerprint } from '../../src/rules/fingerprint.js';
import type { BaselineEntry } from '../../src/rules/judge.js';
import type { Violation } from '../../src/rules/rule.js';
import { analysisOf, CONTRACT, finding, row } from '../reports/sample.js';

const named = (name: string, over: Partial<Violation> = {}): Violation =>
  finding({ fingerprint: name.padEnd(32, '0'), field: name, ...over });
const listing = (...violations: readonly Violation[]): readonly BaselineEntry[] => baselineOf(violations, []);
const broken = row({ subject: 'GET /books/{id}', status: 'violated' });
const analysed = (violations: readonly Violation[], matrix = [broken]) => analysisOf({ violations, matrix });

const matchBaseline = (
  analysis: Parameters<typeof holdOf>[0],
  own: readonly BaselineEntry[],
  trusted?: readonly BaselineEntry[],
) => holdOf(analysis, { ran: () => true, isGone: () => false }, own, trusted);

describe('a baseline', () => {
  test('lists errors and warnings without places and words, in an order of its own', () => {
    const found = [named('b'), named('a', { severity: 'warning' }), named('c', { severity: 'note' })];
    expect(printBaseline(listing(...found))).toBe(
      [
        '{',
        '  "formatVersion": 1,',
        '  "findings": [',
        `    {"fingerprint":"a0000000000000000000000000000000","check":"CONTRACT-001","problem":"type","contract":"${CONTRACT}","subject":"GET /books/{id}","status":"200","field":"a","severity":"warning"},`,
        `    {"fingerprint":"b0000000000000000000000000000000","check":"CONTRACT-001","problem":"type","contract":"${CONTRACT}","subject":"GET /books/{id}","status":"200","field":"b"}`,
        '  ]',
        '}',
        '',
      ].join('\n'),
    );
  });

  test('is read as it was written', () => {
    const entries = listing(named('a'), named('a'), named('b'));
    expect(parseBaseline(printBaseline(entries), 'baseline.json', 'x')).toEqual(entries);
    expect(entries[0]?.count).toBe(2);
    expect(parseBaseline(printBaseline([]), 'baseline.json', 'x')).toEqual([]);
  });

  test.each(['', '[]', '{"formatVersion":2,"findings":[]}', '{"formatVersion":1,"findings":[{"fingerprint":"x"}]}'])(
    'that is none is refused: %s',
    (text) => {
      expect(() => parseBaseline(text, 'baseline.json', 'x')).toThrow(/^baseline\.json is not a baseline/);
    },
  );
});

test('added and removed entries are reported with their counts', () => {
  const [before, after] = [listing(named('a'), named('b'), named('b')), listing(named('b'), named('c'), named('c'))];
  const known = (entries: readonly BaselineEntry[]) => entries.map(({ field, count }) => [field, count]);
  expect(known(entriesAdded(before, after))).toEqual([['c', 2]]);
  expect(known(entriesAdded(after, before))).toEqual([
    ['a', 1],
    ['b', 1],
  ]);
});

describe('findings beside a baseline', () => {
  test('that it lists are known, others are not', () => {
    expect(matchBaseline(analysed([named('a'), named('b')]), listing(named('a'))).isKnown).toEqual([true, false]);
  });

  test('are known as often as it lists them', () => {
    expect(matchBaseline(analysed([named('a'), named('a'), named('a')]), listing(named('a'), named('a'))).isKnown).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('stay known when lines move and words change', () => {
    const moved = named('a', { line: 99, message: 'in other words', file_path: 'moved.ts' });
    expect(matchBaseline(analysed([moved]), listing(named('a'))).isKnown).toEqual([true]);
  });

  test('that were listed as warnings are new as errors, and not the other way round', () => {
    const [warning, error] = [named('a', { severity: 'warning' }), named('a')];
    const known = (found: Violation, own: readonly BaselineEntry[]) => matchBaseline(analysed([found]), own).isKnown;
    expect([known(warning, listing(warning)), known(error, listing(warning)), known(warning, listing(error))]).toEqual([
      [true],
      [false],
      [true],
    ]);
    expect(matchBaseline(analysed([warning, error]), listing(error, warning)).isKnown).toEqual([true, true]);
    // An entry that was written before warnings were told apart.
    const { refused, isKnown } = matchBaseline(analysed([warning]), listing(warning), listing(error));
    expect([refused, isKnown]).toEqual([0, [true]]);
    expect(matchBaseline(analysed([error]), listing(error), listing(warning))).toMatchObject({ refused: 1, isKnown: [false] });
  });

  test('a note is never known, as it fails nothing', () => {
    expect(matchBaseline(analysed([named('a', { severity: 'note' })]), listing(named('a'))).isKnown).toEqual([false]);
  });
});

describe('an entry', () => {
  const entriesAfter = (matrix: Parameters<typeof analysed>[1], listed = listing(named('a'))) => {
    const { resolved, open } = matchBaseline(analysed([], matrix), listed);
    return { resolved: resolved.length, open: open.length };
  };
  const retained = row({ subject: 'GET /books/{id}' });

  test('whose operation is verified now is resolved', () => {
    expect(entriesAfter([retained])).toEqual({ resolved: 1, open: 0 });
  });

  test('of which some findings are gone is resolved in part, and has to be listed anew', () => {
    const { resolved } = matchBaseline(analysed([named('a')], [broken]), listing(named('a'), named('a')));
    expect(resolved).toHaveLength(1);
  });

  test('whose promise no contract makes any more is resolved', () => {
    expect(entriesAfter([row()])).toEqual({ resolved: 1, open: 0 });
  });

  test.each([
    ['whose promise could not be checked', [{ ...retained, status: 'unverified' as const }]],
    ['whose promise could not be checked wholly', [{ ...broken, unknown: 1 }]],
    ['whose endpoint is gone', [{ ...retained, status: 'missing' as const }]],
  ])('%s is not', (_title, matrix) => {
    expect(entriesAfter(matrix)).toEqual({ resolved: 0, open: 1 });
  });

  test('of a contract that was not compared is not', () => {
    expect(entriesAfter([retained], listing(named('a', { contract: 'other.yaml' })))).toEqual({ resolved: 0, open: 1 });
  });

  test.each(['CONTRACT-001', 'CONTRACT-001/type'])('of a rule that is off is not resolved: %s', (off) => {
    const stored = holdOf(analysed([], [retained]), { ran: (rule) => rule !== off, isGone: () => false }, listing(named('a')));
    expect([stored.resolved.length, stored.open.length]).toEqual([0, 1]);
  });

  test('that is still found although its row is open is neither', () => {
    const { resolved, open } = matchBaseline(analysed([named('a')], [{ ...broken, unknown: 1 }]), listing(named('a')));
    expect([resolved, open]).toEqual([[], []]);
  });
});

describe('a change that brings its own baseline', () => {
  test('cannot forgive itself', () => {
    const stored = matchBaseline(analysed([named('a'), named('b')]), listing(named('a'), named('b')), listing(named('a')));
    expect([stored.isKnown, stored.refused]).toEqual([[true, false], 1]);
  });

  test('takes out what it fixes', () => {
    const stored = matchBaseline(analysed([named('b')]), listing(named('b')), listing(named('a'), named('b')));
    expect([stored.isKnown, stored.resolved, stored.refused]).toEqual([[true], [], 0]);
  });

  test('may take out what it does not fix, and is then asked for it', () => {
    expect(matchBaseline(analysed([named('a')]), [], listing(named('a'))).isKnown).toEqual([false]);
  });
});

describe('the entries of a contract that is gone', () => {
  const of = (contract: string, subject = 'GET /books/{id}'): Violation => {
    const found = finding({ contract, subject });
    return { ...found, fingerprint: fingerprint(found) };
  };
  const stored = (listed: readonly Violation[], found: readonly Violation[], gone = 'old.yaml', trusted = listed) => {
    const matrix = found.map(({ contract, subject }) => row({ contract, subject, status: 'violated' }));
    const contracts = [...new Set(matrix.map(({ contract }) => contract))].map((id) => ({
      id,
      title: '',
      version: '',
      kind: 'openapi',
      basePath: null,
    }));
    const { isKnown, resolved, open, refused } = holdOf(
      { ...analysisOf({ violations: found, matrix }), contracts },
      { ran: () => true, isGone: (contract) => contract === gone },
      listing(...listed),
      listing(...trusted),
    );
    return { isKnown, resolved: resolved.length, open: open.length, refused };
  };

  test('know the findings of the one that replaced it, whatever its path parameters are called', () => {
    expect(stored([of('old.yaml')], [of('new.yaml', 'GET /books/{bookId}')])).toEqual({
      isKnown: [true],
      resolved: 0,
      open: 0,
      refused: 0,
    });
  });

  test('know no finding that the old one did not have, and none twice', () => {
    const more = finding({ contract: 'new.yaml', field: 'title' });
    const found = [of('new.yaml'), of('new.yaml'), { ...more, fingerprint: fingerprint(more) }];
    expect(stored([of('old.yaml')], found).isKnown).toEqual([true, false, false]);
  });

  test('count for a change that writes its baseline anew with the new name', () => {
    expect(stored([of('new.yaml')], [of('new.yaml')], 'old.yaml', [of('old.yaml')])).toMatchObject({
      isKnown: [true],
      refused: 0,
    });
  });

  test.each([
    ['that is still there', [of('old.yaml')], [of('new.yaml')], 'another.yaml'],
    ['beside a contract that was there before', [of('old.yaml'), of('new.yaml', 'GET /books')], [of('new.yaml')], 'old.yaml'],
    [
      'where most of what it promised is promised nowhere',
      [of('old.yaml'), of('old.yaml', 'GET /a'), of('old.yaml', 'GET /b')],
      [of('new.yaml')],
      'old.yaml',
    ],
  ])('stay as they are: %s', (_title, listed, found, gone) => {
    expect(stored(listed, found, gone).isKnown).toEqual([false]);
  });
});

test('what was just listed is known, and nothing of it resolved', () => {
  const findings = fc.array(
    fc.constantFrom('a', 'b', 'c').chain((name) => fc.constantFrom(named(name), named(name, { severity: 'warning' }))),
  );
  fc.assert(
    fc.property(findings, (violations) => {
      const stored = matchBaseline(analysed(violations), parseBaseline(printBaseline(listing(...violations)), 'x', 'x'));
      expect(stored).toEqual({ isKnown: violations.map(() => true), resolved: [], open: [], refused: 0 });
    }),
  );
});
