import { describe, expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { stateFile } from '../../../src/builder/state-file.js';
import { stateJsonSchema } from '../../../src/builder/state-schema.js';
import { buildReports } from '../../../src/reports/builder/index.js';
import { buildCheck, buildComment, buildConclusion, buildSummary } from '../../../src/reports/builder/result.js';
import { buildJsonSchema } from '../../../src/reports/builder/schema.js';
import { expectFresh } from '../../generated.js';
import { HOSTILE } from '../hostile.js';
import { buildOf, hostileBuild, milestone, step } from './sample.js';

const rendered = (format: string, report = buildOf()): string =>
  buildReports.find((each) => each.format === format)?.render(report) ?? 'no such format';
const resultOf = (build = buildOf(), failed = false) => ({
  ...{ name: 'Tallystick build', build, failed, notes: [] as string[], sha: 'a'.repeat(40) },
  ...{ repositoryUrl: 'https://github.com/octo-org/service', runUrl: 'https://github.com/octo-org/service/actions/runs/42' },
});

test('as text: milestones, contracts, what was spent, and how it ended', () => {
  expect(rendered('text')).toBe(`✓ milestone-1: Greetings (completed, 1 of 1 requirements)

Contracts: 1 of 1 contract verified, 0 violated, 0 contract operations without code
Spent:     1 min 20 s of agents at work, 12 turns, 1.50 US dollars
Health:    passed

The milestone is built.
`);
});

test('what was delivered is told, with how to start it, and how reports of agents were checked', () => {
  const validation = '### Agent Validation: developer\n- STATUS: PASS\n- FILES\\_MODIFIED: `src/app.js`';
  const delivered = { summary: 'It greets.', usage: 'GET /greetings/Ada', start: 'npm start' };
  const build = buildOf({ milestones: [milestone({ delivered, steps: [step({ validation })] })] });
  expect(rendered('text', build)).toContain('    built: It greets.\n    start: npm start\n    use: GET /greetings/Ada\n');
  const text = rendered('markdown', build);
  expect(text).toContain('- built: It greets.\n- start: npm start\n- use: GET /greetings/Ada');
  expect(text).toContain('- Agent Validation: developer\n  - STATUS: PASS\n  - FILES');
  expect(rendered('text')).not.toContain('start:');
});

test('as Markdown: every step with its attempts is folded away, by milestone, below the chart', () => {
  const steps = [step({ outcome: 'refused', reasons: ['npm test ended with 1'] }), step({ attempt: 2 })];
  const text = rendered('markdown', buildOf({ milestones: [milestone({ steps })] }));
  expect(text).toContain('section milestone-1\n  developer :crit, 1767261600000, 1767261610000\n  developer 2 :done,');
  expect(text).toContain('**milestone-1**\n\n<details>\n<summary>2 steps</summary>\n\n| Step | Attempt | Outcome | Time | Why |');
  expect(text).toContain(
    '| developer | 1 | ❌ refused | 10 s | npm test ended with 1 |\n| developer | 2 | ✅ passed | 10 s |  |',
  );
  expect(text.indexOf('```mermaid')).toBeLessThan(text.indexOf('<details>'));
});

test('as Markdown: what the contracts found stands in a table', () => {
  const violations = [
    { check: 'CONTRACT-001', file: 'src/app.js', line: 4, message: 'text is in the contract, but the code does not send it.' },
  ];
  const text = rendered('markdown', buildOf({ contracts: { total: 1, verified: 0, violated: 1, missing: 0, violations } }));
  expect(text).toContain('| CONTRACT-001 | `src/app.js:4` | text is in the contract, but the code does not send it. |');
});

describe('hostile texts', () => {
  const build = hostileBuild(HOSTILE);
  const result = resultOf(build, true);
  const check = buildCheck(result);
  test.each([
    ['markdown', rendered('markdown', build)],
    ['comment', buildComment({ ...result, notes: [HOSTILE] })],
    ['summary', buildSummary({ build, notes: [HOSTILE] }, [HOSTILE])],
    ['check', `${check.summary}\n${check.text}`],
  ])('start nothing in the %s: no tag, no link, no mention, no control character', (_, text) => {
    const outside = text.replace(/(?<![\\`])(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, '');
    expect(outside).not.toMatch(/(?<!\\)<(?:script|img|\/style)/i);
    expect(outside).not.toMatch(/(?<!\\)\[x\]\(/);
    expect(outside).not.toMatch(/@all/);
    expect([...text].some((sign) => sign < '\t' || sign === '\u001b' || sign === '\u202e')).toBe(false);
  });

  test('end no label, no line and no fence of the chart', () => {
    const evil = 'a: crit, 0, 1\n```\n<b>x</b>; click b href "javascript:1" %%{init: {}}%%';
    const text = rendered('markdown', hostileBuild(evil));
    const chart = text.slice(text.indexOf('```mermaid'), text.indexOf('\n```\n', text.indexOf('```mermaid')));
    expect(chart.split('\n').slice(4)).toEqual([
      expect.stringMatching(/^ {2}section [\p{L}\p{N} ._()-]+$/u),
      expect.stringMatching(/^ {2}[\p{L}\p{N} ._()-]+ :crit, \d+, \d+$/u),
      expect.stringMatching(/^ {2}[\p{L}\p{N} ._()-]+ :done, \d+, \d+$/u),
    ]);
  });
});

test('a name of signs alone still has a bar', () => {
  expect(rendered('markdown', buildOf({ milestones: [milestone({ id: '::', steps: [step({ name: '{}' })] })] }))).toContain(
    'section -\n  - :done, ',
  );
});

test('what does not fit is named, and how it ended always stays', () => {
  const many = Array.from({ length: 2_000 }, (_, index) => milestone({ id: `milestone-${index}`, steps: [step(), step()] }));
  const build = buildOf({ milestones: many });
  for (const text of [buildComment(resultOf(build), 20_000), buildSummary({ build, notes: [] }, [], 20_000)]) {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(20_001);
    expect(text).toContain('All 2000 milestones are built.');
    expect(text).toContain('_The steps did not fit._');
    expect(text).toMatch(/… and [\d,]+ more milestones/);
  }
  const check = buildCheck(resultOf(build), 20_000);
  expect([check.summary, check.text].every((text) => Buffer.byteLength(text) <= 20_000)).toBe(true);
});

test.each([
  ['completed', 'passed', false, 'success'],
  ['completed', 'partial', false, 'neutral'],
  ['completed', 'unknown', false, 'neutral'],
  ['stopped', 'passed', true, 'failure'],
  ['failed', 'failed', true, 'failure'],
  ['interrupted', 'partial', true, 'failure'],
] as const)('a build that %s, with health %s, red: %s, ends the check with %s', (outcome, health, failed, conclusion) => {
  expect(buildConclusion({ build: buildOf({ outcome, health }), failed })).toBe(conclusion);
});

test('the JSON report has a published schema, and keeps to it', () => {
  expectFresh('schema/build.schema.json', `${JSON.stringify(buildJsonSchema(), null, 2)}\n`);
  const isValid = new Ajv2020({ strict: false }).compile(buildJsonSchema() as object);
  for (const report of [buildOf(), hostileBuild(HOSTILE)]) expect(isValid(JSON.parse(rendered('json', report)))).toBe(true);
  expect(isValid({ ...JSON.parse(rendered('json')), more: 1 })).toBe(false);
});

test('STATE.json has a published schema', () => {
  expectFresh('schema/state.schema.json', `${JSON.stringify(stateJsonSchema(), null, 2)}\n`);
  expect(Object.keys(stateFile.shape)).toContain('summary');
});
