import { jobSummary } from '../../src/reports/summary.js';
import { changeOf } from './result-sample.js';
import { analysisOf, finding, mixedAnalysis, row } from './sample.js';

const sizeOf = (text: string): number => Buffer.byteLength(text);
const some = <Item>(count: number, make: (index: number) => Item): readonly Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A service with a lot of everything. */
function large(count: number) {
  return analysisOf({
    matrix: [
      ...some(count, (index) => row({ subject: `GET /kept/${index}` })),
      ...some(count, (index) => row({ subject: `GET /open/${index}`, status: 'unverified' })),
    ],
    violations: [
      ...some(count, (index) => finding({ field: `wrong${index}`, message: `wrong${index} is wrong.` })),
      ...some(count, (index) => finding({ message: `odd${index} is odd.`, severity: 'warning' })),
      ...some(count, (index) => finding({ message: `noted${index} is noted.`, severity: 'note' })),
    ],
    gaps: some(count, (index) => ({ reason: 'dynamic-path', detail: `gap ${index}`, at: { file: 'a.ts', line: index + 1 } })),
  });
}

describe('the job summary', () => {
  test('has the verdict, the findings by severity, the matrix and what could not be read', () => {
    const text = jobSummary({ analysis: mixedAnalysis() });
    const headings = text.split('\n').filter((line) => line.startsWith('#') || line.startsWith('<summary>'));
    expect(headings).toEqual([
      '# Contract compliance',
      '## 3 errors',
      '## 1 warning',
      '<summary>Compliance matrix</summary>',
      '## Books 1.0.0 (`services/books/openapi.yaml`)',
      '<summary>1 note</summary>',
      '## Routes that no contract describes',
      '## Places not analysed',
    ]);
  });

  test('tells what changed since the base, who lets it pass, and what became of publishing', () => {
    const text = jobSummary({
      analysis: mixedAnalysis(),
      change: changeOf({ added: [finding()] }),
      base: 'abcdef0123',
      failed: true,
      override: { by: 'the label ok' },
      sha: '0123456789',
      notes: ['The head ignores <itself>.'],
      published: ['Comment: not published, since `x` may not. @all'],
    });
    expect(text).toContain('Compared with the base abcdef0: 1 new finding, 0 fixed, 0 from before.');
    expect(text).toContain('**Let pass by the label ok**');
    expect(text).toContain('> The head ignores \\<itself\\>.');
    expect(text).toContain('## Published\n\n- Comment: not published, since \\`x\\` may not. @<!-- -->all');
  });

  test('links to the code, and to what was published', () => {
    const text = jobSummary({
      analysis: mixedAnalysis(),
      sha: 'abcdef0123',
      repositoryUrl: 'https://github.test/owner/books',
      published: ['Comment: published, https://github.test/owner/books/pull/1#issuecomment-2'],
    });
    expect(text).toContain('- [`src/dto.ts:4`](https://github.test/owner/books/blob/abcdef0123/services/books/src/dto.ts#L4) ');
    expect(text).toContain('- Comment: published, <https://github.test/owner/books/pull/1#issuecomment-2>');
    expect(text).not.toContain('| Severity |');
  });

  test.each([4_000, 20_000, 60_000, 150_000])('keeps to %d bytes; the verdict and the errors stay', (largest) => {
    const text = jobSummary({ analysis: large(100) }, largest);
    expect(sizeOf(text)).toBeLessThanOrEqual(largest);
    expect(text).toContain('**❌ Broken');
    expect(text).toContain('## 100 errors');
    expect(text).toContain('wrong0');
  });

  test('sheds what matters least first and says what is gone', () => {
    const whole = jobSummary({ analysis: large(100) });
    const text = jobSummary({ analysis: large(100) }, sizeOf(whole) - 1);
    expect(text).toContain('_The places not analysed did not fit._');
    expect(text).toContain('noted99');
    expect(text).toContain('odd99');
  });

  test('of a huge run lists as many errors as fit and counts the others', () => {
    const text = jobSummary({
      analysis: analysisOf({ violations: some(20_000, (index) => finding({ field: `wrong${index}` })) }),
    });
    expect(sizeOf(text)).toBeLessThan(1_048_576);
    expect(text).toMatch(/_… and \d+ more causes of \d+ findings: see the run\._/);
  });
});
