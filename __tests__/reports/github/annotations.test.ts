import { annotations } from '../../../src/reports/github/annotations.js';
import type { Severity } from '../../../src/rules/rule.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis, row } from '../sample.js';

const many = (severity: Severity, count: number) =>
  Array.from({ length: count }, (_, line) => finding({ severity, file_path: `${severity}.ts`, line: line + 1 }));
const linesOf = (text: string): readonly string[] => text.split('\n').slice(0, -1);

describe('annotations', () => {
  test('name file, line and title, and where it was promised', () => {
    expect(linesOf(annotations(mixedAnalysis()))[0]).toContain(
      '::error file=services/books/src/dto.ts,line=4,title=CONTRACT-001 GET /books/{id} and 1 more::`pages` is integer in the contract, but the code sends string.%0AFix: Send integer, or change the type in the contract.%0AContract: services/books/openapi.yaml:61.%0A%0A`',
    );
  });

  test('a missing endpoint stands at its promise and does not name it twice', () => {
    expect(linesOf(annotations(mixedAnalysis()))[2]).toBe(
      `::error file=${CONTRACT},line=70,title=CONTRACT-002 DELETE /books/{id}::No route answers DELETE /books/{id}.%0AFix: Add a route, or remove the operation from the contract.`,
    );
  });

  test('nothing found, nothing said', () => {
    expect(annotations(analysisOf())).toBe('');
  });

  test('are the worst ten of each level; one notice counts the others', () => {
    const lines = linesOf(
      annotations(analysisOf({ violations: [...many('error', 12), ...many('warning', 11), ...many('note', 30)] })),
    );
    const levels = lines.map((line) => /^::(\w+)/.exec(line)?.[1]);
    expect(levels).toEqual([...Array(10).fill('error'), ...Array(10).fill('warning'), ...Array(10).fill('notice')]);
    expect(lines.at(-1)).toMatch(/^::notice title=More findings::24 more places of findings, not annotated/);
  });

  test('of a level those come first that the reader is asked to look at first', () => {
    const violations = Array.from({ length: 20 }, (_, index) => finding({ line: index + 1 }));
    const shown = annotations(analysisOf({ violations }), ({ line }) => line > 18);
    expect([...shown.matchAll(/line=(\d+)/g)].map(([, line]) => Number(line))).toEqual([19, 20, 1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test('exactly ten of a level need no notice', () => {
    expect(linesOf(annotations(analysisOf({ violations: [...many('error', 10), ...many('note', 10)] })))).toHaveLength(20);
  });

  test('an incomplete run is an error before all others', () => {
    const crashed = analysisOf({ crashes: ['The rule CONTRACT-001 crashed on GET /books.'], violations: many('error', 1) });
    expect(linesOf(annotations(crashed))[0]).toBe('::error title=Incomplete::The rule CONTRACT-001 crashed on GET /books.');
    const blind = analysisOf({ matrix: [row({ status: 'unverified', compared: 0 })] });
    expect(annotations(blind)).toBe(`::error title=Incomplete::Nothing in ${CONTRACT} could be compared with code.\n`);
  });

  test('a hostile name starts no command of its own', () => {
    const evil = 'a.ts,line=1::x\n::stop-commands::y\r%0A';
    const lines = linesOf(
      annotations(analysisOf({ violations: [finding({ file_path: evil, subject: evil, message: evil, suggestion: evil })] })),
    );
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^::error file=a\.ts%2Cline=1%3A%3Ax%0A%3A%3Astop-commands%3A%3Ay%0D%250A,line=4,title=/);
  });

  test('a long message is cut below the limit of the runner', () => {
    const [line = ''] = linesOf(annotations(analysisOf({ violations: [finding({ message: 'x'.repeat(10_000) })] })));
    expect(line.split('::')[2]?.length).toBeLessThanOrEqual(4096);
  });
});
