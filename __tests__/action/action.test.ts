import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../architecture/source-files.js';
import { workflowDispatch } from './events.js';
import type { Folder } from './folders.js';
import { type Job, type Runner, type Step, startRunner } from './runner.js';

interface JsonReport {
  readonly summary: { readonly errors: number; readonly complianceRatio: number | null; readonly health: string };
  readonly matrix: readonly { readonly subject: string; readonly status: string }[];
  readonly violations: readonly {
    readonly file_path: string;
    readonly line: number;
    readonly severity: string;
    readonly fingerprint: string;
    readonly message: string;
  }[];
}

let runner: Runner;
let workspace: string;
beforeAll(() => {
  runner = startRunner();
  workspace = mkdtempSync(join(tmpdir(), 'tallystick workspace-'));
  mkdirSync(join(workspace, '.git'));
  cpSync(join(root, 'examples', 'bookshop'), join(workspace, 'services', 'bookshop'), { recursive: true });
});
afterAll(() => {
  runner?.remove();
  rmSync(workspace, { recursive: true, force: true });
});

/** Runs the action on the default branch, where nothing is published. */
const action = (folder: string, inputs: Readonly<Record<string, string>> = {}, job: Partial<Job> = {}): Promise<Step> =>
  runner.step({ event: workflowDispatch('a'.repeat(40)), workspace: folder, inputs, ...job });

const example = { directory: 'services/bookshop' };
const reportOf = (path: string | undefined) => JSON.parse(readFileSync(path ?? 'no report', 'utf8')) as JsonReport;

describe('on a service that breaks its contract', () => {
  test('the step fails, and its outputs are what the report says', async () => {
    const step = await action(workspace, example);
    const { outputs } = step;
    const report = reportOf(outputs.report);
    expect(step.code).toBe(1);
    expect(report.summary.errors).toBeGreaterThan(0);
    expect(outputs).toEqual({
      violations: String(report.violations.length),
      errors: String(report.summary.errors),
      'compliance-ratio': String(report.summary.complianceRatio),
      health: report.summary.health,
      report: outputs.report,
      ...{ new: '', lost: '', breaking: '', dropped: '', moved: '' },
    });
  });

  test('annotations point to lines that exist, the errors first', async () => {
    const { commands } = await action(workspace, example);
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

  test('the job summary has a row for every promise', async () => {
    const step = await action(workspace, example);
    const { matrix } = reportOf(step.outputs.report);
    expect(matrix.filter(({ subject }) => !step.summary.includes(subject))).toEqual([]);
  });

  test('annotations and the summary can be switched off, and the step made to pass', async () => {
    const step = await action(workspace, { ...example, publish: 'none', 'fail-on': 'never' });
    expect({ code: step.code, summary: step.summary, commands: step.commands }).toEqual({
      code: 0,
      summary: '',
      commands: [],
    });
  });

  test('shards, merged, find what one scan finds', async () => {
    const fingerprints = (step: Step) => reportOf(step.outputs.report).violations.map(({ fingerprint }) => fingerprint);
    const sheets: string[] = [];
    for (const shard of ['1/2', '2/2']) {
      const step = await action(workspace, { ...example, shard }, { action: 'shard' });
      expect(step.code).toBe(0);
      sheets.push(step.outputs.sheet ?? '');
    }
    const merged = await action(workspace, { ...example, sheets: sheets.join('\n') }, { action: 'merge' });
    expect(merged.code).toBe(1);
    expect(fingerprints(merged)).toEqual(fingerprints(await action(workspace, example)));

    const folder = join(runner.folder, 'sheets');
    for (const sheet of sheets) cpSync(sheet, join(folder, sheet.split(/[\\/]/).at(-1) ?? ''));
    expect((await action(workspace, { ...example, sheets: folder }, { action: 'merge' })).code).toBe(1);
    expect((await action(workspace, { ...example, sheets: sheets[0] ?? '' }, { action: 'merge' })).code).toBe(3);
  });

  test('the report goes where the input says', async () => {
    await action(workspace, { ...example, output: 'out/tallystick.json' });
    expect(existsSync(join(workspace, 'out/tallystick.json'))).toBe(true);
    rmSync(join(workspace, 'out'), { recursive: true });
  });

  test('findings are shown even when the report cannot be written', async () => {
    const step = await action(workspace, { ...example, output: 'services' });
    const { commands } = step;
    expect(step.code).toBe(2);
    expect(commands.length).toBeGreaterThan(2);
    expect(commands.at(-1)?.message).toContain('cannot be written');
    expect(step.summary).not.toBe('');
  });

  test('without command files, as on a machine of a developer, it only prints', async () => {
    const step = await action(workspace, example, { env: { GITHUB_OUTPUT: '', GITHUB_STEP_SUMMARY: '' } });
    expect({ code: step.code, outputs: step.outputs, summary: step.summary, stderr: step.stderr }).toEqual({
      code: 1,
      outputs: {},
      summary: '',
      stderr: '',
    });
  });
});

describe('a mistake of the user', () => {
  test.each([
    ['a folder that is not there', { directory: 'nowhere' }, undefined],
    ['a contract that is not there', { ...example, contracts: 'nowhere.yaml' }, undefined],
    ['an unknown value', { ...example, 'fail-on': 'erorr' }, undefined],
    ['a list with an unknown word', { ...example, publish: 'coment' }, undefined],
    ['a shard without a number', { ...example, shard: '' }, 'shard' as const],
  ])('%s is one error annotation with what to do, and exit code 2', async (_, inputs, folder: Folder | undefined) => {
    const { code, stderr, outputs, commands, shown } = await action(workspace, inputs, folder && { action: folder });
    expect({ code, stderr, outputs, commands: commands.map(({ name }) => name) }).toEqual({
      code: 2,
      stderr: '',
      outputs: {},
      commands: ['error'],
    });
    expect(commands[0]?.message.split('\n')).toHaveLength(2);
    expect(shown.filter((line) => /^\s+at .*\(/.test(line))).toEqual([]);
  });
});

test('names and texts of a repository are never obeyed', async () => {
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
  const step = await action(hostile);
  const { commands, outputs } = step;
  const { violations } = reportOf(outputs.report);
  expect(step.code).toBe(1);
  expect(violations.length).toBeGreaterThan(2);
  expect(commands.map(({ name }) => name).filter((name) => !['error', 'warning', 'notice'].includes(name))).toEqual([]);
  // One for each place: what is missing is said at the contract's first line.
  expect(commands).toHaveLength(new Set(violations.map(({ file_path, line }) => `${file_path}:${line}`)).size);
  expect(commands.filter(({ properties }) => properties.file === 'x' || properties.line === '99')).toEqual([]);
  expect(step.summary).not.toMatch(/^::/m);
  rmSync(hostile, { recursive: true, force: true });
});
