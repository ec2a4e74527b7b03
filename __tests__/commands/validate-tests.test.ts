import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { validate } from '../../src/commands/validate.js';
import { folderOf, removeFolders } from '../temporary-folder.js';
import { recordedIo } from './io.js';

afterAll(removeFolders);

const document = (title: string, path: string) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1.0.0' },
    paths: { [path]: { get: { responses: { 204: { description: 'Nothing.' } } } } },
  });
const FILES = {
  '.git/HEAD': '',
  'openapi.json': document('Books', '/books'),
  'src/app.ts':
    "import express from 'express';\nconst app = express();\napp.get('/books', (req, res) => { res.sendStatus(204); });\n",
};
const NODE = { 'package.json': '{"dependencies":{"express":"5"}}' };
const ENABLED = { '.tallystick.yml': 'contract_engine: { enabled: true }\n' };
const FOLDER = '.tallystick/tests';

async function run(
  files: Readonly<Record<string, string>>,
  options: Record<string, unknown> = {},
  cwd = folderOf({ ...FILES, ...files }),
) {
  const io = recordedIo({ cwd, env: { PATH: process.env.PATH ?? '', TOOL_MAX_RETRIES: '0' } });
  const exit = await validate.run({ operands: [], options: { cache: false, format: 'json', ...options } }, io);
  const tests = join(cwd, options.tests === undefined ? FOLDER : String(options.tests));
  return { cwd, exit, err: io.err(), report: JSON.parse(io.out()), written: existsSync(tests) ? readdirSync(tests).sort() : [] };
}

/** Test files that jest finds in a folder by itself. */
function foundByJest(cwd: string): readonly string[] {
  const jest = resolve('node_modules/jest/bin/jest.js');
  return execFileSync(process.execPath, [jest, '--listTests', '--rootDir', cwd], { cwd, encoding: 'utf8' })
    .split('\n')
    .filter((line) => line !== '');
}

describe('tests for the contracts', () => {
  test('are written where the engine is enabled, out of the way of those of the repository', async () => {
    const { cwd, exit, err, written } = await run({ ...NODE, ...ENABLED });

    expect([exit, written]).toEqual([0, ['openapi-json.contract.cjs']]);
    expect(readFileSync(join(cwd, FOLDER, 'openapi-json.contract.cjs'), 'utf8')).toContain('/books');
    expect(err).toContain('Contract tests (BASE_URL is the address of the service): .tallystick/tests/openapi-json.contract.cjs');
    expect(readFileSync(join(cwd, '.tallystick/.gitignore'), 'utf8')).toBe('*\n');
    expect(foundByJest(cwd)).toEqual([]);
  });

  test('are written to the named folder, where jest finds them', async () => {
    const { cwd, written } = await run(NODE, { tests: 'checks' });

    expect(written).toEqual(['openapi-json.contract.test.cjs']);
    expect(foundByJest(cwd)).toEqual([join(cwd, 'checks/openapi-json.contract.test.cjs')]);
    expect(existsSync(join(cwd, FOLDER))).toBe(false);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, readonly string[]]>([
    ['pytest beside files of Python', { 'pyproject.toml': '' }, ['test_openapi_json.py']],
    ['both beside both', { ...NODE, 'requirements.txt': '' }, ['openapi-json.contract.cjs', 'test_openapi_json.py']],
    ['both beside neither', {}, ['openapi-json.contract.cjs', 'test_openapi_json.py']],
  ])('are for %s', async (_, files, expected) => {
    expect((await run({ ...ENABLED, ...files })).written).toEqual(expected);
  });

  test.each<readonly [string, Readonly<Record<string, string>>, Record<string, unknown>]>([
    ['the engine is off', {}, {}],
    ['test_generation is off', { '.tallystick.yml': 'contract_engine: { enabled: true, test_generation: false }\n' }, {}],
    ['the depth is standard, which validates only', {}, { depth: 'standard' }],
  ])('are not written where %s', async (_, files, options) => {
    const { cwd, written } = await run({ ...NODE, ...files }, options);

    expect(written).toEqual([]);
    expect(existsSync(join(cwd, FOLDER))).toBe(false);
  });

  test('are written at the depth thorough', async () => {
    expect((await run(NODE, { depth: 'thorough' })).written).toEqual(['openapi-json.contract.cjs']);
  });

  test('are written by a server for what only that keeps, and by this program for documents that are here', async () => {
    const registry = folderOf({
      'kept.json': JSON.stringify([
        {
          ...{ id: 'Carts API', type: 'openapi', version: '1.0.0', service_name: 'shop', spec_hash: 'ab', status: 'active' },
          spec: JSON.parse(document('Carts', '/carts')),
        },
      ]),
    });
    const words = JSON.stringify([join(import.meta.dirname, 'registry-server.js'), join(registry, 'kept.json')]);
    const config = `contract_engine: { enabled: true, mcp_command: ${JSON.stringify(process.execPath)}, mcp_args: ${words} }\n`;
    const { cwd, report, written } = await run({ ...NODE, '.tallystick.yml': config }, { allowCommands: true });
    const textOf = (name: string): string => readFileSync(join(cwd, FOLDER, name), 'utf8');

    expect(report.validation.unanswered).toEqual([]);
    expect(written).toEqual(['carts-api.contract.cjs', 'openapi-json.contract.cjs']);
    expect(textOf('carts-api.contract.cjs')).toBe('jest tests of the registry for Carts API');
    expect(textOf('openapi-json.contract.cjs')).toContain('BASE_URL');
  });

  test('are not written where the folder of runs is a file, which ends nothing else', async () => {
    const { exit, report } = await run({ ...NODE, '.tallystick': '', '.tallystick.yml': `${ENABLED['.tallystick.yml']}` });

    // Incomplete for another reason: the engine's database lies in that folder.
    expect([exit, report.crashes]).toEqual([3, [expect.stringContaining('No engine could validate')]]);
    expect(report.summary.verified).toBe(1);
    expect(report.notices).toContainEqual('.tallystick is no folder.');
  });

  test('are not written through a link of the repository', async () => {
    const cwd = folderOf({ ...FILES, ...NODE });
    const elsewhere = folderOf({});
    symlinkSync(elsewhere, join(cwd, 'checks'));
    const { report } = await run({}, { tests: 'checks' }, cwd);

    expect(report.notices).toContainEqual('checks is a link to another place, so no contract tests were written.');
    expect(readdirSync(elsewhere)).toEqual([]);
  });
});
