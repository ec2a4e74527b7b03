import { markdown } from '../../src/reports/matrix.js';
import { analysisOf, finding, mixedAnalysis, row, unsureAnalysis } from './sample.js';

const render = (analysis = mixedAnalysis(), maxViolations = 100): string => markdown.render(analysis, { maxViolations });

/** The cells of every table row, as GitHub splits them: at bars that no backslash precedes. */
const rowsOf = (text: string): readonly (readonly string[])[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split(/(?<!\\)\|/).slice(1, -1));

describe('the compliance matrix', () => {
  test('has a table for every contract', () => {
    const other = 'services/authors/openapi.yaml';
    const text = render(analysisOf({ matrix: [row(), row({ contract: other, subject: 'GET /authors' })] }));
    expect(text).toContain('## Books 1.0.0 (`services/books/openapi.yaml`)');
    expect(text).toContain('## Books 1.0.0 (`services/authors/openapi.yaml`)');
    expect(text).toContain(
      '| ✅ verified | `GET /authors` | 4 | 0 | `services/books/openapi.yaml:20` | `services/books/src/books.ts:8` |  |',
    );
  });

  test('says why a row is unverified', () => {
    expect(render()).toContain('| ❔ unverified | `GET /books/{id}/reviews` | 1 | 2 |');
    expect(render()).toContain('reviews\\[\\]: the type comes from a package that is not installed');
  });

  // Shows REQ-069 by scan.ts; TEST-054 by reports/matrix.ts
  test('lists at most so many findings and counts the rest', () => {
    const text = render(mixedAnalysis(), 2);
    expect(text.match(/\| CONTRACT-00\d \|/g)).toHaveLength(2);
    expect(text).toContain('… and 3 more findings.');
  });

  test('stays a table, whatever the repository is called', () => {
    const evil = 'a | b\n| <script> `x` | @all \\|';
    const matrix = [row({ contract: evil, subject: evil, note: evil, codeAt: { file: evil, line: 1 } })];
    const violations = [finding({ subject: evil, field: evil, promised: evil, actual: evil, message: evil, file_path: evil })];
    const widths = rowsOf(render(analysisOf({ matrix, violations }))).map((cells) => cells.length);
    expect(widths).toEqual([7, 7, 7, 9, 9, 9]);
  });

  test('marks paths whose start is not known', () => {
    const routes = rowsOf(render(unsureAnalysis())).map(([route]) => route?.trim());
    expect(routes).toEqual(expect.arrayContaining(['`GET …/health`', '`GET /api/books (start likely)`']));
  });

  test('a contract that promises nothing says so', () => {
    const contracts = [{ id: 'empty.yaml', title: 'Empty', version: '1', kind: 'openapi', basePath: null }];
    expect(render(analysisOf({ matrix: [], contracts }))).toContain('It has nothing to compare.');
  });
});
