import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { exitCode } from '../../../src/commands/exit-code.js';
import { parseForeignReport, readForeignReport } from '../../../src/commands/untrusted/foreign-report.js';
import { TOOL } from '../../../src/model/tool.js';
import { UserError } from '../../../src/model/user-error.js';
import { reports } from '../../../src/reports/index.js';
import { json } from '../../../src/reports/json.js';
import type { Change } from '../../../src/rules/change.js';
import { fingerprint } from '../../../src/rules/fingerprint.js';
import type { Analysis } from '../../../src/rules/judge.js';
import type { Violation } from '../../../src/rules/rule.js';
import { hostileAnalysis } from '../../reports/hostile.js';
import { analysisOf, CONTRACT, finding, mixedAnalysis, row } from '../../reports/sample.js';
import { folderOf, removeFolders } from '../../temporary-folder.js';

afterAll(removeFolders);

const textOf = (analysis: Analysis): string => json.render(analysis, { maxViolations: 1 });
const read = (text: string): Analysis => parseForeignReport(text, 'report.json').analysis;
/** What is read of a report after it was changed by hand. */
const altered = (change: (report: ReturnType<typeof JSON.parse>) => void): (() => Analysis) => {
  const report = JSON.parse(textOf(mixedAnalysis()));
  change(report);
  return () => read(JSON.stringify(report));
};

describe('the report of another run', () => {
  test('read again says the same, but for the fingerprints, which are worked out', () => {
    const again = JSON.parse(textOf(read(textOf(mixedAnalysis()))));
    const { violations, ...rest } = JSON.parse(textOf(mixedAnalysis()));
    expect(again).toEqual({
      ...rest,
      violations: violations.map((violation: object) => ({ ...violation, fingerprint: expect.stringMatching(/^[0-9a-f]{32}$/) })),
    });
  });

  test('says what a change did, whose words and places are checked as all others', () => {
    const [old, surfaced, added] = [finding({ field: 'a' }), finding({ field: 'b' }), finding({ field: 'c' })].map((one) => ({
      ...one,
      fingerprint: fingerprint(one),
    })) as [Violation, Violation, Violation];
    const at = { file: 'openapi.yaml', line: 3 };
    const expectation = { contract: CONTRACT, subject: 'GET /books' };
    const change: Change = {
      ...{ added: [added], surfaced: [surfaced], remaining: [old], fixed: [finding({ field: 'd' })], unseen: [] },
      lost: [{ ...expectation, at, why: 'a call', fields: 2 }],
      breaking: [{ ...expectation, rule: 'endpoint-removed', message: 'It went.', at }],
      dropped: [{ contract: 'gone.yaml', subject: 'GET /x' }],
      moved: [{ contract: CONTRACT, from: '/api', to: '/', operations: 4 }],
      ...{ unproven: [{ ...expectation, at }], uncompared: [{ ...expectation, at, why: 'a reference' }] },
    };
    const analysis = analysisOf({ violations: [old, surfaced, added] });
    const read = (over: Partial<Change>, name = old.fingerprint) =>
      parseForeignReport(
        json.render(analysis, { maxViolations: 1, change: { ...change, ...over, remaining: [{ ...old, fingerprint: name }] } }),
        'report.json',
      ).change;
    const { fixed, ...same } = change;
    expect(read({})).toMatchObject(same);
    expect(read({})?.fixed.map(({ field }) => field)).toEqual(fixed.map(({ field }) => field));
    expect(read({}, 'made up')?.added.map(({ field }) => field)).toEqual(['a', 'c']);
    const outside = { file: '../x', line: 1 };
    expect(() => read({ lost: [{ ...expectation, at: outside }] })).toThrow('a path leads out of the repository');
    expect(() => read({ breaking: [{ ...expectation, rule: 'a b', message: '', at }] })).toThrow('is no word');
    expect(() => read({ fixed: [finding({ file_path: '/etc/passwd' })] })).toThrow('a path leads out of the repository');
    // A run that does not know says why.
    const unanswered = json.render(analysis, { maxViolations: 1, unanswered: 'no base' });
    expect(parseForeignReport(unanswered, 'report.json')).toMatchObject({ unanswered: 'no base', change: undefined });
  });

  test('says as well what is known, resolved, ignored and left out', () => {
    const resolved = [
      { fingerprint: 'abcdef012345', check: 'CONTRACT-001', problem: 'type', contract: CONTRACT, subject: 'GET /books' },
    ];
    const chosen = {
      baseline: { file: 'baseline.json', known: [finding({ field: 'old' })], resolved, strict: true },
      ignored: [{ reason: 'agreed', violation: finding({ field: 'agreed' }) }],
      scope: { since: 'abc', outside: 2 },
      notices: ['A sentence.'],
    };
    const { baseline, ignored, scope, notices } = read(textOf(analysisOf(chosen)));
    expect([baseline?.file, baseline?.known.map(({ field }) => field), baseline?.resolved]).toEqual([
      'baseline.json',
      ['old'],
      resolved,
    ]);
    expect([ignored?.map(({ reason }) => reason), scope, notices]).toEqual([['agreed'], chosen.scope, chosen.notices]);
    // An entry of a strict baseline failed that run; what is published of it must not be green.
    expect(exitCode(read(textOf(analysisOf(chosen))), ['error'])).toBe(1);
    const outside = analysisOf({ baseline: { ...chosen.baseline, known: [finding({ file_path: '../x' })] } });
    expect(() => read(textOf(outside))).toThrow('a path leads out of the repository');
  });

  test('does not choose its name, its version, its counts or its fingerprints', () => {
    const analysis = altered((report) => {
      report.tool = { name: '<b>', version: '](http://evil.example)' };
      report.summary = {
        ...report.summary,
        errors: 0,
        complianceRatio: 1,
        health: 'passed',
        violated: 0,
        missing: 0,
        verified: 4,
      };
      report.violations[0].fingerprint = '--> @all';
    })();
    expect(analysis.tool).toBe(TOOL);
    expect(analysis.summary).toEqual(mixedAnalysis().summary);
    expect(analysis.violations[0]?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
  });

  test('an operation with an error is not verified, whatever its row says', () => {
    const analysis = read(textOf(analysisOf({ matrix: [row()], violations: [finding({ subject: 'GET /books' })] })));
    expect(analysis.matrix[0]?.status).toBe('violated');
    expect(analysis.summary.verified).toBe(0);
  });

  test.each([
    ['../x', 'upward'],
    ['a/../../x', 'upward later'],
    ['/etc/passwd', 'absolute'],
    ['C:/x', 'of a drive'],
    ['a\\..\\x', 'of Windows'],
    ['a\0b', 'of no system'],
    ['', 'empty'],
  ])('a path %j, %s, is refused wherever it stands', (path) => {
    const places: readonly ((report: ReturnType<typeof JSON.parse>) => void)[] = [
      (report) => {
        report.violations[0].file_path = path;
      },
      (report) => {
        report.violations[0].promisedAt.file = path;
      },
      (report) => {
        report.violations[2].related[0].file = path;
      },
      (report) => {
        report.matrix[0].codeAt.file = path;
      },
      (report) => {
        report.routes[0].file = path;
      },
      (report) => {
        report.gaps[0].file = path;
      },
    ];
    for (const place of places) expect(altered(place)).toThrow('a path leads out of the repository');
  });

  test.each([
    [
      'a rule that there is not',
      (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { check: '<img>' }),
    ],
    ['no contract', (report: ReturnType<typeof JSON.parse>) => Object.assign(report, { contracts: [] })],
    [
      'a finding of another contract',
      (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { contract: 'x' }),
    ],
    ['a reason that is no word', (report: ReturnType<typeof JSON.parse>) => Object.assign(report.gaps[0], { reason: '| @all' })],
    ['a field that there is not', (report: ReturnType<typeof JSON.parse>) => Object.assign(report, { pullRequest: 7 })],
    [
      'a field that there is not, of a finding',
      (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { url: 'x' }),
    ],
    ['another severity', (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { severity: 'fatal' })],
    ['another version', (report: ReturnType<typeof JSON.parse>) => Object.assign(report, { formatVersion: 2 })],
    ['a line that is no number', (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { line: '1' })],
    [
      'a text of 20,001 characters',
      (report: ReturnType<typeof JSON.parse>) => Object.assign(report.violations[0], { message: 'x'.repeat(20_001) }),
    ],
    ['100,001 crashes', (report: ReturnType<typeof JSON.parse>) => Object.assign(report, { crashes: Array(100_001).fill('x') })],
  ])('%s is refused', (_, change) => {
    expect(altered(change)).toThrow(UserError);
  });

  test.each(['', 'null', '[]', '{}', '{"formatVersion":1}', '{"__proto__":{}}', '['.repeat(100_000)])(
    '%.20s is refused',
    (text) => {
      expect(() => read(text)).toThrow(UserError);
    },
  );

  test('anything in place of any part of it is refused or rendered', () => {
    const paths = leavesOf(JSON.parse(textOf(mixedAnalysis())));
    fc.assert(
      fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
        const report = JSON.parse(textOf(mixedAnalysis()));
        set(report, path, value);
        let analysis: Analysis;
        try {
          analysis = read(JSON.stringify(report));
        } catch (error) {
          expect(error).toBeInstanceOf(UserError);
          return;
        }
        for (const { render } of reports) expect(typeof render(analysis, { maxViolations: 100 })).toBe('string');
      }),
      { numRuns: 300 },
    );
  });

  test('hostile words in it are shown as words', () => {
    const text = textOf(hostileAnalysis('<script>@all -->'));
    const [html] = reports.filter(({ format }) => format === 'html');
    expect(html?.render(read(text), { maxViolations: 1 })).not.toContain('<script>@all');
  });

  test('must be a file: a link leads where its maker likes', () => {
    const folder = folderOf({ 'report.json': textOf(mixedAnalysis()) });
    symlinkSync(join(folder, 'report.json'), join(folder, 'link.json'));
    mkdirSync(join(folder, 'folder.json'));
    expect(readForeignReport(join(folder, 'report.json'), 'report.json').analysis.summary.errors).toBe(3);
    expect(() => readForeignReport(join(folder, 'link.json'), 'link.json')).toThrow('link.json is no file.');
    expect(() => readForeignReport(join(folder, 'folder.json'), 'folder.json')).toThrow('folder.json is no file.');
    expect(() => readForeignReport(join(folder, 'gone.json'), 'gone.json')).toThrow('There is no report gone.json.');
  });

  test('of more than 64 MB is not read', () => {
    const folder = folderOf({});
    writeFileSync(join(folder, 'large.json'), Buffer.alloc(64 * 1024 * 1024 + 1));
    expect(() => readForeignReport(join(folder, 'large.json'), 'large.json')).toThrow('large.json is larger than 64 MB.');
  });
});

/** The path of every value in a tree. */
function leavesOf(value: unknown, path: readonly string[] = []): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, part]) => leavesOf(part, [...path, key]))].filter(
    ({ length }) => length > 0,
  );
}

function set(tree: ReturnType<typeof JSON.parse>, [first = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) tree[first] = value;
  else set(tree[first], rest, value);
}
