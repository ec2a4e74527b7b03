import { generateComplianceMatrix, parseComplianceMatrix } from '../../src/reports/compliance-matrix.js';
import { badge } from '../../src/reports/history/badge.js';
import { html } from '../../src/reports/html.js';
import { markdown } from '../../src/reports/matrix.js';
import { text } from '../../src/reports/terminal.js';
import { compliance, headlineText, incompleteness, nextSteps, statusCounts, verdict } from '../../src/reports/verdict.js';
import type { Analysis, MatrixRow } from '../../src/rules/judge.js';
import { analysisOf, mixedAnalysis, row } from './sample.js';

const routed = (subject: string): MatrixRow => row({ subject, compared: 0, byRoute: true });
const open = (subject: string): MatrixRow => row({ subject, status: 'unverified', compared: 0, unknown: 1 });
const rows = (...matrix: readonly MatrixRow[]): Analysis => analysisOf({ matrix });
const many = (count: number, make: (subject: string) => MatrixRow): readonly MatrixRow[] =>
  Array.from({ length: count }, (_, index) => make(`GET /${index}`));
const withBodies = (analysis: Analysis): Analysis => ({
  ...analysis,
  contracts: analysis.contracts.map((contract) => ({ ...contract, bodies: 1 })),
});

const withStarts = (analysis: Analysis, startUnknown: number): Analysis => ({
  ...analysis,
  summary: { ...analysis.summary, startUnknown },
});

const SOME_BY_ROUTE = rows(row(), routed('DELETE /books'));
const ALL_BY_ROUTE = rows(...many(3, routed));
const ONE_OF_TWELVE = rows(row(), ...many(11, open));

describe('what only known findings break', () => {
  const analysis = analysisOf({ matrix: [row({ status: 'violated' }), row()], violations: [] });
  const baseline = { file: '.tallystick-baseline.json', known: [], resolved: [] };
  const scope = { since: 'main', outside: 1 };
  test.each([
    [{ baseline }, 'in the baseline'],
    [{ scope }, 'outside the change'],
    [{ baseline, scope }, 'in the baseline or outside the change'],
  ])('is said with where they are (%#)', (over, places) => {
    expect(verdict({ ...analysis, ...over }).sentence).toBe(
      `No error is reported; 1 of 2 endpoints is broken by findings ${places}.`,
    );
  });
});

describe('what is verified by its route alone', () => {
  test.each([
    [SOME_BY_ROUTE, '2 verified, 1 of them by route alone'],
    [ALL_BY_ROUTE, '3 verified, all of them by route alone'],
    [rows(routed('GET /')), '1 verified by route alone'],
    [rows(row()), '1 verified'],
    [withStarts(SOME_BY_ROUTE, 2), '2 verified, 1 of them by route alone, all by a path with an unknown start'],
    [withStarts(ALL_BY_ROUTE, 1), '3 verified, all of them by route alone, 1 by a path with an unknown start'],
    [withStarts(rows(row()), 1), '1 verified by a path with an unknown start'],
  ])('is counted by itself (%#)', (analysis, counts) => {
    expect(statusCounts(analysis)).toBe(counts);
  });

  test('is told apart in every report', () => {
    for (const { render } of [text, html, markdown])
      expect(
        render(SOME_BY_ROUTE, { maxViolations: 100, show: { verbose: true } }).match(/(?<!of them )by route alone/g),
      ).toHaveLength(1);
    expect(badge(SOME_BY_ROUTE)).toContain('"100 % kept, 1 by route alone"');
  });

  test('is told apart in the document that is kept, and read from it again', () => {
    const { kind, contract, subject } = routed('DELETE /books');
    const entry = { kind, contract, subject, implemented: true, status: 'verified', byRoute: true, code: '', note: '' } as const;
    const document = generateComplianceMatrix([entry]);
    expect(document).toContain('1 verified by route alone');
    expect(parseComplianceMatrix(document).entries).toEqual([entry]);
  });
});

test('fields of which the type alone was compared are counted in every report', () => {
  const whole = rows(row());
  const some = { ...whole, summary: { ...whole.summary, fieldsByType: 1 } };
  for (const { render } of [text, html, markdown])
    expect(render(some, { maxViolations: 100 })).toContain('compared, 1 of them by type alone');
});

describe('a percentage', () => {
  test.each([
    ['of most that is promised', rows(row(), open('GET /a')), '100 %'],
    ['of less than half', ONE_OF_TWELVE, '1 of 12 decided'],
    ['of routes alone', ALL_BY_ROUTE, '3 of 3 decided'],
    ['of routes alone beside what is broken', rows(routed('GET /a'), row({ status: 'missing', compared: 0 })), '2 of 2 decided'],
    ['of nothing kept', rows(row({ status: 'missing', compared: 0 })), '0 %'],
    ['of nothing decided', rows(open('GET /a')), 'unknown'],
  ])('%s', (_, { summary }, stated) => {
    expect(headlineText(summary)).toBe(stated);
  });

  test.each([ALL_BY_ROUTE, ONE_OF_TWELVE])('of too little stands in no report (%#)', (analysis) => {
    const reports = [text, html, markdown].map(({ render }) => render(analysis, { maxViolations: 100 }));
    for (const report of [...reports, badge(analysis)]) expect(report).not.toMatch(/\d %/);
    expect(badge(analysis)).not.toContain('brightgreen');
    expect(compliance(analysis)).toMatch(/^(?:3 of 3|1 of 12) decided, /);
  });

  test('is none of a kept contract without bodies, and the verdict says why', () => {
    expect(verdict(ALL_BY_ROUTE)).toEqual({
      mood: 'good',
      sentence: 'Passed: all 3 endpoints match the contract, by route alone because the contract describes no body.',
    });
  });
});

describe('a run that decided less than is asked for', () => {
  const short = { ...ONE_OF_TWELVE, minDecided: 0.5 };
  const sentence = 'Too little is decided: 1 of 12 subjects (8 %), where at least 50 % is required.';

  test('is bad, and says how much was decided, in every report', () => {
    expect(verdict(short)).toEqual({ mood: 'bad', sentence: 'Too little was decided to pass.' });
    for (const { render } of [text, html, markdown]) expect(render(short, { maxViolations: 100 })).toContain(sentence);
    expect(verdict({ ...ONE_OF_TWELVE, minDecided: 1 / 12 }).mood).toBe('open');
  });

  test('says so beside what is broken', () => {
    const broken = { ...rows(row({ status: 'missing' }), ...many(11, open)), minDecided: 0.5 };
    expect(verdict(broken).sentence).toMatch(/^Broken: /);
    expect(text.render(broken, { maxViolations: 100 })).toContain(sentence);
  });
});

describe('a run is incomplete', () => {
  const blind = 'services/books/openapi.yaml has JSON bodies, but no field of them could be compared.';
  test.each([
    ['where bodies are promised and none was compared', withBodies(rows(routed('DELETE /a'), open('GET /a'))), [blind]],
    ['not where one field was', withBodies(rows(routed('DELETE /a'), row())), []],
    ['not where something is broken', withBodies(rows(routed('DELETE /a'), row({ status: 'missing', compared: 0 }))), []],
    ['not where no body is promised', rows(routed('DELETE /a'), open('DELETE /b')), []],
  ])('%s', (_, analysis, reasons) => {
    expect(incompleteness(analysis)).toEqual(reasons);
  });
});

describe('the verdict beside a baseline', () => {
  const baseline = { file: 'known.json', known: [], resolved: [] };
  const broken = { ...mixedAnalysis(), baseline };

  test('counts what the baseline does not list, then what it lists as well', () => {
    const [first] = broken.violations;
    const one = { ...broken, violations: broken.violations.filter(({ subject }) => subject === first?.subject) };
    expect(verdict(one).sentence).toBe(
      'Broken: 1 of 4 endpoints has errors that the baseline does not list; including its entries, 2 are broken.',
    );
    expect(verdict(broken).sentence).toBe('Broken: 2 of 4 endpoints have errors that the baseline does not list.');
  });

  test('is none of these words without one', () => {
    expect(verdict(mixedAnalysis()).sentence).toBe('Broken: 2 of 4 endpoints do not match the contract.');
  });
});

test('a run of notes alone asks for no fix', () => {
  const notes = mixedAnalysis().violations.filter(({ severity }) => severity === 'note');
  expect(notes.length).toBeGreaterThan(0);
  expect(nextSteps({ ...mixedAnalysis(), violations: notes }).join('\n')).not.toContain('Fix the code');
  expect(nextSteps(mixedAnalysis()).join('\n')).toContain('Fix the code');
});
