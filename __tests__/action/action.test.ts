import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../architecture/source-files.js';
import { type Packaged, unpack } from '../dist/packaged.js';
import { readLog, readOutputs } from '../github/runner.js';

interface JsonReport {
  readonly summary: { readonly errors: number; readonly complianceRatio: number | null; readonly health: string };
  readonly matrix: readonly { readonly subject: string; readonly status: string }[];
  readonly violations: readonly { readonly severity: string; readonly fingerprint: string; readonly message: string }[];
}

let packaged: Packaged;
let workspace: string;
beforeAll(() => {
  packaged = unpack();
  workspace = mkdtempSync(join(tmpdir(), 'tallystick workspace-'));
  mkdirSync(join(workspace, '.git'));
  cpSync(join(root, 'examples', 'bookshop'), join(workspace, 'services', 'bookshop'), { recursive: true });
});
afterAll(() => {
  packaged?.remove();
  rmSync(workspace, { recursive: true, force: true });
});

const example = { directory: 'services/bookshop' };
const reportOf = (path: string | undefined) => JSON.parse(readFileSync(path ?? 'no report', 'utf8')) as JsonReport;

describe('on a service that breaks its contract', () => {
  test('the step fails, and its outputs are what the report says', () => {
    const step = packaged.action(workspace, example);
    const outputs = readOutputs(step.output);
    const report = reportOf(outputs.report);
    expect(step.code).toBe(1);
    expect(report.summary.errors).toBeGreaterThan(0);
    expect(outputs).toEqual({
      violations: String(report.violations.length),
      errors: String(report.summary.errors),
      'compliance-ratio': String(report.summary.complianceRatio),
      health: report.summary.health,
      report: outputs.report,
    });
  });

  test('annotations point to lines that exist, the errors first', () => {
    const { commands } = readLog(packaged.action(workspace, example).stdout);
    expect(commands[0]?.name).toBe('error');
    const ranks = commands.map(({ name }) => ['error', 'warning', 'notice'].indexOf(name));
    expect(ranks).toEqual([...ranks].sort());
    for (const { properties } of commands) {
      if (properties.file === undefined) continue;
      const lines = readFileSync(join(workspace, properties.file), 'utf8').split('\n').length;
      expect(Number(properties.line)).toBeGreaterThan(0);
      expect(Number(properties.line)).toBeLessThanOrEqual(lines);
    }
  });

  test('the job summary has a row for every promise', () => {
    const step = packaged.action(workspace, example);
    const { matrix } = reportOf(readOutputs(step.output).report);
    expect(matrix.filter(({ subject }) => !step.summary.includes(subject))).toEqual([]);
  });

  test('annotations and the summary can be switched off, and the step made to pass', () => {
    const step = packaged.action(workspace, { ...example, annotations: 'false', summary: 'false', 'fail-on': 'never' });
    expect({ code: step.code, summary: step.summary, commands: readLog(step.stdout).commands }).toEqual({
      code: 0,
      summary: '',
      commands: [],
    });
  });

  test('shards, merged, find what one scan finds', () => {
    const fingerprints = (step: ReturnType<Packaged['action']>) =>
      reportOf(readOutputs(step.output).report).violations.map(({ fingerprint }) => fingerprint);
    const sheets = ['1/2', '2/2'].map((shard) => {
      const step = packaged.action(workspace, { ...example, mode: 'shard', shard });
      expect(step.code).toBe(0);
      return readOutputs(step.output).sheet ?? '';
    });
    const merged = packaged.action(workspace, { ...example, mode: 'merge', sheets: sheets.join('\n') });
    expect(merged.code).toBe(1);
    expect(fingerprints(merged)).toEqual(fingerprints(packaged.action(workspace, example)));

    const folder = join(packaged.folder, 'sheets');
    for (const sheet of sheets) cpSync(sheet, join(folder, sheet.split(/[\\/]/).at(-1) ?? ''));
    expect(packaged.action(workspace, { ...example, mode: 'merge', sheets: folder }).code).toBe(1);
    expect(packaged.action(workspace, { ...example, mode: 'merge', sheets: sheets[0] ?? '' }).code).toBe(3);
  });

  test('the report goes where the input says', () => {
    packaged.action(workspace, { ...example, output: 'out/tallystick.json' });
    expect(existsSync(join(workspace, 'out/tallystick.json'))).toBe(true);
    rmSync(join(workspace, 'out'), { recursive: true });
  });

  test('findings are shown even when the report cannot be written', () => {
    const step = packaged.action(workspace, { ...example, output: 'services' });
    const { commands } = readLog(step.stdout);
    expect(step.code).toBe(2);
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.at(-1)?.message).toContain('cannot be written');
    expect(step.summary).not.toBe('');
  });

  test('without command files, as on a machine of a developer, it only prints', () => {
    const step = packaged.action(workspace, example, { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' });
    expect({ code: step.code, output: step.output, summary: step.summary, stderr: step.stderr }).toEqual({
      code: 1,
      output: '',
      summary: '',
      stderr: '',
    });
  });
});

describe('a mistake of the user', () => {
  test.each([
    ['a folder that is not there', { directory: 'nowhere' }],
    ['a contract that is not there', { ...example, contracts: 'nowhere.yaml' }],
    ['an unknown value', { ...example, 'fail-on': 'erorr' }],
    ['a shard without a number', { ...example, mode: 'shard' }],
  ])('%s is one error annotation with what to do, and exit code 2', (_, inputs) => {
    const { code, stdout, stderr, output } = packaged.action(workspace, inputs);
    const { commands, shown } = readLog(stdout);
    expect({ code, stderr, output, commands: commands.map(({ name }) => name) }).toEqual({
      code: 2,
      stderr: '',
      output: '',
      commands: ['error'],
    });
    expect(commands[0]?.message.split('\n')).toHaveLength(2);
    expect(shown.filter((line) => /^\s+at .*\(/.test(line))).toEqual([]);
  });
});

test('names and texts of a repository are never obeyed', () => {
  const hostile = mkdtempSync(join(tmpdir(), 'tallystick-hostile-'));
  const gotcha = '::error file=x::gotcha';
  const files = {
    'package.json': '{"type":"module","dependencies":{"express":"4.0.0"}}',
    'openapi.json': JSON.stringify({
      openapi: '3.0.3',
      info: { title: `${gotcha}\n${gotcha}`, version: '1\n::set-output name=errors::0' },
      paths: {
        [`/books\n${gotcha}`]: { get: { responses: { 200: { description: gotcha } } } },
        '/##[error]gotcha': { get: { responses: { 200: { description: 'ok' } } } },
        '/titles': {
          get: {
            responses: {
              200: {
                description: 'ok',
                content: {
                  'application/json': {
                    schema: { type: 'object', required: [`\n${gotcha}`], properties: { [`\n${gotcha}`]: { type: 'string' } } },
                  },
                },
              },
            },
          },
        },
      },
    }),
    // Colons are no part of file names on Windows.
    [process.platform === 'win32' ? 'a,line=99.ts' : 'a,line=99::error::gotcha.ts']:
      "import express from 'express';\nconst app = express();\napp.get('/titles', (req, res) => { res.json({ other: 1 }); });\napp.listen(1);\n",
  };
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(hostile, path)), { recursive: true });
    writeFileSync(join(hostile, path), text);
  }
  const step = packaged.action(hostile);
  const { commands } = readLog(step.stdout);
  const outputs = readOutputs(step.output);
  const { violations } = reportOf(outputs.report);
  expect(step.code).toBe(1);
  expect(violations.length).toBeGreaterThan(2);
  expect(commands.map(({ name }) => name).filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
  expect(commands).toHaveLength(violations.length);
  expect(commands.filter(({ properties }) => properties.file === 'x' || properties.line === '99')).toEqual([]);
  expect(step.summary).not.toMatch(/^::/m);
  rmSync(hostile, { recursive: true, force: true });
});
