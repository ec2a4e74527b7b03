import { checkAnnotations, checkOutput } from '../../../src/reports/github/check.js';
import { conclusionOf } from '../../../src/reports/github/result.js';
import { changeOf, resultOf } from '../result-sample.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis, row } from '../sample.js';

describe('the conclusion', () => {
  const good = analysisOf();
  const bad = mixedAnalysis();
  const override = { by: 'a label' };
  test.each([
    ['kept', { analysis: good, failed: false }, 'success'],
    ['red', { analysis: bad, failed: true }, 'failure'],
    ['red, and let pass', { analysis: bad, failed: true, override }, 'neutral'],
    ['broken, and fail-on is never', { analysis: bad, failed: false }, 'neutral'],
    ['kept, and an override that nobody needed', { analysis: good, failed: false, override }, 'success'],
    [
      'nothing could be compared',
      { analysis: analysisOf({ matrix: [row({ status: 'unverified', compared: 0 })] }), failed: true },
      'failure',
    ],
  ])('of a result that is %s', (_, result, conclusion) => {
    expect(conclusionOf(result)).toBe(conclusion);
  });
});

describe('the check run', () => {
  test('shows the verdict as title, and in its text the findings, then the matrix', () => {
    const { title, summary, text } = checkOutput(resultOf());
    expect(title).toBe('Broken: 2 of 4 endpoints do not match the contract.');
    // The page shows the title above it, and GitHub refuses a summary that is empty.
    expect(summary).toMatch(/^1 verified, 1 violated, 1 missing, 1 unverified\./);
    const [findings = '', matrix = ''] = text.split('## Books 1.0.0');
    expect(findings.match(/\(CONTRACT-00\d\)/g)).toHaveLength(5);
    expect(mixedAnalysis().matrix.filter(({ subject }) => !matrix.includes(subject))).toEqual([]);
  });

  test('says in its title alone what is new, and that a red result is let pass', () => {
    const change = changeOf({ added: [finding()] });
    const { title, summary, text } = checkOutput(resultOf({ change, override: { by: 'a label' } }));
    expect(title).toBe('Let pass. The change breaks GET /books/{id} and 1 more.');
    expect(summary).toContain('Compared with the base: 1 new finding, 0 fixed, 0 from before.');
    expect(summary).not.toContain('The change breaks');
    expect(text).toMatch(/^## New errors/);
  });

  test('keeps to the limits of GitHub however much there is', () => {
    const violations = Array.from({ length: 5000 }, (_, index) => finding({ field: `field${index}` }));
    const matrix = Array.from({ length: 5000 }, (_, index) =>
      row({ subject: `GET /${'é'.repeat(50)}${index}`, status: 'violated' }),
    );
    const { title, summary, text } = checkOutput(resultOf({ analysis: analysisOf({ violations, matrix }) }));
    expect(title.length).toBeLessThanOrEqual(255);
    expect([summary, text].map((part) => part.length <= 65_535)).toEqual([true, true]);
    expect(text).toMatch(/_… and \d+ more causes of \d+ findings: see the run\._/);
  });
});

describe('its annotations', () => {
  test('lay promised and actual side by side, with both places', () => {
    const [annotation] = checkAnnotations([finding({ related: [{ file: 'b.ts', line: 9, message: 'here too' }] })]);
    expect(annotation).toEqual({
      path: 'services/books/src/dto.ts',
      start_line: 4,
      end_line: 4,
      annotation_level: 'failure',
      title: 'CONTRACT-001 GET /books/{id}',
      message: [
        '`pages` is integer in the contract, but the code sends string.',
        'Fix: Send integer, or change the type in the contract.',
        'Contract: services/books/openapi.yaml:61.',
      ].join('\n'),
      raw_details: [
        'field       pages',
        'expected    integer',
        'actual      string',
        'contract    services/books/openapi.yaml:61',
        'see also    b.ts:9 here too',
        'fingerprint f00d',
      ].join('\n'),
    });
  });

  test('are one for each place, the gravest first, with all that is broken there', () => {
    const other = finding({ severity: 'note', file_path: 'a.ts', line: 1 });
    const subjects = ['GET /feeds', 'GET /feeds/{id}', 'POST /feeds'];
    const renamed = subjects.map((subject, index) =>
      finding({ subject, field: `${'data.'.repeat(index)}pages`, message: `${'data.'.repeat(index)}pages is sent as page.` }),
    );
    const annotations = checkAnnotations([other, finding({ severity: 'warning', field: 'extra' }), ...renamed]);
    expect(annotations.map(({ path, annotation_level, title }) => [path, annotation_level, title])).toEqual([
      ['services/books/src/dto.ts', 'failure', 'CONTRACT-001 GET /feeds and 3 more'],
      ['a.ts', 'notice', 'CONTRACT-001 GET /books/{id}'],
    ]);
    expect(annotations[0]?.message).toMatch(
      /^pages is sent as page\.\nBreaks GET \/feeds, GET \/feeds\/\{id\}, POST \/feeds\.\nFix: /,
    );
  });

  test('have a level for each severity, and columns where the place has one', () => {
    const at = { file: CONTRACT, line: 7 };
    const missing = finding({ severity: 'warning', file_path: at.file, line: at.line, promisedAt: { ...at, column: 5 } });
    const annotations = checkAnnotations([finding(), missing, finding({ severity: 'note', line: 9 })]);
    expect(
      annotations.map(({ annotation_level, start_column, end_column }) => [annotation_level, start_column, end_column]),
    ).toEqual([
      ['failure', undefined, undefined],
      ['warning', 5, 5],
      ['notice', undefined, undefined],
    ]);
  });

  test('are cut to what GitHub takes, in bytes and without half a character', () => {
    const [annotation] = checkAnnotations([
      finding({ subject: 'GET /'.repeat(99), message: '𝄞'.repeat(40_000), promised: 'é'.repeat(60_000) }),
    ]);
    expect(annotation?.title).toHaveLength(255);
    expect(Buffer.byteLength(annotation?.message ?? '')).toBeLessThanOrEqual(65_536);
    expect(annotation?.message).toMatch(/^(𝄞)+…$/u);
    expect(Buffer.byteLength(annotation?.raw_details ?? '')).toBeLessThanOrEqual(65_536);
  });
});
