import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jest } from '@jest/globals';
import fc from 'fast-check';
import { annotate, printUntrusted, setResults, setSheet, summarise } from '../../src/github/publish.js';
import type { Analysis } from '../../src/rules/judge.js';
import type { Violation } from '../../src/rules/rule.js';
import { readLog, readOutputs } from './runner.js';

const variables = ['GITHUB_OUTPUT', 'GITHUB_STEP_SUMMARY'] as const;
const before = variables.map((name) => [name, process.env[name]] as const);
let folder: string;
const file = (name: string) => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tallystick-publish-'));
  for (const name of variables) process.env[name] = file(name);
});
beforeEach(() => {
  for (const name of variables) writeFileSync(file(name), '');
});
afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, value] of before) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
});

function violation(parts: Partial<Violation> = {}): Violation {
  const promisedAt = { file: 'openapi.yaml', line: 7 };
  return {
    check: 'CONTRACT-001',
    severity: 'error',
    file_path: 'src/books.ts',
    line: 3,
    message: 'title is not sent.',
    contract: 'openapi.yaml',
    subject: 'GET /books',
    problem: 'missing',
    promisedAt,
    related: [],
    fingerprint: 'f',
    ...parts,
  };
}

function analysis(violations: readonly Violation[], complianceRatio: number | null = 0.5): Analysis {
  return {
    tool: { name: 'tallystick', version: '0.0.0' },
    summary: {
      contracts: 1,
      subjects: 2,
      verified: 1,
      verifiedByRoute: 0,
      violated: 1,
      missing: 0,
      unverified: 0,
      undocumented: 0,
      errors: violations.filter(({ severity }) => severity === 'error').length,
      warnings: 0,
      notes: 0,
      fieldsCompared: 1,
      fieldsUnknown: 0,
      complianceRatio,
      health: 'partial',
    },
    matrix: [],
    violations,
    routes: [],
    gaps: [],
    crashes: [],
    contracts: [],
    stats: { files: 1, millis: 1, cacheHits: 0, inferred: 0 },
  };
}

function logged(print: (log: (text: string) => void) => void): string {
  let text = '';
  print((more) => {
    text += more;
  });
  return text;
}

test('no text from a repository is obeyed as a command', () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      '::error::x',
      '##[error]x',
      '::stop-commands::a',
      '  ::set-output name=a::b',
      '::x::',
      '\n::add-mask::y',
      '\r::error::z',
    ),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(hostile), (parts) => {
      const text = parts.join('\n');
      const { commands, shown } = readLog(logged((log) => printUntrusted(text, log)));
      expect(commands).toEqual([]);
      expect(shown.slice(0, -1)).toEqual(text.replace(/\n$/, '').split(/\r\n|\r|\n/));
    }),
  );
});

test('an annotation points to the line of the finding', () => {
  const { commands } = readLog(logged((log) => annotate(analysis([violation()]), log)));
  expect(commands.map(({ name, properties }) => [name, properties.file, properties.line])).toEqual([
    ['error', 'src/books.ts', '3'],
  ]);
});

test('a file name cannot add a property, a line or a command to its annotation', () => {
  const name = 'a,line=99::b\n::error::gotcha\r%0A.ts';
  const { commands } = readLog(
    logged((log) => annotate(analysis([violation({ file_path: name, message: `${name}\n::error::again` })]), log)),
  );
  expect(commands).toHaveLength(1);
  expect(commands[0]?.properties).toMatchObject({ file: name, line: '3' });
});

test('outputs are set as a runner reads them', () => {
  setResults(analysis([violation(), violation({ severity: 'note' })]), '/tmp/a b.json');
  setSheet('/tmp/sheet.json');
  expect(readOutputs(readFileSync(file('GITHUB_OUTPUT'), 'utf8'))).toEqual({
    violations: '2',
    errors: '1',
    'compliance-ratio': '0.5',
    health: 'partial',
    report: '/tmp/a b.json',
    ...{ new: '', lost: '', breaking: '', dropped: '', moved: '' },
    sheet: '/tmp/sheet.json',
  });
});

test('how many answers each question about a change has is an output', () => {
  setResults(analysis([]), 'r.json', { new: 0, lost: 2, breaking: 0, dropped: 0, moved: 1 });
  const outputs = readOutputs(readFileSync(file('GITHUB_OUTPUT'), 'utf8'));
  expect(outputs).toMatchObject({ new: '0', lost: '2', breaking: '0', dropped: '0', moved: '1' });
});

test('an undecided ratio is empty, not the word null', () => {
  setResults(analysis([], null), 'r.json');
  expect(readOutputs(readFileSync(file('GITHUB_OUTPUT'), 'utf8'))).toMatchObject({ 'compliance-ratio': '' });
});

test('a summary that cannot be written is told and ends nothing', async () => {
  process.env.GITHUB_STEP_SUMMARY = join(folder, 'gone', 'summary');
  const written: string[] = [];
  const spy = jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  try {
    expect(await summarise({ analysis: analysis([]) })).toBe(false);
  } finally {
    spy.mockRestore();
    process.env.GITHUB_STEP_SUMMARY = file('GITHUB_STEP_SUMMARY');
  }
  expect(written.join('')).toMatch(/^::warning title=Tallystick::The job summary cannot be written: /);
});

test('the summary is appended to the file of the step, and is nowhere to go outside a workflow', async () => {
  expect(await summarise({ analysis: analysis([violation()]) })).toBe(true);
  expect(readFileSync(file('GITHUB_STEP_SUMMARY'), 'utf8')).toContain('# Contract compliance');
  delete process.env.GITHUB_STEP_SUMMARY;
  expect(await summarise({ analysis: analysis([]) })).toBe(false);
  process.env.GITHUB_STEP_SUMMARY = file('GITHUB_STEP_SUMMARY');
});
